/// The coordinates of a screen, a window or a view, placed in the screen; moved, never turned or
/// scaled.
///
/// The way from a screen to a view is one expression, `screen.child(frame: window).child(frame:
/// view)`, and one conversion then goes the whole way. Mixing a view's `frame` (its superview's
/// coordinates) with a keyboard's (the screen's) is the commonest error in keyboard code.
package struct CoordinateSpace: Hashable, Sendable {
  /// The outline, in screen coordinates.
  package var frameInScreen: LayoutRect
  /// The coordinates of the upper left corner: the content offset of a scroll view, otherwise zero.
  package var boundsOrigin: LayoutPoint

  /// Creates a space from its outline in the screen and the coordinates of its corner.
  package init(frameInScreen: LayoutRect, boundsOrigin: LayoutPoint = .zero) {
    self.frameInScreen = frameInScreen
    self.boundsOrigin = boundsOrigin
  }

  /// The coordinates of a screen.
  package static func screen(_ size: LayoutSize) -> CoordinateSpace {
    CoordinateSpace(frameInScreen: LayoutRect(origin: .zero, size: size))
  }

  /// The coordinates of a window in this screen, or of a view in this window or view, at `frame` of
  /// these coordinates.
  package func child(frame: LayoutRect, boundsOrigin: LayoutPoint = .zero) -> CoordinateSpace {
    CoordinateSpace(frameInScreen: convertToScreen(frame), boundsOrigin: boundsOrigin)
  }

  /// The outline in its own coordinates.
  package var bounds: LayoutRect { LayoutRect(origin: boundsOrigin, size: frameInScreen.size) }

  /// A rectangle of the screen in these coordinates.
  package func convertFromScreen(_ rect: LayoutRect) -> LayoutRect {
    rect.offset(
      x: boundsOrigin.x - frameInScreen.minX, y: boundsOrigin.y - frameInScreen.minY)
  }

  /// A rectangle of these coordinates in the screen's.
  package func convertToScreen(_ rect: LayoutRect) -> LayoutRect {
    rect.offset(
      x: frameInScreen.minX - boundsOrigin.x, y: frameInScreen.minY - boundsOrigin.y)
  }

  /// A rectangle of the coordinates `other` in these.
  package func convert(_ rect: LayoutRect, from other: CoordinateSpace) -> LayoutRect {
    convertFromScreen(other.convertToScreen(rect))
  }
}
