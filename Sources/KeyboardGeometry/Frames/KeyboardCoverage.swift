/// The part of a view that a keyboard covers.
package struct KeyboardCoverage: Hashable, Sendable {
  /// The intersection of keyboard, screen and view, in the view's coordinates; `zero` if empty.
  package var intersection: LayoutRect
  package var posture: KeyboardPosture
  /// The distance from the upper edge of the covered part to the view's lower edge, in points: the
  /// necessary bottom inset. It exceeds `coveredHeight` for an undocked keyboard, and for a view
  /// that extends below the screen.
  package var bottomObstruction: Double

  /// The height of the covered part, in points.
  package var coveredHeight: Double { intersection.height }

  /// The coverage of a keyboard that covers nothing.
  package static func none(_ posture: KeyboardPosture) -> KeyboardCoverage {
    KeyboardCoverage(intersection: .zero, posture: posture, bottomObstruction: 0)
  }

  package init(intersection: LayoutRect, posture: KeyboardPosture, bottomObstruction: Double) {
    self.intersection = intersection
    self.posture = posture
    self.bottomObstruction = bottomObstruction
  }

  /// Computes the part of `view` that a keyboard covers.
  ///
  /// - Parameters:
  ///   - keyboard: the keyboard's frame, in screen coordinates.
  ///   - view: the coordinate space of the view.
  ///   - screen: the screen's bounds.
  ///   - followsUndocked: whether an undocked or floating keyboard counts.
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
