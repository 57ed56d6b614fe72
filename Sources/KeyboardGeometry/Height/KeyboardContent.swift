/// The parts of a keyboard from top to bottom, whose heights add up to its own.
public struct KeyboardContent: Hashable, Sendable {
  /// A part of a keyboard.
  package enum Part: String, Hashable, Sendable, CaseIterable {
    /// The bar above the keys.
    case accessory
    /// The keys.
    case keys
    /// The bar below the keys.
    case bottomBar
  }

  /// The height of the bar above the keys, in points; nil if nothing in it determines one, 0 if
  /// there is none.
  public var accessory: Double?
  /// The height of the keys, in points; nil if nothing in them determines one.
  public var keys: Double?
  /// The height of the bar below the keys, in points; nil if nothing in it determines one, 0 if
  /// there is none.
  public var bottomBar: Double?

  /// Makes a content of the parts' heights, in points.
  public init(accessory: Double? = 0, keys: Double?, bottomBar: Double? = 0) {
    self.accessory = accessory
    self.keys = keys
    self.bottomBar = bottomBar
  }

  /// The height of a part, in points; nil if nothing in it determines one.
  package func height(of part: Part) -> Double? {
    switch part {
    case .accessory: accessory
    case .keys: keys
    case .bottomBar: bottomBar
    }
  }

  /// The height that follows from the parts: their sum, those without a height collapsed.
  package var derivedHeight: Double {
    Part.allCases.reduce(0) { $0 + (height(of: $1) ?? 0) }
  }

  /// The parts that nothing gives a height: layout squeezes them to nothing.
  package var collapsing: [Part] {
    Part.allCases.filter { height(of: $0) == nil }
  }

  /// The constraint that the subviews, stacked from edge to edge, put on the keyboard's height.
  package func heightConstraint(id: String = "content") -> RootConstraint {
    RootConstraint(
      id: id, attribute: .height, constant: derivedHeight, origin: .content)
  }
}
