/// The curve of a keyboard's animation, from the notification.
///
/// Unlisted raw values are kept. The keyboard's own curve is 7; mapping it to a listed curve would
/// separate content and keyboard.
public struct KeyboardAnimationCurve: RawRepresentable, Hashable, Sendable {
  /// The number in the notification.
  public var rawValue: Int

  package static let easeInOut = KeyboardAnimationCurve(rawValue: 0)
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

  package static let none = KeyboardAnimation(duration: 0, curve: .easeInOut)

  /// Creates an animation from a duration, in seconds, and a curve.
  public init(duration: Double, curve: KeyboardAnimationCurve = .keyboard) {
    self.duration = duration
    self.curve = curve
  }
}
