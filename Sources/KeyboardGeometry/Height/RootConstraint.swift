/// How much a constraint weighs: Auto Layout's priorities.
package struct LayoutPriority: RawRepresentable, Hashable, Comparable, Sendable {
  /// The weight, from above 0 to 1000.
  package var rawValue: Double

  /// Must hold; two that cannot both hold are a conflict, and one of them is broken and logged.
  package static let required = LayoutPriority(rawValue: 1000)
  /// Gives way to what must hold, and to nothing else.
  package static let almostRequired = LayoutPriority(rawValue: 999)
  /// At which views resist being compressed.
  package static let defaultHigh = LayoutPriority(rawValue: 750)
  /// At which views hug their content.
  package static let defaultLow = LayoutPriority(rawValue: 250)
  /// At which a fitting size is asked for.
  package static let fittingSizeLevel = LayoutPriority(rawValue: 50)

  /// Makes a priority of a weight.
  package init(rawValue: Double) {
    self.rawValue = rawValue
  }

  /// Whether the first weighs less.
  package static func < (first: LayoutPriority, second: LayoutPriority) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// A constraint on the root view of a keyboard.
package struct RootConstraint: Hashable, Sendable {
  /// What of the root view it determines.
  package enum Attribute: String, Hashable, Sendable, CaseIterable {
    /// Its height.
    case height
    /// Its left edge.
    case left
    /// Its right edge.
    case right
    /// Its lower edge.
    case bottom
  }

  /// How the attribute stands to the constant.
  package enum Relation: String, Hashable, Sendable, CaseIterable {
    /// It is the constant.
    case equal
    /// It is the constant or less.
    case lessOrEqual
    /// It is the constant or more.
    case greaterOrEqual
  }

  /// Where a constraint comes from, from the first to break to the last.
  package enum Origin: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// What the subviews' heights add up to.
    case content
    /// The app.
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

  /// A name for messages.
  package var id: String
  /// What it determines.
  package var attribute: Attribute
  /// How the attribute stands to the constant.
  package var relation: Relation
  /// The constant, in points.
  package var constant: Double
  /// How much it weighs.
  package var priority: LayoutPriority
  /// Where it comes from.
  package var origin: Origin

  /// Makes a constraint.
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
