extension KeyboardInsetAdjuster {
  /// Takes in a transition; nil where the insets are right as they are.
  ///
  /// - Parameters:
  ///   - transition: what a notification says.
  ///   - view: the scroll view's place in the screen.
  ///   - screen: the screen's bounds.
  ///   - current: the insets that the scroll view has now.
  ///   - automaticBottom: what the system adds to the bottom inset by itself, in points: the safe
  ///     area, where `contentInsetAdjustmentBehavior` adds it. The keyboard covers that too, so it
  ///     is taken off the keyboard's share and never counts twice.
  ///   - slideOverWindow: the window's frame, in screen coordinates, if it is a Slide Over window.
  public mutating func handle(
    _ transition: KeyboardFrameTransition, view: CoordinateSpace, screen: LayoutRect,
    current: ScrollInsets, automaticBottom: Double = 0, slideOverWindow: LayoutRect? = nil
  ) -> Change? {
    if transition.isMeaningless { return nil }
    if ignoresNonLocal, !transition.isLocal, !transition.event.isHide { return nil }
    let coverage =
      transition.event.isHide
      ? .none(.hidden)
      : KeyboardCoverage.of(
        keyboard: transition.endFrame, in: view, screen: screen,
        followsUndocked: followsUndocked, slideOverWindow: slideOverWindow)
    let share = coverage.bottomObstruction - automaticBottom
    guard share > 0 else { return restore(current: current, animation: transition.animation) }
    let own = ownInsets(current: current)
    let wanted = own.replacingBottoms { joined($0, share) }
    original = own
    applied = wanted
    return wanted == current ? nil : Change(insets: wanted, animation: transition.animation)
  }

  /// Ends the covering and gives the view's own insets back; nil where it has them.
  ///
  /// For a keyboard that goes without a notification, as at the end of an interactive dismissal.
  public mutating func restore(
    current: ScrollInsets, animation: KeyboardAnimation = .none
  ) -> Change? {
    guard original != nil else { return nil }
    let own = ownInsets(current: current)
    original = nil
    applied = nil
    return own == current ? nil : Change(insets: own, animation: animation)
  }

  /// The insets the view has without a keyboard, what the app set meanwhile among them.
  private func ownInsets(current: ScrollInsets) -> ScrollInsets {
    guard let original, let applied else { return current }
    guard foreignChange == .adopt, current != applied else { return original }
    return ScrollInsets(
      content: original.content.adopting(current.content, over: applied.content),
      indicator: original.indicator.adopting(current.indicator, over: applied.indicator))
  }

  private func joined(_ own: Double, _ share: Double) -> Double {
    switch join {
    case .replace: share
    case .max: Swift.max(own, share)
    case .add: own + share
    }
  }
}
