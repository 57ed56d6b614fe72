/// The frame of a keyboard layout guide: `UIKeyboardLayoutGuide`, as a function.
public struct KeyboardGuide: Hashable, Sendable {
  /// Whether the guide follows an undocked or floating keyboard.
  public var followsUndocked: Bool
  /// Whether the guide, without a keyboard, ends at the safe area instead of the view's edge.
  public var usesBottomSafeArea: Bool
  /// The distance above the guide, in points, in which a drag that dismisses the keyboard may
  /// begin: the height of a bar on the keyboard.
  public var dismissPadding: Double

  /// Creates a guide; the defaults are UIKit's.
  public init(
    followsUndocked: Bool = false, usesBottomSafeArea: Bool = true, dismissPadding: Double = 0
  ) {
    self.followsUndocked = followsUndocked
    self.usesBottomSafeArea = usesBottomSafeArea
    self.dismissPadding = dismissPadding
  }

  /// The frame of the guide, in the view's coordinates; above it, the view is not covered.
  ///
  /// - Parameters:
  ///   - keyboard: the keyboard's frame, in screen coordinates; nil if there is none.
  ///   - view: the coordinate space of the view.
  ///   - screen: the screen's bounds.
  ///   - safeAreaBottom: the height of the view's lower unsafe margin, in points.
  ///   - slideOverWindow: the window's frame, in screen coordinates, if it is a Slide Over window.
  package func frame(
    keyboard: LayoutRect?, in view: CoordinateSpace, screen: LayoutRect, safeAreaBottom: Double = 0,
    slideOverWindow: LayoutRect? = nil
  ) -> LayoutRect {
    let bounds = view.bounds
    let coverage = keyboard.map {
      KeyboardCoverage.of(
        keyboard: $0, in: view, screen: screen, followsUndocked: followsUndocked,
        slideOverWindow: slideOverWindow)
    }
    if let coverage, !coverage.posture.isAttachedToBottom, !coverage.intersection.isEmpty {
      return coverage.intersection
    }
    let height = max(
      coverage?.bottomObstruction ?? 0, usesBottomSafeArea ? safeAreaBottom : 0)
    return LayoutRect(
      x: bounds.minX, y: bounds.maxY - height, width: bounds.width, height: height)
  }
}
