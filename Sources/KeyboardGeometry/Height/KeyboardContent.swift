/// The parts of a keyboard from top to bottom, whose heights add up to that of the keyboard.
public struct KeyboardContent: Hashable, Sendable {
  package enum Part: String, Hashable, Sendable, CaseIterable {
    /// The bar above the keys.
    case accessory
    case keys
    /// The bar below the keys.
    case bottomBar
  }

  /// The height of the bar above the keys, in points; nil if not determined, 0 without a bar.
  public var accessory: Double?
  /// The height of the keys, in points; nil if their contents do not determine one.
  public var keys: Double?
  /// The height of the bar below the keys, in points; nil if not determined, 0 without a bar.
  public var bottomBar: Double?

  /// Creates a keyboard from the heights of its parts, in points.
  public init(accessory: Double? = 0, keys: Double?, bottomBar: Double? = 0) {
    self.accessory = accessory
    self.keys = keys
    self.bottomBar = bottomBar
  }

  /// The height of a part, in points; nil if its contents do not determine one.
  package func height(of part: Part) -> Double? {
    switch part {
    case .accessory: accessory
    case .keys: keys
    case .bottomBar: bottomBar
    }
  }

  /// The sum of the heights; a part without a height counts as 0.
  package var derivedHeight: Double {
    Part.allCases.reduce(0) { $0 + (height(of: $1) ?? 0) }
  }

  /// The parts without a height, which layout collapses.
  package var collapsing: [Part] {
    Part.allCases.filter { height(of: $0) == nil }
  }

  /// The constraint on the keyboard's height from its subviews, stacked from edge to edge.
  package func heightConstraint(id: String = "content") -> RootConstraint {
    RootConstraint(
      id: id, attribute: .height, constant: derivedHeight, origin: .content)
  }
}
