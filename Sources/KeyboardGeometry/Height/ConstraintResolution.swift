/// Two required constraints that cannot both hold.
package struct ConstraintConflict: Hashable, Sendable {
  package var kept: RootConstraint
  /// The constraint that is broken, and no longer counts.
  package var broken: RootConstraint

  package init(kept: RootConstraint, broken: RootConstraint) {
    self.kept = kept
    self.broken = broken
  }
}

/// Resolves the constraints on a keyboard's root view. This is a model of the behaviour that users
/// of UIKit report for this view; it is not Auto Layout.
///
/// Height constraints are applied by priority, then by origin (encapsulated, autoresizing, app,
/// content), then by age. A required constraint that cannot hold is a conflict: it is logged and
/// removed. Others are silently unmet and stay; the height comes as near to them as possible.
package struct ConstraintResolution: Hashable, Sendable {
  /// The height, in points; nil if the constraints do not determine it.
  package var height: Double?
  /// The required constraints that were broken, each with the one that was kept.
  package var conflicts: [ConstraintConflict]
  /// The constraints with lower priorities that do not hold.
  package var unmet: [RootConstraint]
  /// The attributes that no constraint determines.
  package var ambiguous: [RootConstraint.Attribute]
  /// The constraints that were not broken, in the given order.
  package var surviving: [RootConstraint]

  /// Resolves constraints, which are ordered by age, the oldest first.
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

  /// The constraints in the order of application; equal ones by age.
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

/// The heights that are still possible, and the constraints that set the bounds.
private struct OpenHeight {
  var lower = 0.0
  var upper = Double.infinity
  var lowerBy: RootConstraint?
  var upperBy: RootConstraint?

  /// The height, if only one is possible.
  var value: Double? { lower == upper ? lower : nil }

  /// Narrows the possible heights towards a constraint; returns the one that prevents it, if any.
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
