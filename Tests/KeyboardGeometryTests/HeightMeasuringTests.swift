import KeyboardGeometry
import Testing

/// Checks the rows of a bar on an inherited height, first appearances and changes of policy.
@Suite struct HeightMeasuringTests {
  typealias Effects = [[KeyboardHeightEffect]]
  static let phone = KeyboardEnvironment(screenSize: LayoutSize(width: 320, height: 568))
  static let turned = KeyboardEnvironment(screenSize: LayoutSize(width: 568, height: 320))
  static let nowhere = KeyboardEnvironment(screenSize: .zero)
  static func size(_ width: Double, _ height: Double) -> LayoutSize {
    LayoutSize(width: width, height: height)
  }

  func run(
    _ controller: inout KeyboardHeightController, _ events: [KeyboardLifecycleEvent]
  ) -> Effects {
    events.map { controller.handle($0) }
  }

  /// Reported layouts of launches, with the index of `viewDidAppear` and the host's final height.
  static let launches: [(screen: LayoutSize, heights: [Double], appears: Int, system: Double)] = [
    (size(440, 956), [956, 452, 268], 2, 268), (size(440, 956), [956, 452, 268], 1, 268),
    (size(440, 956), [956, 452, 268], 3, 268), (size(390, 844), [844, 844, 678, 450, 216], 3, 216),
    (size(390, 844), [844, 844, 678, 450, 216], 0, 216), (size(320, 568), [216], 1, 216),
  ]

  @Test(arguments: launches.indices)
  func aLaunchMeasuresTheHeightThatTheHostKeeps(index: Int) {
    let launch = Self.launches[index]
    var controller = KeyboardHeightController(
      policy: .systemPlus(44), environment: Self.nowhere, strategy: .belowRequired)
    var asked: [Double] = []
    func send(_ event: KeyboardLifecycleEvent) -> Bool {
      let effects = controller.handle(event)
      for effect in effects {
        switch effect {
        case .installHeight(let height, _), .updateHeight(let height): asked.append(height)
        default: break
        }
      }
      return effects.contains(.layOutAgain)
    }
    _ = send(.updateViewConstraints(.zero))
    _ = send(.viewWillAppear(hasSuperview: true))
    _ = send(.environmentChanged(KeyboardEnvironment(screenSize: launch.screen)))
    var repeats = false
    for (place, height) in launch.heights.enumerated() {
      if place == launch.appears { repeats = send(.viewDidAppear) }
      let size = Self.size(launch.screen.width, height)
      _ = send(.updateViewConstraints(size))
      if send(.viewDidLayoutSubviews(size)) { repeats = true }
    }
    if launch.appears == launch.heights.count {
      #expect(send(.viewDidAppear), "nothing asks for the layout that is missing")
      _ = send(.viewDidLayoutSubviews(Self.size(launch.screen.width, launch.system)))
    } else {
      #expect(repeats)
    }
    #expect(asked.last == launch.system + 44)
    #expect(controller.systemHeight == launch.system)
    // No requested height fills most of the screen.
    #expect(asked.allSatisfy { $0 - 44 <= launch.screen.height * 2 / 3 })
    // The host respects the height, so the measurement has ended, whatever layouts follow.
    _ = send(.viewDidLayoutSubviews(Self.size(launch.screen.width, launch.system + 44)))
    _ = send(.viewDidLayoutSubviews(Self.size(launch.screen.width, 120)))
    #expect(asked.last == launch.system + 44)
  }

  @Test func edgesArePinnedOnlyForAHeightThatIsSeenTwice() {
    var controller = KeyboardHeightController(
      policy: .systemPlus(44), environment: KeyboardEnvironment(screenSize: Self.size(440, 956)))
    let effects = run(
      &controller,
      [
        .viewWillAppear(hasSuperview: true), .viewDidLayoutSubviews(Self.size(440, 956)),
        .viewDidAppear, .viewDidLayoutSubviews(Self.size(440, 452)),
        .viewDidLayoutSubviews(Self.size(440, 268)), .viewDidLayoutSubviews(Self.size(440, 268)),
      ])
    #expect(
      effects == [
        [.installSubviewConstraints], [.relayout(Self.size(440, 956))], [.layOutAgain],
        [.layOutAgain, .relayout(Self.size(440, 452))],
        [.layOutAgain, .relayout(Self.size(440, 268))],
        [.pinEdges, .installHeight(312, .required)],
      ])
  }

  @Test("every keyboard in the table of devices can be measured", arguments: Devices.all)
  func everyDeviceCanBeMeasured(row: DeviceRow) {
    var controller = KeyboardHeightController(
      policy: .systemPlus(44), environment: KeyboardEnvironment(screenSize: row.screen.size),
      strategy: .belowRequired)
    let height = row.keys + row.prediction
    _ = run(
      &controller, [.viewDidAppear, .viewDidLayoutSubviews(Self.size(row.width, height))])
    #expect(controller.installedHeight == height + 44)
  }

  @Test func theSystemsHeightIsMeasuredBeforeABarIsAdded() {
    var controller = KeyboardHeightController(
      policy: .systemPlus(44), environment: Self.phone, strategy: .belowRequired)
    let effects = run(
      &controller,
      [
        .updateViewConstraints(.zero), .updateViewConstraints(Self.size(320, 568)),
        .viewWillAppear(hasSuperview: true), .viewDidLayoutSubviews(Self.size(320, 568)),
        .viewDidAppear, .viewDidLayoutSubviews(Self.size(320, 216)),
        .viewDidLayoutSubviews(Self.size(320, 260)),
      ])
    #expect(
      effects == [
        [], [], [.installSubviewConstraints], [.relayout(Self.size(320, 568))], [.layOutAgain],
        [.installHeight(260, .almostRequired), .relayout(Self.size(320, 216))],
        [.relayout(Self.size(320, 260))],
      ])
    #expect(controller.systemHeight == 216 && controller.installedHeight == 260)
  }

  @Test func aTurnMeasuresAgainAndATurnBackDoesNot() {
    var controller = KeyboardHeightController(
      policy: .systemPlus(44), environment: Self.phone, strategy: .belowRequired)
    _ = run(
      &controller,
      [
        .viewDidLayoutSubviews(Self.size(320, 568)), .viewDidAppear,
        .viewDidLayoutSubviews(Self.size(320, 216)),
      ])
    let effects = run(
      &controller,
      [
        .viewDidLayoutSubviews(Self.size(320, 260)), .environmentChanged(Self.turned),
        // The old frame is reported once more before the new one.
        .viewDidLayoutSubviews(Self.size(320, 260)), .viewDidLayoutSubviews(Self.size(568, 162)),
        .viewDidLayoutSubviews(Self.size(568, 206)), .environmentChanged(Self.phone),
        // The lower height of the other orientation must not count as this one's.
        .viewDidLayoutSubviews(Self.size(320, 206)),
      ])
    #expect(
      effects == [
        [.relayout(Self.size(320, 260))], [.removeHeight], [],
        [.installHeight(206, .almostRequired), .relayout(Self.size(568, 162))],
        [.relayout(Self.size(568, 206))], [.updateHeight(260)], [.relayout(Self.size(320, 206))],
      ])
  }

  @Test func theFrameBeforeATurnIsNotMeasuredAfterIt() {
    // On an iPad, the old frame fits the new screen's height, but its width shows its age.
    let wide = KeyboardEnvironment(screenSize: Self.size(1_024, 768))
    let high = KeyboardEnvironment(screenSize: Self.size(768, 1_024))
    var controller = KeyboardHeightController(
      policy: .systemPlus(44), environment: wide, strategy: .belowRequired)
    _ = run(&controller, [.viewDidAppear, .viewDidLayoutSubviews(Self.size(1_024, 398))])
    #expect(controller.installedHeight == 442)
    _ = run(
      &controller,
      [
        .viewDidLayoutSubviews(Self.size(1_024, 442)), .environmentChanged(high),
        .viewDidLayoutSubviews(Self.size(1_024, 442)),
      ])
    #expect(controller.installedHeight == nil)
    _ = controller.handle(.viewDidLayoutSubviews(Self.size(768, 313)))
    #expect(controller.installedHeight == 357)
  }

  @Test func edgesStayTheHostsWhileItsHeightIsMeasured() {
    var controller = KeyboardHeightController(policy: .systemPlus(44), environment: Self.phone)
    let effects = run(
      &controller,
      [
        .viewWillAppear(hasSuperview: true), .viewDidLayoutSubviews(Self.size(320, 568)),
        .viewDidAppear, .viewDidLayoutSubviews(Self.size(320, 216)),
        .viewDidLayoutSubviews(Self.size(320, 216)), .environmentChanged(Self.turned),
        .viewDidLayoutSubviews(Self.size(568, 162)), .viewDidLayoutSubviews(Self.size(568, 162)),
      ])
    #expect(
      effects == [
        [.installSubviewConstraints], [.relayout(Self.size(320, 568))], [.layOutAgain],
        [.layOutAgain, .relayout(Self.size(320, 216))],
        [.pinEdges, .installHeight(260, .required)],
        [.removeHeight, .unpinEdges], [.layOutAgain, .relayout(Self.size(568, 162))],
        [.pinEdges, .installHeight(206, .required)],
      ])
  }

  @Test func aHeightThatIsToldIsNotMeasured() {
    var told = Self.phone
    told.systemHeight = 216
    var controller = KeyboardHeightController(
      policy: .systemPlus(44), environment: told, strategy: .belowRequired)
    let first = controller.handle(.viewDidLayoutSubviews(Self.size(320, 100)))
    #expect(first.first == .installHeight(260, .almostRequired))
    // The prediction row appears: still upright, but with another height.
    told.systemHeight = 253
    let row = controller.handle(.environmentChanged(told))
    #expect(row == [.updateHeight(297)] && controller.systemHeight == 253)
    // A height reported later has priority over a measured one.
    var measured = KeyboardHeightController(
      policy: .systemPlus(44), environment: Self.phone, strategy: .belowRequired)
    _ = run(&measured, [.viewDidAppear, .viewDidLayoutSubviews(Self.size(320, 216))])
    #expect(measured.installedHeight == 260)
    let later = measured.handle(.environmentChanged(told))
    #expect(later == [.updateHeight(297)])
  }

  @Test func aHeightOfTheAppsOwnIsNotTakenForTheSystems() {
    var controller = KeyboardHeightController(
      policy: .fixed(250), environment: Self.phone, strategy: .belowRequired)
    _ = run(&controller, [.viewDidAppear, .viewDidLayoutSubviews(Self.size(320, 216))])
    controller.policy = .systemPlus(44)
    let effects = run(
      &controller,
      [
        .viewDidLayoutSubviews(Self.size(320, 250)), .viewDidLayoutSubviews(Self.size(320, 216)),
      ])
    #expect(
      effects == [
        [.removeHeight, .relayout(Self.size(320, 250))],
        [.installHeight(260, .almostRequired), .relayout(Self.size(320, 216))],
      ])
  }

  @Test func aSmallKeyboardIsMeasuredOnceItHasAppeared() {
    let ipad = KeyboardEnvironment(screenSize: Self.size(768, 1024))
    var controller = KeyboardHeightController(
      policy: .systemPlus(44), environment: ipad, strategy: .belowRequired)
    let effects = run(
      &controller,
      [
        .viewDidLayoutSubviews(Self.size(320, 254)), .viewDidAppear,
        .viewDidLayoutSubviews(Self.size(320, 254)),
      ])
    #expect(
      effects == [
        [.relayout(Self.size(320, 254))], [.installSubviewConstraints, .layOutAgain],
        [.installHeight(298, .almostRequired)],
      ])
  }

  @Test func aFirstSizeByLayoutInstalls() {
    for strategy in KeyboardHeightController.Strategy.allCases {
      var controller = KeyboardHeightController(
        policy: .fixed(250), environment: Self.phone, strategy: strategy)
      let effects = run(
        &controller,
        [
          .updateViewConstraints(.zero), .viewWillAppear(hasSuperview: true),
          .viewDidLayoutSubviews(Self.size(320, 216)), .viewDidAppear,
        ])
      let installs = effects.map { $0.contains(.installHeight(250, strategy.heightPriority)) }
      #expect(installs == [false, false, true, false])
    }
    // Also if the change is reported by updateViewConstraints alone.
    var controller = KeyboardHeightController(
      policy: .fixed(250), environment: Self.phone, strategy: .belowRequired)
    let late = run(
      &controller, [.viewDidAppear, .updateViewConstraints(Self.size(320, 216))])
    #expect(late == [[.installSubviewConstraints], [.installHeight(250, .almostRequired)]])
  }

  @Test func aFirstShowingInLandscapeNeverHasPortraitsHeight() {
    for policy in [
      KeyboardHeightPolicy.perOrientation(portrait: 260, landscape: 160), .screenFraction(0.5),
      .perVerticalSizeClass(compact: 160, regular: 260), .systemPlus(-2),
    ] {
      var controller = KeyboardHeightController(
        policy: policy, environment: Self.nowhere, strategy: .belowRequired)
      var landscape = Self.turned
      landscape.verticalSizeClass = .compact
      let effects = run(
        &controller,
        [
          // The host lays out upright before it turns the view.
          .updateViewConstraints(Self.size(320, 216)), .viewDidLayoutSubviews(Self.size(320, 216)),
          .viewWillAppear(hasSuperview: true), .environmentChanged(landscape),
          .viewDidLayoutSubviews(Self.size(320, 216)),
          .viewDidLayoutSubviews(Self.size(568, 162)), .viewDidAppear,
          .viewDidLayoutSubviews(Self.size(568, 162)),
        ]
      ).flatMap { $0 }
      let heights = effects.compactMap {
        switch $0 {
        case .installHeight(let height, _), .updateHeight(let height): height
        default: nil
        }
      }
      #expect(heights == [160], "\(policy)")
    }
  }

  @Test func theSystemsPolicyTakesTheConstraintAway() {
    for strategy in KeyboardHeightController.Strategy.allCases {
      var controller = KeyboardHeightController(
        policy: .fixed(250), environment: Self.phone, strategy: strategy)
      _ = run(
        &controller,
        [.viewWillAppear(hasSuperview: true), .updateViewConstraints(Self.size(320, 216))])
      controller.policy = .system
      let removal = run(
        &controller,
        [.updateViewConstraints(Self.size(320, 250)), .updateViewConstraints(Self.size(320, 216))])
      #expect(
        removal == [strategy == .ownEdges ? [.removeHeight, .unpinEdges] : [.removeHeight], []])
      controller.policy = .fixed(250)
      let again = controller.handle(.updateViewConstraints(Self.size(320, 216)))
      #expect(again.last == .installHeight(250, strategy.heightPriority))
      #expect(again.count == (strategy == .ownEdges ? 2 : 1))
    }
  }

  @Test func subviewsThatSetTheHeightNeedTheEdgesAndNothingElse() {
    var controller = KeyboardHeightController(policy: .subviews, environment: Self.phone)
    let effects = run(
      &controller,
      [
        .viewWillAppear(hasSuperview: true), .updateViewConstraints(Self.size(320, 216)),
        .viewDidLayoutSubviews(Self.size(320, 300)), .environmentChanged(Self.turned),
      ])
    #expect(
      effects == [
        [.installSubviewConstraints, .pinEdges], [], [.relayout(Self.size(320, 300))], [],
      ])
    controller.policy = .fixed(250)
    _ = controller.handle(.updateViewConstraints(Self.size(320, 300)))
    controller.policy = .subviews
    let left = controller.handle(.updateViewConstraints(Self.size(320, 250)))
    #expect(left == [.removeHeight])
    // The system's policy pins nothing, so only the mask holds the height.
    var system = KeyboardHeightController(policy: .system, environment: Self.phone)
    let none = system.handle(.viewWillAppear(hasSuperview: true))
    #expect(none == [.installSubviewConstraints])
  }

  @Test func aBarThatComesAndGoesRelaysTheKeysInTheSameRoot() {
    var controller = KeyboardHeightController(
      policy: .fixed(260), environment: Self.phone, strategy: .belowRequired)
    let effects = run(
      &controller,
      [
        .viewDidLayoutSubviews(Self.size(320, 260)), .barChanged(height: 44),
        .viewDidLayoutSubviews(Self.size(320, 260)), .barChanged(height: 44),
        .barChanged(height: 0), .barChanged(height: 300),
        .viewDidLayoutSubviews(Self.size(320, 400)),
      ])
    #expect(
      effects == [
        [.installHeight(260, .almostRequired), .relayout(Self.size(320, 260))],
        [.relayout(Self.size(320, 216))], [], [], [.relayout(Self.size(320, 260))], [],
        [.relayout(Self.size(320, 100))],
      ])
    #expect(controller.barHeight == 300)
  }
}
