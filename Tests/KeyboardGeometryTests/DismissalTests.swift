import EditorTestSupport
import KeyboardGeometry
import Testing

/// A drag for tests. It is a class because `#expect` passes its operands on as constants.
final class TestDrag {
  typealias Effects = [InteractiveDismissal.Effect]
  var machine: InteractiveDismissal
  // A list below a bar of 64 in a view of 416; its last row ends 2,000 into the content.
  var layout = InteractiveDismissal.Layout(
    restFrame: rect(0, 200, 320, 216), containerBottom: 416, rowMaxYInContent: 2_000, listTop: 0)
  var screenFrame = rect(0, -64, 320, 480)

  init(_ configuration: InteractiveDismissal.Configuration = .init()) {
    machine = InteractiveDismissal(configuration: configuration)
  }

  @discardableResult func begin(_ standIn: InteractiveDismissal.StandIn = .snapshot) -> Effects {
    machine.begin(layout, standIn: standIn)
  }
  /// Scrolls so that the row's lower edge would be `below` points below its rest.
  @discardableResult func scroll(_ below: Double) -> Effects {
    scroll(to: layout.restOffset - below)
  }
  @discardableResult func scroll(to y: Double) -> Effects {
    machine.didScroll(toContentOffsetY: y, screenFrame: screenFrame)
  }
  @discardableResult func release(_ velocityY: Double? = nil) -> Effects {
    machine.release(velocityY: velocityY)
  }
  func arrive() -> Effects {
    guard case .settling(let outcome) = machine.phase else { return [] }
    let target = outcome == .restored ? layout.restOffset : layout.endOffset
    let start = machine.offset
    return (1...10).flatMap { scroll(to: start + (target - start) * Double($0) / 10) }
  }
  func abort() -> Effects { machine.abort() }
  var isTracking: Bool { machine.phase == .tracking }
  var isIdle: Bool { machine.phase == .idle }
}

@Suite struct DismissalTests {
  static let restored: TestDrag.Effects = [
    .becomeFirstResponder, .removeStandIn(sinkingTo: nil),
  ]
  static let dismissed: TestDrag.Effects = [.removeStandIn(sinkingTo: nil), .restoreInsets]

  @Test func aRowRestsOnTheKeyboardOrAboveIt() {
    var layout = TestDrag().layout
    #expect(layout.restTop == 200 && layout.restOffset == 1_800 && layout.endOffset == 1_584)
    #expect(layout.rowBottom(at: 1_750) == 250)
    #expect([100, 200, 308, 900].map { layout.progress(keyboardTop: $0) } == [0, 0, 0.5, 1])
    #expect(
      [1_799, 1_799.5, 1_900].map { layout.isAtRest(contentOffsetY: $0) } == [false, true, true])
    layout.listTop = 64
    #expect(layout.restOffset == 1_864 && layout.rowBottom(at: 1_864) == 200)
    // Above a home indicator of 34, the row ends at 382.
    layout.endOfList = 382
    #expect(layout.endOffset == 1_682 && layout.rowBottom(at: layout.endOffset) == 382)
    // A list with few rows stays at its top: they can rest below a bar of 50 but not of 49.
    layout.listTop = 0
    layout.rowMaxYInContent = 150
    layout.topInset = 50
    #expect(layout.canRest && layout.isAtRest(contentOffsetY: -50) && layout.endOffset == -50)
    layout.topInset = 49
    #expect(!layout.canRest && !layout.isAtRest(contentOffsetY: 0) && layout.endOffset == -49)
  }

  @Test func aDragThatDismisses() {
    let drag = TestDrag()
    #expect(drag.begin() == [] && drag.machine.phase == .ready)
    #expect(!drag.machine.swallowsKeyboardNotifications)
    #expect(drag.scroll(0) == [] && drag.machine.phase == .ready)
    #expect(
      drag.scroll(10) == [
        .captureSnapshot(crop: rect(0, 264, 320, 216)), .installStandIn,
        .resignFirstResponder, .moveStandIn(top: 210),
      ])
    #expect(drag.isTracking && drag.machine.swallowsKeyboardNotifications)
    #expect(drag.scroll(150) == [.moveStandIn(top: 350)] && drag.scroll(150) == [])
    #expect(drag.release() == [.scroll(toY: 1_584)])
    #expect(drag.machine.phase == .settling(.dismissed))
    #expect(drag.machine.swallowsKeyboardNotifications)
    // The list moves the stand-in with it to the lower edge.
    #expect(drag.scroll(to: 1_620) == [.moveStandIn(top: 380)])
    #expect(drag.scroll(to: 1_584) == [.moveStandIn(top: 416)] + Self.dismissed)
    #expect(drag.isIdle && drag.machine.layout == nil)
    #expect(!drag.machine.swallowsKeyboardNotifications && drag.machine.finish() == [])
  }

  @Test func aRowAboveTheHomeIndicatorLetsTheStandInSink() {
    let drag = TestDrag()
    drag.layout.endOfList = 382
    drag.begin()
    drag.scroll(150)
    #expect(drag.release() == [.scroll(toY: 1_618)])
    #expect(drag.arrive().suffix(2) == [.removeStandIn(sinkingTo: 416), .restoreInsets])
    // A row that was dragged below its end rises again, but the stand-in does not.
    drag.begin()
    drag.scroll(200)
    #expect(drag.release() == [.scroll(toY: 1_618)])
    #expect(drag.scroll(to: 1_610) == [] && drag.machine.keyboardTop == 400)
  }

  @Test func aTouchWhileTheStandInSettlesTakesItOver() {
    let drag = TestDrag()
    drag.begin()
    drag.scroll(150)
    drag.release()
    drag.scroll(to: 1_620)
    drag.machine.resume()
    #expect(drag.isTracking && drag.scroll(20) == [.moveStandIn(top: 220)])
    #expect(drag.release(-200) == [.scroll(toY: 1_800)])
    #expect(drag.arrive().suffix(2) == Self.restored)
    drag.machine.resume()
    #expect(drag.isIdle)
  }

  @Test func aDragThatIsPulledBack() {
    let drag = TestDrag()
    drag.begin()
    drag.scroll(60)
    #expect(drag.scroll(-25) == [.setContentOffset(y: 1_800), .moveStandIn(top: 200)])
    #expect(drag.scroll(-30) == [.setContentOffset(y: 1_800)])
    // The row is already at rest, so nothing is left to scroll.
    #expect(drag.release() == Self.restored && drag.isIdle)
    // Before the keyboard has moved, the row does not rise either.
    drag.begin()
    #expect(drag.scroll(-40) == [.setContentOffset(y: 1_800)] && drag.machine.phase == .ready)
    #expect(drag.release(-900) == [] && drag.isIdle)
  }

  @Test func belowTheContainerTheRowIsStillFollowed() {
    let drag = TestDrag()
    drag.begin()
    #expect(drag.scroll(400).last == .moveStandIn(top: 600))
    #expect(drag.release() == [.scroll(toY: 1_584)])
    // The row rises to the lower edge again; the stand-in stays out of sight.
    #expect(drag.arrive() == Self.dismissed)
  }

  /// A release part of the way down decides by position and velocity.
  @Test(
    arguments: [
      (0.3, nil, false, true, false), (0.5, nil, true, true, true), (0.3, 90, false, true, false),
      (0.3, 101, true, true, false), (0.6, -101, false, false, true), (0.6, -90, true, false, true),
      (0.3, 0, false, true, false), (0.1, 0, false, false, false), (0.1, 1, false, true, false),
      (0.3, 100, false, true, false), (0.16, nil, false, true, false),
      (0.14, nil, false, false, false), (0, 500, true, true, false),
    ] as [(Double, Double?, Bool, Bool, Bool)])
  func outcomes(way: Double, velocity: Double?, usual: Bool, eager: Bool, unmoved: Bool) {
    for (configuration, dismisses) in [
      (InteractiveDismissal.Configuration(), usual),
      (.init(velocityThreshold: 0, progressThreshold: 0.15), eager),
      (.init(velocityThreshold: nil), unmoved),
    ] {
      let drag = TestDrag(configuration)
      drag.begin()
      drag.scroll(10)
      drag.scroll(way * 216)
      let effects = drag.release(velocity)
      let isAtRest = way == 0 && !dismisses
      #expect(effects == (isAtRest ? Self.restored : [.scroll(toY: dismisses ? 1_584 : 1_800)]))
      if !isAtRest {
        #expect(drag.machine.phase == .settling(dismisses ? .dismissed : .restored))
      }
    }
  }

  @Test func keyboardsThatCannotBeDrawn() {
    let panel = TestDrag()
    panel.begin(.plainPanel)
    #expect(
      panel.scroll(10)
        == [.installStandIn, .resignFirstResponder, .moveStandIn(top: 210)])
  }

  @Test func theCropIsWhatCanBeSeenOfTheKeyboard() {
    // The container begins 40 right of the screen's edge; the keyboard exceeds it on two sides.
    let drag = TestDrag()
    drag.layout.restFrame = rect(-60, 200, 480, 300)
    drag.screenFrame = rect(-40, -64, 320, 480)
    drag.begin()
    #expect(drag.scroll(10).first == .captureSnapshot(crop: rect(0, 264, 320, 216)))
  }

  @Test func abortsFromEverywhere() {
    let drag = TestDrag()
    #expect(drag.abort() == [])
    drag.begin()
    #expect(drag.abort() == [] && drag.isIdle)
    // The list stays at its end without a keyboard, with no gap below the last row.
    for isReleased in [false, true] {
      drag.begin()
      drag.scroll(40)
      if isReleased { drag.release() }
      #expect(drag.abort() == Self.dismissed + [.setContentOffset(y: 1_584)] && drag.isIdle)
    }
    drag.begin()
    drag.scroll(216)
    #expect(drag.abort() == Self.dismissed && drag.machine.finish() == [] && drag.abort() == [])
  }

  @Test func aSecondBeginChangesNothingOnceTheStandInIsThere() {
    let drag = TestDrag()
    drag.begin()
    drag.begin(.plainPanel)
    #expect(drag.machine.standIn == .plainPanel)
    drag.scroll(10)
    #expect(drag.begin(.snapshot) == [] && drag.machine.standIn == .plainPanel)
    drag.release()
    #expect(drag.machine.phase == .settling(.restored))
  }

  @Test func nothingBeginsWithoutAWayToGo() {
    let drag = TestDrag()
    drag.layout.restFrame.y = 416
    #expect(drag.begin() == [] && drag.isIdle)
    drag.layout.restFrame.y = 415
    #expect(drag.begin() == [] && drag.machine.phase == .ready)
    #expect(drag.scroll(to: .nan) == [])
  }
}

/// A model of the screen that notices impossible effects.
private struct Stage {
  var standIn: Double?
  var keyboard = true
  var insets = true
  var complaint: String?

  mutating func carryOut(_ effects: TestDrag.Effects, restTop: Double) {
    for effect in effects {
      switch effect {
      case .captureSnapshot: check(keyboard && standIn == nil, "a picture without a keyboard")
      case .installStandIn:
        check(standIn == nil, "a second stand-in")
        standIn = restTop
      case .resignFirstResponder:
        check(keyboard, "no keyboard to resign")
        keyboard = false
      case .moveStandIn(let top):
        check(standIn != nil, "no stand-in to move")
        standIn = top
      case .setContentOffset, .animateContentOffset, .scroll: break
      case .becomeFirstResponder:
        check(!keyboard && standIn != nil, "a second keyboard")
        keyboard = true
      case .removeStandIn:
        check(standIn != nil, "no stand-in to remove")
        standIn = nil
      case .restoreInsets:
        check(!keyboard && insets, "insets given back under a keyboard")
        insets = false
      }
    }
  }

  mutating func check(_ holds: Bool, _ words: String) {
    if !holds, complaint == nil { complaint = words }
  }
}

@Suite struct DismissalDragTests {
  /// Runs one drag from touch to rest and returns the first fault in it, if any.
  private func drag(_ random: inout SeededGenerator) -> String? {
    let drag = TestDrag(
      Bool.random(using: &random)
        ? .init() : .init(velocityThreshold: 0, progressThreshold: 0.15))
    let (top, height) = (
      Double.random(in: 50...700, using: &random), Double.random(in: 100...450, using: &random)
    )
    let layout = InteractiveDismissal.Layout(
      restFrame: rect(0, top, 390, height), containerBottom: top + height,
      rowMaxYInContent: .random(in: 44...9_000, using: &random),
      listTop: .random(in: 0...120, using: &random))
    drag.layout = layout
    var stage = Stage()
    func row(_ y: Double) -> Double { layout.rowMaxYInContent - y + layout.listTop }
    /// Scrolls, and returns whether row and stand-in part, or rise above their rest.
    func scroll(_ y: Double) -> String? {
      let effects = drag.scroll(to: y)
      stage.carryOut(effects, restTop: layout.restTop)
      if drag.machine.phase == .tracking, let standIn = stage.standIn {
        if abs(standIn - max(top, row(y))) > 1e-9 { return "row and keyboard are apart" }
        if (y > layout.restOffset) != (effects.first == .setContentOffset(y: layout.restOffset)) {
          return "the correction is not handed back"
        }
      }
      let isSwallowed = drag.machine.swallowsKeyboardNotifications
      return (stage.standIn != nil) == isSwallowed ? nil : "noise is not swallowed"
    }
    let standIn = InteractiveDismissal.StandIn.allCases.randomElement(using: &random) ?? .snapshot
    stage.carryOut(drag.begin(standIn), restTop: top)
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      if let fault = scroll(layout.restOffset + .random(in: -500...120, using: &random)) {
        return fault
      }
    }
    if Int.random(in: 0..<10, using: &random) == 0 {
      stage.carryOut(drag.abort(), restTop: top)
    } else {
      let velocity =
        Bool.random(using: &random) ? nil : Double.random(in: -900...900, using: &random)
      stage.carryOut(drag.release(velocity), restTop: top)
    }
    // The list scrolls to its end in steps; a new touch may interrupt it once.
    var touches = Int.random(in: 0...1, using: &random)
    while case .settling(let outcome) = drag.machine.phase {
      let target = outcome == .restored ? layout.restOffset : layout.endOffset
      let offset = drag.machine.offset
      let y = offset + (target - offset) * (Bool.random(using: &random) ? 1 : 0.4)
      if let fault = scroll(y) { return fault }
      // Only the stand-in of a disappearing keyboard may be below the row.
      if let standIn = stage.standIn, standIn < row(y) - 1e-9 { return "it is above the row" }
      if outcome == .restored, let standIn = stage.standIn, standIn > max(top, row(y)) + 1e-9 {
        return "a restored keyboard is below the row"
      }
      if touches > 0, !drag.isIdle {
        touches -= 1
        drag.machine.resume()
        if let fault = scroll(layout.restOffset - .random(in: 0...80, using: &random)) {
          return fault
        }
        stage.carryOut(drag.release(0), restTop: top)
      }
    }
    if !drag.isIdle || stage.standIn != nil { return "it does not come to rest" }
    if stage.insets != stage.keyboard { return "insets without a keyboard" }
    return stage.complaint
  }

  @Test func randomDrags() {
    var random = RandomTests.generator()
    var faults: [String: Int] = [:]
    for _ in 0..<dragCount {
      if let fault = drag(&random) { faults[fault, default: 0] += 1 }
    }
    #expect(faults == [:], "seed \(RandomTests.seed)")
  }
}
