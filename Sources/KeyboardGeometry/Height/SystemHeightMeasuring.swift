/// The system's heights for a keyboard, one for each screen. They are measured on the view while no
/// height constraint of the keyboard applies.
///
/// A host lays out a keyboard several times with guesses before it appears: for example 440×956,
/// then 440×452, then the final 268 points. So sizes before the appearance do not count, nor does
/// one that fills most of the screen. If the host shrinks the view after that, the lower height is
/// the system's. A size narrower than the screen, as on an iPad's small keyboard, counts too. The
/// exception is the width at which a height of the keyboard's own was last removed.
struct SystemHeightMeasuring: Hashable, Sendable {
  /// The largest part of the screen's height for a system keyboard. In the table of devices, the
  /// maximum is 62 %: an iPhone 4 in landscape, with the prediction row.
  static let largestShare = 2.0 / 3

  /// The width of the view when the keyboard's own height was removed; nil before.
  var leftWidth: Double?
  private var heights: [LayoutSize: Double] = [:]
  private var settled: Set<LayoutSize> = []
  private var candidate: LayoutSize?

  /// The measured height on a screen, in points; nil if there is none.
  subscript(screen: LayoutSize) -> Double? { heights[screen] }

  /// Processes a size of the view, in points, while the keyboard does not determine it.
  ///
  /// - Parameter twice: whether a height counts only if the same size is seen twice.
  /// - Returns: whether the size must be seen once more before it counts.
  mutating func take(_ size: LayoutSize, on screen: LayoutSize, twice: Bool) -> Bool {
    guard !size.isEmpty, !screen.isEmpty, size.height <= screen.height * Self.largestShare else {
      return false
    }
    let isWhole = abs(size.width - screen.width) <= 1
    guard isWhole || size.width != leftWidth else { return false }
    guard !twice || candidate == size else {
      candidate = size
      return true
    }
    heights[screen] = size.height
    leftWidth = nil
    candidate = nil
    return false
  }

  /// Processes a size of the view, in points, while the keyboard requests a height.
  ///
  /// The measurement ends once the host respects that height. Before, a lower view than measured
  /// has the system's height.
  mutating func correct(_ size: LayoutSize, installed: Double, on screen: LayoutSize) {
    guard let measured = heights[screen], !settled.contains(screen) else { return }
    if abs(size.height - installed) <= 0.5 {
      settled.insert(screen)
    } else if size.height < measured, abs(size.width - screen.width) <= 1 {
      heights[screen] = size.height
    }
  }
}
