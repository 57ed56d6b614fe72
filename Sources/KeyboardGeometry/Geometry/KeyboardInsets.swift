/// Margins inside a rectangle, in points. (Not `EdgeInsets`: SwiftUI has that.)
public struct KeyboardInsets: Hashable, Sendable {
  /// The margin at the upper edge.
  public var top: Double
  /// The margin at the left edge.
  public var left: Double
  /// The margin at the lower edge.
  public var bottom: Double
  /// The margin at the right edge.
  public var right: Double

  /// No margins.
  public static let zero = KeyboardInsets()

  /// Creates margins, in points.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
