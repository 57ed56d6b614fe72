/// Follows the notifications and says in one word what happened to the keyboard.
public struct KeyboardTracker: Hashable, Sendable {
  /// What happened to the keyboard.
  public enum Happening: String, Hashable, Sendable {
    /// It was hidden and can be seen.
    case appeared
    /// Its visible part has another size: the prediction row, a rotation, a hardware keyboard.
    case resized
    /// It left the lower edge of the screen.
    case undocked
    /// It came back to the lower edge.
    case docked
    /// It could be seen and is hidden.
    case disappeared
  }

  /// Where the keyboard is.
  package private(set) var posture: KeyboardPosture = .hidden
  /// The keyboard's frame as last reported, in screen coordinates; nil before any was.
  package private(set) var frame: LayoutRect?
  private var visibleSize = LayoutSize.zero

  /// Begins with a hidden keyboard.
  package init() {}

  /// Processes a transition; nil if nothing happened: a frame without meaning, a repetition, a
  /// keyboard that was only moved.
  ///
  /// - Parameters:
  ///   - transition: what a notification says.
  ///   - screen: the screen's bounds.
  ///   - slideOverWindow: the window's frame, in screen coordinates, if it is a Slide Over window.
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

  /// The keyboard's frame while it is at the lower edge of the screen; nil while it is not.
  package var attachedFrame: LayoutRect? { posture.isAttachedToBottom ? frame : nil }

  /// Records that the keyboard is gone, without a notification; nil if it was gone already.
  package mutating func hide() -> Happening? {
    defer { (posture, visibleSize) = (.hidden, .zero) }
    return posture == .hidden ? nil : .disappeared
  }
}
