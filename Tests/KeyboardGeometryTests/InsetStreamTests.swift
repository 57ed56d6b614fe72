import EditorTestSupport
import KeyboardGeometry
import Testing

@Suite struct InsetStreamTests {
  static let screen = rect(0, 0, 1024, 768)
  static let frames: [LayoutRect] = [
    rect(0, 370, 1024, 398), rect(0, 448, 1024, 320), rect(0, 713, 1024, 398),
    rect(0, 768, 1024, 398), rect(0, 150, 1024, 398), rect(600, 400, 320, 254), .zero,
    rect(0, 768, 1024, 0), rect(0, 425.5, 1024, 342.5),
  ]

  /// Returns a scroll view at a random place, with random ways to join the keyboard.
  func randomView(_ random: inout SeededGenerator) -> TestScrollView {
    let adjuster = KeyboardInsetAdjuster(
      join: KeyboardInsetAdjuster.Join.allCases.randomElement(using: &random) ?? .max,
      foreignChange: .adopt, followsUndocked: Bool.random(using: &random),
      ignoresNonLocal: Bool.random(using: &random))
    let list = TestScrollView(
      Self.screen, bottom: Double(Int.random(in: 0...400, using: &random)), adjuster: adjuster,
      automaticBottom: [0, 20, 34].randomElement(using: &random) ?? 0)
    list.view = list.view.child(
      frame: rect(0, 0, 1024, Double(Int.random(in: 300...900, using: &random))),
      boundsOrigin: LayoutPoint(x: 0, y: Double(Int.random(in: 0...5_000, using: &random))))
    return list
  }

  @Test func afterTheLastHideTheInsetsAreThoseOfTheStart() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(2_000) {
      let list = randomView(&random)
      let before = list.insets
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let event = KeyboardFrameTransition.Event.allCases.randomElement(using: &random)
        let frame = Self.frames.randomElement(using: &random)
        list.handle(
          event ?? .willShow, frame ?? .zero, isLocal: Bool.random(using: &random))
        let bottom = list.insets.content.bottom
        list.insets.content.bottom = before.content.bottom
        #expect(list.insets.content == before.content, "seed \(RandomTests.seed)")
        list.insets.content.bottom = bottom
      }
      list.handle(.willHide, .zero, isLocal: Bool.random(using: &random))
      #expect(list.insets == before, "seed \(RandomTests.seed)")
    }
  }

  @Test func aFrameChangesTheInsetsOnceAtMost() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(2_000) {
      let list = randomView(&random)
      list.adjuster.ignoresNonLocal = false
      for _ in 0..<8 {
        let frame = Self.frames.randomElement(using: &random) ?? .zero
        let changes = list.changes
        for event in [KeyboardFrameTransition.Event.willShow, .didShow, .willChangeFrame] {
          list.handle(event, frame)
        }
        #expect(list.changes <= changes + 1, "seed \(RandomTests.seed)")
      }
    }
  }

  /// The app's own inset, changed at random times, is restored at the end.
  @Test func editsOfTheAppComeBack() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(2_000) {
      let list = randomView(&random)
      var wish = list.insets
      for _ in 0..<10 {
        // A value equal to the current one cannot be noticed, so it is not written. Neither is one
        // that the adjuster requested earlier and that was replaced without its knowledge.
        if Bool.random(using: &random) {
          let value = Double(Int.random(in: 1_000...2_000, using: &random))
          let asked = list.adjuster.applied
          switch Int.random(in: 0..<3, using: &random) {
          case 0:
            list.insets.content.top = value
            wish.content.top = value
          case 1 where ![list.insets.content.bottom, asked?.content.bottom].contains(value):
            list.insets.content.bottom = value
            wish.content.bottom = value
          case 2 where ![list.insets.indicator.bottom, asked?.indicator.bottom].contains(value):
            list.insets.indicator.bottom = value
            wish.indicator.bottom = value
          default: break
          }
        }
        list.handle(.willChangeFrame, Self.frames.randomElement(using: &random) ?? .zero)
      }
      list.handle(.didHide, .zero)
      #expect(list.insets == wish, "seed \(RandomTests.seed)")
    }
  }
}
