extension KeyboardInsetAdjuster {
  /// Processes a transition; nil if the insets are right as they are.
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
  package mutating func handle(
    _ transition: KeyboardFrameTransition, view: CoordinateSpace, screen: LayoutRect,
    current: ScrollInsets, automaticBottom: Double = 0, slideOverWindow: LayoutRect? = nil
  ) -> Change? {
    guard take(transition) else { return nil }
    return settle(
      view: view, screen: screen, current: current, automaticBottom: automaticBottom,
      slideOverWindow: slideOverWindow, animation: transition.animation)
  }

  /// Processes a transition that comes while the view is in no window: the keyboard's frame is kept
  /// for `viewChanged`, and a hide gives the insets back; nil if they are right as they are.
  package mutating func handleWithoutView(
    _ transition: KeyboardFrameTransition, current: ScrollInsets
  ) -> Change? {
    guard take(transition), keyboard == nil else { return nil }
    return giveBack(current: current, animation: transition.animation)
  }

  /// The view was moved, resized or put into a window while the keyboard stays where it is; nil if
  /// the insets are right as they are. The parameters are those of `handle`.
  ///
  /// No notification says so: `viewDidLayoutSubviews` is the place to call it.
  package mutating func viewChanged(
    view: CoordinateSpace, screen: LayoutRect, current: ScrollInsets, automaticBottom: Double = 0,
    slideOverWindow: LayoutRect? = nil, animation: KeyboardAnimation = .none
  ) -> Change? {
    guard keyboard != nil else { return nil }
    return settle(
      view: view, screen: screen, current: current, automaticBottom: automaticBottom,
      slideOverWindow: slideOverWindow, animation: animation)
  }

  /// Remembers where the keyboard is; false where the transition says nothing about it.
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

  /// Ends the covering and gives the view's own insets back; nil if it has them.
  ///
  /// For a keyboard that goes without a notification, as at the end of an interactive dismissal.
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
