import KeyboardGeometry
import Testing

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

  @Test func edgesArePinnedOnlyForAHeightThatIsSeenTwice() {
    let phone = KeyboardEnvironment(screenSize: size(440, 956))
    #expect(
      TestKeyboard(.systemPlus(44), .ownEdges, in: phone).send(
        .willAppear, .layout(440, 956), .viewDidAppear, .layout(440, 452), .layout(440, 268),
        .layout(440, 268))
        == [
          [.installSubviewConstraints], [.relayout(440, 956)], [.layOutAgain],
          [.layOutAgain, .relayout(440, 452)], [.layOutAgain, .relayout(440, 268)],
          [.pinEdges, .installHeight(312, .required)],
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

  @Test func theSystemsHeightIsMeasuredBeforeABarIsAdded() {
    let keyboard = TestKeyboard(.systemPlus(44))
    #expect(
      keyboard.send(
        .update(0, 0), .update(320, 568), .willAppear, .layout(320, 568), .viewDidAppear,
        .layout(320, 216), .layout(320, 260))
        == [
          [], [], [.installSubviewConstraints], [.relayout(320, 568)], [.layOutAgain],
          [.installHeight(260, .almostRequired), .relayout(320, 216)], [.relayout(320, 260)],
        ])
    #expect(keyboard.controller.systemHeight == 216 && keyboard.controller.installedHeight == 260)
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
          [.installHeight(206, .almostRequired), .relayout(568, 162)], [.relayout(568, 206)],
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
          [.layOutAgain, .relayout(320, 216)], [.pinEdges, .installHeight(260, .required)],
          [.removeHeight, .unpinEdges], [.layOutAgain, .relayout(568, 162)],
          [.pinEdges, .installHeight(206, .required)],
        ])
  }

  @Test func aHeightThatIsToldIsNotMeasured() {
    var told = TestKeyboard.portrait
    told.systemHeight = 216
    let keyboard = TestKeyboard(.systemPlus(44), in: told)
    let first = keyboard.controller.handle(.layout(320, 100))
    #expect(first.first == .installHeight(260, .almostRequired))
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
          [.installHeight(260, .almostRequired), .relayout(320, 216)],
        ])
  }

  @Test func aSmallKeyboardIsMeasuredOnceItHasAppeared() {
    let ipad = KeyboardEnvironment(screenSize: size(768, 1024))
    #expect(
      TestKeyboard(.systemPlus(44), in: ipad).send(
        .layout(320, 254), .viewDidAppear, .layout(320, 254))
        == [
          [.relayout(320, 254)], [.installSubviewConstraints, .layOutAgain],
          [.installHeight(298, .almostRequired)],
        ])
  }

  @Test(arguments: KeyboardHeightController.Strategy.allCases)
  func aFirstSizeByLayoutInstalls(strategy: KeyboardHeightController.Strategy) {
    let effects = TestKeyboard(.fixed(250), strategy).send(
      .update(0, 0), .willAppear, .layout(320, 216), .viewDidAppear)
    let installs = effects.map { $0.contains(.installHeight(250, strategy.heightPriority)) }
    #expect(installs == [false, false, true, false])
    // Also if the change is reported by updateViewConstraints alone.
    #expect(
      TestKeyboard(.fixed(250)).send(.viewDidAppear, .update(320, 216))
        == [[.installSubviewConstraints], [.installHeight(250, .almostRequired)]])
  }

  @Test(
    arguments: [
      KeyboardHeightPolicy.perOrientation(portrait: 260, landscape: 160), .screenFraction(0.5),
      .perVerticalSizeClass(compact: 160, regular: 260), .systemPlus(-2),
    ])
  func aFirstShowingInLandscapeNeverHasPortraitsHeight(policy: KeyboardHeightPolicy) {
    var landscape = TestKeyboard.landscape
    landscape.verticalSizeClass = .compact
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
    let again = KeyboardHeightEffect.installHeight(250, strategy.heightPriority)
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
          [.installHeight(260, .almostRequired), .relayout(320, 260)], [.relayout(320, 216)], [],
          [], [.relayout(320, 260)], [], [.relayout(320, 100)],
        ])
    #expect(keyboard.controller.barHeight == 300)
  }
}
