/// A range of an input's text between two of its positions: `UITextRange`, member by member.
public protocol TextInputRange<InputPosition> {
  /// A position in the input's text.
  associatedtype InputPosition
  /// The start of the range.
  var start: InputPosition { get }
  /// The end of the range.
  var end: InputPosition { get }
  /// Whether the range is an insertion point, as `3..<3`.
  var isEmpty: Bool { get }
}

/// The order of two positions: `ComparisonResult`, case by case.
public enum PositionOrder: Int, Hashable, Sendable {
  /// The first is before the second.
  case orderedAscending = -1
  /// Both are equal.
  case orderedSame = 0
  /// The first is after the second.
  case orderedDescending = 1
}
