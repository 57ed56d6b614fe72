/// The curve of a keyboard's animation, as the notification gives it.
///
/// A raw value that no enumeration lists stays what it is: the keyboard's own curve is 7, and code
/// that maps it to a listed one parts content and keyboard.
public struct KeyboardAnimationCurve: RawRepresentable, Hashable, Sendable {
  /// The number in the notification.
  public var rawValue: Int

  /// Slow at both ends.
  package static let easeInOut = KeyboardAnimationCurve(rawValue: 0)
  /// The keyboard's own; no public enumeration lists it.
  public static let keyboard = KeyboardAnimationCurve(rawValue: 7)

  /// Creates a curve from the number in the notification.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The raw value of the `UIView.AnimationOptions` that ask for this curve: the number in bits 16
  /// and up. Unshifted, a 7 would be layoutSubviews, allowUserInteraction and
  /// beginFromCurrentState.
  package var animationOptionsRawValue: UInt { UInt(bitPattern: rawValue) << 16 }
}

/// How a change of the keyboard is animated.
public struct KeyboardAnimation: Hashable, Sendable {
  /// The duration, in seconds.
  public var duration: Double
  /// The curve.
  public var curve: KeyboardAnimationCurve

  /// At once.
  package static let none = KeyboardAnimation(duration: 0, curve: .easeInOut)

  /// Creates an animation from a duration, in seconds, and a curve.
  public init(duration: Double, curve: KeyboardAnimationCurve = .keyboard) {
    self.duration = duration
    self.curve = curve
  }
}
