/// The lines of a paragraph while they are gathered.
struct LeafLines {
  private(set) var lines: [Range<Int>]
  private var tabs: [Int] = []
  /// The indices of the lines that are lazy or indented by four columns and more.
  private(set) var loose: [Int] = []

  init(first: Range<Int>) { lines = [first] }

  /// The tabs, one a line, or nothing where no line has one.
  var usedTabs: [Int] { tabs.contains { $0 > 0 } ? tabs : [] }

  /// Adds a line that begins with `tab` spaces in place of a tab.
  mutating func append(_ line: Range<Int>, tab: Int, isLoose: Bool) {
    if isLoose { loose.append(lines.count) }
    if tab > 0, tabs.isEmpty { tabs = lines.map { _ in 0 } }
    if tab > 0 || !tabs.isEmpty { tabs.append(tab) }
    lines.append(line)
  }

  /// Whether anything is left when the definitions at the start are taken off (CommonMark 0.30
  /// §4.7). True of `[a]: /u⏎b`, not of `[a]: /u`.
  func hasContent(in source: Bytes) -> Bool { readDefinitions(in: source).lines < lines.count }

  /// Takes off the definitions that the paragraph begins with; of a paragraph that is all definitions the lines
  /// stay.
  mutating func takeDefinitions(in source: Bytes) -> [LinkDefinition] {
    let (definitions, count) = readDefinitions(in: source)
    guard count > 0, count < lines.count else { return definitions }
    lines.removeFirst(count)
    if !loose.isEmpty { loose = loose.filter { $0 >= count }.map { $0 - count } }
    if !tabs.isEmpty { tabs.removeFirst(count) }
    return definitions
  }

  /// Takes white space off the end, and lines that hold nothing else.
  mutating func trimEnd(in source: Bytes) {
    while true {
      let last = lines.count - 1
      let line = lines[last]
      var end = line.upperBound
      while end > line.lowerBound, source[end - 1].isMarkdownSpace { end -= 1 }
      lines[last] = line.lowerBound..<end
      if end > line.lowerBound { return }
      if last == 0 {
        tabs = []
        return
      }
      lines.removeLast()
      if loose.last == last { loose.removeLast() }
      if !tabs.isEmpty { tabs.removeLast() }
    }
  }

  /// The definitions at the start, and how many lines they take up: they end with a line.
  private func readDefinitions(in source: Bytes) -> (definitions: [LinkDefinition], lines: Int) {
    guard lines[0].lowerBound < source.count, source[lines[0].lowerBound] == 0x5B else {
      return ([], 0)
    }
    return LogicalText.lend(lines, tabs: tabs, of: source, withFinalLineFeed: true) { text, _ in
      let (definitions, end) = LinkDefinition.all(in: text)
      return (definitions, text[..<end].count { $0 == lineFeed })
    }
  }
}
