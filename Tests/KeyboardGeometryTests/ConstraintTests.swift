import EditorTestSupport
import KeyboardGeometry
import Testing

@Suite struct ConstraintTests {
  func height(
    _ constant: Double, _ priority: LayoutPriority = .required,
    _ relation: RootConstraint.Relation = .equal, origin: RootConstraint.Origin = .app,
    id: String = "height"
  ) -> RootConstraint {
    RootConstraint(
      id: id, attribute: .height, relation: relation, constant: constant, priority: priority,
      origin: origin)
  }

  @Test func twoRequiredHeightsAreAConflict() {
    let host = height(216, origin: .encapsulated, id: "host")
    let app = height(250)
    let resolution = ConstraintResolution.solve([app, host])
    #expect(resolution.height == 216)
    #expect(resolution.conflicts == [ConstraintConflict(kept: host, broken: app)])
    #expect(resolution.surviving == [host] && resolution.unmet.isEmpty)
  }

  @Test func originsBreakInOrder() {
    let origins: [RootConstraint.Origin] = [.encapsulated, .autoresizing, .app, .content]
    for (index, strong) in origins.enumerated() {
      for weak in origins[(index + 1)...] {
        let resolution = ConstraintResolution.solve([
          height(100, origin: weak), height(200, origin: strong),
        ])
        #expect(resolution.height == 200)
        #expect(resolution.conflicts.map(\.broken.origin) == [weak])
      }
    }
  }

  @Test func prioritiesGoFirst() {
    let resolution = ConstraintResolution.solve([
      height(1, .fittingSizeLevel, origin: .encapsulated), height(2, .defaultLow),
      height(3, .defaultHigh, origin: .content),
    ])
    #expect(resolution.height == 3)
    #expect(LayoutPriority.almostRequired < .required && LayoutPriority.defaultLow < .defaultHigh)
    #expect(LayoutPriority.almostRequired.rawValue == 999)
  }

  @Test func whatNothingDeterminesIsAmbiguous() {
    let resolution = ConstraintResolution.solve([
      RootConstraint(id: "left", attribute: .left), height(250),
    ])
    #expect(resolution.ambiguous == [.right, .bottom])
    #expect(
      ConstraintResolution.solve([]).ambiguous == [.height, .left, .right, .bottom])
  }

  /// The broken constraint comes first in the list.
  @Test func theMessageHasTheLogsShape() {
    let conflict = ConstraintConflict(
      kept: height(216, origin: .encapsulated), broken: height(250.5, .required, .lessOrEqual))
    #expect(
      conflict.message == """
        Unable to simultaneously satisfy constraints.
        \tProbably at least one of the constraints in the following list is one you don't want.
        (
            "<NSLayoutConstraint 'height' UIInputView.height <= 250.5   (active)>",
            "<NSLayoutConstraint 'UIView-Encapsulated-Layout-Height' UIInputView.height == 216   \
        (active)>"
        )

        Will attempt to recover by breaking constraint
        <NSLayoutConstraint 'height' UIInputView.height <= 250.5   (active)>
        """)
    #expect(height(3, .required, .greaterOrEqual).logDescription.contains(">= 3 "))
  }

  /// Tries every candidate height; each constraint keeps those that violate it least.
  private func bruteForce(_ constraints: [RootConstraint]) -> (Double?, [String], [String]) {
    var feasible = (0...40).map { Double($0) / 2 } + [1_000]
    var broken: [String] = []
    var unmet: [String] = []
    let ordered = constraints.enumerated().sorted { first, second in
      (
        -first.element.priority.rawValue, -first.element.origin.rawValue, first.offset
      ) < (-second.element.priority.rawValue, -second.element.origin.rawValue, second.offset)
    }
    for (_, constraint) in ordered {
      func violation(_ height: Double) -> Double {
        switch constraint.relation {
        case .equal: abs(height - constraint.constant)
        case .lessOrEqual: max(0, height - constraint.constant)
        case .greaterOrEqual: max(0, constraint.constant - height)
        }
      }
      let least = feasible.map(violation).min() ?? 0
      if least > 0, constraint.priority == .required {
        broken.append(constraint.id)
        continue
      }
      if least > 0 { unmet.append(constraint.id) }
      feasible = feasible.filter { violation($0) == least }
    }
    return (feasible.count == 1 ? feasible.first : nil, broken, unmet)
  }

  @Test func theSolverAgreesWithBruteForce() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(3_000) {
      let constraints = (0..<3).map { index in
        RootConstraint(
          id: "\(index)", attribute: .height,
          relation: RootConstraint.Relation.allCases.randomElement(using: &random) ?? .equal,
          constant: Double(Int.random(in: 0...12, using: &random)),
          priority: [.required, .almostRequired, .defaultLow].randomElement(using: &random)
            ?? .required,
          origin: RootConstraint.Origin.allCases.randomElement(using: &random) ?? .app)
      }
      let expected = bruteForce(constraints)
      let resolution = ConstraintResolution.solve(constraints)
      #expect(resolution.height == expected.0, "\(constraints), seed \(RandomTests.seed)")
      #expect(resolution.conflicts.map(\.broken.id) == expected.1, "\(constraints)")
      #expect(resolution.unmet.map(\.id) == expected.2, "\(constraints)")
      #expect(resolution.surviving.count == 3 - expected.1.count)
    }
  }
}
