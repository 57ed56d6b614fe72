#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
  import TextEditing
  import UIKit

  extension TextLayoutDirection {
    /// UIKit's direction; the numbers are the same.
    var uiKit: UITextLayoutDirection {
      switch self {
      case .right: .right
      case .left: .left
      case .up: .up
      case .down: .down
      }
    }
  }

  extension UITextInputBridge: @MainActor TextInputGeometry {
    /// The position this many steps away in a direction.
    public func position(
      from position: UITextPosition, toward direction: TextLayoutDirection, offset: Int
    ) -> UITextPosition? {
      base.position(from: position, in: direction.uiKit, offset: offset)
    }
    /// The position of a range that lies farthest in a direction.
    public func position(
      within range: UITextRange, farthestToward direction: TextLayoutDirection
    ) -> UITextPosition? {
      base.position(within: range, farthestIn: direction.uiKit)
    }
    /// The stretch from a position to the farthest place in a direction.
    public func characterRange(
      byExtending position: UITextPosition, toward direction: TextLayoutDirection
    ) -> UITextRange? {
      base.characterRange(byExtending: position, in: direction.uiKit)
    }
    /// The rectangle of the first line of a range.
    public func firstRect(for range: UITextRange) -> CGRect { base.firstRect(for: range) }
    /// The rectangle of the caret.
    public func caretRect(for position: UITextPosition) -> CGRect {
      base.caretRect(for: position)
    }
    /// The rectangles of a range.
    public func lineRects(for range: UITextRange) -> [TextSelectionRect<CGRect>] {
      base.selectionRects(for: range).map {
        TextSelectionRect(
          $0.rect, containsStart: $0.containsStart, containsEnd: $0.containsEnd,
          isRightToLeft: $0.writingDirection == .rightToLeft, isVertical: $0.isVertical)
      }
    }
    /// The position closest to a point.
    public func closestPosition(to point: CGPoint) -> UITextPosition? {
      base.closestPosition(to: point)
    }
    /// The position of a range closest to a point.
    public func closestPosition(to point: CGPoint, within range: UITextRange) -> UITextPosition? {
      base.closestPosition(to: point, within: range)
    }
    /// The stretch of the character at a point.
    public func characterRange(at point: CGPoint) -> UITextRange? {
      base.characterRange(at: point)
    }
  }
#endif
