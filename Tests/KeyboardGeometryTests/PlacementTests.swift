import KeyboardGeometry
import Testing

/// One placement for coverage, guide and tracker; and views that move under a keyboard that stays.
@Suite struct PlacementTests {
  @Test func slideOverIsOnePlacementForAll() {
    let screen = rect(0, 0, 1024, 768)
    let window = rect(20, 20, 320, 728)
    let keyboard = rect(20, 448, 1024, 300)
    let view = fullScreen(screen).child(frame: window)
    let coverage = KeyboardCoverage.of(
      keyboard: keyboard, in: view, screen: screen, slideOverWindow: window)
    #expect(coverage.posture == .docked && coverage.intersection.minY == 428)
    let guide = KeyboardGuide().frame(
      keyboard: keyboard, in: view, screen: screen, slideOverWindow: window)
    #expect(guide == rect(0, 428, 320, 300))
    var tracker = KeyboardTracker()
    let happening = tracker.handle(
      transition(.willShow, to: keyboard), screen: screen, slideOverWindow: window)
    #expect(happening == .appeared && tracker.posture == .docked)
    #expect(
      KeyboardPosture.of(frame: keyboard, screen: screen, slideOverWindow: window) == .docked)
    // Without the window's word all three take it for undocked.
    #expect(KeyboardPosture.of(frame: keyboard, screen: screen) == .undocked)
    #expect(
      KeyboardGuide().frame(keyboard: keyboard, in: view, screen: screen) == rect(0, 728, 320, 0))
  }

  @Test func aDragToDismissMayBeginInThePadding() {
    let guide = rect(0, 628, 390, 216)
    #expect(KeyboardGuide().dismissPadding == 0)
    #expect(KeyboardGuide().dismissalFrame(guide: guide) == guide)
    #expect(
      KeyboardGuide(dismissPadding: 44).dismissalFrame(guide: guide) == rect(0, 584, 390, 260))
    #expect(KeyboardGuide(dismissPadding: -9).dismissalFrame(guide: guide) == guide)
  }

  /// A list for tests, under a keyboard.
  private func list() -> TestScrollView {
    let list = TestScrollView(InsetTests.screen, bottom: 10)
    list.handle(.willShow, InsetTests.up)
    return list
  }

  private func move(_ list: TestScrollView) -> Bool {
    let change = list.adjuster.viewChanged(
      view: list.view, screen: list.screen, current: list.insets,
      automaticBottom: list.automaticBottom, slideOverWindow: list.slideOverWindow)
    list.insets = change?.insets ?? list.insets
    return change != nil
  }

  @Test func aViewThatMovesIsRecomputedOnItsCall() {
    let list = list()
    #expect(!move(list) && list.insets.content.bottom == 216)
    list.view = fullScreen(list.screen).child(frame: rect(0, 0, 320, 468))
    #expect(move(list) && list.insets.content.bottom == 116)
    list.view = fullScreen(list.screen).child(frame: rect(0, 0, 320, 300))
    #expect(move(list) && list.insets.content.bottom == 10 && list.adjuster.original == nil)
    // Down again, under the keyboard that never moved.
    list.view = fullScreen(list.screen)
    #expect(move(list) && list.insets.content.bottom == 216)
    #expect(list.handle(.willHide, InsetTests.down) && list.insets.content.bottom == 10)
    #expect(!move(list))
  }

  @Test func aViewThatTurnsIsRecomputedOnItsCall() {
    let list = list()
    list.screen = rect(0, 0, 568, 320)
    list.view = fullScreen(list.screen)
    // Until the keyboard reports its new frame, the old one stands below the turned screen.
    #expect(move(list) && list.insets.content.bottom == 10)
    #expect(list.handle(.willChangeFrame, rect(0, 158, 568, 162)))
    #expect(list.insets.content.bottom == 162)
  }

  @Test func withoutAWindowFramesAreKeptAndHidesCount() {
    let list = TestScrollView(InsetTests.screen, bottom: 10)
    func away(_ event: KeyboardFrameTransition.Event, _ frame: LayoutRect) -> Bool {
      let change = list.adjuster.handleWithoutView(
        transition(event, to: frame), current: list.insets)
      list.insets = change?.insets ?? list.insets
      return change != nil
    }
    #expect(!away(.willShow, InsetTests.up) && list.insets.content.bottom == 10)
    #expect(move(list) && list.insets.content.bottom == 216)
    #expect(!away(.willChangeFrame, .zero) && list.adjuster.keyboard == InsetTests.up)
    #expect(away(.didHide, InsetTests.down) && list.insets.content.bottom == 10)
    #expect(list.adjuster.keyboard == nil && !away(.didHide, InsetTests.down))
  }

  @Test func whatIsGivenBackByHandStaysGivenBack() {
    let list = list()
    let change = list.adjuster.restore(current: list.insets)
    list.insets = change?.insets ?? list.insets
    #expect(list.insets.content.bottom == 10 && !move(list))
  }

  @Test func theRowComesToRestWhenTheKeyboardShows() {
    let drag = TestDrag()
    let animation = KeyboardAnimation(duration: 0.3)
    func shown(_ layout: InteractiveDismissal.Layout) -> [InteractiveDismissal.Effect] {
      drag.machine.keyboardShown(layout, animation: animation)
    }
    #expect(shown(drag.layout) == [.animateContentOffset(y: 1_800, animation)])
    // The few rows of a new list stay where they are.
    var short = drag.layout
    short.rowMaxYInContent = 150
    #expect(!short.canRest && shown(short) == [])
    short.topInset = 50
    #expect(short.canRest && shown(short) == [.animateContentOffset(y: -50, animation)])
    short.topInset = 49
    #expect(!short.canRest && !short.isAtRest(contentOffsetY: 0))
    drag.begin()
    #expect(!shown(drag.layout).isEmpty)
    drag.scroll(20)
    #expect(shown(drag.layout) == [])
  }

  @Test func aRowRestsOnTheKeyboardOrAboveIt() {
    let layout = TestDrag().layout
    #expect(layout.isAtRest(contentOffsetY: 1_800) && layout.isAtRest(contentOffsetY: 1_900))
    #expect(layout.isAtRest(contentOffsetY: 1_799.5))
    #expect(!layout.isAtRest(contentOffsetY: 1_799))
  }

  @Test func theListStopsWhereTheFingerLeftIt() {
    let drag = TestDrag()
    #expect(drag.machine.targetContentOffsetY == nil)
    drag.begin()
    drag.scroll(150)
    #expect(drag.machine.targetContentOffsetY == nil)
    _ = drag.release(0)
    #expect(drag.machine.targetContentOffsetY == 1_650)
    _ = drag.finish()
    #expect(drag.machine.targetContentOffsetY == nil)
    // A drag that never took the keyboard leaves the list its own deceleration.
    drag.begin()
    _ = drag.release(-900)
    #expect(drag.machine.targetContentOffsetY == nil)
  }
}
