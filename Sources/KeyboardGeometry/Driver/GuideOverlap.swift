/// The part of a keyboard that its notifications omit and the keyboard layout guide contains.
///
/// iOS 26 reports frames without the accessory view, so the larger of the two counts. A guide that
/// has not moved since the last look is that of the previous keyboard: its height above it is used.
struct GuideOverlap: Hashable, Sendable {
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
    let isStale = transition.event.isWill && surroundings.guide == seen
    if !isStale {
      height = max(0, transition.endFrame.minY - (surroundings.guide?.minY ?? .infinity))
    }
    seen = surroundings.guide
    var extended = transition
    extended.endFrame.origin.y -= height
    extended.endFrame.size.height += height
    return extended
  }
}

extension KeyboardDriver.Surroundings {
  /// Whether the transition ends with a keyboard at the lower edge of the screen: for example a
  /// `willShow` of a docked keyboard, but not of a floating one.
  func holds(_ transition: KeyboardFrameTransition) -> Bool {
    guard !transition.event.isHide, !transition.isMeaningless else { return false }
    return KeyboardPosture.of(
      frame: transition.endFrame, screen: screen, slideOverWindow: slideOverWindow
    ).isAttachedToBottom
  }
}

extension KeyboardFrameTransition.Event {
  /// Whether the keyboard is about to move: for example `willShow`.
  fileprivate var isWill: Bool {
    self == .willShow || self == .willHide || self == .willChangeFrame
  }
}
