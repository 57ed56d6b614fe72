/// A point, in points; y grows downwards.
package struct LayoutPoint: Hashable, Sendable {
  package var x: Double
  package var y: Double

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
  /// The distance of the left edge from the origin of the coordinates, in points.
  public var x: Double
  /// The distance of the upper edge below the origin of the coordinates, in points.
  public var y: Double
  /// The width, in points.
  public var width: Double
  /// The height, in points.
  public var height: Double

  /// The empty rectangle at the origin.
  package static let zero = LayoutRect(x: 0, y: 0, width: 0, height: 0)

  package init(origin: LayoutPoint = .zero, size: LayoutSize) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package var size: LayoutSize { LayoutSize(width: width, height: height) }
  package var maxX: Double { x + width }
  package var maxY: Double { y + height }
  package var midY: Double { y + height / 2 }
  package var isEmpty: Bool { size.isEmpty }
  /// Whether all four numbers are finite; those of a caret at (∞, ∞) are not.
  package var isFinite: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite
  }

  /// Returns the rectangle moved by `x` to the right and `y` down.
  package func offset(x: Double = 0, y: Double = 0) -> LayoutRect {
    LayoutRect(x: self.x + x, y: self.y + y, width: width, height: height)
  }

  /// The intersection of two rectangles; `zero` if it has no area.
  package func intersection(_ other: LayoutRect) -> LayoutRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let common = LayoutRect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    return common.isEmpty ? .zero : common
  }

  /// The rectangle without margins; an edge never passes the opposite one.
  package func inset(by insets: KeyboardInsets) -> LayoutRect {
    LayoutRect(
      x: x + insets.left, y: y + insets.top,
      width: max(0, width - insets.left - insets.right),
      height: max(0, height - insets.top - insets.bottom))
  }
}

#if !hasFeature(Embedded)
  extension LayoutRect: Codable {}
#endif
