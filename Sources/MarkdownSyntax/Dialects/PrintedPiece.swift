/// A part of the source that is printed in another way. An edit does not change it.
struct PrintedPiece {
  /// The UTF-8 range in the source; empty for an insertion.
  var source: Range<Int>
  /// The replacement.
  var bytes: [UInt8]
  var construct: DialectConstruct
}

/// A construct of a dialect that CommonMark does not have.
package enum DialectConstruct: UInt8, Hashable, Sendable {
  /// Metadata at the very start.
  case frontMatter
  /// `[^a]:`, which begins the definition of a footnote.
  case footnote
  /// `[ ] ` or `[x] ` at the start of an item.
  case task
  /// `[!NOTE]` on the first line of a quote.
  case alert
  /// A line that begins with `:::` or `!!!`.
  case directive
  /// `$$…$$` on lines of its own.
  case formula
  /// A separator between the cells of a table, or the start or end of a row.
  case cell
  /// `|---|:-:|`.
  case delimiterRow
  /// `\|` in a cell, which is selected whole if it is touched.
  case escapedPipe

  /// Whether it is in a table, where pipes must be escaped: `\|` in the row `| a\|b |`.
  var isInTable: Bool { self == .cell || self == .escapedPipe }
}
