import KeyboardGeometry
import Testing

/// Values at the edge between two results, each for a fault that other tests miss.
@Suite struct EdgeTests {
  static let screen = rect(0, 0, 1024, 768)
  static let phone = rect(0, 0, 320, 568)

  @Test func aShareOfHalfAPointIsAShare() {
    let list = TestScrollView(Self.phone)
    list.automaticBottom = 215.5
    #expect(list.handle(.willShow, rect(0, 352, 320, 216)))
    #expect(list.insets.content.bottom == 0.5)
    #expect(list.handle(.willHide, rect(0, 568, 320, 216)) && list.insets.content.bottom == 0)
  }

  @Test func theCurveOfTheTransitionIsTheCurveOfTheChange() {
    let adjuster = KeyboardInsetAdjuster()
    for curve in [0, 3, 7, 12] {
      var adjuster = adjuster
      let animation = KeyboardAnimation(duration: 0.3, curve: .init(rawValue: curve))
      let change = adjuster.handle(
        KeyboardFrameTransition(
          event: .willShow, beginFrame: .zero, endFrame: rect(0, 352, 320, 216),
          animation: animation), view: fullScreen(Self.phone), screen: Self.phone, current: .zero)
      #expect(change?.animation == animation)
    }
  }

  @Test func aHideThatHasHappenedGivesBackToo() {
    let list = TestScrollView(Self.phone, bottom: 30)
    list.handle(.willShow, rect(0, 352, 320, 216))
    // The frame of a keyboard that seems to be still visible.
    #expect(list.handle(.didHide, rect(0, 352, 320, 216)))
    #expect(list.insets.content.bottom == 30 && list.adjuster.original == nil)
    #expect(list.adjuster.keyboard == nil)
  }

  @Test func exactlyHalfAPointIsVisibleAndMeansSomething() {
    #expect(KeyboardPosture.of(frame: rect(0, 767.5, 1024, 0.5), screen: Self.screen) == .docked)
    #expect(KeyboardPosture.of(frame: rect(0, 767.5, 0.5, 0.5), screen: Self.screen) == .floating)
    #expect(!transition(.willChangeFrame, to: rect(0, 0, 0.5, 0.5)).isMeaningless)
    #expect(transition(.willChangeFrame, to: rect(0, 0, 0.5, 0.49)).isMeaningless)
    #expect(transition(.willChangeFrame, to: rect(0, 0, 0.49, 0.5)).isMeaningless)
    #expect(transition(.willChangeFrame, to: rect(0, 0, 0.49, 0.49)).isMeaningless)
  }

  @Test func aSmallKeyboardThatReachesBelowTheScreenFloats() {
    #expect(KeyboardPosture.of(frame: rect(700, 600, 320, 254), screen: Self.screen) == .floating)
    #expect(KeyboardPosture.of(frame: rect(700, 514, 320, 254), screen: Self.screen) == .floating)
  }

  @Test func aScreenThatIsNotAtTheOrigin() {
    // An external display, placed below and beside the first.
    let second = rect(1_024, 200, 800, 600)
    #expect(KeyboardPosture.of(frame: rect(1_024, 500, 800, 300), screen: second) == .docked)
    #expect(KeyboardPosture.of(frame: rect(1_024, 300, 800, 300), screen: second) == .undocked)
    #expect(KeyboardPosture.of(frame: rect(1_024, 745, 800, 300), screen: second) == .accessoryOnly)
    #expect(
      KeyboardPosture.slideOverShift(
        frame: rect(1_024, 480, 800, 300), screen: second, window: rect(1_024, 200, 320, 580)) == 20
    )
  }

  @Test func slideOverFramesMayBeHalfAPointOff() {
    let window = rect(20, 20, 320, 728)
    for off in [-1.0, -0.5, 0.5, 1] {
      #expect(
        KeyboardPosture.slideOverShift(
          frame: rect(20, 448 + off, 1024, 300), screen: Self.screen, window: window) == 20)
    }
    #expect(
      KeyboardPosture.slideOverShift(
        frame: rect(20, 449.5, 1024, 300), screen: Self.screen, window: window) == 0)
  }

  @Test func aFollowedKeyboardBesideTheViewCoversNothing() {
    let left = fullScreen(Self.screen).child(frame: rect(0, 0, 512, 768))
    let floating = rect(600, 400, 320, 254)
    let coverage = KeyboardCoverage.of(
      keyboard: floating, in: left, screen: Self.screen, followsUndocked: true)
    #expect(coverage == .none(.floating))
    #expect(
      KeyboardGuide(followsUndocked: true).frame(
        keyboard: floating, in: left, screen: Self.screen, safeAreaBottom: 20)
        == rect(0, 748, 512, 20))
  }

  @Test func heightsAboveNothingAreAskedFor() {
    func controller(_ policy: KeyboardHeightPolicy) -> KeyboardHeightController {
      KeyboardHeightController(
        policy: policy, environment: HeightControllerTests.portrait, strategy: .belowRequired)
    }
    var low = controller(.fixed(0.5))
    let installed = low.handle(.updateViewConstraints(HeightControllerTests.size))
    #expect(installed == [.installHeight(0.5, .almostRequired)])
    var changing = controller(.fixed(250))
    _ = changing.handle(.updateViewConstraints(HeightControllerTests.size))
    changing.policy = .fixed(250.5)
    let changed = changing.handle(.updateViewConstraints(HeightControllerTests.size))
    #expect(changed == [.updateHeight(250.5)])
  }

  @Test func subviewsAreConstrainedAtTheFirstAppearanceEvenWithoutASize() {
    var controller = KeyboardHeightController(
      policy: .fixed(250), environment: HeightControllerTests.portrait)
    let first = controller.handle(.viewWillAppear(hasSuperview: false))
    let second = controller.handle(.viewDidAppear)
    #expect(first == [.installSubviewConstraints] && second == [])
    var late = KeyboardHeightController(
      policy: .fixed(250), environment: HeightControllerTests.portrait)
    let only = late.handle(.viewDidAppear)
    #expect(only == [.installSubviewConstraints])
  }

  @Test func theBrokenConstraintStandsFirstInTheMessage() {
    let kept = RootConstraint(id: "host", attribute: .height, constant: 216, origin: .encapsulated)
    let broken = RootConstraint(id: "mine", attribute: .height, constant: 250)
    let lines = ConstraintConflict(kept: kept, broken: broken).message.split(separator: "\n")
    let mine = lines.firstIndex { $0.contains("'mine'") }
    let host = lines.firstIndex { $0.contains("Encapsulated") }
    #expect(mine == 3 && host == 4 && lines.last?.contains("'mine'") == true)
  }

  @Test func theCropIsWhatCanBeSeenOfTheKeyboard() {
    // The container begins 40 right of the screen's edge; the keyboard exceeds it on two sides.
    var machine = InteractiveDismissal()
    let layout = InteractiveDismissal.Layout(
      restFrame: rect(-60, 200, 480, 300), containerBottom: 416, rowMaxYInContent: 2_000, listTop: 0
    )
    _ = machine.begin(layout)
    let step = machine.didScroll(
      toContentOffsetY: 1_790, screenFrame: rect(-40, -64, 320, 480))
    #expect(step?.effects.first == .captureSnapshot(crop: rect(0, 264, 320, 216)))
    var inside = InteractiveDismissal()
    _ = inside.begin(TestDrag().layout)
    let moved = inside.didScroll(toContentOffsetY: 1_790, screenFrame: rect(-40, -64, 400, 480))
    #expect(moved?.effects.first == .captureSnapshot(crop: rect(40, 264, 320, 216)))
  }

  @Test func aKeyboardThrownFromItsRestGoes() {
    let drag = TestDrag()
    drag.begin()
    drag.scroll(10)
    let back = drag.scroll(0)
    #expect(back?.progress == 0 && drag.machine.phase == .tracking)
    #expect(drag.release(500) == [.scroll(toY: 1_584)])
    #expect(drag.machine.phase == .settling(.dismissed))
  }

  @Test func aTallFieldBesideASmallLabelIsOneRow() {
    let order = FieldOrder<String>(
      [
        .init(id: "note", frame: rect(120, 0, 200, 300)),
        .init(id: "label", frame: rect(0, 20, 100, 20)),
        .init(id: "next", frame: rect(0, 320, 100, 20)),
      ], arrangement: .readingLeftToRight)
    #expect(order.fields.map(\.id) == ["label", "note", "next"])
    // The small field and its middle are higher, but the tall one's middle is below it.
    let lower = FieldOrder<String>(
      [
        .init(id: "tall", frame: rect(0, 10, 100, 300)),
        .init(id: "small", frame: rect(120, 0, 100, 30)),
      ], arrangement: .readingLeftToRight)
    #expect(lower.fields.map(\.id) == ["tall", "small"])
  }

  @Test func rightToLeftGoesByTheRightEdges() {
    // One field covers the left part of the other; their left edges would give another order.
    let order = FieldOrder<String>(
      [
        .init(id: "wide", frame: rect(0, 0, 300, 30)),
        .init(id: "narrow", frame: rect(50, 0, 100, 30)),
      ], arrangement: .readingRightToLeft)
    #expect(order.fields.map(\.id) == ["wide", "narrow"])
  }
}
