/// The settings of a keyboard layout guide.
public struct KeyboardGuide: Hashable, Sendable {
  /// Whether the guide follows an undocked or floating keyboard.
  public var followsUndocked: Bool
  /// Whether the guide, without a keyboard, ends at the safe area instead of the view's edge.
  public var usesBottomSafeArea: Bool
  /// The distance above the guide, in points, in which a drag that dismisses the keyboard may
  /// begin: the height of a bar on the keyboard.
  public var dismissPadding: Double

  /// Creates a guide; the defaults are UIKit's.
  public init(
    followsUndocked: Bool = false, usesBottomSafeArea: Bool = true, dismissPadding: Double = 0
  ) {
    self.followsUndocked = followsUndocked
    self.usesBottomSafeArea = usesBottomSafeArea
    self.dismissPadding = dismissPadding
  }
}
