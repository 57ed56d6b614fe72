/// The contents of one keyboard notification, in screen coordinates of the interface.
public struct KeyboardFrameTransition: Hashable, Sendable {
  /// One of the six notifications.
  public enum Event: String, Hashable, Sendable, CaseIterable {
    /// The keyboard is about to appear.
    case willShow
    /// The keyboard has appeared.
    case didShow
    /// The keyboard is about to disappear.
    case willHide
    /// The keyboard has disappeared.
    case didHide
    /// The keyboard's frame changes.
    case willChangeFrame
    /// The keyboard's frame has changed.
    case didChangeFrame

    /// Whether the keyboard is disappearing or has disappeared; the frames do not matter.
    package var isHide: Bool { self == .willHide || self == .didHide }
  }

  /// The notification.
  public var event: Event
  /// The start frame of the keyboard, in screen coordinates.
  public var beginFrame: LayoutRect
  /// The end frame of the keyboard, in screen coordinates.
  public var endFrame: LayoutRect
  /// The animation from the first frame to the second.
  public var animation: KeyboardAnimation
  /// Whether the keyboard belongs to this app; on an iPad it can belong to another.
  public var isLocal: Bool
  /// Whether the keyboard is on a different screen than the view. Then it never covers the view,
  /// and its frames are in that screen's coordinates.
  public var isOnOtherScreen: Bool

  package init(
    event: Event, beginFrame: LayoutRect, endFrame: LayoutRect,
    animation: KeyboardAnimation = KeyboardAnimation(duration: 0.25), isLocal: Bool = true,
    isOnOtherScreen: Bool = false
  ) {
    self.event = event
    self.beginFrame = beginFrame
    self.endFrame = endFrame
    self.animation = animation
    self.isLocal = isLocal
    self.isOnOtherScreen = isOnOtherScreen
  }

  /// Whether the end frame is useless: the event is not a hide, and the frame is not finite or has
  /// a side of less than half a point.
  ///
  /// For example, `{{9.9e-32, -64}, {0, 0}}` while a keyboard is dragged, zeros when the device is
  /// locked, `{{inf, inf}, {0, 0}}`, and a height of 0 when a device wakes up rotated.
  package var isMeaningless: Bool {
    !event.isHide && !(endFrame.width >= 0.5 && endFrame.height >= 0.5 && endFrame.isFinite)
  }
}
