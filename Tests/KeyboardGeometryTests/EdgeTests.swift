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

  @Test func aHideThatHasHappenedGivesBackToo() {
    let list = TestScrollView(Self.phone, bottom: 30)
    list.handle(.willShow, rect(0, 352, 320, 216))
    // The frame of a keyboard that seems to be still visible.
    #expect(list.handle(.didHide, rect(0, 352, 320, 216)))
    #expect(list.insets.content.bottom == 30 && list.adjuster.original == nil)
    #expect(list.adjuster.keyboard == nil)
  }

  @Test func aScreenThatIsNotAtTheOrigin() {
    // An external display, placed below and beside the first.
    let second = rect(1_024, 200, 800, 600)
    #expect(KeyboardPosture.of(frame: rect(1_024, 500, 800, 300), screen: second) == .docked)
    #expect(KeyboardPosture.of(frame: rect(1_024, 300, 800, 300), screen: second) == .undocked)
    #expect(KeyboardPosture.of(frame: rect(1_024, 745, 800, 300), screen: second) == .accessoryOnly)
    let shift = KeyboardPosture.slideOverShift(
      frame: rect(1_024, 480, 800, 300), screen: second, window: rect(1_024, 200, 320, 580))
    #expect(shift == 20)
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

  @Test func theCropIsWhatCanBeSeenOfTheKeyboard() {
    // The container begins 40 right of the screen's edge; the keyboard exceeds it on two sides.
    let wide = TestDrag()
    wide.layout.restFrame = rect(-60, 200, 480, 300)
    wide.screenFrame = rect(-40, -64, 320, 480)
    wide.begin()
    #expect(wide.scroll(10)?.effects.first == .captureSnapshot(crop: rect(0, 264, 320, 216)))
    let inside = TestDrag()
    inside.screenFrame = rect(-40, -64, 400, 480)
    inside.begin()
    #expect(inside.scroll(10)?.effects.first == .captureSnapshot(crop: rect(40, 264, 320, 216)))
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

  private func order(
    _ fields: [(String, LayoutRect)], _ arrangement: FieldOrder<String>.Arrangement
  ) -> [String] {
    let fields = fields.map { FieldOrder<String>.Field(id: $0.0, frame: $0.1) }
    return FieldOrder(fields, arrangement: arrangement).fields.map(\.id)
  }

  @Test func aTallFieldBesideASmallLabelIsOneRow() {
    let label = ("label", rect(0, 20, 100, 20))
    let note = ("note", rect(120, 0, 200, 300))
    let next = ("next", rect(0, 320, 100, 20))
    #expect(order([note, label, next], .readingLeftToRight) == ["label", "note", "next"])
    // The small field and its middle are higher, but the tall one's middle is below it.
    let tall = ("tall", rect(0, 10, 100, 300))
    let small = ("small", rect(120, 0, 100, 30))
    #expect(order([tall, small], .readingLeftToRight) == ["tall", "small"])
  }

  @Test func rightToLeftGoesByTheRightEdges() {
    // One field covers the left part of the other; their left edges would give another order.
    let wide = ("wide", rect(0, 0, 300, 30))
    let narrow = ("narrow", rect(50, 0, 100, 30))
    #expect(order([wide, narrow], .readingRightToLeft) == ["wide", "narrow"])
  }
}
