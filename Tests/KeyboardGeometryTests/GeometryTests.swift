import EditorTestSupport
import KeyboardGeometry
import Testing

@Suite struct GeometryTests {
  @Test func intersectionsHaveAreaOrAreZero() {
    #expect(rect(0, 0, 10, 10).intersection(rect(4, 6, 10, 10)) == rect(4, 6, 6, 4))
    #expect(rect(0, 0, 10, 10).intersection(rect(10, 0, 5, 5)) == .zero)
    #expect(rect(0, 0, 10, 10).intersection(rect(0, 10, 5, 5)) == .zero)
    #expect(rect(0, 0, 10, 10).intersection(rect(2, 2, 3, 3)) == rect(2, 2, 3, 3))
    #expect(rect(0, 0, .nan, 10).intersection(rect(2, 2, 3, 3)) == .zero)
  }

  @Test func edgesAndMiddles() {
    let box = rect(1, 2, 30, 40)
    #expect(box.minX == 1 && box.minY == 2 && box.maxX == 31 && box.maxY == 42)
    #expect(box.midX == 16 && box.midY == 22)
    #expect(LayoutSize(width: 0, height: 4).isEmpty && LayoutSize(width: 4, height: -1).isEmpty)
    #expect(!LayoutSize(width: 1, height: 1).isEmpty)
    #expect(LayoutSize(width: 1, height: 2).turned == LayoutSize(width: 2, height: 1))
  }

  @Test func insetsNeverTurnARectangleInsideOut() {
    let insets = KeyboardInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(rect(0, 0, 10, 10).inset(by: insets) == rect(2, 1, 4, 6))
    #expect(rect(0, 0, 5, 3).inset(by: insets) == rect(2, 1, 0, 0))
  }

  @Test func oneConversionGoesFromScreenToView() {
    let window = CoordinateSpace.screen(LayoutSize(width: 1024, height: 768))
      .child(frame: rect(512, 20, 512, 700))
    let list = window.child(
      frame: rect(10, 64, 300, 500), boundsOrigin: LayoutPoint(x: 0, y: 1234.5))
    #expect(list.frameInScreen == rect(522, 84, 300, 500))
    #expect(list.bounds == rect(0, 1234.5, 300, 500))
    #expect(list.convertFromScreen(rect(522, 84, 1, 1)) == rect(0, 1234.5, 1, 1))
    #expect(list.convertToScreen(rect(0, 1234.5, 1, 1)) == rect(522, 84, 1, 1))
    #expect(list.convert(rect(10, 64, 5, 5), from: window) == rect(0, 1234.5, 5, 5))
    // The frame of a row in a scrolled list is relative to the content, not to the list's frame.
    #expect(list.child(frame: rect(0, 1300, 300, 44)).frameInScreen == rect(522, 149.5, 300, 44))
  }

  @Test func conversionsThereAndBackAreTheIdentity() {
    var random = RandomTests.generator()
    func number() -> Double { Double(Int.random(in: -4000...4000, using: &random)) / 4 }
    for _ in 0..<RandomTests.rounds(2_000) {
      var space = CoordinateSpace.screen(LayoutSize(width: 390, height: 844))
      let root = space
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        space = space.child(
          frame: rect(number(), number(), abs(number()), abs(number())),
          boundsOrigin: LayoutPoint(x: number(), y: number()))
      }
      let box = rect(number(), number(), abs(number()), abs(number()))
      #expect(
        space.convertFromScreen(space.convertToScreen(box)) == box, "seed \(RandomTests.seed)")
      #expect(root.convert(space.convert(box, from: root), from: space) == box)
      #expect(space.convertFromScreen(space.frameInScreen) == space.bounds)
    }
  }

  @Test(
    "frames of iOS 7, reported for the upright screen, are turned",
    arguments: [
      (QuarterTurn.counterclockwise, rect(158, 0, 162, 480), rect(0, 158, 480, 162)),
      (.clockwise, rect(0, 0, 162, 480), rect(0, 158, 480, 162)),
      (.half, rect(0, 0, 320, 216), rect(0, 264, 320, 216)),
      (.none, rect(0, 264, 320, 216), rect(0, 264, 320, 216)),
      (.clockwise, rect(10, 20, 30, 40), rect(20, 280, 40, 30)),
      (.counterclockwise, rect(10, 20, 30, 40), rect(420, 10, 40, 30)),
      (.half, rect(10, 20, 30, 40), rect(280, 420, 30, 40)),
    ])
  func turnedFrames(turn: QuarterTurn, reported: LayoutRect, seen: LayoutRect) {
    let portrait = LayoutSize(width: 320, height: 480)
    #expect(
      ScreenFrameConvention.fixedPortrait(turn).interfaceFrame(reported, portraitSize: portrait)
        == seen)
    #expect(
      ScreenFrameConvention.interfaceOriented.interfaceFrame(reported, portraitSize: portrait)
        == reported)
  }
}
