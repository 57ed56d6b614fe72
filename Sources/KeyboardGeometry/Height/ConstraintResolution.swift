/// Two required constraints that cannot both hold.
package struct ConstraintConflict: Hashable, Sendable {
  /// The one that holds.
  package var kept: RootConstraint
  /// The one that is broken, and dead from then on.
  package var broken: RootConstraint

  /// Makes a conflict.
  package init(kept: RootConstraint, broken: RootConstraint) {
    self.kept = kept
    self.broken = broken
  }
}

/// What becomes of constraints on a keyboard's root view. A model: it reproduces what users of
/// UIKit report of this one view, it is not Auto Layout.
///
/// Height constraints are taken by priority, then by origin (encapsulated, autoresizing, app,
/// content), then by age. One that cannot hold is a conflict if it is required: it is logged and
/// dead. Below required it is unmet, silently, and stays; the height comes as near to it as it can.
package struct ConstraintResolution: Hashable, Sendable {
  /// The height, in points; nil where the constraints leave it open.
  package var height: Double?
  /// The required constraints that were broken, and for what.
  package var conflicts: [ConstraintConflict]
  /// The constraints below required that do not hold.
  package var unmet: [RootConstraint]
  /// What nothing determines.
  package var ambiguous: [RootConstraint.Attribute]
  /// The constraints that are not dead, in the order given.
  package var surviving: [RootConstraint]

  /// Resolves constraints; their order is their age, the oldest first.
  ///
  /// - Complexity: O(n²) for n constraints.
  package static func solve(_ constraints: [RootConstraint]) -> ConstraintResolution {
    var height = OpenHeight()
    var resolution = ConstraintResolution(
      height: nil, conflicts: [], unmet: [], ambiguous: [], surviving: constraints)
    for constraint in weighed(constraints.filter { $0.attribute == .height }) {
      guard let blocker = height.take(constraint) else { continue }
      if constraint.priority >= .required {
        resolution.conflicts.append(ConstraintConflict(kept: blocker, broken: constraint))
        if let dead = resolution.surviving.firstIndex(of: constraint) {
          resolution.surviving.remove(at: dead)
        }
      } else {
        resolution.unmet.append(constraint)
      }
    }
    resolution.height = height.value
    resolution.ambiguous = RootConstraint.Attribute.allCases.filter { attribute in
      attribute == .height
        ? height.value == nil
        : !resolution.surviving.contains { $0.attribute == attribute }
    }
    return resolution
  }

  /// The constraints in the order in which they are taken; equal ones by age.
  private static func weighed(_ constraints: [RootConstraint]) -> [RootConstraint] {
    constraints.enumerated().sorted { first, second in
      if first.element.priority != second.element.priority {
        return first.element.priority > second.element.priority
      }
      if first.element.origin != second.element.origin {
        return first.element.origin > second.element.origin
      }
      return first.offset < second.offset
    }.map { $0.element }
  }
}

/// The heights still open, and who set the bounds.
private struct OpenHeight {
  var lower = 0.0
  var upper = Double.infinity
  var lowerBy: RootConstraint?
  var upperBy: RootConstraint?

  /// The height, where only one is open.
  var value: Double? { lower == upper ? lower : nil }

  /// Narrows the open heights to those nearest to a constraint; the constraint that stands against
  /// it, where it cannot hold.
  mutating func take(_ constraint: RootConstraint) -> RootConstraint? {
    let wanted = constraint.constant
    let blocker: RootConstraint? =
      if constraint.relation != .greaterOrEqual, wanted < lower {
        lowerBy ?? constraint
      } else if constraint.relation != .lessOrEqual, wanted > upper {
        upperBy ?? constraint
      } else {
        nil
      }
    if blocker != nil, constraint.priority >= .required { return blocker }
    if constraint.relation != .greaterOrEqual, wanted < upper {
      upper = max(wanted, lower)
      upperBy = constraint
    }
    if constraint.relation != .lessOrEqual, wanted > lower {
      lower = min(wanted, upper)
      lowerBy = constraint
    }
    return blocker
  }
}
