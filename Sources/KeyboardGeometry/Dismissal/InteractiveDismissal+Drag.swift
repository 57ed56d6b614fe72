extension InteractiveDismissal {
  /// Starts a drag: the finger touches the list while its last row rests on the keyboard.
  ///
  /// Does nothing if a drag is under way, or if the keyboard has no distance to move.
  package mutating func begin(_ layout: Layout, standIn: StandIn = .snapshot) -> [Effect] {
    guard phase == .idle || phase == .ready, layout.containerBottom > layout.restTop else {
      return []
    }
    if standIn == .systemInteractive { return [.useSystemInteractiveMode] }
    phase = .ready
    self.layout = layout
    self.standIn = standIn
    keyboardTop = layout.restTop
    offset = layout.restOffset
    return []
  }

  /// Lets a new touch take over a substitute that is settling; it follows the row again.
  package mutating func resume() {
    if case .settling = phase { phase = .tracking }
  }

  /// Follows a movement of the list; nil if no drag is under way.
  ///
  /// - Parameters:
  ///   - contentOffsetY: the current content offset of the list.
  ///   - screenFrame: the frame of the screen, in the layout's coordinates; a snapshot shows it.
  package mutating func didScroll(
    toContentOffsetY contentOffsetY: Double, screenFrame: LayoutRect
  ) -> Step? {
    guard let layout, contentOffsetY.isFinite else { return nil }
    if case .settling(let outcome) = phase {
      return settle(contentOffsetY, outcome: outcome, layout)
    }
    let corrected = min(contentOffsetY, layout.restOffset)
    let top = max(layout.restTop, layout.rowBottom(at: corrected))
    var effects: [Effect] = corrected < contentOffsetY ? [.setContentOffset(y: corrected)] : []
    if phase == .ready, top > layout.restTop {
      effects += takeOver(layout, screenFrame: screenFrame)
    }
    if phase == .tracking, top != keyboardTop { effects.append(.moveStandIn(top: top)) }
    return step(corrected, top: top, layout, effects)
  }

  /// Ends the touch.
  ///
  /// - Parameter velocityY: the velocity in points per second, downwards positive; nil if unknown.
  package mutating func release(velocityY: Double?) -> [Effect] {
    if phase == .ready { reset() }
    guard phase == .tracking, let layout else { return [] }
    let outcome = outcome(velocityY: velocityY, layout: layout)
    phase = .settling(outcome)
    let target = layout.target(of: outcome)
    return abs(offset - target) <= 0.5 ? finish() : [.scroll(toY: target)]
  }

  /// Ends the drag with its outcome: the list has arrived at its end.
  package mutating func finish() -> [Effect] {
    guard case .settling(let outcome) = phase, let layout else { return [] }
    let isOut = keyboardTop >= layout.containerBottom
    reset()
    return outcome == .restored
      ? [.becomeFirstResponder(animated: false), .removeStandIn(sinkingTo: nil)]
      : [.removeStandIn(sinkingTo: isOut ? nil : layout.containerBottom), .restoreInsets]
  }

  /// Ends the drag without an outcome, for example at a rotation or when the app goes to the
  /// background. A dismissed keyboard stays away, since another responder may have it now.
  package mutating func abort() -> [Effect] {
    guard swallowsKeyboardNotifications, let layout else {
      reset()
      return []
    }
    let end = layout.endOffset
    let isPastTheEnd = offset > end
    reset()
    return [.removeStandIn(sinkingTo: nil), .restoreInsets]
      + (isPastTheEnd ? [.setContentOffset(y: end)] : [])
  }

  /// Moves the substitute with a list that scrolls to its end. When the keyboard is dismissed, the
  /// substitute never rises again, even if the row does.
  private mutating func settle(_ y: Double, outcome: Outcome, _ layout: Layout) -> Step {
    let row = layout.rowBottom(at: y)
    let top = max(outcome == .dismissed ? keyboardTop : layout.restTop, row)
    let effects: [Effect] = top == keyboardTop ? [] : [.moveStandIn(top: top)]
    var step = step(y, top: top, layout, effects)
    if abs(y - layout.target(of: outcome)) <= 0.5 { step.effects += finish() }
    return step
  }

  private mutating func step(
    _ y: Double, top: Double, _ layout: Layout, _ effects: [Effect]
  ) -> Step {
    keyboardTop = top
    offset = y
    return Step(
      keyboardTop: top, rowBottom: layout.rowBottom(at: y), contentOffsetY: y,
      progress: layout.progress(keyboardTop: top), effects: effects)
  }

  /// Replaces the keyboard by its substitute.
  private mutating func takeOver(_ layout: Layout, screenFrame: LayoutRect) -> [Effect] {
    guard standIn.isInstalled else {
      reset()
      return [.resignFirstResponder(animated: true)]
    }
    phase = .tracking
    let crop = layout.restFrame.intersection(screenFrame)
      .offset(x: -screenFrame.minX, y: -screenFrame.minY)
    return (standIn == .snapshot ? [.captureSnapshot(crop: crop)] : [])
      + [.installStandIn, .resignFirstResponder(animated: false)]
  }

  private func outcome(velocityY: Double?, layout: Layout) -> Outcome {
    if let velocityY, let threshold = configuration.velocityThreshold,
      abs(velocityY) > threshold
    {
      return velocityY > 0 ? .dismissed : .restored
    }
    return layout.progress(keyboardTop: keyboardTop) >= configuration.progressThreshold
      ? .dismissed : .restored
  }

  private mutating func reset() {
    phase = .idle
    layout = nil
    keyboardTop = 0
    offset = 0
  }
}

extension InteractiveDismissal.Layout {
  /// The content offset at which a drag with this outcome ends.
  fileprivate func target(of outcome: InteractiveDismissal.Outcome) -> Double {
    outcome == .restored ? restOffset : endOffset
  }
}
