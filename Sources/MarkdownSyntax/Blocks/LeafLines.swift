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
  func hasContent(in source: Bytes) -> Bool { definitionLines(in: source) < lines.count }

  /// Takes off the definitions that the paragraph begins with.
  mutating func dropDefinitions(in source: Bytes) {
    let count = definitionLines(in: source)
    // libcmark keeps no paragraph that is all definitions, so something is left.
    guard count > 0, count < lines.count else { return }
    lines.removeFirst(count)
    if !loose.isEmpty { loose = loose.filter { $0 >= count }.map { $0 - count } }
    if !tabs.isEmpty { tabs.removeFirst(count) }
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

  /// How many lines the definitions at the start take up: they end with a line.
  private func definitionLines(in source: Bytes) -> Int {
    guard lines[0].lowerBound < source.count, source[lines[0].lowerBound] == 0x5B else { return 0 }
    return LogicalText.lend(lines, tabs: tabs, of: source, withFinalLineFeed: true) { text, _ in
      let end = LinkDefinition.endOfAll(in: text)
      var count = 0
      for index in 0..<end where text[index] == lineFeed { count += 1 }
      return count
    }
  }
}
