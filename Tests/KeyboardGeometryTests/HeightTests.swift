import KeyboardGeometry
import Testing

/// A custom keyboard for tests. It is a class because `#expect` passes its operands on as constants.
final class TestKeyboard {
  static let portrait = KeyboardEnvironment(screenSize: size(320, 568))
  static let landscape = KeyboardEnvironment(screenSize: size(568, 320))
  /// Outside a window, the screen is unknown.
  static let nowhere = KeyboardEnvironment(screenSize: .zero)

  var controller: KeyboardHeightController

  init(
    _ policy: KeyboardHeightPolicy,
    _ strategy: KeyboardHeightController.Strategy = .belowRequired,
    in environment: KeyboardEnvironment = portrait
  ) {
    controller = KeyboardHeightController(
      policy: policy, environment: environment, strategy: strategy)
  }

  /// Returns the effects of each event.
  @discardableResult
  func send(_ events: KeyboardLifecycleEvent...) -> [[KeyboardHeightEffect]] {
    events.map { controller.handle($0) }
  }

  func controllerEffects(_ events: [KeyboardLifecycleEvent]) -> [KeyboardHeightEffect] {
    events.flatMap { controller.handle($0) }
  }
}

extension KeyboardLifecycleEvent {
  static let willAppear = Self.viewWillAppear(hasSuperview: true)
  static func update(_ width: Double, _ height: Double) -> Self {
    .updateViewConstraints(size(width, height))
  }
  static func layout(_ width: Double, _ height: Double) -> Self {
    .viewDidLayoutSubviews(size(width, height))
  }
}

extension KeyboardHeightEffect {
  static func relayout(_ width: Double, _ height: Double) -> Self {
    .relayout(size(width, height))
  }
  /// The height of an installed or updated constraint; nil for other effects.
  var height: Double? {
    switch self {
    case .installHeight(let height, _), .updateHeight(let height): height
    default: nil
    }
  }
}

@Suite struct HeightControllerTests {
  @Test func anAppearanceAndARotation() {
    #expect(
      TestKeyboard(.screenFraction(0.5)).send(
        .update(0, 0), .willAppear, .update(320, 216), .layout(320, 216), .viewDidAppear,
        .update(320, 216), .environmentChanged(TestKeyboard.landscape), .layout(320, 216),
        .layout(568, 160), .layout(568, 160), .update(568, 160), .viewDidAppear)
        == [
          [], [.installSubviewConstraints], [.installHeight(284, priority: 999)],
          [.relayout(320, 216)], [], [], [.updateHeight(160)], [], [.relayout(568, 160)], [], [],
          [],
        ])
  }

  @Test func ownEdgesArePinnedBeforeTheHeightIsRequired() {
    #expect(
      TestKeyboard(.fixed(250), .ownEdges).send(
        .update(320, 216), .viewWillAppear(hasSuperview: false), .willAppear, .willAppear,
        .update(320, 216))
        == [
          [], [.installSubviewConstraints], [.pinEdges, .installHeight(250, priority: 1000)], [],
          [],
        ])
  }

  @Test func belowRequiredPinsNothing() {
    #expect(
      TestKeyboard(.fixed(250)).send(.willAppear, .update(320, 216))
        == [[.installSubviewConstraints], [.installHeight(250, priority: 999)]])
  }

  @Test func noSizeNoConstraint() {
    for (width, height) in [(0.0, 0.0), (320, 0), (0, 216)] {
      #expect(
        TestKeyboard(.fixed(250)).send(
          .update(width, height), .environmentChanged(TestKeyboard.landscape)) == [[], []])
    }
    // A view that loses its size is not changed until it has one again.
    #expect(
      TestKeyboard(.perOrientation(portrait: 250, landscape: 200)).send(
        .update(320, 216), .layout(0, 0), .environmentChanged(TestKeyboard.landscape),
        .update(320, 216))
        == [[.installHeight(250, priority: 999)], [], [], [.updateHeight(200)]])
  }

  @Test(
    "a height that is none, or the system's, is not asked for",
    arguments: [
      KeyboardHeightPolicy.system, .fixed(0), .fixed(-3), .fixed(.nan), .fixed(.infinity),
    ])
  func heightsThatAreNoneAreNotAskedFor(policy: KeyboardHeightPolicy) {
    let keyboard = TestKeyboard(policy)
    #expect(keyboard.send(.update(320, 216)) == [[]])
    keyboard.controller.policy = .fixed(0.5)
    #expect(keyboard.send(.update(320, 216)) == [[.installHeight(0.5, priority: 999)]])
  }

  @Test func subviewsAreConstrainedAtTheFirstAppearanceEvenWithoutASize() {
    #expect(
      TestKeyboard(.fixed(250), .ownEdges).send(
        .viewWillAppear(hasSuperview: false), .viewDidAppear)
        == [[.installSubviewConstraints], []])
    #expect(
      TestKeyboard(.fixed(250), .ownEdges).send(.viewDidAppear) == [[.installSubviewConstraints]])
  }

  /// Half a pixel is no change, and a change of the width alone is one, as in Split View.
  @Test func oneRelayoutPerRealChangeOfSize() {
    let sizes = [
      size(0, 0), size(320, 216), size(320, 216), size(320, 216.1), size(0, 0), size(320, 216),
      size(480, 216), size(480.1, 216), size(480.2, 216), size(480.2, 162),
      size(480.2, 162 + 1.0 / 6), size(480.2, 162.2), size(480.2, 162.3), size(-1, 100),
    ]
    let relayouts = TestKeyboard(.system).controllerEffects(
      sizes.map { .viewDidLayoutSubviews($0) })
    #expect(relayouts == [1, 6, 8, 9, 11].map { .relayout(sizes[$0]) })
  }

  /// Outside the window the screen is unknown; afterwards it is the same screen.
  @Test(arguments: [
    KeyboardHeightPolicy.screenFraction(0.5), .perOrientation(portrait: 250, landscape: 200),
    .systemPlus(44),
  ])
  func aViewOutOfItsWindowKeepsItsHeight(policy: KeyboardHeightPolicy) {
    let keyboard = TestKeyboard(policy)
    keyboard.send(.viewDidAppear, .layout(320, 216))
    let height = keyboard.controller.installedHeight
    #expect(height != nil)
    #expect(
      keyboard.send(
        .environmentChanged(TestKeyboard.nowhere), .environmentChanged(TestKeyboard.portrait))
        == [[], []])
    #expect(keyboard.controller.installedHeight == height)
    #expect(keyboard.controller.environment == TestKeyboard.portrait)
  }

  @Test(arguments: KeyboardHeightController.Strategy.allCases)
  func everyOrderOfEventsInstallsOnce(strategy: KeyboardHeightController.Strategy) {
    var turned = TestKeyboard.landscape
    turned.systemHeight = 162
    var upright = TestKeyboard.portrait
    upright.systemHeight = 216
    let orders = permutations([
      .willAppear, .viewDidAppear, .update(320, 216), .layout(320, 216),
      .environmentChanged(turned),
    ])
    #expect(orders.count == 120)
    for order in orders {
      let keyboard = TestKeyboard(.systemPlus(44), strategy, in: upright)
      let effects = keyboard.controllerEffects(order + order + order)
      func count(_ effect: KeyboardHeightEffect) -> Int { effects.count { $0 == effect } }
      let installs = effects.indices.filter {
        if case .installHeight = effects[$0] { true } else { false }
      }
      #expect(installs.count == 1)
      #expect(count(.pinEdges) == (strategy == .ownEdges ? 1 : 0))
      #expect(count(.installSubviewConstraints) == 1 && count(.relayout(320, 216)) == 1)
      if let pin = effects.firstIndex(of: .pinEdges) { #expect(installs[0] > pin) }
    }
  }

  private func permutations(_ items: [KeyboardLifecycleEvent]) -> [[KeyboardLifecycleEvent]] {
    guard let first = items.first else { return [[]] }
    return permutations(Array(items.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }
}

/// Checks the rows of a bar on an inherited height, first appearances and changes of policy.
@Suite struct HeightMeasuringTests {
  /// Reported layouts of launches, with the index of `viewDidAppear` and the host's final height.
  static let launches: [(screen: LayoutSize, heights: [Double], appears: Int, system: Double)] = [
    (size(440, 956), [956, 452, 268], 2, 268), (size(440, 956), [956, 452, 268], 1, 268),
    (size(440, 956), [956, 452, 268], 3, 268), (size(390, 844), [844, 844, 678, 450, 216], 3, 216),
    (size(390, 844), [844, 844, 678, 450, 216], 0, 216), (size(320, 568), [216], 1, 216),
  ]

  @Test(arguments: launches.indices)
  func aLaunchMeasuresTheHeightThatTheHostKeeps(index: Int) {
    let launch = Self.launches[index]
    let width = launch.screen.width
    let keyboard = TestKeyboard(.systemPlus(44), in: TestKeyboard.nowhere)
    var asked: [Double] = []
    func send(_ events: KeyboardLifecycleEvent...) -> Bool {
      let effects = events.flatMap { keyboard.controller.handle($0) }
      asked += effects.compactMap(\.height)
      return effects.contains(.layOutAgain)
    }
    _ = send(
      .update(0, 0), .willAppear,
      .environmentChanged(KeyboardEnvironment(screenSize: launch.screen)))
    var repeats = false
    for (place, height) in launch.heights.enumerated() {
      if place == launch.appears { repeats = send(.viewDidAppear) }
      if send(.update(width, height), .layout(width, height)) { repeats = true }
    }
    if launch.appears == launch.heights.count {
      #expect(send(.viewDidAppear), "nothing asks for the layout that is missing")
      _ = send(.layout(width, launch.system))
    } else {
      #expect(repeats)
    }
    #expect(asked.last == launch.system + 44)
    #expect(keyboard.controller.systemHeight == launch.system)
    // No requested height fills most of the screen.
    #expect(asked.allSatisfy { $0 - 44 <= launch.screen.height * 2 / 3 })
    // The host respects the height, so the measurement has ended, whatever layouts follow.
    _ = send(.layout(width, launch.system + 44), .layout(width, 120))
    #expect(asked.last == launch.system + 44)
  }

  @Test func rememberedHeightsCountAtOnceAndAreCorrected() {
    #expect(TestKeyboard.portrait.key == "320x568")
    let compact = KeyboardEnvironment(screenSize: size(568, 320), isCompact: true)
    #expect(compact.key == "568x320 compact")
    var controller = KeyboardHeightController(
      policy: .systemPlus(44), environment: TestKeyboard.portrait, strategy: .belowRequired,
      measuredHeights: ["320x568": 216, "568x320 compact": 162, "zero": 0, "none": .nan])
    #expect(controller.measuredHeights == ["320x568": 216, "568x320 compact": 162])
    func heights(_ events: KeyboardLifecycleEvent...) -> [Double] {
      events.flatMap { controller.handle($0) }.compactMap(\.height)
    }
    #expect(heights(.willAppear, .update(320, 300)) == [260])
    // A lower view has the system's height, which has changed since.
    #expect(heights(.viewDidAppear, .layout(320, 200)) == [244])
    #expect(controller.measuredHeights["320x568"] == 200)
    #expect(heights(.environmentChanged(compact), .layout(568, 320)) == [206])
  }

  @Test func edgesArePinnedOnlyForAHeightThatIsSeenTwice() {
    let phone = KeyboardEnvironment(screenSize: size(440, 956))
    #expect(
      TestKeyboard(.systemPlus(44), .ownEdges, in: phone).send(
        .willAppear, .layout(440, 956), .viewDidAppear, .layout(440, 452), .layout(440, 268),
        .layout(440, 268))
        == [
          [.installSubviewConstraints], [.relayout(440, 956)], [.layOutAgain],
          [.layOutAgain, .relayout(440, 452)], [.layOutAgain, .relayout(440, 268)],
          [.pinEdges, .installHeight(312, priority: 1000)],
        ])
  }

  @Test("every keyboard in the table of devices can be measured", arguments: Devices.all)
  func everyDeviceCanBeMeasured(row: DeviceRow) {
    let environment = KeyboardEnvironment(screenSize: row.screen.size)
    let keyboard = TestKeyboard(.systemPlus(44), in: environment)
    let height = row.keys + row.prediction
    keyboard.send(.viewDidAppear, .layout(row.width, height))
    #expect(keyboard.controller.installedHeight == height + 44)
  }

  @Test func aTurnMeasuresAgainAndATurnBackDoesNot() {
    let keyboard = TestKeyboard(.systemPlus(44))
    keyboard.send(.layout(320, 568), .viewDidAppear, .layout(320, 216))
    #expect(
      keyboard.send(
        .layout(320, 260), .environmentChanged(TestKeyboard.landscape),
        // The old frame is reported once more before the new one.
        .layout(320, 260), .layout(568, 162), .layout(568, 206),
        // The lower height of the other orientation must not count as this one's.
        .environmentChanged(TestKeyboard.portrait), .layout(320, 206))
        == [
          [.relayout(320, 260)], [.removeHeight], [],
          [.installHeight(206, priority: 999), .relayout(568, 162)], [.relayout(568, 206)],
          [.updateHeight(260)], [.relayout(320, 206)],
        ])
  }

  @Test func theFrameBeforeATurnIsNotMeasuredAfterIt() {
    // On an iPad, the old frame fits the new screen's height, but its width shows its age.
    let wide = KeyboardEnvironment(screenSize: size(1_024, 768))
    let high = KeyboardEnvironment(screenSize: size(768, 1_024))
    let keyboard = TestKeyboard(.systemPlus(44), in: wide)
    keyboard.send(.viewDidAppear, .layout(1_024, 398))
    #expect(keyboard.controller.installedHeight == 442)
    keyboard.send(.layout(1_024, 442), .environmentChanged(high), .layout(1_024, 442))
    #expect(keyboard.controller.installedHeight == nil)
    keyboard.send(.layout(768, 313))
    #expect(keyboard.controller.installedHeight == 357)
  }

  @Test func edgesStayTheHostsWhileItsHeightIsMeasured() {
    #expect(
      TestKeyboard(.systemPlus(44), .ownEdges).send(
        .willAppear, .layout(320, 568), .viewDidAppear, .layout(320, 216), .layout(320, 216),
        .environmentChanged(TestKeyboard.landscape), .layout(568, 162), .layout(568, 162))
        == [
          [.installSubviewConstraints], [.relayout(320, 568)], [.layOutAgain],
          [.layOutAgain, .relayout(320, 216)], [.pinEdges, .installHeight(260, priority: 1000)],
          [.removeHeight, .unpinEdges], [.layOutAgain, .relayout(568, 162)],
          [.pinEdges, .installHeight(206, priority: 1000)],
        ])
  }

  @Test func aHeightThatIsToldIsNotMeasured() {
    var told = TestKeyboard.portrait
    told.systemHeight = 216
    let keyboard = TestKeyboard(.systemPlus(44), in: told)
    let first = keyboard.controller.handle(.layout(320, 100))
    #expect(first.first == .installHeight(260, priority: 999))
    // The prediction row appears: still upright, but with another height.
    told.systemHeight = 253
    #expect(keyboard.send(.environmentChanged(told)) == [[.updateHeight(297)]])
    #expect(keyboard.controller.systemHeight == 253)
    // A height reported later has priority over a measured one.
    let measured = TestKeyboard(.systemPlus(44))
    measured.send(.viewDidAppear, .layout(320, 216))
    #expect(measured.controller.installedHeight == 260)
    #expect(measured.send(.environmentChanged(told)) == [[.updateHeight(297)]])
  }

  @Test func aHeightOfTheAppsOwnIsNotTakenForTheSystems() {
    let keyboard = TestKeyboard(.fixed(250))
    keyboard.send(.viewDidAppear, .layout(320, 216))
    keyboard.controller.policy = .systemPlus(44)
    #expect(
      keyboard.send(.layout(320, 250), .layout(320, 216))
        == [
          [.removeHeight, .relayout(320, 250)],
          [.installHeight(260, priority: 999), .relayout(320, 216)],
        ])
  }

  @Test func aSmallKeyboardIsMeasuredOnceItHasAppeared() {
    let ipad = KeyboardEnvironment(screenSize: size(768, 1024))
    #expect(
      TestKeyboard(.systemPlus(44), in: ipad).send(
        .layout(320, 254), .viewDidAppear, .layout(320, 254))
        == [
          [.relayout(320, 254)], [.installSubviewConstraints, .layOutAgain],
          [.installHeight(298, priority: 999)],
        ])
  }

  @Test(
    arguments: [
      KeyboardHeightPolicy.perOrientation(portrait: 260, landscape: 160), .screenFraction(0.5),
      .perVerticalSizeClass(compact: 160, regular: 260), .systemPlus(-2),
    ])
  func aFirstShowingInLandscapeNeverHasPortraitsHeight(policy: KeyboardHeightPolicy) {
    var landscape = TestKeyboard.landscape
    landscape.isCompact = true
    // The host lays out upright before it turns the view.
    let effects = TestKeyboard(policy, in: TestKeyboard.nowhere).send(
      .update(320, 216), .layout(320, 216), .willAppear, .environmentChanged(landscape),
      .layout(320, 216), .layout(568, 162), .viewDidAppear, .layout(568, 162))
    #expect(effects.joined().compactMap(\.height) == [160])
  }

  @Test(arguments: KeyboardHeightController.Strategy.allCases)
  func theSystemsPolicyTakesTheConstraintAway(strategy: KeyboardHeightController.Strategy) {
    let keyboard = TestKeyboard(.fixed(250), strategy)
    keyboard.send(.willAppear, .update(320, 216))
    #expect(keyboard.controller.installedHeight == 250)
    keyboard.controller.policy = .system
    #expect(
      keyboard.send(.update(320, 250), .update(320, 216))
        == [strategy == .ownEdges ? [.removeHeight, .unpinEdges] : [.removeHeight], []])
    #expect(keyboard.controller.installedHeight == nil)
    keyboard.controller.policy = .fixed(250)
    let again = KeyboardHeightEffect.installHeight(250, priority: strategy.heightPriority)
    #expect(
      keyboard.send(.update(320, 216)) == [strategy == .ownEdges ? [.pinEdges, again] : [again]])
  }

  @Test func subviewsThatSetTheHeightNeedTheEdgesAndNothingElse() {
    let keyboard = TestKeyboard(.subviews, .ownEdges)
    #expect(
      keyboard.send(
        .willAppear, .update(320, 216), .layout(320, 300),
        .environmentChanged(TestKeyboard.landscape))
        == [[.installSubviewConstraints, .pinEdges], [], [.relayout(320, 300)], []])
    keyboard.controller.policy = .fixed(250)
    keyboard.send(.update(320, 300))
    keyboard.controller.policy = .subviews
    #expect(keyboard.send(.update(320, 250)) == [[.removeHeight]])
    // The system's policy pins nothing, so only the mask holds the height.
    #expect(
      TestKeyboard(.system, .ownEdges).send(.willAppear) == [[.installSubviewConstraints]])
  }

  @Test func aBarThatComesAndGoesRelaysTheKeysInTheSameRoot() {
    let keyboard = TestKeyboard(.fixed(260))
    #expect(
      keyboard.send(
        .layout(320, 260), .barChanged(height: 44), .layout(320, 260), .barChanged(height: 44),
        .barChanged(height: 0), .barChanged(height: 300), .layout(320, 400))
        == [
          [.installHeight(260, priority: 999), .relayout(320, 260)], [.relayout(320, 216)], [],
          [], [.relayout(320, 260)], [], [.relayout(320, 100)],
        ])
    #expect(keyboard.controller.barHeight == 300)
  }
}

@Suite struct HeightPolicyTests {
  func environment(_ row: DeviceRow) -> KeyboardEnvironment {
    KeyboardEnvironment(
      screenSize: row.screen.size,
      isCompact: row.orientation != "portrait",
      systemHeight: row.keys)
  }

  @Test(arguments: Devices.all)
  func everyPolicyOnEveryDevice(row: DeviceRow) {
    let surroundings = environment(row)
    let isPortrait = row.orientation == "portrait"
    let table: [(KeyboardHeightPolicy, Double)] = [
      (.system, row.keys), (.fixed(250), 250),
      (.perOrientation(portrait: 260, landscape: 180), isPortrait ? 260 : 180),
      (.screenFraction(0.5), row.height / 2), (.systemPlus(44), row.keys + 44),
      (.perVerticalSizeClass(compact: 150, regular: 230), isPortrait ? 230 : 150),
    ]
    for (policy, height) in table {
      #expect(policy.height(in: surroundings) == height, "\(policy)")
    }
  }

  @Test(arguments: [
    (size(320, 480), 260.0), (size(480, 320), 180), (size(400, 400), 260), (size(0, 400), nil),
    (size(0, 0), nil),
  ])
  func orientations(screen: LayoutSize, height: Double?) {
    let policy = KeyboardHeightPolicy.perOrientation(portrait: 260, landscape: 180)
    #expect(policy.height(in: KeyboardEnvironment(screenSize: screen)) == height)
  }

  @Test func whatIsNotKnownYetGivesNoHeight() {
    let nothing = KeyboardEnvironment(screenSize: .zero)
    let landscape = KeyboardEnvironment(screenSize: LayoutSize(width: 568, height: 320))
    for policy in [
      KeyboardHeightPolicy.perOrientation(portrait: 260, landscape: 180), .screenFraction(0.5),
      .perVerticalSizeClass(compact: 150, regular: 230), .systemPlus(44), .system, .subviews,
    ] {
      #expect(policy.height(in: nothing) == nil, "\(policy)")
    }
    #expect(KeyboardHeightPolicy.systemPlus(44).height(in: landscape) == nil)
    #expect(KeyboardHeightPolicy.subviews.height(in: landscape) == nil)
    #expect(KeyboardHeightPolicy.fixed(250).height(in: nothing) == 250)
    // The size class is enough if the screen is unknown, and an unspecified class is regular.
    let sizeClass = KeyboardHeightPolicy.perVerticalSizeClass(compact: 150, regular: 230)
    let compact = KeyboardEnvironment(screenSize: .zero, isCompact: true)
    #expect(sizeClass.height(in: compact) == 150 && sizeClass.height(in: landscape) == 230)
  }
}
