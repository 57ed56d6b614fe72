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

@Suite struct FieldOrderTests {
  /// Thirteen fields one below the other, two of them disabled.
  static let thirteen = FieldOrder(
    (1...13).map {
      FieldOrder<Int>.Field(
        id: $0, frame: rect(0, Double($0) * 30, 100, 20), isEnabled: $0 != 3 && $0 != 4)
    })

  @Test(
    arguments: [
      (1, 2, nil), (2, 5, 1), (5, 6, 2), (6, 7, 5), (7, 8, 6), (8, 9, 7), (13, nil, 12),
      (3, 5, 2), (4, 5, 2), (99, nil, nil),
    ] as [(Int, Int?, Int?)])
  func nextAndPrevious(id: Int, next: Int?, previous: Int?) {
    #expect(Self.thirteen.next(after: id) == next)
    #expect(Self.thirteen.previous(before: id) == previous)
  }

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
    let all = fields.map { FieldOrder<String>.Field(id: $0.key, frame: $0.value) }
    #expect(FieldOrder(all).fields.map(\.id) == leftToRight)
    #expect(FieldOrder(all, isRightToLeft: true).fields.map(\.id) == rightToLeft)
  }
}
