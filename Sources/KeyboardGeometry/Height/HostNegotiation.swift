/// How the host and a keyboard's constraints settle on a height. A model: it reproduces what three
/// articles report; only the wish to be asked (`allowsSelfSizing`, `systemLayoutSizeFitting`) is
/// documented.
///
/// 1. The host lays out with its own height: `UIView-Encapsulated-Layout-Height`, required.
/// 2. It asks which height the constraints want that survived.
/// 3. It lays out with that.
///
/// Without the translated autoresizing mask the host's height binds nothing, and nothing holds the
/// left, right and lower edge either: whoever turns it off pins them.
package struct HostNegotiation: Hashable, Sendable {
  /// What came out.
  package struct Outcome: Hashable, Sendable {
    /// The height of the first layout, in points.
    package var firstHeight: Double
    /// The height that is left in the end, in points.
    package var finalHeight: Double
    /// The app's constraints that were broken, and for what.
    package var conflicts: [ConstraintConflict]
    /// What nothing determines in the end.
    package var ambiguous: [RootConstraint.Attribute]

    /// Whether the keyboard reaches from the left to the right edge.
    package var fillsWidth: Bool { !ambiguous.contains(.left) && !ambiguous.contains(.right) }
  }

  /// The height the host begins with, in points.
  package var systemHeight: Double
  /// Whether the root view's autoresizing mask is translated into constraints.
  package var translatesAutoresizingMask: Bool
  /// The constraints of the app and of its subviews, the oldest first.
  package var constraints: [RootConstraint]

  /// Makes a negotiation.
  package init(
    systemHeight: Double, translatesAutoresizingMask: Bool = true, constraints: [RootConstraint]
  ) {
    self.systemHeight = systemHeight
    self.translatesAutoresizingMask = translatesAutoresizingMask
    self.constraints = constraints
  }

  /// Settles the height.
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
