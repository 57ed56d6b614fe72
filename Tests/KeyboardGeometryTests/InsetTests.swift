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
    let all = row.keys + row.prediction
    let list = TestScrollView(row.screen, automaticBottom: row.safe)
    let before = list.insets
    #expect(list.handle(.willShow, row.docked(all)))
    #expect(
      list.insets.content == KeyboardInsets(top: 64, left: 3, bottom: all - row.safe, right: 5))
    #expect(
      list.insets.indicator == KeyboardInsets(top: 60, left: 0, bottom: all - row.safe, right: 2))
    #expect(!list.handle(.didShow, row.docked(all)))
    #expect(list.handle(.willChangeFrame, row.docked(row.keys)))
    #expect(list.insets.content.bottom == row.keys - row.safe)
    #expect(list.handle(.willHide, row.screen.offset(y: row.height)))
    #expect(list.insets == before)
    #expect(!list.handle(.didHide, row.screen.offset(y: row.height)))
    #expect(list.adjuster.original == nil && list.adjuster.applied == nil)
  }

  @Test func contentAndIndicatorAreAnimatedAsTheKeyboard() {
    let list = TestScrollView(Self.screen)
    let animation = KeyboardAnimation(duration: 0.4, curve: .keyboard)
    let change = list.adjuster.handle(
      KeyboardFrameTransition(
        event: .willShow, beginFrame: Self.down, endFrame: Self.up, animation: animation),
      view: list.view, screen: Self.screen, current: list.insets)
    #expect(change?.animation == animation)
    list.insets = change?.insets ?? .zero
    let back = list.adjuster.handle(
      KeyboardFrameTransition(
        event: .willHide, beginFrame: Self.up, endFrame: Self.down, animation: animation),
      view: list.view, screen: Self.screen, current: list.insets)
    #expect(back?.animation == animation)
  }

  @Test(
    "the app's bottom inset of 50 is joined with the keyboard's 216",
    arguments: [
      (KeyboardInsetAdjuster.Join.replace, 216.0), (.max, 216), (.add, 266),
    ])
  func joins(join: KeyboardInsetAdjuster.Join, expected: Double) {
    let list = TestScrollView(
      Self.screen, bottom: 50, adjuster: KeyboardInsetAdjuster(join: join))
    list.handle(.willShow, Self.up)
    #expect(list.insets.content.bottom == expected)
    list.handle(.willHide, Self.down)
    #expect(list.insets.content.bottom == 50)
  }

  @Test func theLargerInsetWins() {
    let list = TestScrollView(Self.screen, bottom: 300)
    #expect(!list.handle(.willShow, Self.up))
    #expect(list.insets.content.bottom == 300 && list.adjuster.original == list.insets)
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

  @Test func restoringWithoutANotification() {
    let list = TestScrollView(Self.screen, bottom: 10)
    let before = list.insets
    let early = list.adjuster.restore(current: list.insets)
    #expect(early == nil)
    list.handle(.willShow, Self.up)
    let change = list.adjuster.restore(current: list.insets)
    #expect(change?.insets == before && change?.animation == KeyboardAnimation.none)
    let again = list.adjuster.restore(current: before)
    #expect(again == nil)
  }
}
