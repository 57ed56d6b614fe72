import EditorTestSupport
import KeyboardGeometry
import Testing

/// A scroll view for tests that applies every request of the adjuster. It is a class because
/// `#expect` passes its operands on as constants.
final class TestScrollView {
  var insets: ScrollInsets
  var adjuster = KeyboardInsetAdjuster()
  var view: CoordinateSpace
  var screen: LayoutRect
  var automaticBottom = 0.0
  var slideOverWindow: LayoutRect?
  var changes = 0

  init(
    _ screen: LayoutRect, bottom: Double = 0, adjuster: KeyboardInsetAdjuster = .init(),
    automaticBottom: Double = 0
  ) {
    self.screen = screen
    view = fullScreen(screen)
    let margins = KeyboardInsets(top: 64, left: 3, bottom: bottom, right: 5)
    insets = ScrollInsets(
      content: margins, indicator: KeyboardInsets(top: 60, left: 0, bottom: bottom, right: 2))
    self.adjuster = adjuster
    self.automaticBottom = automaticBottom
  }

  /// Returns the bottom insets after a transition, and whether they had to be set.
  @discardableResult
  func handle(
    _ event: KeyboardFrameTransition.Event, _ end: LayoutRect, isLocal: Bool = true
  ) -> Bool {
    let change = adjuster.handle(
      transition(event, to: end, isLocal: isLocal), view: view, screen: screen, current: insets,
      automaticBottom: automaticBottom, slideOverWindow: slideOverWindow)
    guard let change else { return false }
    insets = change.insets
    changes += 1
    return true
  }
}

@Suite struct InsetTests {
  static let screen = rect(0, 0, 320, 568)
  static let up = rect(0, 352, 320, 216)
  static let higher = rect(0, 315, 320, 253)
  static let down = rect(0, 568, 320, 216)

  @Test("the insets follow show, shown, prediction off, hide and hidden", arguments: Devices.all)
  func aWholeAppearance(row: DeviceRow) {
    let up = row.docked(row.keys + row.prediction + 44)
    let lower = row.docked(row.keys + 44)
    let down = row.docked(0)
    let stages: [(KeyboardFrameTransition.Event, LayoutRect, KeyboardTracker.Happening?)] = [
      (.willShow, up, .appeared), (.didShow, up, nil), (.willChangeFrame, lower, .resized),
      (.willHide, down, .disappeared), (.didHide, down, nil),
    ]
    let own = TestScrollView(row.screen, bottom: 12).insets
    var driver = KeyboardDriver()
    var insets = own
    for (event, frame, happening) in stages {
      var wanted = own
      if !event.isHide {
        wanted.content.bottom = frame.height - row.safe
        wanted.indicator.bottom = frame.height - row.safe
      }
      let transition = transition(event, to: frame)
      let effects = driver.handle(
        transition,
        in: .init(view: fullScreen(row.screen), screen: row.screen, automaticBottom: row.safe),
        insets: insets)
      let change = KeyboardInsetAdjuster.Change(insets: wanted, animation: transition.animation)
      #expect(
        effects == (wanted == insets ? [] : [.insets(change)])
          + (happening.map { [.happened($0)] } ?? []))
      #expect(driver.tracker.posture == (event.isHide ? .hidden : .docked))
      insets = wanted
    }
    #expect(driver.adjuster.original == nil && driver.adjuster.applied == nil)
  }

  @Test(arguments: [0, 3, 7, 12])
  func contentAndIndicatorAreAnimatedAsTheKeyboard(curve: Int) {
    let list = TestScrollView(Self.screen)
    let animation = KeyboardAnimation(duration: 0.4, curve: .init(rawValue: curve))
    for (event, end) in [(KeyboardFrameTransition.Event.willShow, Self.up), (.willHide, Self.down)]
    {
      let change = list.adjuster.handle(
        KeyboardFrameTransition(
          event: event, beginFrame: .zero, endFrame: end, animation: animation),
        view: list.view, screen: Self.screen, current: list.insets)
      #expect(change?.animation == animation)
      list.insets = change?.insets ?? .zero
    }
  }

  @Test(
    "the app's own bottom inset is joined with the keyboard's 216",
    arguments: [
      (KeyboardInsetAdjuster.Join.replace, 50.0, 216.0), (.max, 50, 216), (.add, 50, 266),
      (.max, 300, 300),
    ])
  func joins(join: KeyboardInsetAdjuster.Join, own: Double, expected: Double) {
    let list = TestScrollView(
      Self.screen, bottom: own, adjuster: KeyboardInsetAdjuster(join: join))
    let before = list.insets
    #expect(list.handle(.willShow, Self.up) == (own != expected))
    #expect(list.insets.content.bottom == expected && list.adjuster.original == before)
    list.handle(.willHide, Self.down)
    #expect(list.insets == before)
  }

  @Test func severalShowsInARowAreComputedFromTheOriginal() {
    let list = TestScrollView(
      Self.screen, bottom: 10, adjuster: KeyboardInsetAdjuster(join: .add))
    let before = list.insets
    #expect(!list.handle(.willShow, rect(0, 568, 320, 0)))
    #expect(list.handle(.willShow, Self.up))
    #expect(list.handle(.willShow, Self.higher))
    #expect(list.insets.content.bottom == 263)
    #expect(!list.handle(.willShow, Self.higher))
    #expect(list.handle(.willShow, Self.up))
    #expect(list.insets.content.bottom == 226)
    #expect(list.handle(.willHide, Self.down))
    #expect(list.insets == before)
  }

  @Test func theSafeAreaDoesNotCountTwice() {
    let list = TestScrollView(rect(0, 0, 390, 844), automaticBottom: 34)
    list.handle(.willShow, rect(0, 508, 390, 336))
    #expect(list.insets.content.bottom + 34 == 336)
    // A bar of 20 lies within the safe area, so nothing more is needed.
    list.handle(.willChangeFrame, rect(0, 824, 390, 336))
    #expect(list.insets.content.bottom == 0 && list.adjuster.original == nil)
  }

  @Test func undockingGivesTheInsetsBack() {
    let list = TestScrollView(rect(0, 0, 1024, 768))
    let before = list.insets
    list.handle(.willShow, rect(0, 370, 1024, 398))
    #expect(list.handle(.willHide, rect(0, 768, 1024, 398)))
    #expect(!list.handle(.didChangeFrame, rect(0, 150, 1024, 398)))
    #expect(list.insets == before)
    list.handle(.willShow, rect(0, 370, 1024, 398))
    #expect(list.handle(.willChangeFrame, rect(0, 150, 1024, 398)))
    #expect(list.insets == before)
    list.adjuster.followsUndocked = true
    #expect(list.handle(.willChangeFrame, rect(0, 150, 1024, 398)))
    #expect(list.insets.content.bottom == 618)
  }

  @Test func slideOverReachesTheAdjuster() {
    let list = TestScrollView(rect(0, 0, 1024, 768))
    list.view = CoordinateSpace(frameInScreen: rect(20, 20, 320, 728))
    #expect(!list.handle(.willShow, rect(0, 448, 1024, 300)))
    list.slideOverWindow = list.view.frameInScreen
    #expect(list.handle(.willShow, rect(0, 448, 1024, 300)))
    #expect(list.insets.content.bottom == 300)
  }

  @Test func anotherAppsKeyboard() {
    let open = TestScrollView(Self.screen)
    #expect(open.handle(.willShow, Self.up, isLocal: false))
    let list = TestScrollView(
      Self.screen, adjuster: KeyboardInsetAdjuster(ignoresNonLocal: true))
    #expect(!list.handle(.willShow, Self.up, isLocal: false))
    #expect(list.handle(.willShow, Self.up))
    #expect(!list.handle(.willChangeFrame, Self.higher, isLocal: false))
    #expect(list.handle(.willHide, Self.down, isLocal: false))
    #expect(list.insets.content.bottom == 0)
  }

  @Test func framesWithoutSizeWhileDragging() {
    let list = TestScrollView(Self.screen)
    list.handle(.willShow, Self.up)
    #expect(!list.handle(.willChangeFrame, .zero))
    #expect(!list.handle(.willChangeFrame, rect(9.9e-32, -64, 0, 0)))
    #expect(list.insets.content.bottom == 216)
    #expect(list.handle(.willHide, .zero))
    #expect(list.insets.content.bottom == 0)
  }

  @Test func whatTheAppSetsMeanwhileIsAdopted() {
    let list = TestScrollView(Self.screen, bottom: 10)
    list.handle(.willShow, Self.up)
    list.insets.content.top = 100
    #expect(!list.handle(.didShow, Self.up))
    list.insets.content.bottom = 20
    list.insets.indicator.right = 9
    #expect(list.handle(.willChangeFrame, Self.up))
    #expect(list.insets.content == KeyboardInsets(top: 100, left: 3, bottom: 216, right: 5))
    list.handle(.willHide, Self.down)
    #expect(list.insets.content == KeyboardInsets(top: 100, left: 3, bottom: 20, right: 5))
    #expect(list.insets.indicator == KeyboardInsets(top: 60, left: 0, bottom: 10, right: 9))
  }

  @Test func whatTheAppSetsMeanwhileIsIgnored() {
    let list = TestScrollView(
      Self.screen, bottom: 10, adjuster: KeyboardInsetAdjuster(foreignChange: .ignore))
    let before = list.insets
    list.handle(.willShow, Self.up)
    list.insets.content = KeyboardInsets(top: 100, left: 3, bottom: 20, right: 5)
    #expect(list.handle(.didShow, Self.up))
    #expect(list.insets.content == KeyboardInsets(top: 64, left: 3, bottom: 216, right: 5))
    list.insets.content.left = 70
    list.handle(.willHide, Self.down)
    #expect(list.insets == before)
  }
}
