import KeyboardGeometry
import Testing

@Suite("heights are negotiated as developers report") struct NegotiationTests {
  static let edges = [RootConstraint.Attribute.left, .right, .bottom].map {
    RootConstraint(id: "edge", attribute: $0)
  }
  static func app(_ height: Double, _ priority: LayoutPriority = .required) -> RootConstraint {
    RootConstraint(id: "app", attribute: .height, constant: height, priority: priority)
  }

  typealias Negotiation = (
    hasMask: Bool, constraints: [RootConstraint], first: Double, final: Double,
    broken: [RootConstraint.Origin], missing: [RootConstraint.Attribute]
  )

  static let negotiations: [Negotiation] = [
    // A required height breaks beside the mask's; one below required wins.
    (true, [app(250)], 216, 216, [.app], []),
    (true, [app(250, .almostRequired)], 216, 250, [], []),
    // Without the mask, the edges are missing, unless they are pinned.
    (false, [app(250)], 250, 250, [], [.left, .right, .bottom]),
    (false, [edges[0], edges[2], app(250)], 250, 250, [], [.right]),
    (false, edges + [app(250)], 250, 250, [], []),
    // The subviews set the height, unless the app does.
    (false, edges + [KeyboardContent(keys: 84).heightConstraint()], 84, 84, [], []),
    (
      false, edges + [KeyboardContent(keys: 84).heightConstraint(), app(250)], 250, 250,
      [.content], []
    ),
    // Without constraints, the system's height stays.
    (true, [], 216, 216, [], []),
    (false, [], 216, 216, [], [.height, .left, .right, .bottom]),
  ]

  @Test(arguments: negotiations.indices)
  func aHeightIsNegotiatedWithTheHost(index: Int) {
    let expected = Self.negotiations[index]
    let outcome = HostNegotiation(
      systemHeight: 216, translatesAutoresizingMask: expected.hasMask,
      constraints: expected.constraints
    ).run()
    #expect(outcome.firstHeight == expected.first && outcome.finalHeight == expected.final)
    #expect(outcome.conflicts.map(\.broken.origin) == expected.broken)
    #expect(outcome.ambiguous == expected.missing)
    #expect(outcome.fillsWidth == !expected.missing.contains(.right))
  }

  @Test(
    "a host gets the first height and the height after a rotation",
    arguments: [
      (HostQuirks.iOS8, HostQuirks.SubviewConstraints.none, 250.0, 250.0),
      (.iOS8, .inViewDidAppear, 250, 250),
      (.iOS9, .none, 216, 250), (.iOS9, .beforeAppearing, 216, 250),
      (.iOS9, .inViewDidAppear, 250, 250),
      (.modern, .none, 216, 216), (.modern, .beforeAppearing, 250, 250),
      (.modern, .inViewDidAppear, 250, 250),
    ])
  func quirks(
    host: HostQuirks, subviews: HostQuirks.SubviewConstraints, first: Double, rotated: Double
  ) {
    #expect(host.firstHeight(wanted: 250, system: 216, subviews: subviews) == first)
    #expect(host.heightAfterRotation(wanted: 250, system: 216, subviews: subviews) == rotated)
  }
}
