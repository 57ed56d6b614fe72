/// A paragraph or heading: which node it is, and where its inline content is.
package struct LeafBlock: Hashable, Sendable {
  /// The index of the paragraph or heading in the tree's nodes.
  package var node: Int
  /// The UTF-8 range of each line's content; at least one, which is empty if there is no content.
  ///
  /// A line begins past the prefixes of its containers and its leading blanks, and ends before its
  /// ending. White space at the end of the last line, the marks of a heading and the link reference
  /// definitions that a paragraph begins with are not content. The leading blanks of a lazy
  /// continuation line are, as to libcmark: code spans and raw HTML show them.
  package var lines: [Range<Int>]
  /// For each line the number of spaces that a tab at its start stands for, where a container
  /// took some of the tab's columns; 0 where it took none. Empty where no line has such a tab.
  package var tabs: [Int]

  /// The UTF-8 range from the first line's start to the last line's end.
  ///
  /// - Complexity: O(1).
  package var content: Range<Int> { lines[0].lowerBound..<lines[lines.count - 1].upperBound }

  /// Makes a leaf of its parts.
  ///
  /// - Precondition: there is at least one line, and `tabs` is empty or has as many entries.
  package init(node: Int, lines: [Range<Int>], tabs: [Int] = []) {
    precondition(
      !lines.isEmpty && (tabs.isEmpty || tabs.count == lines.count),
      "a leaf has at least one line, and none or one tab a line")
    self.node = node
    self.lines = lines
    self.tabs = tabs
  }
}
