/// The heights that the system gives a keyboard, one a screen, read off the view itself while no
/// constraint of the keyboard's own is there.
///
/// A layout comes several times when a keyboard appears or turns, before and after the frames have
/// really changed. A size counts if it is as wide as the screen; once the keyboard has appeared,
/// also if it is narrower, as on an iPad's small keyboard, but not with the width that a constraint
/// of the keyboard's own was last seen with.
struct SystemHeightMeasuring: Hashable, Sendable {
  /// How wide the view was when a height of the keyboard's own was removed; nil before.
  var leftWidth: Double?
  private var heights: [LayoutSize: Double] = [:]

  /// The height measured on a screen, in points; nil before that.
  subscript(screen: LayoutSize) -> Double? { heights[screen] }

  /// Takes in a size of the view, in points.
  mutating func take(_ size: LayoutSize, on screen: LayoutSize, hasAppeared: Bool) {
    guard !size.isEmpty, !screen.isEmpty else { return }
    let isWhole = abs(size.width - screen.width) <= 1
    guard isWhole || (hasAppeared && size.width != leftWidth) else { return }
    heights[screen] = size.height
    leftWidth = nil
  }
}
