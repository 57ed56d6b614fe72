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

/// The curve of a keyboard's animation, from the notification.
///
/// Unlisted raw values are kept. The keyboard's own curve is 7; mapping it to a listed curve would
/// separate content and keyboard.
public struct KeyboardAnimationCurve: RawRepresentable, Hashable, Sendable {
  /// The number in the notification.
  public var rawValue: Int

  /// The keyboard's own curve, which is not in a public enumeration.
  public static let keyboard = KeyboardAnimationCurve(rawValue: 7)

  /// Creates a curve from the number in the notification.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The raw value of the `UIView.AnimationOptions` for this curve: the number in bits 16 and up.
  /// Unshifted, 7 would mean layoutSubviews, allowUserInteraction and beginFromCurrentState.
  package var animationOptionsRawValue: UInt { UInt(bitPattern: rawValue) << 16 }
}

/// The animation of a change of the keyboard.
public struct KeyboardAnimation: Hashable, Sendable {
  /// The duration, in seconds.
  public var duration: Double
  /// The curve of the animation.
  public var curve: KeyboardAnimationCurve

  package static let none = KeyboardAnimation(duration: 0)

  /// Creates an animation from a duration, in seconds, and a curve.
  public init(duration: Double, curve: KeyboardAnimationCurve = .keyboard) {
    self.duration = duration
    self.curve = curve
  }
}

// An app can record the transitions on a device with `JSONEncoder`, as an event of the recordings
// that the tests play. Embedded Swift has no Codable.
#if !hasFeature(Embedded)
  extension KeyboardAnimationCurve: Codable {}
  extension KeyboardAnimation: Codable {}
  extension KeyboardFrameTransition.Event: Codable {}
  extension KeyboardFrameTransition: Codable {}
#endif
