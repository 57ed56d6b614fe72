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
  /// Whether pipes around it have to be escaped: it stands in a table.
  var isInTable = false
}
