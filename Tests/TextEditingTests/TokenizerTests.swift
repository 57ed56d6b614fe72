import EditorTestSupport
import Testing
import TextEditing

@Suite struct TokenizerTests {
  private static let forward = TextDirection.storage(.forward)
  private static let backward = TextDirection.storage(.backward)

  @Test(
    arguments: [
      (.word, "a wo‸rd b", "a ⟦word⟧ b"),
      (.word, "‸word", "⟦word⟧"),
      (.word, "word‸ b", nil),
      (.word, "a ‸ b", nil),
      (.character, "a‸👩‍👩‍👧b", "a⟦👩‍👩‍👧⟧b"),
      (.character, "ab‸", nil),
      (.sentence, "One. T‸wo. Three.", "One. ⟦Two. ⟧Three."),
      (.sentence, "One. ‸Two.", "One. ⟦Two.⟧"),
      (.sentence, "a\n‸b. c", "a\n⟦b. c⟧"),
      (.sentence, "a b‸", nil),
      (.paragraph, "a\nb‸ c\nd", "a\n⟦b c⟧\nd"),
      (.line, "a\r\nb‸", "a\r\n⟦b⟧"),
      (.document, "a\n‸b", "⟦a\nb⟧"),
    ] as [(TextGranularity, String, String?)])
  func unitAhead(_ granularity: TextGranularity, _ caret: String, _ expected: String?) {
    #expect(unit(granularity, caret, Self.forward) == expected)
  }

  @Test(
    arguments: [
      (.word, "word‸ b", "⟦word⟧ b"),
      (.word, "‸word", nil),
      (.character, "e\u{301}‸", "⟦e\u{301}⟧"),
      (.character, "‸a", nil),
      (.sentence, "One. ‸Two.", "⟦One. ⟧Two."),
      (.sentence, "One.\r\n‸Two.", "⟦One.\r\n⟧Two."),
      (.paragraph, "a\nb‸\nc", "a\n⟦b⟧\nc"),
    ] as [(TextGranularity, String, String?)])
  func unitBehind(_ granularity: TextGranularity, _ caret: String, _ expected: String?) {
    #expect(unit(granularity, caret, Self.backward) == expected)
  }

  @Test(
    arguments: [
      (.word, "a‸ word b", "a word‸ b"),
      (.word, "wo‸rd", "word‸"),
      (.word, "a‸ .", nil),
      (.character, "‸👍🏽a", "👍🏽‸a"),
      (.sentence, "O‸ne. Two.", "One. ‸Two."),
      (.paragraph, "a‸b\nc", "ab‸\nc"),
      (.paragraph, "ab‸\r\ncd", "ab\r\ncd‸"),
      (.paragraph, "ab‸", nil),
      (.document, "‸ab", "ab‸"),
      (.document, "ab‸", nil),
    ] as [(TextGranularity, String, String?)])
  func nextEnd(_ granularity: TextGranularity, _ caret: String, _ expected: String?) {
    #expect(boundary(granularity, caret, Self.forward) == expected)
  }

  @Test(
    arguments: [
      (.word, "a word ‸b", "a ‸word b"),
      (.word, "a, ‸", "‸a, "),
      (.word, ". ‸", nil),
      (.character, "🇩🇪🇫🇷‸", "🇩🇪‸🇫🇷"),
      (.sentence, "One. Tw‸o.", "One. ‸Two."),
      (.paragraph, "a\nb‸c", "a\n‸bc"),
      (.paragraph, "ab\r\n‸cd", "‸ab\r\ncd"),
      (.paragraph, "‸ab", nil),
      (.document, "ab‸", "‸ab"),
    ] as [(TextGranularity, String, String?)])
  func nextStartBackward(_ granularity: TextGranularity, _ caret: String, _ expected: String?) {
    #expect(boundary(granularity, caret, Self.backward) == expected)
  }

  @Test func atABoundary() {
    let buffer = TextBuffer("a word.")
    let tokenizer = TextTokenizer(buffer)
    func offsets(_ direction: TextDirection) -> [Int] {
      (0...7).filter {
        tokenizer.isPosition(
          BufferPosition(utf8Offset: $0), atBoundary: .word, inDirection: direction)
      }
    }
    #expect(offsets(Self.forward) == [1, 6])
    #expect(offsets(Self.backward) == [0, 2])
    #expect(offsets(.layout(.left)) == [0, 2])
    let space = BufferPosition(utf8Offset: 6)
    #expect(!tokenizer.isPosition(space, withinTextUnit: .word, inDirection: Self.forward))
    #expect(tokenizer.isPosition(space, withinTextUnit: .word, inDirection: Self.backward))
  }

  @Test func anyInputHasTheSameUnits() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(100) {
      let text = RandomText.text(20, using: &random)
      let buffer = TextBuffer(text)
      let ours = TextTokenizer(buffer)
      let theirs = TextTokenizer(StringInput(text))
      let offset = text.scalarBoundaries.randomElement(using: &random) ?? 0
      let utf16 = buffer.utf16Offset(ofUTF8: offset)
      for granularity in TextGranularity.allCases {
        for direction in [Self.forward, Self.backward] {
          let range = ours.rangeEnclosingPosition(
            BufferPosition(utf8Offset: offset), with: granularity, inDirection: direction)
          let other = theirs.rangeEnclosingPosition(
            StringInput.Place(utf16: utf16), with: granularity, inDirection: direction)
          #expect(
            range.map { buffer.utf16Range(ofUTF8: $0.utf8) }
              == other.map { $0.start.utf16..<$0.end.utf16 },
            "\(granularity) seed \(RandomTests.seed)")
        }
      }
    }
  }

  @Test func directionsKeepUIKitsNumbers() {
    let layout: [TextLayoutDirection] = [.right, .left, .up, .down]
    #expect(layout.map { TextDirection.layout($0).rawValue } == [2, 3, 4, 5])
    #expect(TextDirection.storage(.forward).rawValue == 0)
    #expect(TextDirection.storage(.backward).rawValue == 1)
  }

  private func unit(
    _ granularity: TextGranularity, _ caret: String, _ direction: TextDirection
  ) -> String? {
    let buffer = MarkedText.buffer(caret)
    guard let position = buffer.selectedTextRange?.start else { return "no caret" }
    return TextTokenizer(buffer).rangeEnclosingPosition(
      position, with: granularity, inDirection: direction
    ).map { MarkedText.render(buffer.utf8Bytes, selections: [$0.utf8]) }
  }

  private func boundary(
    _ granularity: TextGranularity, _ caret: String, _ direction: TextDirection
  ) -> String? {
    let buffer = MarkedText.buffer(caret)
    guard let position = buffer.selectedTextRange?.start else { return "no caret" }
    return TextTokenizer(buffer).position(
      from: position, toBoundary: granularity, inDirection: direction
    ).map {
      MarkedText.render(buffer.utf8Bytes, selections: [$0.utf8Offset..<$0.utf8Offset])
    }
  }
}
