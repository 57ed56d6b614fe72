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
  /// The measured heights, in points, by `KeyboardEnvironment.key`.
  private(set) var heights: [String: Double]
  private var settled: Set<String> = []
  private var candidate: LayoutSize?

  /// Starts with heights that were measured earlier, so that the keyboard has its height at once.
  init(_ heights: [String: Double] = [:]) {
    self.heights = heights.filter { $0.value > 0 && $0.value.isFinite }
  }

  /// Processes a size of the view, in points, while the keyboard does not determine it.
  ///
  /// - Parameter twice: whether a height counts only if the same size is seen twice.
  /// - Returns: whether the size must be seen once more before it counts.
  mutating func take(_ size: LayoutSize, in environment: KeyboardEnvironment, twice: Bool) -> Bool {
    let screen = environment.screenSize
    guard !size.isEmpty, !screen.isEmpty, size.height <= screen.height * Self.largestShare else {
      return false
    }
    let isWhole = abs(size.width - screen.width) <= 1
    guard isWhole || size.width != leftWidth else { return false }
    guard !twice || candidate == size else {
      candidate = size
      return true
    }
    heights[environment.key] = size.height
    leftWidth = nil
    candidate = nil
    return false
  }

  /// Processes a size of the view, in points, while the keyboard requests a height.
  ///
  /// The measurement ends once the host respects that height. Before, a lower view than measured
  /// has the system's height.
  mutating func correct(_ size: LayoutSize, installed: Double, in environment: KeyboardEnvironment)
  {
    let key = environment.key
    guard let measured = heights[key], !settled.contains(key) else { return }
    if abs(size.height - installed) <= 0.5 {
      settled.insert(key)
    } else if size.height < measured, abs(size.width - environment.screenSize.width) <= 1 {
      heights[key] = size.height
    }
  }
}
