/// Random Markdown with many constructs, of four sorts: lines of pieces, strings of a few
/// characters, text that spans lines after all sorts of prefixes, and labels.
struct RandomDocument<Generator: RandomNumberGenerator> {
  var generator: Generator

  mutating func next() -> [UInt8] {
    var text = chance(1, in: 40) ? "\u{FEFF}" : ""
    if chance(1, in: 8) { text += "[foo]: /url \"title\"\n\n" }
    switch Int.random(in: 0..<12, using: &generator) {
    case 0..<5: text += linesOfPieces()
    case 5..<8: text += stringOverFewCharacters()
    case 8..<10: text += textBehindPrefixes()
    default: text += labels()
    }
    if chance(1, in: 6) { text += "\n[foo]: /u\n[bar]: /v 't'\n[a]: <>\n" }
    if chance(1, in: 4) { while text.utf8.last == 0x0A { text.unicodeScalars.removeLast() } }
    return Array(text.utf8)
  }

  private mutating func linesOfPieces() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      text += pick(Pieces.lineStarts)
      if chance(1, in: 5) { text += pick(Pieces.lineStarts) }
      for _ in 0..<Int.random(in: 0...8, using: &generator) { text += piece() }
      text += pick(Pieces.lineEnds) + pick(Pieces.lineEndings)
    }
    return text
  }

  private mutating func stringOverFewCharacters() -> String {
    let alphabet = (0..<Int.random(in: 2...6, using: &generator)).map { _ in
      pick(chance(1, in: 3) ? Pieces.words : Pieces.characters)
    }
    var text = chance(1, in: 4) ? pick(Pieces.lineStarts) : ""
    for _ in 0..<Int.random(in: 1...40, using: &generator) { text += pick(alphabet) }
    return text + "\n"
  }

  private mutating func textBehindPrefixes() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 2...6, using: &generator) {
      for _ in 0..<Int.random(in: 0...4, using: &generator) { text += pick(Pieces.prefixes) }
      for _ in 0..<Int.random(in: 0...3, using: &generator) { text += pick(Pieces.spans) }
      text += pick(Pieces.lineEnds) + pick(Pieces.lineEndings)
    }
    return text
  }

  private mutating func labels() -> String {
    let prefix = chance(1, in: 3) ? pick(Pieces.lineStarts) : ""
    var label = ""
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      label += pick(chance(1, in: 2) ? Pieces.labelParts : Pieces.words)
    }
    var text = prefix
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let use = chance(1, in: 3) ? label.uppercased() : label
      text +=
        pick(["[", "[a][", "![", "*[", "[*a*]["]) + use + pick(["]", "][]", "]*", " ]", "]["])
    }
    let definition = "[\(label)]" + pick(Pieces.definitionTails)
    return chance(1, in: 2)
      ? text + "\n\n" + prefix + definition + pick(Pieces.lineEndings)
      : prefix + definition + pick(Pieces.lineEndings) + text + pick(Pieces.lineEndings)
  }

  private mutating func piece() -> String {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<3: pick(Pieces.words)
    case 3: " "
    case 4: chance(1, in: 3) ? pick(Pieces.lineEndings) : " "
    case 5..<8: pick(Pieces.marks)
    default: pick(Pieces.constructs)
    }
  }

  private mutating func pick(_ list: [String]) -> String {
    list[Int.random(in: 0..<list.count, using: &generator)]
  }

  private mutating func chance(_ part: Int, in whole: Int) -> Bool {
    Int.random(in: 0..<whole, using: &generator) < part
  }
}
