/// An edit of a text as a value: an ordered list of replacements that do not overlap.
///
/// Every range is in UTF-8 offsets of the original text the edit.
public struct TextEdit: Hashable, Sendable {
  /// The replacements, in ascending order; their ranges neither overlap nor touch twice.
  public private(set) var replacements: [Replacement]

  /// Creates an edit from replacements in ascending order.
  ///
  /// - Precondition: each range begins at or after the end of the one before.
  public init(_ replacements: [Replacement] = []) {
    var end = 0
    for replacement in replacements {
      precondition(
        replacement.range.lowerBound >= end,
        "replacement at \(replacement.range) begins before \(end), where the previous one ends")
      end = replacement.range.upperBound
    }
    self.replacements = replacements
  }

  /// Whether the edit changes nothing. True of `TextEdit([])`.
  public var isEmpty: Bool { replacements.isEmpty }
}
