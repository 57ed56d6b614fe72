/// Margins inside a rectangle, in points. The name avoids SwiftUI's `EdgeInsets`.
package struct KeyboardInsets: Hashable, Sendable {
  package var top: Double
  package var left: Double
  package var bottom: Double
  package var right: Double

  package static let zero = KeyboardInsets()

  package init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
