/// A position for people: a line and a column.
package struct TextLocation: Hashable, Sendable, Comparable {
  /// The line, counted from 1. A line ends with LF, CR or CR LF.
  package var line: Int
  /// The column in grapheme clusters, counted from 1.
  package var graphemeColumn: Int

  package init(line: Int, graphemeColumn: Int) {
    self.line = line
    self.graphemeColumn = graphemeColumn
  }

  package static func < (first: TextLocation, second: TextLocation) -> Bool {
    (first.line, first.graphemeColumn) < (second.line, second.graphemeColumn)
  }
}
