/// A paragraph or heading: its node and the lines of its inlines.
package struct LeafBlock: Hashable, Sendable {
  /// The index of the paragraph or heading in the tree's nodes.
  package var node: Int
  /// The UTF-8 range of each line's content. There is at least one; it is empty without content.
  ///
  /// A line begins after the line prefix and blanks, and ends before its ending. White space at the
  /// end of the last line, a heading's marks and definitions before a paragraph are not content.
  /// Leading blanks of a lazy continuation line are: libcmark shows them in code and raw HTML.
  package var lines: [Range<Int>]
  /// For each line, the spaces left of a tab at its start that a container used in part, or 0.
  /// Empty if no line has such a tab.
  package var tabs: [Int]
  /// The range between the pipes around it, if it is a cell of a table.
  package var cell: Range<Int>?

  /// The UTF-8 range from the first line's start to the last line's end. O(1).
  package var content: Range<Int> { lines[0].lowerBound..<lines[lines.count - 1].upperBound }

  /// Makes a leaf from its parts.
  ///
  /// - Precondition: There is at least one line, and `tabs` is empty or has as many entries.
  package init(node: Int, lines: [Range<Int>], tabs: [Int] = []) {
    precondition(
      !lines.isEmpty && (tabs.isEmpty || tabs.count == lines.count),
      "a leaf has at least one line, and none or one tab a line")
    self.node = node
    self.lines = lines
    self.tabs = tabs
  }
}
