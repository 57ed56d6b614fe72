/// A stretch of the source that a projection writes otherwise.
struct ProjectedPiece {
  /// What a stretch is, and so what an edit may do to it.
  enum Kind: UInt8, Hashable, Sendable {
    /// A prefix, a separator or a boundary: it stays as it is.
    case fixed
    /// One thing to a command: touched in part it counts whole, and it stays as it is.
    case unit
    /// A delimiter that the command may take away as a whole.
    case delimiter
    /// A character that is text, and in its place an escape of it: where a command writes something
    /// else for that, it stands as written.
    case escape
    /// What a bare link is without: written where a command cuts the link.
    case bareLink
  }
  /// Where it stands: UTF-8 offsets in the source. Empty where something is put in.
  var source: Range<Int>
  /// What stands in its place.
  var bytes: [UInt8]
  var kind: Kind
  /// What the stretch is in the dialect.
  var construct = DialectConstruct.inline
}

/// What is not CommonMark's in a document of a dialect.
package enum DialectConstruct: UInt8, Hashable, Sendable {
  /// An inline, or what is put in for one.
  case inline
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
  /// What parts the cells of a table, or begins or ends a row.
  case cell
  /// `|---|:-:|`.
  case delimiterRow
  /// `\|` in a cell.
  case escapedPipe

  /// Whether pipes around it have to be escaped: it stands in a table. True of `\|` in the row
  /// `| a\|b |`.
  var isInTable: Bool { self == .cell || self == .escapedPipe }
}
