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

  /// These margins, but with the values of `found` wherever it differs from `written`.
  func adopting(_ found: KeyboardInsets, over written: KeyboardInsets) -> KeyboardInsets {
    KeyboardInsets(
      top: found.top == written.top ? top : found.top,
      left: found.left == written.left ? left : found.left,
      bottom: found.bottom == written.bottom ? bottom : found.bottom,
      right: found.right == written.right ? right : found.right)
  }
}

/// The margins of a scroll view that a keyboard changes in the same way.
package struct ScrollInsets: Hashable, Sendable {
  package var content: KeyboardInsets
  /// The margins of the vertical scroll indicator.
  package var indicator: KeyboardInsets

  package static let zero = ScrollInsets()

  package init(content: KeyboardInsets = .zero, indicator: KeyboardInsets = .zero) {
    self.content = content
    self.indicator = indicator
  }

  /// The margins after a change of both bottoms, in points.
  func replacingBottoms(_ change: (Double) -> Double) -> ScrollInsets {
    var changed = self
    changed.content.bottom = change(content.bottom)
    changed.indicator.bottom = change(indicator.bottom)
    return changed
  }
}
