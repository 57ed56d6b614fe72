import EditorTestSupport
import Foundation
import Testing
import TextEditing

@Suite struct WordTests {
  @Test(arguments: [
    ("a wo‸rd b", "a ⟦word⟧ b"), ("‸word", "⟦word⟧"), ("word‸", "⟦word⟧"),
    ("a‸ b", "⟦a⟧ b"), ("a ‸b", "a ⟦b⟧"), ("a ‸ b", "a  b"), ("a, ‸(b)", "a, (b)"),
    ("do‸n't", "⟦don't⟧"), ("do‸n’t", "⟦don’t⟧"), ("3.1‸4", "⟦3.14⟧"), ("1,0‸00", "⟦1,000⟧"),
    ("snake_c‸ase", "⟦snake_case⟧"), ("e‸\u{301}te\u{301}", "⟦e\u{301}te\u{301}⟧"),
    ("naïve‸té", "⟦naïveté⟧"), ("日‸本", "日⟦本⟧"), ("日本‸", "日⟦本⟧"), ("カタ‸カナ", "⟦カタカナ⟧"),
    ("한국‸어 x", "⟦한국어⟧ x"), ("приве‸т", "⟦привет⟧"), ("שלו‸ם", "⟦שלום⟧"), ("👩‍👩‍👧‸", "👩‍👩‍👧"),
    ("", ""), ("‸", ""), (" ‸ ", "  "), ("a-‸b", "a-⟦b⟧"), ("a.‸ b", "a. b"), ("**‸**", "****"),
    ("**wor‸d**", "**⟦word⟧**"), ("ab\r‸\ncd", "ab\r\ncd"), ("ab\r\n‸cd", "ab\r\n⟦cd⟧"),
  ])
  func wordAtTheCaret(_ caret: String, _ expected: String) {
    let (text, selections) = MarkedText.parse(caret)
    let offset = selections.first?.lowerBound ?? 0
    let range = wordRange(around: offset, in: Array(text.utf8))
    #expect(MarkedText.render(text, selections: range.map { [$0] } ?? []) == expected)
    #expect(TextBuffer(text).wordRange(aroundUTF8: offset) == range)
  }

  @Test func anOffsetInsideAScalarMeansItsStart() {
    #expect(wordRange(around: 1, in: Array("é x".utf8)) == 0..<2)
  }
}
