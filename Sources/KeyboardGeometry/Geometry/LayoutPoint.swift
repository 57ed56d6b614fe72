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
  /// The size after a quarter turn, with its sides exchanged.
  package var turned: LayoutSize { LayoutSize(width: height, height: width) }
}
