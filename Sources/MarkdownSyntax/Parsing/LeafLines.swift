/// Definitions at the start of a paragraph, each with the number of lines up to its end.
typealias FoundDefinitions = [(definition: LinkDefinition, end: Int)]

/// The lines of a paragraph or a heading.
package struct LeafLines {
  /// The UTF-8 range of each line's content. There is at least one; it is empty without content.
  ///
  /// A line begins after the line prefix and blanks, and ends before its ending. White space at the
  /// end of the last line, a heading's marks and definitions before a paragraph are not content.
  /// Leading blanks of a lazy continuation line are: libcmark shows them in code and raw HTML.
  package var lines: [Range<Int>]
  /// For each line, the spaces left of a tab at its start that a container used in part, or 0.
  /// Empty if no line has such a tab.
  package var tabs: [Int] = []

  /// The UTF-8 range from the first line's start to the last line's end. O(1).
  package var content: Range<Int> { lines[0].lowerBound..<lines[lines.count - 1].upperBound }

  init(_ lines: [Range<Int>]) { self.lines = lines }

  /// The lines at some indices of a tree.
  init(_ numbers: Range<Int>, of tree: SyntaxTree) {
    lines = []
    lines.reserveCapacity(numbers.count)
    for number in numbers {
      let line = tree.lines[number]
      let start = line.isLazy ? line.content : line.first
      append(Int(start)..<Int(line.end), tab: line.isLazy ? Int(line.tab) : 0)
    }
  }

  /// Adds a line that begins with `tab` spaces in place of a tab.
  private mutating func append(_ line: Range<Int>, tab: Int) {
    if tab > 0, tabs.isEmpty { tabs = lines.map { _ in 0 } }
    if tab > 0 || !tabs.isEmpty { tabs.append(tab) }
    lines.append(line)
  }

  /// Removes white space at the end, and lines that have nothing else.
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
      if !tabs.isEmpty { tabs.removeLast() }
      if tabs.allSatisfy({ $0 == 0 }) { tabs = [] }
    }
  }

  /// The definitions at the start. Each ends with a line.
  func definitions(in source: Bytes) -> FoundDefinitions {
    LogicalText.lend(lines, tabs: tabs, of: source, withFinalLineFeed: true) { text, _ in
      var found: FoundDefinitions = []
      var (start, count) = (0, 0)
      while start < text.count, text[start] == .leftBracket,
        let next = LinkDefinition.match(in: text, at: start)
      {
        count += text[start..<next.end].count { $0 == .lineFeed }
        found.append((next.definition, count))
        start = next.end
      }
      return found
    }
  }
}
