/// The coordinates of a screen, a window or a view: translated, never rotated or scaled.
///
/// The path from a screen to a view is one expression, `screen.child(frame: window).child(frame:
/// view)`, so that one conversion is enough. Mixing a view's `frame` (in its superview's
/// coordinates) with a keyboard's (in the screen's) is the most common error in keyboard code.
package struct CoordinateSpace: Hashable, Sendable {
  /// The frame, in screen coordinates.
  package var frameInScreen: LayoutRect
  /// The coordinates of the upper left corner: the content offset of a scroll view, otherwise zero.
  package var boundsOrigin: LayoutPoint

  package init(frameInScreen: LayoutRect, boundsOrigin: LayoutPoint = .zero) {
    self.frameInScreen = frameInScreen
    self.boundsOrigin = boundsOrigin
  }

  package static func screen(_ size: LayoutSize) -> CoordinateSpace {
    CoordinateSpace(frameInScreen: LayoutRect(origin: .zero, size: size))
  }

  /// The coordinates of a window or view at `frame`, which is in these coordinates.
  package func child(frame: LayoutRect, boundsOrigin: LayoutPoint = .zero) -> CoordinateSpace {
    CoordinateSpace(frameInScreen: convertToScreen(frame), boundsOrigin: boundsOrigin)
  }

  /// The frame in these coordinates.
  package var bounds: LayoutRect { LayoutRect(origin: boundsOrigin, size: frameInScreen.size) }

  package func convertFromScreen(_ rect: LayoutRect) -> LayoutRect {
    rect.offset(
      x: boundsOrigin.x - frameInScreen.minX, y: boundsOrigin.y - frameInScreen.minY)
  }

  package func convertToScreen(_ rect: LayoutRect) -> LayoutRect {
    rect.offset(
      x: frameInScreen.minX - boundsOrigin.x, y: frameInScreen.minY - boundsOrigin.y)
  }
}
