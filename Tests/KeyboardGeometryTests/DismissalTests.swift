import KeyboardGeometry
import Testing

/// A drag for tests: a class, because `#expect` hands its operands on as constants.
final class TestDrag {
  var machine: InteractiveDismissal
  let layout: InteractiveDismissal.Layout
  var screenFrame = rect(0, -64, 320, 480)

  init(_ configuration: InteractiveDismissal.Configuration = .init()) {
    machine = InteractiveDismissal(configuration: configuration)
    // A list below a bar of 64 in a view of 416; its last row ends 2,000 into the content.
    layout = InteractiveDismissal.Layout(
      restFrame: rect(0, 200, 320, 216), containerBottom: 416, rowMaxYInContent: 2_000, listTop: 0)
  }

  @discardableResult
  func begin(_ standIn: InteractiveDismissal.StandIn = .snapshot) -> [InteractiveDismissal.Effect] {
    machine.begin(layout, standIn: standIn)
  }

  /// Scrolls so that the row's lower edge would stand `below` points below its rest.
  @discardableResult
  func scroll(_ below: Double) -> InteractiveDismissal.Step? {
    machine.didScroll(
      toContentOffsetY: layout.restOffset - below, screenFrame: screenFrame)
  }

  func release(_ velocityY: Double? = nil) -> [InteractiveDismissal.Effect] {
    machine.release(velocityY: velocityY)
  }
  func finish() -> [InteractiveDismissal.Effect] { machine.finish() }
  func abort() -> [InteractiveDismissal.Effect] { machine.abort() }
}

@Suite struct DismissalTests {
  static let settle = KeyboardAnimation(duration: 0.25)

  @Test func thePlaceOfRest() {
    let layout = TestDrag().layout
    #expect(layout.restTop == 200 && layout.restOffset == 1_800)
    #expect(layout.rowBottom(at: 1_800) == 200 && layout.rowBottom(at: 1_750) == 250)
    #expect(layout.contentOffset(forKeyboardTop: 250) == 1_750)
    // What is covered of the list, not the keyboard's height.
    #expect(layout.bottomInset(listHeight: 416) == 216)
    #expect(layout.bottomInset(listHeight: 360) == 160)
    #expect(layout.bottomInset(listHeight: 150) == 0)
    #expect(layout.progress(keyboardTop: 308) == 0.5)
    #expect(layout.progress(keyboardTop: 100) == 0 && layout.progress(keyboardTop: 900) == 1)
    var lower = layout
    lower.listTop = 64
    #expect(lower.restOffset == 1_864 && lower.rowBottom(at: 1_864) == 200)
    #expect(lower.bottomInset(listHeight: 352) == 216)
  }

  @Test func aDragThatDismisses() {
    let drag = TestDrag()
    #expect(drag.begin() == [] && drag.machine.phase == .ready)
    #expect(!drag.machine.swallowsKeyboardNotifications)
    let still = drag.scroll(0)
    #expect(still?.effects == [] && still?.keyboardTop == 200 && drag.machine.phase == .ready)
    let first = drag.scroll(10)
    #expect(
      first?.effects == [
        .captureSnapshot(crop: rect(0, 264, 320, 216)), .installStandIn,
        .resignFirstResponder(animated: false), .moveStandIn(top: 210),
      ])
    #expect(drag.machine.phase == .tracking && drag.machine.swallowsKeyboardNotifications)
    let second = drag.scroll(150)
    #expect(second?.effects == [.moveStandIn(top: 350)])
    #expect(second?.keyboardTop == 350 && second?.rowBottom == 350)
    #expect(second?.contentOffsetY == 1_650)
    #expect(drag.scroll(150)?.effects == [])
    #expect(drag.release() == [.animateStandIn(top: 416, Self.settle)])
    #expect(drag.machine.phase == .settling(.dismissed))
    #expect(drag.machine.swallowsKeyboardNotifications)
    #expect(drag.scroll(30) == nil)
    #expect(drag.finish() == [.removeStandIn, .restoreInsets])
    #expect(drag.machine.phase == .idle && !drag.machine.swallowsKeyboardNotifications)
    #expect(drag.machine.layout == nil && drag.finish() == [])
  }

  @Test func aDragThatIsPulledBack() {
    let drag = TestDrag()
    drag.begin()
    drag.scroll(60)
    let bounced = drag.scroll(-25)
    #expect(bounced?.keyboardTop == 200 && bounced?.rowBottom == 200)
    #expect(bounced?.contentOffsetY == 1_800 && bounced?.progress == 0)
    #expect(bounced?.effects == [.setContentOffset(y: 1_800), .moveStandIn(top: 200)])
    #expect(drag.scroll(-30)?.effects == [.setContentOffset(y: 1_800)])
    #expect(drag.release() == [.animateStandIn(top: 200, Self.settle)])
    #expect(drag.machine.phase == .settling(.restored))
    #expect(drag.finish() == [.becomeFirstResponder(animated: false), .removeStandIn])
  }

  @Test func pushingUpwardsNeverPartsRowAndKeyboard() {
    let drag = TestDrag()
    drag.begin()
    let step = drag.scroll(-40)
    #expect(step?.effects == [.setContentOffset(y: 1_800)] && step?.contentOffsetY == 1_800)
    #expect(drag.machine.phase == .ready)
    #expect(drag.release(-900) == [] && drag.machine.phase == .idle)
  }

  @Test func belowTheContainerTheRowIsStillFollowed() {
    let drag = TestDrag()
    drag.begin()
    let step = drag.scroll(400)
    #expect(step?.keyboardTop == 600 && step?.rowBottom == 600 && step?.progress == 1)
    #expect(drag.release() == [.animateStandIn(top: 600, Self.settle)])
  }

  @Test(
    "released after a part of the way, at a velocity",
    arguments: [
      (0.3, nil, false, true), (0.5, nil, true, true), (0.6, nil, true, true),
      (0.3, 90.0, false, true), (0.3, 101, true, true), (0.6, -101, false, false),
      (0.6, -90, true, false), (0.3, 0, false, true), (0.1, 0, false, false),
      (0.1, 1, false, true), (0.3, 100, false, true), (0.16, nil, false, true),
      (0.14, nil, false, false),
    ] as [(Double, Double?, Bool, Bool)])
  func outcomes(way: Double, velocity: Double?, usual: Bool, windowInsets: Bool) {
    for (configuration, dismisses) in [
      (InteractiveDismissal.Configuration(), usual), (.windowInsets, windowInsets),
    ] {
      let drag = TestDrag(configuration)
      drag.begin()
      drag.scroll(way * 216)
      let effects = drag.release(velocity)
      #expect(effects == [.animateStandIn(top: dismisses ? 416 : 200, Self.settle)])
      #expect(drag.machine.phase == .settling(dismisses ? .dismissed : .restored))
    }
  }

  @Test func velocitiesCanBeLeftOutOfAccount() {
    let drag = TestDrag(.init(velocityThreshold: nil, progressThreshold: 0.5))
    drag.begin()
    drag.scroll(20)
    #expect(drag.release(5_000) == [.animateStandIn(top: 200, Self.settle)])
    #expect(drag.machine.phase == .settling(.restored))
  }

  @Test func keyboardsThatCannotBeDrawn() {
    let panel = TestDrag()
    panel.begin(.plainPanel)
    #expect(
      panel.scroll(10)?.effects
        == [.installStandIn, .resignFirstResponder(animated: false), .moveStandIn(top: 210)])
    let system = TestDrag()
    #expect(system.begin(.systemInteractive) == [.useSystemInteractiveMode])
    #expect(system.machine.phase == .idle && system.scroll(10) == nil)
    let atOnce = TestDrag()
    #expect(atOnce.begin(.dismissAtOnce) == [])
    #expect(atOnce.scroll(0)?.effects == [])
    #expect(atOnce.scroll(10)?.effects == [.resignFirstResponder(animated: true)])
    #expect(atOnce.machine.phase == .idle && !atOnce.machine.swallowsKeyboardNotifications)
    #expect(atOnce.scroll(20) == nil && atOnce.release() == [])
  }

  @Test func abortsFromEverywhere() {
    let drag = TestDrag()
    #expect(drag.abort() == [])
    drag.begin()
    #expect(drag.abort() == [] && drag.machine.phase == .idle)
    drag.begin()
    drag.scroll(40)
    #expect(drag.abort() == [.removeStandIn, .restoreInsets] && drag.machine.phase == .idle)
    drag.begin()
    drag.scroll(40)
    _ = drag.release()
    #expect(drag.abort() == [.removeStandIn, .restoreInsets])
    #expect(drag.finish() == [] && drag.abort() == [])
    // After an abort everything begins anew.
    drag.begin()
    #expect(drag.scroll(10)?.effects.count == 4)
  }

  @Test func aSecondBeginChangesNothingOnceTheStandInIsThere() {
    let drag = TestDrag()
    drag.begin()
    drag.begin(.plainPanel)
    #expect(drag.machine.standIn == .plainPanel)
    drag.scroll(10)
    #expect(drag.begin(.snapshot) == [] && drag.machine.standIn == .plainPanel)
    _ = drag.release()
    #expect(drag.begin(.systemInteractive) == [])
    #expect(drag.machine.phase == .settling(.restored))
  }

  @Test func nothingBeginsWithoutAWayToGo() {
    var machine = InteractiveDismissal()
    let layout = InteractiveDismissal.Layout(
      restFrame: rect(0, 416, 320, 216), containerBottom: 416, rowMaxYInContent: 100, listTop: 0)
    let effects = machine.begin(layout)
    #expect(effects.isEmpty && machine.phase == .idle)
    let drag = TestDrag()
    drag.begin()
    let step = drag.machine.didScroll(toContentOffsetY: .nan, screenFrame: .zero)
    #expect(step == nil)
  }

  @Test func picturesAreCutNotScaled() {
    #expect(
      InteractiveDismissal.cropInPixels(rect(0, 264, 320, 216), scale: 2) == rect(0, 528, 640, 432))
    #expect(
      InteractiveDismissal.cropInPixels(rect(0.1, 264.2, 320.3, 216), scale: 3)
        == rect(0, 792, 962, 649))
  }
}
