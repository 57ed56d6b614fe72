/// An edit as a value: a sorted list of replacements that do not overlap.
///
/// Every range is in UTF-8 offsets of the text before the edit.
public struct TextEdit: Hashable, Sendable {
  /// The replacements, in ascending order without overlaps.
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

  /// Whether the edit has no replacements, as `TextEdit([])`.
  public var isEmpty: Bool { replacements.isEmpty }
}
