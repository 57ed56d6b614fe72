import KeyboardGeometry
import Testing

@Suite struct RevealTests {
  /// A scroll view of 400 under a bar of 64. A keyboard of 216 over its lower part leaves 120 free.
  static let viewport = ScrollViewport(
    offset: LayoutPoint(x: 0, y: 500), size: LayoutSize(width: 320, height: 400),
    contentSize: LayoutSize(width: 320, height: 2_000), insets: KeyboardInsets(top: 64, bottom: 216)
  )

  func caret(_ y: Double, _ height: Double = 20) -> LayoutRect { rect(10, y, 2, height) }

  @Test func whatIsFree() {
    #expect(Self.viewport.visible == rect(0, 564, 320, 120))
    #expect(Self.viewport.clampedOffsetY(-500) == -64)
    #expect(Self.viewport.clampedOffsetY(9_000) == 1_816)
    #expect(Self.viewport.clampedOffsetY(700) == 700)
    var short = Self.viewport
    short.contentSize.height = 50
    #expect(short.clampedOffsetY(300) == -64)
  }

  @Test(
    "a caret is revealed with the least scrolling and a margin of 8",
    arguments: [
      (600.0, nil), (572, nil), (656, nil), (571, 499.0), (657, 501), (900, 744), (100, 28),
      (0, -64), (1_990, 1_816),
    ] as [(Double, Double?)])
  func minimal(y: Double, offset: Double?) {
    #expect(
      RevealPolicy.minimal(margin: 8).contentOffsetY(toReveal: caret(y), in: Self.viewport)
        == offset)
  }

  @Test func marginsGiveWayWhereThereIsNoRoom() {
    let policy = RevealPolicy.minimal(margin: 80)
    // Fifty above and fifty below use all free space.
    #expect(policy.contentOffsetY(toReveal: caret(614), in: Self.viewport) == nil)
    #expect(policy.contentOffsetY(toReveal: caret(624), in: Self.viewport) == 510)
    // A field higher than the free space shows its upper edge.
    #expect(policy.contentOffsetY(toReveal: caret(700, 150), in: Self.viewport) == 636)
    #expect(policy.contentOffsetY(toReveal: caret(564, 150), in: Self.viewport) == nil)
  }

  @Test(
    "a caret is revealed in the middle, at least twenty from the top",
    arguments: [
      (600.0, 20.0, nil), (564, 20, nil), (664, 20, nil), (900, 20, 786.0), (900, 110, 816),
      (300, 20, 186), (0, 20, -64), (1_995, 20, 1_816),
    ] as [(Double, Double, Double?)])
  func centred(y: Double, height: Double, offset: Double?) {
    #expect(
      RevealPolicy.centred(minimumAbove: 20)
        .contentOffsetY(toReveal: caret(y, height), in: Self.viewport) == offset)
  }

  @Test func nothingMovesWhereNothingIsFreeOrNothingCanMove() {
    var covered = Self.viewport
    covered.insets.bottom = 400
    #expect(
      RevealPolicy.minimal(margin: 0).contentOffsetY(toReveal: caret(900), in: covered) == nil)
    var atTheEnd = Self.viewport
    atTheEnd.offset.y = 1_816
    #expect(
      RevealPolicy.centred(minimumAbove: 20)
        .contentOffsetY(toReveal: caret(2_100), in: atTheEnd) == nil)
  }
}

@Suite struct CaretWithoutAPlaceTests {
  /// UIKit reports a caret at (∞, ∞) before the text is laid out; the view must not move.
  @Test(
    arguments: [RevealPolicy.minimal(margin: 8), .centred(minimumAbove: 20)],
    [Double.infinity, -.infinity, .nan])
  func caretsThatAreNotFinite(policy: RevealPolicy, number: Double) {
    let viewport = ScrollViewport(
      offset: LayoutPoint(x: 0, y: 100), size: LayoutSize(width: 390, height: 844),
      contentSize: LayoutSize(width: 390, height: 5_000),
      insets: KeyboardInsets(top: 97, bottom: 336))
    for caret in [
      rect(number, number, 0, 0), rect(0, number, 2, 20), rect(0, 50, 2, number),
      rect(number, 3_000, 2, 20), rect(0, 3_000, number, 20),
    ] {
      #expect(policy.contentOffsetY(toReveal: caret, in: viewport) == nil)
    }
    #expect(policy.contentOffsetY(toReveal: rect(0, 3_000, 2, 20), in: viewport) != nil)
  }
}

@Suite struct FieldOrderTests {
  /// A test of react-native-keyboard-controller: thirteen fields, two disabled, three in a group.
  static let thirteen = FieldOrder(
    (1...13).map { FieldOrder<Int>.Field(id: $0, isEnabled: $0 != 3 && $0 != 4) })

  @Test(
    arguments: [
      (1, 2, nil), (2, 5, 1), (5, 6, 2), (6, 7, 5), (7, 8, 6), (8, 9, 7), (13, nil, 12),
      (3, 5, 2), (4, 5, 2), (99, nil, nil),
    ] as [(Int, Int?, Int?)])
  func nextAndPrevious(id: Int, next: Int?, previous: Int?) {
    #expect(Self.thirteen.next(after: id) == next)
    #expect(Self.thirteen.previous(before: id) == previous)
  }

  /// Two columns with slightly misaligned rows, in random order.
  static let form: [FieldOrder<String>.Field] = [
    .init(id: "town", frame: rect(110, 102, 100, 30)),
    .init(id: "name", frame: rect(0, 0, 100, 30)),
    .init(id: "zip", frame: rect(0, 100, 100, 30)),
    .init(id: "first name", frame: rect(110, -4, 100, 30)),
    .init(id: "street", frame: rect(0, 50, 210, 30)),
    .init(id: "note", frame: rect(0, 140, 210, 200)),
    .init(id: "side", frame: rect(220, 230, 50, 30)),
  ]

  @Test func asOneReads() {
    let order = FieldOrder(Self.form, arrangement: .readingLeftToRight)
    #expect(
      order.fields.map(\.id)
        == ["name", "first name", "street", "zip", "town", "note", "side"])
    #expect(order.next(after: "name") == "first name")
    let mirrored = FieldOrder(Self.form, arrangement: .readingRightToLeft)
    #expect(
      mirrored.fields.map(\.id)
        == ["first name", "name", "street", "town", "zip", "side", "note"])
    #expect(FieldOrder(Self.form).fields == Self.form)
  }

  @Test func fieldsWithoutAHeightAreRowsOfTheirOwn() {
    let order = FieldOrder<Int>(
      [.init(id: 1, frame: rect(50, 10, 0, 0)), .init(id: 2, frame: rect(0, 20, 0, 0))],
      arrangement: .readingLeftToRight)
    #expect(order.fields.map(\.id) == [1, 2])
  }
}
