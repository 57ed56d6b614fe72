import KeyboardGeometry
import Testing

/// A drag for tests. It is a class because `#expect` passes its operands on as constants.
final class TestDrag {
  var machine: InteractiveDismissal
  var layout: InteractiveDismissal.Layout
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

  /// Scrolls so that the row's lower edge would be `below` points below its rest.
  @discardableResult
  func scroll(_ below: Double) -> InteractiveDismissal.Step? {
    machine.didScroll(
      toContentOffsetY: layout.restOffset - below, screenFrame: screenFrame)
  }

  func release(_ velocityY: Double? = nil) -> [InteractiveDismissal.Effect] {
    machine.release(velocityY: velocityY)
  }
  func arrive() -> [InteractiveDismissal.Effect] {
    guard case .settling(let outcome) = machine.phase else { return [] }
    let target = outcome == .restored ? layout.restOffset : layout.endOffset
    let start = machine.offset
    return (1...10).flatMap { part in
      machine.didScroll(
        toContentOffsetY: start + (target - start) * Double(part) / 10, screenFrame: screenFrame
      )?.effects ?? []
    }
  }
  func finish() -> [InteractiveDismissal.Effect] { machine.finish() }
  func abort() -> [InteractiveDismissal.Effect] { machine.abort() }
}

@Suite struct DismissalTests {
  @Test func thePlaceOfRest() {
    let layout = TestDrag().layout
    #expect(layout.restTop == 200 && layout.restOffset == 1_800)
    #expect(layout.rowBottom(at: 1_800) == 200 && layout.rowBottom(at: 1_750) == 250)
    #expect(layout.contentOffset(forRowBottom: 250) == 1_750 && layout.endOffset == 1_584)
    #expect(layout.progress(keyboardTop: 308) == 0.5)
    #expect(layout.progress(keyboardTop: 100) == 0 && layout.progress(keyboardTop: 900) == 1)
    var lower = layout
    lower.listTop = 64
    #expect(lower.restOffset == 1_864 && lower.rowBottom(at: 1_864) == 200)
    // Above a home indicator of 34, the row ends at 382, and a list of few rows stays at its top.
    lower.endOfList = 382
    #expect(lower.endOffset == 1_682 && lower.rowBottom(at: lower.endOffset) == 382)
    lower.rowMaxYInContent = 100
    lower.topInset = 20
    #expect(lower.endOffset == -20)
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
    #expect(drag.release() == [.scroll(toY: 1_584)])
    #expect(drag.machine.phase == .settling(.dismissed))
    #expect(drag.machine.swallowsKeyboardNotifications)
    // The list moves the stand-in with it to the lower edge.
    let moving = drag.machine.didScroll(toContentOffsetY: 1_620, screenFrame: .zero)
    #expect(moving?.keyboardTop == 380 && moving?.rowBottom == 380)
    #expect(moving?.effects == [.moveStandIn(top: 380)])
    let end = drag.machine.didScroll(toContentOffsetY: 1_584, screenFrame: .zero)
    #expect(
      end?.effects == [.moveStandIn(top: 416), .removeStandIn(sinkingTo: nil), .restoreInsets])
    #expect(drag.machine.phase == .idle && !drag.machine.swallowsKeyboardNotifications)
    #expect(drag.machine.layout == nil && drag.finish() == [])
  }

  @Test func aRowAboveTheHomeIndicatorLetsTheStandInSink() {
    let drag = TestDrag()
    drag.layout.endOfList = 382
    drag.begin()
    drag.scroll(150)
    #expect(drag.release() == [.scroll(toY: 1_618)])
    // The row ends 34 points above the lower edge; the stand-in sinks by the rest.
    #expect(drag.arrive().suffix(2) == [.removeStandIn(sinkingTo: 416), .restoreInsets])
    // A row that was dragged below its end rises again, but the stand-in does not.
    drag.begin()
    drag.scroll(200)
    #expect(drag.release() == [.scroll(toY: 1_618)])
    let step = drag.machine.didScroll(toContentOffsetY: 1_610, screenFrame: .zero)
    #expect(step?.rowBottom == 390 && step?.keyboardTop == 400 && step?.effects == [])
  }

  @Test func aTouchWhileTheStandInSettlesTakesItOver() {
    let drag = TestDrag()
    drag.begin()
    drag.scroll(150)
    _ = drag.release()
    let moving = drag.machine.didScroll(toContentOffsetY: 1_620, screenFrame: .zero)
    #expect(moving?.keyboardTop == 380)
    drag.machine.resume()
    #expect(drag.machine.phase == .tracking)
    let back = drag.scroll(20)
    #expect(back?.keyboardTop == 220 && back?.rowBottom == 220)
    #expect(back?.effects == [.moveStandIn(top: 220)])
    #expect(drag.release(-200) == [.scroll(toY: 1_800)])
    #expect(
      drag.arrive().suffix(2)
        == [.becomeFirstResponder(animated: false), .removeStandIn(sinkingTo: nil)])
    drag.machine.resume()
    #expect(drag.machine.phase == .idle)
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
    // The row is already at rest, so nothing is left to scroll.
    #expect(
      drag.release() == [.becomeFirstResponder(animated: false), .removeStandIn(sinkingTo: nil)])
    #expect(drag.machine.phase == .idle)
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
    #expect(drag.release() == [.scroll(toY: 1_584)])
    // The row rises to the lower edge again; the stand-in stays out of sight.
    #expect(drag.arrive() == [.removeStandIn(sinkingTo: nil), .restoreInsets])
  }

  /// A release part of the way down decides by position and velocity.
  @Test(
    arguments: [
      (0.3, nil, false, true), (0.5, nil, true, true), (0.6, nil, true, true),
      (0.3, 90.0, false, true), (0.3, 101, true, true), (0.6, -101, false, false),
      (0.6, -90, true, false), (0.3, 0, false, true), (0.1, 0, false, false),
      (0.1, 1, false, true), (0.3, 100, false, true), (0.16, nil, false, true),
      (0.14, nil, false, false),
    ] as [(Double, Double?, Bool, Bool)])
  func outcomes(way: Double, velocity: Double?, usual: Bool, eager: Bool) {
    for (configuration, dismisses) in [
      (InteractiveDismissal.Configuration(), usual),
      (.init(velocityThreshold: 0, progressThreshold: 0.15), eager),
    ] {
      let drag = TestDrag(configuration)
      drag.begin()
      drag.scroll(way * 216)
      let effects = drag.release(velocity)
      #expect(effects == [.scroll(toY: dismisses ? 1_584 : 1_800)])
      #expect(drag.machine.phase == .settling(dismisses ? .dismissed : .restored))
    }
  }

  @Test func velocitiesCanBeLeftOutOfAccount() {
    let drag = TestDrag(.init(velocityThreshold: nil, progressThreshold: 0.5))
    drag.begin()
    drag.scroll(20)
    #expect(drag.release(5_000) == [.scroll(toY: 1_800)])
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
    // The list stays at its end without a keyboard, with no gap below the last row.
    let aborted: [InteractiveDismissal.Effect] = [
      .removeStandIn(sinkingTo: nil), .restoreInsets, .setContentOffset(y: 1_584),
    ]
    #expect(drag.abort() == aborted && drag.machine.phase == .idle)
    drag.begin()
    drag.scroll(40)
    _ = drag.release()
    #expect(drag.abort() == aborted)
    drag.begin()
    drag.scroll(216)
    #expect(drag.abort() == [.removeStandIn(sinkingTo: nil), .restoreInsets])
    #expect(drag.finish() == [] && drag.abort() == [])
    // After an abort, everything starts anew.
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
}
