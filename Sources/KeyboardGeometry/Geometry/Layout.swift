/// A point, in points; y grows downwards.
public struct LayoutPoint: Hashable, Sendable {
  /// The distance to the right of the origin, in points.
  public var x: Double
  /// The distance below the origin, in points.
  public var y: Double

  package static let zero = LayoutPoint(x: 0, y: 0)

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in points.
public struct LayoutSize: Hashable, Sendable {
  /// The width, in points.
  public var width: Double
  /// The height, in points.
  public var height: Double

  package static let zero = LayoutSize(width: 0, height: 0)

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Whether there is no area: a side is zero, negative or not a number.
  package var isEmpty: Bool { !(width > 0 && height > 0) }
}

/// A rectangle, in points; y grows downwards.
public struct LayoutRect: Hashable, Sendable {
  /// The upper left corner.
  public var origin: LayoutPoint
  /// The width and height.
  public var size: LayoutSize

  /// The empty rectangle at the origin.
  package static let zero = LayoutRect(x: 0, y: 0, width: 0, height: 0)

  package init(origin: LayoutPoint, size: LayoutSize) {
    self.origin = origin
    self.size = size
  }

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: LayoutPoint(x: x, y: y), size: LayoutSize(width: width, height: height))
  }

  package var minX: Double { origin.x }
  package var minY: Double { origin.y }
  package var maxX: Double { origin.x + size.width }
  package var maxY: Double { origin.y + size.height }
  package var midY: Double { origin.y + size.height / 2 }
  package var width: Double { size.width }
  package var height: Double { size.height }
  package var isEmpty: Bool { size.isEmpty }
  /// Whether all four numbers are finite; those of a caret at (∞, ∞) are not.
  package var isFinite: Bool {
    minX.isFinite && minY.isFinite && width.isFinite && height.isFinite
  }

  /// Returns the rectangle moved by `x` to the right and `y` down.
  package func offset(x: Double = 0, y: Double = 0) -> LayoutRect {
    LayoutRect(x: minX + x, y: minY + y, width: width, height: height)
  }

  /// The intersection of two rectangles; `zero` if it has no area.
  package func intersection(_ other: LayoutRect) -> LayoutRect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let common = LayoutRect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    return common.isEmpty ? .zero : common
  }

  /// The rectangle without margins; an edge never passes the opposite one.
  package func inset(by insets: KeyboardInsets) -> LayoutRect {
    LayoutRect(
      x: minX + insets.left, y: minY + insets.top,
      width: max(0, width - insets.left - insets.right),
      height: max(0, height - insets.top - insets.bottom))
  }
}
