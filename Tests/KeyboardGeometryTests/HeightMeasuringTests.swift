import KeyboardGeometry
import Testing

/// The rows of a bar on an inherited height, first showings and changes of policy.
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

  @Test func theSystemsHeightIsMeasuredBeforeABarIsAdded() {
    var controller = KeyboardHeightController(
      policy: .systemPlus(44), environment: Self.phone, strategy: .belowRequired)
    let effects = run(
      &controller,
      [
        .updateViewConstraints(.zero), .updateViewConstraints(Self.size(320, 216)),
        .viewWillAppear(hasSuperview: true),
        .viewDidLayoutSubviews(Self.size(320, 216)), .viewDidAppear,
        .viewDidLayoutSubviews(Self.size(320, 260)),
      ])
    #expect(
      effects == [
        [], [], [], [.installHeight(260, .almostRequired), .relayout(Self.size(320, 216))],
        [.installSubviewConstraints], [.relayout(Self.size(320, 260))],
      ])
    #expect(controller.systemHeight == 216 && controller.installedHeight == 260)
  }

  @Test func aTurnMeasuresAgainAndATurnBackDoesNot() {
    var controller = KeyboardHeightController(
      policy: .systemPlus(44), environment: Self.phone, strategy: .belowRequired)
    _ = run(&controller, [.viewDidLayoutSubviews(Self.size(320, 216)), .viewDidAppear])
    let effects = run(
      &controller,
      [
        .viewDidLayoutSubviews(Self.size(320, 260)), .environmentChanged(Self.turned),
        // The old frame comes once more before the new one.
        .viewDidLayoutSubviews(Self.size(320, 260)), .viewDidLayoutSubviews(Self.size(568, 162)),
        .viewDidLayoutSubviews(Self.size(568, 206)), .environmentChanged(Self.phone),
      ])
    #expect(
      effects == [
        [.relayout(Self.size(320, 260))], [.removeHeight], [],
        [.installHeight(206, .almostRequired), .relayout(Self.size(568, 162))],
        [.relayout(Self.size(568, 206))], [.updateHeight(260)],
      ])
  }

  @Test func edgesStayTheHostsWhileItsHeightIsMeasured() {
    var controller = KeyboardHeightController(policy: .systemPlus(44), environment: Self.phone)
    let effects = run(
      &controller,
      [
        .viewWillAppear(hasSuperview: true), .viewDidLayoutSubviews(Self.size(320, 216)),
        .viewDidAppear, .environmentChanged(Self.turned),
        .viewDidLayoutSubviews(Self.size(568, 162)),
      ])
    #expect(
      effects == [
        [],
        [.pinEdges, .installHeight(260, .required), .relayout(Self.size(320, 216))],
        [.installSubviewConstraints], [.removeHeight, .unpinEdges],
        [.pinEdges, .installHeight(206, .required), .relayout(Self.size(568, 162))],
      ])
  }

  @Test func aHeightThatIsToldIsNotMeasured() {
    var told = Self.phone
    told.systemHeight = 216
    var controller = KeyboardHeightController(
      policy: .systemPlus(44), environment: told, strategy: .belowRequired)
    let first = controller.handle(.viewDidLayoutSubviews(Self.size(320, 100)))
    #expect(first.first == .installHeight(260, .almostRequired))
    // The prediction row comes: still upright, another height.
    told.systemHeight = 253
    let row = controller.handle(.environmentChanged(told))
    #expect(row == [.updateHeight(297)] && controller.systemHeight == 253)
    // What is told later counts before what was measured.
    var measured = KeyboardHeightController(
      policy: .systemPlus(44), environment: Self.phone, strategy: .belowRequired)
    _ = measured.handle(.viewDidLayoutSubviews(Self.size(320, 216)))
    let later = measured.handle(.environmentChanged(told))
    #expect(later == [.updateHeight(297)])
  }

  @Test func aHeightOfTheAppsOwnIsNotTakenForTheSystems() {
    var controller = KeyboardHeightController(
      policy: .fixed(250), environment: Self.phone, strategy: .belowRequired)
    _ = controller.handle(.viewDidLayoutSubviews(Self.size(320, 216)))
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
        [.relayout(Self.size(320, 254))], [.installSubviewConstraints],
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
    // And one that comes by updateViewConstraints alone.
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
    #expect(effects == [[.pinEdges], [], [.relayout(Self.size(320, 300))], []])
    controller.policy = .fixed(250)
    _ = controller.handle(.updateViewConstraints(Self.size(320, 300)))
    controller.policy = .subviews
    let left = controller.handle(.updateViewConstraints(Self.size(320, 250)))
    #expect(left == [.removeHeight])
    // The system's policy pins nothing: without the mask nothing would hold the height.
    var system = KeyboardHeightController(policy: .system, environment: Self.phone)
    let none = system.handle(.viewWillAppear(hasSuperview: true))
    #expect(none == [])
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
