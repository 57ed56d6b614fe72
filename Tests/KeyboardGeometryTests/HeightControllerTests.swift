import EditorTestSupport
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
          [], [.installSubviewConstraints], [.installHeight(284, .almostRequired)],
          [.relayout(320, 216)], [], [], [.updateHeight(160)], [], [.relayout(568, 160)], [], [],
          [],
        ])
  }

  @Test func ownEdgesArePinnedBeforeTheHeightIsRequired() {
    #expect(
      TestKeyboard(.fixed(250), .ownEdges).send(
        .update(320, 216), .viewWillAppear(hasSuperview: false), .willAppear, .willAppear,
        .update(320, 216))
        == [[], [.installSubviewConstraints], [.pinEdges, .installHeight(250, .required)], [], []])
  }

  @Test func belowRequiredPinsNothing() {
    #expect(
      TestKeyboard(.fixed(250)).send(.willAppear, .update(320, 216))
        == [[.installSubviewConstraints], [.installHeight(250, .almostRequired)]])
    #expect(KeyboardHeightController.Strategy.ownEdges.heightPriority == .required)
    #expect(KeyboardHeightController.Strategy.belowRequired.heightPriority.rawValue == 999)
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
        == [[.installHeight(250, .almostRequired)], [], [], [.updateHeight(200)]])
  }

  @Test(
    "a height that is none, or the system's, is not asked for",
    arguments: [
      KeyboardHeightPolicy.system, .fixed(0), .fixed(-3), .fixed(.nan), .fixed(.infinity),
    ])
  func heightsThatAreNoneAreNotAskedFor(policy: KeyboardHeightPolicy) {
    #expect(TestKeyboard(policy).send(.update(320, 216)) == [[]])
  }

  @Test func heightsAboveNothingAreAskedFor() {
    let keyboard = TestKeyboard(.fixed(0.5))
    #expect(keyboard.send(.update(320, 216)) == [[.installHeight(0.5, .almostRequired)]])
    keyboard.controller.policy = .fixed(1)
    #expect(keyboard.send(.update(320, 216)) == [[.updateHeight(1)]])
  }

  @Test func subviewsAreConstrainedAtTheFirstAppearanceEvenWithoutASize() {
    #expect(
      TestKeyboard(.fixed(250), .ownEdges).send(
        .viewWillAppear(hasSuperview: false), .viewDidAppear)
        == [[.installSubviewConstraints], []])
    #expect(
      TestKeyboard(.fixed(250), .ownEdges).send(.viewDidAppear) == [[.installSubviewConstraints]])
  }

  @Test func splitViewChangesTheWidthAlone() {
    #expect(
      TestKeyboard(.system, .ownEdges).send(.layout(768, 313), .layout(507, 313))
        == [[.relayout(768, 313)], [.relayout(507, 313)]])
  }

  @Test func aViewOutOfItsWindowKeepsItsHeight() {
    // Outside the window the screen is unknown; afterwards it is the same screen.
    for policy in [
      KeyboardHeightPolicy.screenFraction(0.5), .perOrientation(portrait: 250, landscape: 200),
      .systemPlus(44),
    ] {
      var inside = TestKeyboard.portrait
      inside.systemHeight = 216
      var outside = inside
      outside.screenSize = .zero
      let keyboard = TestKeyboard(policy, in: inside)
      keyboard.send(.update(320, 216))
      let height = keyboard.controller.installedHeight
      #expect(height != nil)
      #expect(keyboard.send(.environmentChanged(outside)) == [[]])
      #expect(keyboard.controller.installedHeight == height)
      #expect(keyboard.send(.environmentChanged(inside)) == [[]])
      #expect(keyboard.controller.environment == inside)
    }
    // A height that was measured on that screen is kept too.
    let measured = TestKeyboard(.systemPlus(44))
    measured.send(.viewDidAppear, .layout(320, 216))
    #expect(measured.controller.installedHeight == 260)
    #expect(measured.send(.environmentChanged(TestKeyboard.nowhere)) == [[]])
    #expect(measured.controller.installedHeight == 260)
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
      let effects = (order + order + order).flatMap { keyboard.controller.handle($0) }
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
