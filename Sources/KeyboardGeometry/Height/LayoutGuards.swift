/// Allows an action once.
package struct OnceGuard: Hashable, Sendable {
  package private(set) var hasFired = false

  package init() {}

  /// Whether the action is allowed now: at the first call with a true condition, and never again.
  package mutating func fire(if condition: Bool = true) -> Bool {
    guard condition, !hasFired else { return false }
    hasFired = true
    return true
  }
}

/// Allows a layout once for each real change of size.
///
/// `viewDidLayoutSubviews` is called several times in a rotation, before and after the frames
/// change. Width and height both count, since an iPad's Split View changes only the width.
package struct SizeChangeGuard: Hashable, Sendable {
  /// The largest difference, in points, that is not a change: half a pixel at three pixels a point.
  package var tolerance: Double
  /// The size of the last layout; nil before the first.
  package private(set) var size: LayoutSize?

  package init(tolerance: Double = 1.0 / 6) {
    self.tolerance = tolerance
  }

  /// Whether to lay out for `new`, which then counts as laid out; false for an empty size.
  package mutating func shouldRelayout(for new: LayoutSize) -> Bool {
    if new.isEmpty { return false }
    if let size, abs(new.width - size.width) <= tolerance,
      abs(new.height - size.height) <= tolerance
    {
      return false
    }
    size = new
    return true
  }
}
