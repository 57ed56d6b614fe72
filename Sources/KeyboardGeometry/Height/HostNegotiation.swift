/// The negotiation of a height between the host and a keyboard's constraints.
///
/// This is a model of what three articles report. Only `allowsSelfSizing` and
/// `systemLayoutSizeFitting` are documented.
///
/// 1. The host lays out with its own height: `UIView-Encapsulated-Layout-Height`, required.
/// 2. It determines the height that the surviving constraints need.
/// 3. It lays out with that height.
///
/// Without the translated autoresizing mask, the host's height has no effect, and the left, right
/// and lower edges are not constrained. So code that turns it off must pin them.
package struct HostNegotiation: Hashable, Sendable {
  package struct Outcome: Hashable, Sendable {
    /// The height of the first layout, in points.
    package var firstHeight: Double
    package var finalHeight: Double
    /// The app's broken constraints, each with the one that was kept.
    package var conflicts: [ConstraintConflict]
    /// The attributes that no constraint determines in the end.
    package var ambiguous: [RootConstraint.Attribute]

    /// Whether the keyboard extends from the left to the right edge.
    package var fillsWidth: Bool { !ambiguous.contains(.left) && !ambiguous.contains(.right) }
  }

  /// The initial height of the host, in points.
  package var systemHeight: Double
  /// Whether the autoresizing mask of the root view is translated into constraints.
  package var translatesAutoresizingMask: Bool
  /// The constraints of the app and of its subviews, the oldest first.
  package var constraints: [RootConstraint]

  package init(
    systemHeight: Double, translatesAutoresizingMask: Bool = true, constraints: [RootConstraint]
  ) {
    self.systemHeight = systemHeight
    self.translatesAutoresizingMask = translatesAutoresizingMask
    self.constraints = constraints
  }

  package func run() -> Outcome {
    let first = ConstraintResolution.solve(
      constraints + hostConstraints(height: systemHeight))
    let survivors = first.surviving.filter { $0.origin < .autoresizing }
    let wanted = ConstraintResolution.solve(survivors).height ?? systemHeight
    let last = ConstraintResolution.solve(survivors + hostConstraints(height: wanted))
    return Outcome(
      firstHeight: first.height ?? systemHeight, finalHeight: last.height ?? systemHeight,
      conflicts: first.conflicts + last.conflicts, ambiguous: last.ambiguous)
  }

  private func hostConstraints(height: Double) -> [RootConstraint] {
    guard translatesAutoresizingMask else { return [] }
    let edges = [RootConstraint.Attribute.left, .right, .bottom].map {
      RootConstraint(id: "autoresizing", attribute: $0, origin: .autoresizing)
    }
    return edges + [
      RootConstraint(
        id: "host", attribute: .height, constant: height, origin: .encapsulated)
    ]
  }
}
