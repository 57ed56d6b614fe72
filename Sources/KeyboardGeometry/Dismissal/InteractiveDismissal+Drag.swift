extension InteractiveDismissal {
  /// The keyboard has come, or its frame has changed: the last row comes to rest on it.
  ///
  /// Nothing happens in the middle of a drag, nor where the list is too short for the row to rest.
  ///
  /// - Parameters:
  ///   - layout: where the keyboard rests now.
  ///   - animation: the keyboard's own.
  public func keyboardShown(_ layout: Layout, animation: KeyboardAnimation) -> [Effect] {
    guard phase == .idle || phase == .ready, layout.canRest else { return [] }
    return [.animateContentOffset(y: layout.restOffset, animation)]
  }

  /// The content offset, in points, at which the list has to stop where the finger left it; nil
  /// unless the stand-in settles.
  ///
  /// The list's own deceleration would go another way than the stand-in, and at another pace: it is
  /// stopped here, and the animation of the stand-in takes the list with it.
  public var targetContentOffsetY: Double? {
    guard case .settling = phase, let layout else { return nil }
    return layout.contentOffset(forKeyboardTop: keyboardTop)
  }

  /// The finger goes down on the list while its last row rests on the keyboard.
  ///
  /// Nothing happens where a drag is under way already, or where the keyboard has no way to go.
  public mutating func begin(_ layout: Layout, standIn: StandIn = .snapshot) -> [Effect] {
    guard phase == .idle || phase == .ready, layout.containerBottom > layout.restTop else {
      return []
    }
    if standIn == .systemInteractive { return [.useSystemInteractiveMode] }
    phase = .ready
    self.layout = layout
    self.standIn = standIn
    keyboardTop = layout.restTop
    return []
  }

  /// The list was scrolled; nil if no drag is under way.
  ///
  /// - Parameters:
  ///   - contentOffsetY: the content offset the list has now.
  ///   - screenFrame: the frame of what a picture shows, in the layout's coordinates.
  public mutating func didScroll(
    toContentOffsetY contentOffsetY: Double, screenFrame: LayoutRect
  ) -> Step? {
    guard phase == .ready || phase == .tracking, let layout, contentOffsetY.isFinite else {
      return nil
    }
    let offset = min(contentOffsetY, layout.restOffset)
    let top = max(layout.restTop, layout.rowBottom(at: offset))
    var effects: [Effect] = offset < contentOffsetY ? [.setContentOffset(y: offset)] : []
    if phase == .ready, top > layout.restTop {
      effects += takeOver(layout, screenFrame: screenFrame)
    }
    if phase == .tracking, top != keyboardTop { effects.append(.moveStandIn(top: top)) }
    keyboardTop = top
    return Step(
      keyboardTop: top, rowBottom: top, contentOffsetY: offset,
      progress: layout.progress(keyboardTop: top), effects: effects)
  }

  /// The finger goes up.
  ///
  /// - Parameter velocityY: how fast it moved, in points per second, downwards positive; nil if
  ///   that is not known.
  public mutating func release(velocityY: Double?) -> [Effect] {
    if phase == .ready { reset() }
    guard phase == .tracking, let layout else { return [] }
    let outcome = outcome(velocityY: velocityY, layout: layout)
    phase = .settling(outcome)
    let top =
      outcome == .restored ? layout.restTop : max(layout.containerBottom, keyboardTop)
    return [.animateStandIn(top: top, configuration.settle)]
  }

  /// The stand-in has settled.
  public mutating func finish() -> [Effect] {
    guard case .settling(let outcome) = phase else { return [] }
    reset()
    return outcome == .restored
      ? [.becomeFirstResponder(animated: false), .removeStandIn]
      : [.removeStandIn, .restoreInsets]
  }

  /// The drag ends without an outcome: a rotation, a resize, another first responder, the app goes
  /// to the background. The keyboard, if it went, stays away: bringing it back would take it from
  /// whoever has it now.
  public mutating func abort() -> [Effect] {
    let isInstalled = swallowsKeyboardNotifications
    reset()
    return isInstalled ? [.removeStandIn, .restoreInsets] : []
  }

  /// What exchanges the keyboard for its stand-in.
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
  }
}
