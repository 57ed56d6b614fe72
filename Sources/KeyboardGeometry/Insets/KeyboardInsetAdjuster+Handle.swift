extension KeyboardInsetAdjuster {
  /// Processes a transition; nil if the insets need no change.
  ///
  /// - Parameters:
  ///   - transition: the contents of a notification.
  ///   - view: the coordinate space of the scroll view.
  ///   - screen: the screen's bounds.
  ///   - current: the current insets of the scroll view.
  ///   - automaticBottom: the safe area, in points, if `contentInsetAdjustmentBehavior` adds it to
  ///     the bottom inset. The keyboard covers it too, so it is subtracted from the keyboard's
  ///     share.
  ///   - slideOverWindow: the window's frame, in screen coordinates, if it is a Slide Over window.
  package mutating func handle(
    _ transition: KeyboardFrameTransition, view: CoordinateSpace, screen: LayoutRect,
    current: ScrollInsets, automaticBottom: Double = 0, slideOverWindow: LayoutRect? = nil
  ) -> Change? {
    guard take(transition) else { return nil }
    return settle(
      view: view, screen: screen, current: current, automaticBottom: automaticBottom,
      slideOverWindow: slideOverWindow, animation: transition.animation)
  }

  /// Processes a transition while the view is not in a window; nil if the insets need no change.
  /// The keyboard's frame is kept for `viewChanged`, and a hide restores the insets.
  package mutating func handleWithoutView(
    _ transition: KeyboardFrameTransition, current: ScrollInsets
  ) -> Change? {
    guard take(transition), keyboard == nil else { return nil }
    return giveBack(current: current, animation: transition.animation)
  }

  /// Processes a change of the view while the keyboard stays in place; nil if the insets need no
  /// change. The parameters are those of `handle`.
  ///
  /// No notification reports this, so call it in `viewDidLayoutSubviews`.
  package mutating func viewChanged(
    view: CoordinateSpace, screen: LayoutRect, current: ScrollInsets, automaticBottom: Double = 0,
    slideOverWindow: LayoutRect? = nil, animation: KeyboardAnimation = .none
  ) -> Change? {
    guard keyboard != nil else { return nil }
    return settle(
      view: view, screen: screen, current: current, automaticBottom: automaticBottom,
      slideOverWindow: slideOverWindow, animation: animation)
  }

  /// Stores the keyboard's frame; false if the transition does not determine it.
  private mutating func take(_ transition: KeyboardFrameTransition) -> Bool {
    if transition.isMeaningless { return false }
    if ignoresNonLocal, !transition.isLocal, !transition.event.isHide { return false }
    keyboard = transition.event.isHide ? nil : transition.endFrame
    return true
  }

  private mutating func settle(
    view: CoordinateSpace, screen: LayoutRect, current: ScrollInsets, automaticBottom: Double,
    slideOverWindow: LayoutRect?, animation: KeyboardAnimation
  ) -> Change? {
    let coverage = keyboard.map {
      KeyboardCoverage.of(
        keyboard: $0, in: view, screen: screen, followsUndocked: followsUndocked,
        slideOverWindow: slideOverWindow)
    }
    let share = (coverage?.bottomObstruction ?? 0) - automaticBottom
    guard share > 0 else { return giveBack(current: current, animation: animation) }
    let own = ownInsets(current: current)
    let wanted = own.replacingBottoms { joined($0, share) }
    original = own
    applied = wanted
    return wanted == current ? nil : Change(insets: wanted, animation: animation)
  }

  /// Restores the view's own insets; nil if they are in place.
  ///
  /// For a keyboard that leaves without a notification, as after an interactive dismissal.
  package mutating func restore(
    current: ScrollInsets, animation: KeyboardAnimation = .none
  ) -> Change? {
    keyboard = nil
    return giveBack(current: current, animation: animation)
  }

  private mutating func giveBack(
    current: ScrollInsets, animation: KeyboardAnimation
  ) -> Change? {
    guard original != nil else { return nil }
    let own = ownInsets(current: current)
    original = nil
    applied = nil
    return own == current ? nil : Change(insets: own, animation: animation)
  }

  /// The insets of the view without a keyboard, with the app's changes in the meantime.
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
