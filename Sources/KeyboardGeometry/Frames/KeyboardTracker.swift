/// Follows the notifications and reports changes of the keyboard.
public struct KeyboardTracker: Hashable, Sendable {
  /// A change of the keyboard.
  public enum Happening: String, Hashable, Sendable {
    /// The keyboard was hidden and became visible.
    case appeared
    /// The size of its visible part changed: the prediction row, a rotation, a hardware keyboard.
    case resized
    /// It left the lower edge of the screen.
    case undocked
    /// It returned to the lower edge of the screen.
    case docked
    /// It was visible and is hidden.
    case disappeared
  }

  package private(set) var posture: KeyboardPosture = .hidden
  /// The last reported frame of the keyboard, in screen coordinates; nil before the first.
  package private(set) var frame: LayoutRect?
  private var visibleSize = LayoutSize.zero

  package init() {}

  /// Processes a transition; nil if nothing changed, or if the frame is useless or only moved.
  package mutating func handle(
    _ transition: KeyboardFrameTransition, screen: LayoutRect, slideOverWindow: LayoutRect? = nil
  ) -> Happening? {
    if transition.isMeaningless { return nil }
    let before = posture
    let sizeBefore = visibleSize
    if transition.endFrame.isFinite { frame = transition.endFrame }
    posture =
      transition.event.isHide
      ? .hidden
      : .of(frame: transition.endFrame, screen: screen, slideOverWindow: slideOverWindow)
    visibleSize =
      posture == .hidden ? .zero : transition.endFrame.intersection(screen).size
    if before == .hidden || posture == .hidden {
      if before == posture { return nil }
      return posture == .hidden ? .disappeared : .appeared
    }
    if before.isAttachedToBottom != posture.isAttachedToBottom {
      return posture.isAttachedToBottom ? .docked : .undocked
    }
    return visibleSize == sizeBefore ? nil : .resized
  }

  /// The frame of the keyboard if it is at the lower edge of the screen; otherwise nil.
  package var attachedFrame: LayoutRect? { posture.isAttachedToBottom ? frame : nil }

  /// Records that the keyboard is gone, without a notification; nil if it was gone already.
  package mutating func hide() -> Happening? {
    defer { (posture, visibleSize) = (.hidden, .zero) }
    return posture == .hidden ? nil : .disappeared
  }
}
