/// Finds units of text around a position: `UITextInputTokenizer`, member by member.
///
/// Between two units a position belongs to the one that lies in the direction asked for.
public protocol TextTokenizing<InputPosition> {
  /// A position in the text.
  associatedtype InputPosition
  /// A range of the text.
  associatedtype InputRange: TextInputRange where InputRange.InputPosition == InputPosition

  /// The unit that encloses `position`; nil if there is none in that direction.
  func rangeEnclosingPosition(
    _ position: InputPosition, with granularity: TextGranularity, inDirection: TextDirection
  ) -> InputRange?
  /// Whether a unit ends (forward) or begins (backward) at `position`.
  func isPosition(
    _ position: InputPosition, atBoundary granularity: TextGranularity, inDirection: TextDirection
  ) -> Bool
  /// The nearest place where a unit ends (forward) or begins (backward); nil if none does.
  func position(
    from position: InputPosition, toBoundary granularity: TextGranularity,
    inDirection: TextDirection
  ) -> InputPosition?
  /// Whether a unit encloses `position`.
  func isPosition(
    _ position: InputPosition, withinTextUnit granularity: TextGranularity,
    inDirection: TextDirection
  ) -> Bool
}

extension TextTokenizing {
  /// Whether a unit encloses `position`.
  public func isPosition(
    _ position: InputPosition, withinTextUnit granularity: TextGranularity,
    inDirection: TextDirection
  ) -> Bool {
    rangeEnclosingPosition(position, with: granularity, inDirection: inDirection) != nil
  }
}
