/// What of a view a keyboard covers.
package struct KeyboardCoverage: Hashable, Sendable {
  /// What keyboard, screen and view have in common, in the view's coordinates; `zero` where that is
  /// nothing.
  package var intersection: LayoutRect
  /// Where the keyboard is.
  package var posture: KeyboardPosture
  /// From the upper edge of what is covered to the view's lower edge, in points: what a bottom
  /// inset must be. More than `coveredHeight` for an undocked keyboard that is followed, and for a
  /// view that reaches below the screen.
  package var bottomObstruction: Double

  /// The height of what is covered, in points.
  package var coveredHeight: Double { intersection.height }

  /// Nothing is covered.
  package static func none(_ posture: KeyboardPosture) -> KeyboardCoverage {
    KeyboardCoverage(intersection: .zero, posture: posture, bottomObstruction: 0)
  }

  /// Creates a coverage from its parts.
  package init(intersection: LayoutRect, posture: KeyboardPosture, bottomObstruction: Double) {
    self.intersection = intersection
    self.posture = posture
    self.bottomObstruction = bottomObstruction
  }

  /// What of `view` a keyboard covers.
  ///
  /// - Parameters:
  ///   - keyboard: the keyboard's frame, in screen coordinates.
  ///   - view: the view's place in the screen.
  ///   - screen: the screen's bounds.
  ///   - followsUndocked: whether a keyboard that is undocked or floating covers anything.
  ///   - slideOverWindow: the window's frame, in screen coordinates, if it is a Slide Over window.
  package static func of(
    keyboard: LayoutRect, in view: CoordinateSpace, screen: LayoutRect,
    followsUndocked: Bool = false, slideOverWindow: LayoutRect? = nil
  ) -> KeyboardCoverage {
    let posture = KeyboardPosture.of(
      frame: keyboard, screen: screen, slideOverWindow: slideOverWindow)
    guard posture != .hidden, followsUndocked || posture.isAttachedToBottom else {
      return .none(posture)
    }
    let common = keyboard.intersection(screen).intersection(view.frameInScreen)
    guard !common.isEmpty else { return .none(posture) }
    return KeyboardCoverage(
      intersection: view.convertFromScreen(common), posture: posture,
      bottomObstruction: view.frameInScreen.maxY - common.minY)
  }
}
