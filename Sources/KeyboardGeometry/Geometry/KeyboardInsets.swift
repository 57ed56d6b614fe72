/// Margins inside a rectangle, in points. The name avoids SwiftUI's `EdgeInsets`.
package struct KeyboardInsets: Hashable, Sendable {
  /// The margin at the upper edge.
  package var top: Double
  /// The margin at the left edge.
  package var left: Double
  /// The margin at the lower edge.
  package var bottom: Double
  /// The margin at the right edge.
  package var right: Double

  /// No margins.
  package static let zero = KeyboardInsets()

  /// Creates margins, in points.
  package init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
