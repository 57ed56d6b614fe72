/// The coordinates of a screen, a window or a view: translated, never rotated or scaled.
///
/// Mixing a view's `frame` (in its superview's coordinates) with a keyboard's (in the screen's) is
/// the most common error in keyboard code.
package struct CoordinateSpace: Hashable, Sendable {
  /// The frame, in screen coordinates.
  package var frameInScreen: LayoutRect
  /// The coordinates of the upper left corner: the content offset of a scroll view, otherwise zero.
  package var boundsOrigin: LayoutPoint

  package init(frameInScreen: LayoutRect, boundsOrigin: LayoutPoint = .zero) {
    self.frameInScreen = frameInScreen
    self.boundsOrigin = boundsOrigin
  }

  /// The frame in these coordinates.
  package var bounds: LayoutRect { LayoutRect(origin: boundsOrigin, size: frameInScreen.size) }

  package func convertFromScreen(_ rect: LayoutRect) -> LayoutRect {
    rect.offset(x: boundsOrigin.x - frameInScreen.x, y: boundsOrigin.y - frameInScreen.y)
  }
}
