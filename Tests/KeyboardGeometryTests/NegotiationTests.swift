import KeyboardGeometry
import Testing

@Suite("heights are negotiated as developers report") struct NegotiationTests {
  static let edges = [RootConstraint.Attribute.left, .right, .bottom].map {
    RootConstraint(id: "edge", attribute: $0)
  }
  static func app(_ height: Double, _ priority: LayoutPriority = .required) -> RootConstraint {
    RootConstraint(id: "app", attribute: .height, constant: height, priority: priority)
  }

  @Test func requiredWithTheMaskBreaks() {
    let outcome = HostNegotiation(systemHeight: 216, constraints: [Self.app(250)]).run()
    #expect(outcome.conflicts.map(\.kept.constant) == [216])
    #expect(outcome.conflicts.map(\.broken.constant) == [250])
    #expect(outcome.firstHeight == 216 && outcome.finalHeight == 216)
    #expect(outcome.fillsWidth && outcome.ambiguous.isEmpty)
  }

  @Test func oneBelowRequiredWins() {
    let outcome = HostNegotiation(
      systemHeight: 216, constraints: [Self.app(250, .almostRequired)]
    ).run()
    #expect(outcome.conflicts.isEmpty && outcome.fillsWidth)
    #expect(outcome.firstHeight == 216 && outcome.finalHeight == 250)
  }

  @Test func withoutTheMaskTheEdgesAreMissing() {
    let outcome = HostNegotiation(
      systemHeight: 216, translatesAutoresizingMask: false, constraints: [Self.app(250)]
    ).run()
    #expect(outcome.conflicts.isEmpty)
    #expect(outcome.firstHeight == 250 && outcome.finalHeight == 250)
    #expect(outcome.ambiguous == [.left, .right, .bottom] && !outcome.fillsWidth)
  }

  @Test func withPinnedEdgesAllIsWell() {
    let outcome = HostNegotiation(
      systemHeight: 216, translatesAutoresizingMask: false,
      constraints: Self.edges + [Self.app(250)]
    ).run()
    #expect(outcome.conflicts.isEmpty && outcome.ambiguous.isEmpty && outcome.fillsWidth)
    #expect(outcome.firstHeight == 250 && outcome.finalHeight == 250)
  }

  @Test(
    "the subviews set the height",
    arguments: [
      (KeyboardContent(accessory: 44, keys: 216, bottomBar: 40), 300.0),
      (KeyboardContent(accessory: 44, keys: nil, bottomBar: 40), 84.0),
    ] as [(KeyboardContent, Double)])
  func content(content: KeyboardContent, height: Double) {
    let outcome = HostNegotiation(
      systemHeight: 216, translatesAutoresizingMask: false,
      constraints: Self.edges + [content.heightConstraint()]
    ).run()
    #expect(outcome.firstHeight == height && outcome.finalHeight == height)
    #expect(outcome.conflicts.isEmpty && outcome.fillsWidth)
    #expect(content.heightConstraint().origin == .content)
  }

  @Test func withoutAWishTheSystemsHeightStays() {
    for mask in [true, false] {
      let outcome = HostNegotiation(
        systemHeight: 291, translatesAutoresizingMask: mask, constraints: []
      ).run()
      #expect(outcome.firstHeight == 291 && outcome.finalHeight == 291)
    }
    let half = HostNegotiation(
      systemHeight: 216, translatesAutoresizingMask: false,
      constraints: [Self.edges[0], Self.edges[2], Self.app(250)]
    ).run()
    #expect(half.ambiguous == [.right] && !half.fillsWidth)
  }

  @Test func theAppsWishBreaksForTheSubviewsNever() {
    let outcome = HostNegotiation(
      systemHeight: 216, translatesAutoresizingMask: false,
      constraints: [KeyboardContent(keys: 200).heightConstraint(), Self.app(250)]
    ).run()
    #expect(outcome.finalHeight == 250)
    #expect(outcome.conflicts.map(\.broken.origin) == [.content])
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
