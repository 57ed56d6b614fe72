/// The heights that the system gives a keyboard, one for each screen, measured on the view itself
/// while no constraint of the keyboard's own applies.
///
/// A host lays a keyboard out several times before it appears, and guesses: for example 440×956, then
/// 440×452, then the 268 points that it keeps. Sizes before the appearance never count, and neither
/// does one that fills most of the screen. If the host still shrinks the view after that, the lower
/// height is the system's. A size that is narrower than the screen, as on an iPad's small keyboard,
/// counts unless a constraint of the keyboard's own was last seen with that width.
struct SystemHeightMeasuring: Hashable, Sendable {
  /// The largest part of the screen's height that a system keyboard can have. In the table of devices
  /// the largest is 62 %: an iPhone 4 on its side, with the prediction row.
  static let largestShare = 2.0 / 3

  /// The width of the view when a height of the keyboard's own was removed; nil before.
  var leftWidth: Double?
  private var heights: [LayoutSize: Double] = [:]
  private var settled: Set<LayoutSize> = []
  private var candidate: LayoutSize?

  /// The height measured on a screen, in points; nil before that.
  subscript(screen: LayoutSize) -> Double? { heights[screen] }

  /// Processes a size of the view, in points, while nothing of the keyboard's own determines it.
  ///
  /// - Returns: whether the same size has to be seen once more before it counts; with `twice` a
  ///   height counts only then.
  mutating func take(_ size: LayoutSize, on screen: LayoutSize, twice: Bool) -> Bool {
    guard Self.isPlausible(size, on: screen) else { return false }
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

  /// Processes a size of the view, in points, while a height of the keyboard's own is asked for.
  ///
  /// The measurement ends once the host respects that height. Before, a view that is lower than
  /// measured has the system's height.
  mutating func correct(_ size: LayoutSize, installed: Double, on screen: LayoutSize) {
    guard let measured = heights[screen], !settled.contains(screen) else { return }
    if abs(size.height - installed) <= 0.5 {
      settled.insert(screen)
    } else if size.height < measured, abs(size.width - screen.width) <= 1 {
      heights[screen] = size.height
    }
  }

  private static func isPlausible(_ size: LayoutSize, on screen: LayoutSize) -> Bool {
    !size.isEmpty && !screen.isEmpty && size.height <= screen.height * largestShare
  }
}
