/// Where text is on the screen: the geometry half of `UITextInput`.
///
/// Names are UIKit's; directions have the label `toward`, because a second overload with UIKit's
/// labels would make `.left` ambiguous in code that uses both. Points and rectangles are the
/// host's own types.
public protocol TextInputGeometry: TextInput {
  /// A point in the text's coordinates.
  associatedtype InputPoint
  /// A rectangle in the text's coordinates.
  associatedtype InputRect

  /// The position `offset` steps from `position`; nil outside the text.
  func position(
    from position: InputPosition, toward direction: TextLayoutDirection, offset: Int
  ) -> InputPosition?
  /// The position of `range` that lies farthest in a direction.
  func position(
    within range: InputRange, farthestToward direction: TextLayoutDirection
  ) -> InputPosition?
  /// The stretch from `position` to the farthest place in a direction.
  func characterRange(
    byExtending position: InputPosition, toward direction: TextLayoutDirection
  ) -> InputRange?
  /// The rectangle of the first line of `range`.
  func firstRect(for range: InputRange) -> InputRect
  /// The rectangle of the caret at `position`; there must be one even for text nobody edits.
  func caretRect(for position: InputPosition) -> InputRect
  /// The rectangles of `range`, one for each line or change of writing direction.
  func lineRects(for range: InputRange) -> [TextSelectionRect<InputRect>]
  /// The position closest to `point`.
  func closestPosition(to point: InputPoint) -> InputPosition?
  /// The position of `range` closest to `point`.
  func closestPosition(to point: InputPoint, within range: InputRange) -> InputPosition?
  /// The stretch of the character at `point`.
  func characterRange(at point: InputPoint) -> InputRange?
}

/// A rectangle of a selection: `UITextSelectionRect` as a value.
public struct TextSelectionRect<Rect> {
  /// The rectangle, in the text's coordinates.
  public var rect: Rect
  /// Whether the selection begins in it.
  public var containsStart: Bool
  /// Whether the selection ends in it.
  public var containsEnd: Bool
  /// Whether the text in it is written from right to left. True for Hebrew, `"שלום"`.
  public var isRightToLeft: Bool
  /// Whether the text in it runs from top to bottom. False for text in lines, such as `"abc"` in a
  /// text view.
  public var isVertical: Bool

  /// Creates a rectangle of a selection.
  public init(
    _ rect: Rect, containsStart: Bool = false, containsEnd: Bool = false,
    isRightToLeft: Bool = false, isVertical: Bool = false
  ) {
    self.rect = rect
    self.containsStart = containsStart
    self.containsEnd = containsEnd
    self.isRightToLeft = isRightToLeft
    self.isVertical = isVertical
  }
}

extension TextSelectionRect: Equatable where Rect: Equatable {}
extension TextSelectionRect: Hashable where Rect: Hashable {}
extension TextSelectionRect: Sendable where Rect: Sendable {}
