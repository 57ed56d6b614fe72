/// A keyboard that the last row of a list pushes away and pulls back as the user scrolls.
///
///     idle –begin→ ready –first step downwards→ tracking –release→ settling –arrival→ idle
///
/// While the finger is down, the lower edge of the row is the upper edge of the keyboard, or of the
/// substitute that takes its place; neither rises above the keyboard's rest position. The effects
/// are data; the adapter carries them out in order.
public struct InteractiveDismissal: Hashable, Sendable {
  /// The view that replaces the keyboard during a drag.
  public enum StandIn: String, Hashable, Sendable, CaseIterable {
    /// A picture of the keyboard.
    case snapshot
    /// A plain panel, for keyboards that cannot be drawn: those that run out of process.
    case plainPanel
  }

  package enum Outcome: String, Hashable, Sendable {
    case dismissed
    case restored
  }

  package enum Phase: Hashable, Sendable {
    /// No drag is under way.
    case idle
    /// The finger is down, the keyboard has not moved.
    case ready
    /// The substitute moves with the row.
    case tracking
    /// The finger is up; the list scrolls to its end and takes the substitute along.
    case settling(Outcome)
  }

  /// The rule by which a release dismisses, and the animation of the substitute's last points.
  public struct Configuration: Hashable, Sendable {
    /// The velocity, in points per second, above which a release follows the direction of the
    /// throw; nil to ignore the velocity.
    public var velocityThreshold: Double?
    /// The part of the distance, from 0 to 1, from which a slower release dismisses.
    public var progressThreshold: Double
    /// The animation by which the substitute leaves when the row rests above the safe area.
    public var settle: KeyboardAnimation

    /// Creates a configuration. The defaults are this library's: UIKit's are not documented.
    public init(
      velocityThreshold: Double? = 100, progressThreshold: Double = 0.5,
      settle: KeyboardAnimation = KeyboardAnimation(duration: 0.25)
    ) {
      self.velocityThreshold = velocityThreshold
      self.progressThreshold = progressThreshold
      self.settle = settle
    }
  }

  /// A task for the adapter.
  package enum Effect: Hashable, Sendable {
    /// Take a picture of the screen and crop it to this rectangle, in points of the picture. Do not
    /// scale it: the picture shows more than the keyboard.
    case captureSnapshot(crop: LayoutRect)
    /// Put the substitute in the place of the keyboard.
    case installStandIn
    /// Without animation.
    case resignFirstResponder
    /// Move the upper edge of the substitute to this height.
    case moveStandIn(top: Double)
    /// Animate the list's content offset with the keyboard's animation: the row moves onto the
    /// keyboard, or down with it.
    case animateContentOffset(y: Double, KeyboardAnimation)
    /// Set the list's content offset, without animation.
    case setContentOffset(y: Double)
    /// Let the list scroll to this content offset in steps, each of which calls `didScroll`.
    case scroll(toY: Double)
    /// Without animation.
    case becomeFirstResponder
    /// Remove the substitute, whose upper edge first sinks to the height, if any.
    case removeStandIn(sinkingTo: Double?)
    /// Restore the insets that the list has without a keyboard.
    case restoreInsets
  }

  /// The positions that a drag depends on, in points. Unless stated otherwise, they are in the
  /// coordinates of the view that contains the list and the substitute.
  package struct Layout: Hashable, Sendable {
    package var restFrame: LayoutRect
    /// The lower edge of the container: a keyboard whose upper edge is here is gone.
    package var containerBottom: Double
    /// The lower edge of the row, in the list's content.
    package var rowMaxYInContent: Double
    package var listTop: Double
    /// The upper margin of the list's content, including a navigation bar's share.
    package var topInset: Double
    /// The lower edge of the part of the list that is visible without a keyboard: above the home
    /// indicator and above the app's own margin.
    package var endOfList: Double

    /// Creates a layout, in points. By default the list ends with the container.
    package init(
      restFrame: LayoutRect, containerBottom: Double, rowMaxYInContent: Double, listTop: Double,
      topInset: Double = 0, endOfList: Double? = nil
    ) {
      self.restFrame = restFrame
      self.containerBottom = containerBottom
      self.rowMaxYInContent = rowMaxYInContent
      self.listTop = listTop
      self.topInset = topInset
      self.endOfList = endOfList ?? containerBottom
    }

    package var restTop: Double { restFrame.y }
    /// The content offset at which the row rests on the resting keyboard.
    package var restOffset: Double { contentOffset(forRowBottom: restTop) }
    /// The content offset at which the list rests without a keyboard.
    package var endOffset: Double { max(-topInset, contentOffset(forRowBottom: endOfList)) }

    /// Whether the row can rest on the keyboard: `false` if the few rows stay at the list's top.
    package var canRest: Bool { restOffset >= -topInset }

    /// Whether the row can be seen above the keyboard, with half a point of tolerance: for example
    /// `true` at the `restOffset`, and `false` if the user has scrolled up to read.
    package func isAtRest(contentOffsetY: Double) -> Bool {
      canRest && contentOffsetY >= restOffset - 0.5
    }

    /// The lower edge of the row at a content offset.
    package func rowBottom(at contentOffsetY: Double) -> Double {
      rowMaxYInContent - contentOffsetY + listTop
    }

    /// The content offset that places the lower edge of the row at this height.
    package func contentOffset(forRowBottom bottom: Double) -> Double {
      rowMaxYInContent + listTop - bottom
    }

    /// The part of the distance that a keyboard with this upper edge has moved, from 0 to 1.
    package func progress(keyboardTop: Double) -> Double {
      min(1, max(0, (keyboardTop - restTop) / (containerBottom - restTop)))
    }

    /// The content offset at which a drag with this outcome ends.
    func target(of outcome: Outcome) -> Double {
      outcome == .restored ? restOffset : endOffset
    }
  }

  package let configuration: Configuration
  package private(set) var phase: Phase = .idle
  /// The positions that the current drag depends on; nil while idle.
  package private(set) var layout: Layout?
  package private(set) var standIn: StandIn = .snapshot
  /// The upper edge of the keyboard or its substitute, in the container.
  package private(set) var keyboardTop = 0.0
  /// The content offset of the last step, in points.
  package private(set) var offset = 0.0

  package init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Whether notifications come from the exchange of keyboard and substitute, so that they must not
  /// move the content: for example, while the phase is `tracking`.
  package var swallowsKeyboardNotifications: Bool {
    switch phase {
    case .idle, .ready: false
    case .tracking, .settling: true
    }
  }

  /// Starts a drag: the finger touches the list while its last row rests on the keyboard.
  ///
  /// Does nothing if a drag is under way, or if the keyboard has no distance to move.
  package mutating func begin(_ layout: Layout, standIn: StandIn = .snapshot) -> [Effect] {
    guard phase == .idle || phase == .ready, layout.containerBottom > layout.restTop else {
      return []
    }
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

  /// Follows a movement of the list; does nothing if no drag is under way. The frame of the screen is
  /// in the layout's coordinates; a snapshot shows it.
  package mutating func didScroll(
    toContentOffsetY y: Double, screenFrame: LayoutRect
  ) -> [Effect] {
    guard let layout, y.isFinite else { return [] }
    if case .settling(let outcome) = phase {
      // When the keyboard is dismissed, the substitute never rises again, even if the row does.
      let highest = outcome == .dismissed ? keyboardTop : layout.restTop
      let top = max(highest, layout.rowBottom(at: y))
      let moves: [Effect] = top == keyboardTop ? [] : [.moveStandIn(top: top)]
      (keyboardTop, offset) = (top, y)
      return abs(y - layout.target(of: outcome)) <= 0.5 ? moves + finish() : moves
    }
    let corrected = min(y, layout.restOffset)
    let top = max(layout.restTop, layout.rowBottom(at: corrected))
    var effects: [Effect] = corrected < y ? [.setContentOffset(y: corrected)] : []
    if phase == .ready, top > layout.restTop {
      phase = .tracking
      let crop = layout.restFrame.intersection(screenFrame)
        .offset(x: -screenFrame.x, y: -screenFrame.y)
      if standIn == .snapshot { effects.append(.captureSnapshot(crop: crop)) }
      effects += [.installStandIn, .resignFirstResponder]
    }
    if phase == .tracking, top != keyboardTop { effects.append(.moveStandIn(top: top)) }
    (keyboardTop, offset) = (top, corrected)
    return effects
  }

  /// Ends the touch with a velocity, in points per second, downwards positive; nil if unknown.
  package mutating func release(velocityY: Double?) -> [Effect] {
    if phase == .ready { reset() }
    guard phase == .tracking, let layout else { return [] }
    var isDismissed =
      layout.progress(keyboardTop: keyboardTop) >= configuration.progressThreshold
    if let velocityY, let threshold = configuration.velocityThreshold, abs(velocityY) > threshold {
      isDismissed = velocityY > 0
    }
    let outcome: Outcome = isDismissed ? .dismissed : .restored
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
      ? [.becomeFirstResponder, .removeStandIn(sinkingTo: nil)]
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

  private mutating func reset() {
    phase = .idle
    layout = nil
    keyboardTop = 0
    offset = 0
  }
}
