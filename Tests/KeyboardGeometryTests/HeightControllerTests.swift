import EditorTestSupport
import KeyboardGeometry
import Testing

@Suite struct HeightControllerTests {
  static let portrait = KeyboardEnvironment(
    screenSize: LayoutSize(width: 320, height: 568), systemHeight: 216)
  static let landscape = KeyboardEnvironment(
    screenSize: LayoutSize(width: 568, height: 320), systemHeight: 162)
  static let size = LayoutSize(width: 320, height: 216)

  /// Returns the effects of each event.
  func run(
    _ policy: KeyboardHeightPolicy, _ strategy: KeyboardHeightController.Strategy = .ownEdges,
    _ events: [KeyboardLifecycleEvent]
  ) -> [[KeyboardHeightEffect]] {
    var controller = KeyboardHeightController(
      policy: policy, environment: Self.portrait, strategy: strategy)
    return events.map { controller.handle($0) }
  }

  @Test func anAppearanceAndARotation() {
    let turned = LayoutSize(width: 568, height: 160)
    #expect(
      run(
        .screenFraction(0.5), .belowRequired,
        [
          .updateViewConstraints(.zero), .viewWillAppear(hasSuperview: true),
          .updateViewConstraints(Self.size), .viewDidLayoutSubviews(Self.size), .viewDidAppear,
          .updateViewConstraints(Self.size), .environmentChanged(Self.landscape),
          .viewDidLayoutSubviews(Self.size), .viewDidLayoutSubviews(turned),
          .viewDidLayoutSubviews(turned), .updateViewConstraints(turned), .viewDidAppear,
        ])
        == [
          [], [.installSubviewConstraints], [.installHeight(284, .almostRequired)],
          [.relayout(Self.size)], [], [], [.updateHeight(160)], [], [.relayout(turned)], [], [], [],
        ])
  }

  @Test func ownEdgesArePinnedBeforeTheHeightIsRequired() {
    #expect(
      run(
        .fixed(250), .ownEdges,
        [
          .updateViewConstraints(Self.size), .viewWillAppear(hasSuperview: false),
          .viewWillAppear(hasSuperview: true), .viewWillAppear(hasSuperview: true),
          .updateViewConstraints(Self.size),
        ])
        == [[], [.installSubviewConstraints], [.pinEdges, .installHeight(250, .required)], [], []])
  }

  @Test func belowRequiredPinsNothing() {
    #expect(
      run(
        .fixed(250), .belowRequired,
        [.viewWillAppear(hasSuperview: true), .updateViewConstraints(Self.size)])
        == [[.installSubviewConstraints], [.installHeight(250, .almostRequired)]])
    #expect(KeyboardHeightController.Strategy.ownEdges.heightPriority == .required)
    #expect(KeyboardHeightController.Strategy.belowRequired.heightPriority.rawValue == 999)
  }

  @Test func noSizeNoConstraint() {
    for size in [
      LayoutSize.zero, LayoutSize(width: 320, height: 0), LayoutSize(width: 0, height: 216),
    ] {
      #expect(
        run(
          .fixed(250), .belowRequired,
          [.updateViewConstraints(size), .environmentChanged(Self.landscape)]) == [[], []])
    }
    // A view that loses its size is not changed until it has one again.
    #expect(
      run(
        .perOrientation(portrait: 250, landscape: 200), .belowRequired,
        [
          .updateViewConstraints(Self.size), .viewDidLayoutSubviews(.zero),
          .environmentChanged(Self.landscape), .updateViewConstraints(Self.size),
        ]) == [[.installHeight(250, .almostRequired)], [], [], [.updateHeight(200)]])
  }

  @Test func theSystemsHeightNeedsNoConstraint() {
    #expect(run(.system, .belowRequired, [.updateViewConstraints(Self.size)]) == [[]])
    var controller = KeyboardHeightController(
      policy: .fixed(250), environment: Self.portrait, strategy: .belowRequired)
    _ = controller.handle(.updateViewConstraints(Self.size))
    #expect(controller.installedHeight == 250)
    controller.policy = .system
    let effects = controller.handle(.updateViewConstraints(Self.size))
    #expect(effects == [.removeHeight] && controller.installedHeight == nil)
  }

  @Test func heightsThatAreNoneAreNotAskedFor() {
    for policy in [KeyboardHeightPolicy.fixed(0), .fixed(-3), .fixed(.nan), .fixed(.infinity)] {
      #expect(run(policy, .belowRequired, [.updateViewConstraints(Self.size)]) == [[]])
    }
  }

  @Test func splitViewChangesTheWidthAlone() {
    let narrow = LayoutSize(width: 507, height: 313)
    let wide = LayoutSize(width: 768, height: 313)
    #expect(
      run(.system, .ownEdges, [.viewDidLayoutSubviews(wide), .viewDidLayoutSubviews(narrow)])
        == [[.relayout(wide)], [.relayout(narrow)]])
  }

  @Test func aViewOutOfItsWindowKeepsItsHeight() {
    // Outside the window the screen is unknown; afterwards it is the same screen.
    var elsewhere = Self.portrait
    elsewhere.screenSize = .zero
    for policy in [
      KeyboardHeightPolicy.screenFraction(0.5), .perOrientation(portrait: 250, landscape: 200),
      .systemPlus(44),
    ] {
      var controller = KeyboardHeightController(
        policy: policy, environment: Self.portrait, strategy: .belowRequired)
      _ = controller.handle(.updateViewConstraints(Self.size))
      let height = controller.installedHeight
      #expect(height != nil)
      let outside = controller.handle(.environmentChanged(elsewhere))
      #expect(outside == [] && controller.installedHeight == height)
      let inside = controller.handle(.environmentChanged(Self.portrait))
      #expect(inside == [] && controller.environment == Self.portrait)
    }
    // A height that was measured on that screen is kept too.
    var measured = KeyboardHeightController(
      policy: .systemPlus(44),
      environment: KeyboardEnvironment(screenSize: Self.portrait.screenSize),
      strategy: .belowRequired)
    _ = measured.handle(.viewDidAppear)
    _ = measured.handle(.viewDidLayoutSubviews(Self.size))
    #expect(measured.installedHeight == 260)
    let outside = measured.handle(.environmentChanged(KeyboardEnvironment(screenSize: .zero)))
    #expect(outside == [] && measured.installedHeight == 260)
  }

  @Test func everyOrderOfEventsInstallsOnce() {
    let events: [KeyboardLifecycleEvent] = [
      .viewWillAppear(hasSuperview: true), .viewDidAppear, .updateViewConstraints(Self.size),
      .viewDidLayoutSubviews(Self.size), .environmentChanged(Self.landscape),
    ]
    let orders = permutations(events)
    #expect(orders.count == 120)
    for strategy in KeyboardHeightController.Strategy.allCases {
      for order in orders {
        let effects = run(.systemPlus(44), strategy, order + order + order).flatMap { $0 }
        let installs = effects.filter { if case .installHeight = $0 { true } else { false } }
        #expect(installs.count == 1)
        #expect(effects.filter { $0 == .pinEdges }.count == (strategy == .ownEdges ? 1 : 0))
        #expect(effects.filter { $0 == .installSubviewConstraints }.count == 1)
        #expect(effects.filter { $0 == .relayout(Self.size) }.count == 1)
        if strategy == .ownEdges, let pin = effects.firstIndex(of: .pinEdges) {
          #expect(effects.firstIndex(of: installs[0]).map { $0 > pin } == true)
        }
      }
    }
  }

  private func permutations<T>(_ items: [T]) -> [[T]] {
    guard let first = items.first else { return [[]] }
    return permutations(Array(items.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }
}
