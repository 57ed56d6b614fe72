/// What one keyboard notification says, in screen coordinates of the interface.
public struct KeyboardFrameTransition: Hashable, Sendable {
  /// Which of the six notifications it is.
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

    /// Whether the keyboard is disappearing or has disappeared, whatever the frames are.
    public var isHide: Bool { self == .willHide || self == .didHide }
  }

  /// Which notification it is.
  public var event: Event
  /// The keyboard's frame before, in screen coordinates.
  public var beginFrame: LayoutRect
  /// The keyboard's frame after, in screen coordinates.
  public var endFrame: LayoutRect
  /// How the keyboard moves from the one to the other.
  public var animation: KeyboardAnimation
  /// Whether the keyboard belongs to this app; on an iPad another app's can be meant.
  public var isLocal: Bool

  /// Creates a transition from what a notification says.
  public init(
    event: Event, beginFrame: LayoutRect, endFrame: LayoutRect,
    animation: KeyboardAnimation = KeyboardAnimation(duration: 0.25), isLocal: Bool = true
  ) {
    self.event = event
    self.beginFrame = beginFrame
    self.endFrame = endFrame
    self.animation = animation
    self.isLocal = isLocal
  }

  /// Whether the end frame means nothing: it has no size (half a point is none) and the event is
  /// not a hide. iOS sends such frames, also `{{9.9e-32, -64}, {0, 0}}`, while a keyboard or its
  /// shortcut bar is dragged.
  public var isMeaningless: Bool {
    !event.isHide && !(endFrame.width >= 0.5) && !(endFrame.height >= 0.5)
  }
}
