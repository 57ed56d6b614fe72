/// Decides the effects of keyboard notifications, layouts and drags on one scroll view.
///
/// Insets, the row that rests on the keyboard, and the drag that dismisses it depend on each other.
/// A hide during a drag must not change the insets, and a row rests only on a keyboard at the lower
/// edge. The adapters and the tests' recordings use this driver. It returns tasks, which the caller
/// carries out in order.
package struct KeyboardDriver: Hashable, Sendable {
  /// The situation of the scroll view, in points: everything that the caller must read.
  package struct Surroundings: Hashable, Sendable {
    /// The coordinate space of the scroll view; its `boundsOrigin` is the content offset.
    package var view: CoordinateSpace
    package var screen: LayoutRect
    /// The safe area, which the system adds to the bottom inset by itself.
    package var automaticBottom: Double
    /// The window's frame, in screen coordinates, if it is a Slide Over window.
    package var slideOverWindow: LayoutRect?
    /// The frame of the keyboard layout guide, in screen coordinates; nil if it is not above the
    /// safe area, for example without a keyboard.
    package var guide: LayoutRect?
    /// The last row of the list; nil if nothing rests on the keyboard.
    package var row: Row?

    package init(
      view: CoordinateSpace, screen: LayoutRect, automaticBottom: Double = 0,
      slideOverWindow: LayoutRect? = nil, guide: LayoutRect? = nil, row: Row? = nil
    ) {
      self.view = view
      self.screen = screen
      self.automaticBottom = automaticBottom
      self.slideOverWindow = slideOverWindow
      self.guide = guide
      self.row = row
    }

    /// The distance from the upper edge of what a keyboard covers to the view's lower edge, in
    /// points: the necessary bottom inset. It exceeds the covered height for an undocked keyboard,
    /// and for a view that extends below the screen.
    package func obstruction(of keyboard: LayoutRect, followsUndocked: Bool = false) -> Double {
      let posture = KeyboardPosture.of(
        frame: keyboard, screen: screen, slideOverWindow: slideOverWindow)
      guard posture != .hidden, followsUndocked || posture.isAttachedToBottom else { return 0 }
      let common = keyboard.intersection(screen).intersection(view.frameInScreen)
      return common.isEmpty ? 0 : view.frameInScreen.maxY - common.y
    }

    /// Whether the transition ends with a keyboard at the lower edge of the screen.
    fileprivate func holds(_ transition: KeyboardFrameTransition) -> Bool {
      guard !transition.event.isHide, !transition.isMeaningless else { return false }
      return KeyboardPosture.of(
        frame: transition.endFrame, screen: screen, slideOverWindow: slideOverWindow
      ).isAttachedToBottom
    }
  }

  package struct Row: Hashable, Sendable {
    /// The coordinate space of the view that contains the list and the substitute.
    package var container: CoordinateSpace
    /// The lower edge of the row, in the list's content, in points.
    package var maxY: Double
    /// The upper margin of the list's content, in points.
    package var topInset: Double
    /// Whether the keyboard belongs to another field, so that the row ignores it.
    package var isBystander: Bool

    package init(
      container: CoordinateSpace, maxY: Double, topInset: Double = 0, isBystander: Bool = false
    ) {
      self.container = container
      self.maxY = maxY
      self.topInset = topInset
      self.isBystander = isBystander
    }
  }

  /// A task for the caller.
  package enum Effect: Hashable, Sendable {
    case insets(KeyboardInsetAdjuster.Change)
    /// Report a change of the keyboard.
    case happened(KeyboardTracker.Happening)
    /// Carry out a step of the drag, or move the row with the keyboard.
    case drag(InteractiveDismissal.Effect)
  }

  package var adjuster: KeyboardInsetAdjuster
  package private(set) var tracker = KeyboardTracker()
  package private(set) var dismissal: InteractiveDismissal
  /// The last transition as reported, without the guide's share; nil before the first.
  private var reported: KeyboardFrameTransition?
  private var overlap = GuideOverlap()

  package init(
    adjuster: KeyboardInsetAdjuster = .init(),
    configuration: InteractiveDismissal.Configuration = .init()
  ) {
    self.adjuster = adjuster
    dismissal = InteractiveDismissal(configuration: configuration)
  }

  /// Processes a notification. The surroundings are nil if the scroll view is not in a window. Then
  /// the keyboard's frame is kept for `viewChanged`, and a hide restores the insets.
  package mutating func handle(
    _ transition: KeyboardFrameTransition, in surroundings: Surroundings?, insets: ScrollInsets
  ) -> [Effect] {
    guard !transition.isOnOtherScreen, !transition.isMeaningless else { return [] }
    reported = transition
    guard let surroundings else {
      let change = adjuster.handle(transition, in: nil, current: insets)
      // Without a screen, only a hide determines the keyboard's position.
      let happening = transition.event.isHide ? tracker.handle(transition, screen: .zero) : nil
      return (change.map { [.insets($0)] } ?? []) + (happening.map { [.happened($0)] } ?? [])
    }
    let transition = overlap.extend(transition, in: surroundings)
    var insets = insets
    var effects: [Effect] = []
    if dismissal.swallowsKeyboardNotifications {
      // The exchange itself only hides the keyboard; one that appears belongs to another view.
      guard surroundings.holds(transition) else { return [] }
      effects = abort(insets: insets)
      for case .insets(let change) in effects { insets = change.insets }
    }
    let before = tracker.attachedFrame
    if let change = adjuster.handle(transition, in: surroundings, current: insets) {
      effects.append(.insets(change))
    }
    let happening = tracker.handle(
      transition, screen: surroundings.screen, slideOverWindow: surroundings.slideOverWindow)
    if let happening { effects.append(.happened(happening)) }
    return effects + rowMoves(since: before, surroundings, transition.animation)
  }

  /// Processes a layout: the scroll view was moved, resized, rotated or put into a window. No
  /// notification reports this while the keyboard stays in place.
  ///
  /// The layout guide reveals a keyboard that appeared before the first notification, and a bar
  /// that a notification omitted.
  package mutating func viewChanged(
    in surroundings: Surroundings, insets: ScrollInsets
  ) -> [Effect] {
    if dismissal.swallowsKeyboardNotifications { return [] }
    guard var transition = reported else {
      guard let guide = surroundings.guide else { return [] }
      return handle(
        KeyboardFrameTransition(
          event: .didShow, beginFrame: guide, endFrame: guide, animation: .none),
        in: surroundings, insets: insets)
    }
    if !transition.event.isHide { transition.event = .didChangeFrame }
    transition.animation = .none
    let extended = overlap.extend(transition, in: surroundings)
    if adjuster.keyboard != nil,
      extended.endFrame != adjuster.keyboard || tracker.posture == .hidden
    {
      return handle(transition, in: surroundings, insets: insets)
    }
    return adjuster.viewChanged(in: surroundings, current: insets).map { [.insets($0)] } ?? []
  }

  /// Restores the insets that the scroll view has without a keyboard.
  package mutating func restore(insets: ScrollInsets) -> [Effect] {
    adjuster.restore(current: insets).map { [.insets($0)] } ?? []
  }

  // MARK: - The row

  /// Starts a drag if the last row rests on a keyboard at the lower edge. A touch while a
  /// substitute settles takes it over.
  package mutating func touch(
    _ standIn: InteractiveDismissal.StandIn, in surroundings: Surroundings?
  ) -> [Effect] {
    dismissal.resume()
    guard let surroundings, let frame = tracker.attachedFrame,
      let layout = layout(frame, surroundings),
      layout.isAtRest(contentOffsetY: surroundings.view.boundsOrigin.y)
    else { return [] }
    return dismissal.begin(layout, standIn: standIn).map { .drag($0) }
  }

  /// Follows a movement of the list to the content offset of the surroundings.
  package mutating func scroll(
    in surroundings: Surroundings, insets: ScrollInsets
  ) -> [Effect] {
    guard let row = surroundings.row else { return [] }
    let effects = dismissal.didScroll(
      toContentOffsetY: surroundings.view.boundsOrigin.y,
      screenFrame: row.container.convertFromScreen(surroundings.screen))
    return tasks(effects, insets: insets)
  }

  /// Ends the touch with a velocity, in points per second, downwards positive; nil if unknown.
  package mutating func lift(velocityY: Double?, insets: ScrollInsets) -> [Effect] {
    tasks(dismissal.release(velocityY: velocityY), insets: insets)
  }

  /// Ends the drag without an outcome; a dismissed keyboard stays away.
  package mutating func abort(insets: ScrollInsets) -> [Effect] {
    tasks(dismissal.abort(), insets: insets)
  }

  /// Converts the tasks of a drag. Only when the insets are restored is the keyboard reported as
  /// gone, because until then a drag can bring it back.
  private mutating func tasks(
    _ effects: [InteractiveDismissal.Effect], insets: ScrollInsets
  ) -> [Effect] {
    effects.flatMap { (effect) -> [Effect] in
      guard effect == .restoreInsets else { return [.drag(effect)] }
      return restore(insets: insets) + (tracker.hide().map { [.happened($0)] } ?? [])
    }
  }

  /// Moves a visible row with the keyboard: onto one that appears or changes, and down with one
  /// that leaves. If the user has scrolled up to read, nothing moves.
  private func rowMoves(
    since before: LayoutRect?, _ surroundings: Surroundings, _ animation: KeyboardAnimation
  ) -> [Effect] {
    let now = tracker.attachedFrame
    guard dismissal.phase == .idle || dismissal.phase == .ready, now?.y != before?.y,
      let layout = (now ?? before).flatMap({ layout($0, surroundings) }), layout.canRest
    else { return [] }
    let offset = surroundings.view.boundsOrigin.y
    if let before, let top = surroundings.row?.container.convertFromScreen(before).y,
      layout.rowBottom(at: offset) > top + 0.5
    {
      return []
    }
    let target = now == nil ? layout.endOffset : layout.restOffset
    return target == offset ? [] : [.drag(.animateContentOffset(y: target, animation))]
  }

  /// The positions for a drag; nil without a row, or if the keyboard belongs to another field.
  private func layout(
    _ keyboard: LayoutRect, _ surroundings: Surroundings
  ) -> InteractiveDismissal.Layout? {
    guard let row = surroundings.row, !row.isBystander, row.maxY.isFinite else { return nil }
    let list = row.container.convertFromScreen(surroundings.view.frameInScreen)
    let margin = surroundings.automaticBottom + (adjuster.original?.content.bottom ?? 0)
    return InteractiveDismissal.Layout(
      restFrame: row.container.convertFromScreen(keyboard),
      containerBottom: row.container.bounds.maxY, rowMaxYInContent: row.maxY, listTop: list.y,
      topInset: row.topInset, endOfList: list.maxY - margin)
  }
}

/// The part of a keyboard that its notifications omit and the keyboard layout guide contains.
///
/// iOS 26 reports frames without the accessory view, so the larger of the two counts. A guide that
/// has not moved since the last look is that of the previous keyboard: its height above it is used.
private struct GuideOverlap: Hashable, Sendable {
  private var seen: LayoutRect?
  private var height = 0.0

  /// Extends the end frame of a transition up to the guide, if the keyboard is at the lower edge.
  mutating func extend(
    _ transition: KeyboardFrameTransition, in surroundings: KeyboardDriver.Surroundings
  ) -> KeyboardFrameTransition {
    guard surroundings.holds(transition) else {
      if transition.event.isHide { self = GuideOverlap() }
      return transition
    }
    let isWill = [.willShow, .willHide, .willChangeFrame].contains(transition.event)
    let isStale = isWill && surroundings.guide == seen
    if !isStale {
      height = max(0, transition.endFrame.y - (surroundings.guide?.y ?? .infinity))
    }
    seen = surroundings.guide
    var extended = transition
    extended.endFrame.y -= height
    extended.endFrame.height += height
    return extended
  }
}
