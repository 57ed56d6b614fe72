/// The part of a view that a keyboard covers, in points of the view's own coordinates.
public struct KeyboardCoverage: Hashable, Sendable {
  /// The height from the keyboard's upper edge to the view's lower edge, with the safe area; 0 if
  /// nothing is covered.
  public let height: Double
  /// The keyboard's upper edge; the view's lower edge if nothing is covered.
  public let minY: Double

  package init(height: Double, of bounds: LayoutRect) {
    self.height = height
    minY = bounds.maxY - height
  }
}

extension KeyboardDriver.Surroundings {
  /// The part of the view that the keyboard covers after a transition; nothing without one.
  package func coverage(
    by transition: KeyboardFrameTransition?, followsUndocked: Bool = false
  ) -> KeyboardCoverage {
    guard let transition, !transition.event.isHide, !transition.isMeaningless,
      !transition.isOnOtherScreen
    else { return KeyboardCoverage(height: 0, of: view.bounds) }
    return KeyboardCoverage(
      height: obstruction(of: transition.endFrame, followsUndocked: followsUndocked),
      of: view.bounds)
  }
}
