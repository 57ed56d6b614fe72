import KeyboardGeometry
import Testing

/// Checks that coverage, guide and tracker agree, also if a view moves under a resting keyboard.
@Suite struct PlacementTests {
  @Test func slideOverIsOnePlacementForAll() {
    let screen = rect(0, 0, 1024, 768)
    let window = rect(20, 20, 320, 728)
    let keyboard = rect(20, 448, 1024, 300)
    let view = fullScreen(screen).child(frame: window)
    let coverage = KeyboardCoverage.of(
      keyboard: keyboard, in: view, screen: screen, slideOverWindow: window)
    #expect(coverage.posture == .docked && coverage.intersection == rect(0, 428, 320, 300))
    #expect(coverage.coveredHeight == 300 && coverage.bottomObstruction == 300)
    let guide = KeyboardGuide().frame(
      keyboard: keyboard, in: view, screen: screen, slideOverWindow: window)
    #expect(guide == rect(0, 428, 320, 300))
    var tracker = KeyboardTracker()
    let happening = tracker.handle(
      transition(.willShow, to: keyboard), screen: screen, slideOverWindow: window)
    #expect(happening == .appeared && tracker.posture == .docked)
    #expect(
      KeyboardPosture.of(frame: keyboard, screen: screen, slideOverWindow: window) == .docked)
    // Without the window's frame, all of them regard it as undocked.
    #expect(KeyboardPosture.of(frame: keyboard, screen: screen) == .undocked)
    #expect(KeyboardCoverage.of(keyboard: keyboard, in: view, screen: screen) == .none(.undocked))
    #expect(
      KeyboardGuide().frame(keyboard: keyboard, in: view, screen: screen) == rect(0, 728, 320, 0))
  }

  /// Returns a list for tests, under a keyboard.
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
    // The view moves down again, under the keyboard, which has not moved.
    list.view = fullScreen(list.screen)
    #expect(move(list) && list.insets.content.bottom == 216)
    #expect(list.handle(.willHide, InsetTests.down) && list.insets.content.bottom == 10)
    #expect(!move(list))
  }

  @Test func aViewThatTurnsIsRecomputedOnItsCall() {
    let list = list()
    list.screen = rect(0, 0, 568, 320)
    list.view = fullScreen(list.screen)
    // Until the keyboard reports its new frame, the old one is below the turned screen.
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
    let list = TestScrollView(InsetTests.screen, bottom: 10)
    let before = list.insets
    let early = list.adjuster.restore(current: before)
    #expect(early == nil)
    list.handle(.willShow, InsetTests.up)
    let change = list.adjuster.restore(current: list.insets)
    #expect(change == .init(insets: before, animation: .none))
    let again = list.adjuster.restore(current: before)
    list.insets = before
    #expect(again == nil && !move(list))
  }

  @Test func aRowRestsOnTheKeyboardOrAboveIt() {
    let layout = TestDrag().layout
    #expect(layout.isAtRest(contentOffsetY: 1_800) && layout.isAtRest(contentOffsetY: 1_900))
    #expect(layout.isAtRest(contentOffsetY: 1_799.5))
    #expect(!layout.isAtRest(contentOffsetY: 1_799))
    // A new list with few rows stays at its top: its rows can rest below a bar of 50 but not of 49.
    var short = layout
    short.rowMaxYInContent = 150
    #expect(!short.canRest)
    short.topInset = 50
    #expect(short.canRest && short.isAtRest(contentOffsetY: -50))
    short.topInset = 49
    #expect(!short.canRest && !short.isAtRest(contentOffsetY: 0))
  }
}
