import KeyboardGeometry
import Testing

@Suite struct RevealTests {
  /// A scroll view of 400 under a bar of 64. A keyboard of 216 over its lower part leaves 120 free.
  static let viewport = ScrollViewport(
    offset: LayoutPoint(x: 0, y: 500), size: size(320, 400), contentSize: size(320, 2_000),
    insets: KeyboardInsets(top: 64, bottom: 216))

  func offset(_ policy: RevealPolicy, _ y: Double, _ height: Double = 20) -> Double? {
    policy.contentOffsetY(toReveal: rect(10, y, 2, height), in: Self.viewport)
  }

  @Test(
    "a caret is revealed with the least scrolling and a margin of 8",
    arguments: [
      (600.0, nil), (572, nil), (656, nil), (571, 499.0), (657, 501), (900, 744), (100, 28),
      (0, -64), (1_990, 1_816),
    ] as [(Double, Double?)])
  func minimal(y: Double, expected: Double?) {
    #expect(offset(.minimal(margin: 8), y) == expected)
  }

  /// Fifty above and fifty below use all free space, and a field that is higher than it shows its
  /// upper edge.
  @Test(
    arguments: [
      (614.0, 20.0, nil), (624, 20, 510.0), (700, 150, 636), (564, 150, nil), (604, 120, 540),
    ] as [(Double, Double, Double?)])
  func marginsGiveWayWhereThereIsNoRoom(y: Double, height: Double, expected: Double?) {
    #expect(offset(.minimal(margin: 80), y, height) == expected)
  }

  @Test(
    "a caret is revealed in the middle, at least twenty from the top",
    arguments: [
      (600.0, 20.0, nil), (564, 20, nil), (664, 20, nil), (563, 20, 449.0), (665, 20, 551),
      (900, 20, 786), (900, 110, 816), (300, 20, 186), (0, 20, -64), (1_995, 20, 1_816),
    ] as [(Double, Double, Double?)])
  func centred(y: Double, height: Double, expected: Double?) {
    #expect(offset(.centred(minimumAbove: 20), y, height) == expected)
  }

  @Test func nothingMovesWhereNothingIsFreeOrNothingCanMove() {
    var viewport = Self.viewport
    let policy = RevealPolicy.minimal(margin: 0)
    viewport.insets.bottom = 400
    #expect(policy.contentOffsetY(toReveal: rect(10, 900, 2, 20), in: viewport) == nil)
    viewport.insets.bottom = 216
    viewport.offset.y = 1_816
    #expect(policy.contentOffsetY(toReveal: rect(10, 2_100, 2, 20), in: viewport) == nil)
    viewport.contentSize.height = 50
    #expect(policy.contentOffsetY(toReveal: rect(10, 2_100, 2, 20), in: viewport) == -64)
  }

  /// UIKit reports a caret at (∞, ∞) before the text is laid out; the view must not move.
  @Test(
    arguments: [RevealPolicy.minimal(margin: 8), .centred(minimumAbove: 20)],
    [Double.infinity, -.infinity, .nan])
  func caretsThatAreNotFinite(policy: RevealPolicy, number: Double) {
    for caret in [
      rect(number, number, 0, 0), rect(0, number, 2, 20), rect(0, 50, 2, number),
      rect(number, 3_000, 2, 20), rect(0, 3_000, number, 20),
    ] {
      #expect(policy.contentOffsetY(toReveal: caret, in: Self.viewport) == nil)
    }
    #expect(policy.contentOffsetY(toReveal: rect(0, 3_000, 2, 20), in: Self.viewport) != nil)
  }
}

@Suite struct ReadingOrderTests {
  typealias Fields = KeyValuePairs<String, LayoutRect>

  @Test(arguments: [
    // Two columns with slightly misaligned rows, in random order.
    (
      [
        "town": rect(110, 102, 100, 30), "name": rect(0, 0, 100, 30), "zip": rect(0, 100, 100, 30),
        "first name": rect(110, -4, 100, 30), "street": rect(0, 50, 210, 30),
        "note": rect(0, 140, 210, 200), "side": rect(220, 230, 50, 30),
      ] as Fields, ["name", "first name", "street", "zip", "town", "note", "side"],
      ["first name", "name", "street", "town", "zip", "side", "note"]
    ),
    (
      [
        "note": rect(120, 0, 200, 300), "label": rect(0, 20, 100, 20),
        "next": rect(0, 320, 100, 20),
      ] as Fields, ["label", "note", "next"], ["note", "label", "next"]
    ),
    // The small field and its middle are higher, but the tall one's middle is below it.
    (
      ["tall": rect(0, 10, 100, 300), "small": rect(120, 0, 100, 30)] as Fields, ["tall", "small"],
      ["small", "tall"]
    ),
    // From right to left, the right edges count.
    (
      ["wide": rect(0, 0, 300, 30), "narrow": rect(50, 0, 100, 30)] as Fields, ["wide", "narrow"],
      ["wide", "narrow"]
    ),
    // Fields without a height are rows of their own.
    (
      ["upper": rect(50, 10, 0, 0), "lower": rect(0, 20, 0, 0)] as Fields, ["upper", "lower"],
      ["upper", "lower"]
    ),
    // A middle exactly on the lower edge is below it.
    (
      ["right": rect(50, 0, 10, 20), "left": rect(0, 15, 10, 10)] as Fields, ["right", "left"],
      ["right", "left"]
    ),
  ])
  func fieldsAreInReadingOrder(fields: Fields, leftToRight: [String], rightToLeft: [String]) {
    let (names, frames) = (fields.map(\.key), fields.map(\.value))
    #expect(frames.readingOrder().map { names[$0] } == leftToRight)
    #expect(frames.readingOrder(isRightToLeft: true).map { names[$0] } == rightToLeft)
  }
}
