import EditorTestSupport

/// Random documents with all constructs of CommonMark.
extension CaseGenerator {
  mutating func document() -> String {
    var lines: [String] = []
    for _ in 0..<random.upTo(3) {
      if !lines.isEmpty, !random.isOne(in: 6) { lines.append("") }
      lines += block(depth: 0)
    }
    if random.isOne(in: 2) { lines += ["", "[foo]: /url"] }
    if random.isOne(in: 4) { lines.append("[b*a*r]: <u> \"t\"") }
    let ending = random.pick(["\n", "\n", "\n", "\n", "\r\n", "\r"])
    let start = random.isOne(in: 40) ? "\u{FEFF}" : ""
    let end = random.isOne(in: 3) ? "" : ending
    return start + lines.joined(separator: ending) + end
  }

  private mutating func block(depth: Int) -> [String] {
    let kind = random.below(depth < 3 ? 15 : 9)
    switch kind {
    case 0: return [heading()]
    case 1: return paragraph() + [random.pick(["===", "---", "  =", "-"])]
    case 2: return opaque()
    case 9, 10: return quote(depth)
    case 11, 12, 13: return list(depth)
    default: return paragraph()
    }
  }

  private mutating func heading() -> String {
    let text = line()
    let signs = String(repeating: "#", count: random.upTo(6))
    return signs + random.pick([" ", " ", "  ", "\t"]) + text
      + random.pick(["", "", "", " #", " ##  ", "  "])
  }

  private mutating func paragraph() -> [String] {
    let text = lines()
    return text.map { (random.isOne(in: 8) ? random.pick([" ", "   ", "\t"]) : "") + $0 }
  }

  private mutating func opaque() -> [String] {
    random.pick([
      ["```swift", "a *b* `c`", "```"], ["    code *a*", "", "    b"], ["<div>", "*a*", "</div>"],
      ["***"], ["- - -"], ["~~~", "**a**", "~~~"], ["<!-- *a* -->"], ["[foo]: /url 'title'"],
    ])
  }

  private mutating func blocks(depth: Int) -> [String] {
    var lines = block(depth: depth)
    if random.isOne(in: 3) {
      if !random.isOne(in: 3) { lines.append("") }
      lines += block(depth: depth)
    }
    return lines
  }

  private mutating func quote(_ depth: Int) -> [String] {
    let lines = blocks(depth: depth + 1)
    let marker = random.pick(["> ", "> ", "> ", ">", " > ", ">\t"])
    return lines.enumerated().map { index, line in
      index > 0 && random.isOne(in: 10) ? line : marker + line
    }
  }

  private mutating func list(_ depth: Int) -> [String] {
    let marker = random.pick(["- ", "* ", "+ ", "1. ", "2) ", "-   ", "10. ", "-\t"])
    let isLoose = random.isOne(in: 3)
    var lines: [String] = []
    for _ in 0..<random.upTo(3) {
      if isLoose, !lines.isEmpty { lines.append("") }
      let item = random.isOne(in: 12) ? [""] : blocks(depth: depth + 1)
      let indent = String(repeating: " ", count: marker == "-\t" ? 4 : marker.utf8.count)
      lines += item.enumerated().map { index, line in
        if index == 0 { return marker + line }
        return line.isEmpty || random.isOne(in: 12) ? line : indent + line
      }
    }
    return lines
  }
}
