/// The priority of a constraint, as in Auto Layout.
package struct LayoutPriority: RawRepresentable, Hashable, Comparable, Sendable {
  /// The value, above 0 and up to 1000.
  package var rawValue: Double

  /// Must hold. If two cannot both hold, one is broken and logged.
  package static let required = LayoutPriority(rawValue: 1000)
  /// Yields only to required constraints.
  package static let almostRequired = LayoutPriority(rawValue: 999)
  /// The priority at which views resist compression.
  package static let defaultHigh = LayoutPriority(rawValue: 750)
  /// The priority at which views hug their content.
  package static let defaultLow = LayoutPriority(rawValue: 250)
  /// The priority at which a fitting size is computed.
  package static let fittingSizeLevel = LayoutPriority(rawValue: 50)

  package init(rawValue: Double) {
    self.rawValue = rawValue
  }

  package static func < (first: LayoutPriority, second: LayoutPriority) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// A constraint on the root view of a keyboard.
package struct RootConstraint: Hashable, Sendable {
  package enum Attribute: String, Hashable, Sendable, CaseIterable {
    case height
    case left
    case right
    case bottom
  }

  package enum Relation: String, Hashable, Sendable, CaseIterable {
    case equal
    case lessOrEqual
    case greaterOrEqual
  }

  /// The origin of a constraint, from the first to break to the last.
  package enum Origin: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// The sum of the subviews' heights.
    case content
    case app
    /// The translated autoresizing mask.
    case autoresizing
    /// The host: `UIView-Encapsulated-Layout-Height`.
    case encapsulated

    /// Whether the first breaks before the second.
    package static func < (first: Origin, second: Origin) -> Bool {
      first.rawValue < second.rawValue
    }
  }

  package var id: String
  package var attribute: Attribute
  package var relation: Relation
  /// The constant, in points.
  package var constant: Double
  package var priority: LayoutPriority
  package var origin: Origin

  package init(
    id: String, attribute: Attribute, relation: Relation = .equal, constant: Double = 0,
    priority: LayoutPriority = .required, origin: Origin = .app
  ) {
    self.id = id
    self.attribute = attribute
    self.relation = relation
    self.constant = constant
    self.priority = priority
    self.origin = origin
  }
}
