/// Lets something happen once.
package struct OnceGuard: Hashable, Sendable {
  /// Whether it has happened.
  package private(set) var hasFired = false

  /// Begins with nothing happened.
  package init() {}

  /// Whether it shall happen now: at the first call with a condition that holds, never again.
  package mutating func fire(if condition: Bool = true) -> Bool {
    guard condition, !hasFired else { return false }
    hasFired = true
    return true
  }
}

/// Lets a layout happen once per real change of size.
///
/// `viewDidLayoutSubviews` comes several times in a rotation, before and after the frames change.
/// Width and height count: an iPad's Split View changes the width alone.
package struct SizeChangeGuard: Hashable, Sendable {
  /// What is no change, in points: half a pixel at three pixels a point.
  package var tolerance: Double
  /// The size last laid out for; nil before the first.
  package private(set) var size: LayoutSize?

  /// Begins with nothing laid out.
  package init(tolerance: Double = 1.0 / 6) {
    self.tolerance = tolerance
  }

  /// Whether to lay out for `new`, which then counts as laid out; never for an empty size.
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
