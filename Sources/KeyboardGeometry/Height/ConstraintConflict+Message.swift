extension RootConstraint {
  /// The constraint in the format of Auto Layout's log.
  package var logDescription: String {
    let sign =
      switch relation {
      case .equal: "=="
      case .lessOrEqual: "<="
      case .greaterOrEqual: ">="
      }
    let name = origin == .encapsulated ? "UIView-Encapsulated-Layout-Height" : id
    return "<NSLayoutConstraint '\(name)' UIInputView.\(attribute.rawValue)"
      + " \(sign) \(Self.number(constant))   (active)>"
  }

  /// A number as in the log: whole numbers have no fraction.
  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}

extension ConstraintConflict {
  /// The console's message about the conflict, in the format of Auto Layout's log.
  package var message: String {
    """
    Unable to simultaneously satisfy constraints.
    \tProbably at least one of the constraints in the following list is one you don't want.
    (
        "\(broken.logDescription)",
        "\(kept.logDescription)"
    )

    Will attempt to recover by breaking constraint
    \(broken.logDescription)
    """
  }
}
