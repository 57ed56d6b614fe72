import EditorTestSupport
import Foundation
import Testing
import TextEditing

@Suite struct SegmentationTests {
  /// The parts of clusters: a letter, an ideograph, a consonant that joins, a jamo, and an emoji.
  private static let partners: [Unicode.Scalar] = ["a", "日", "\u{915}", "\u{11A8}", "👍"]

  /// Compares each scalar before and after others with the boundaries of `Character`. Beyond the
  /// second plane, only tags and variation selectors join; long runs test them.
  @Test func whatIsCertainIsABoundary() {
    var wrong: [String] = []
    let end: UInt32 = RandomTests.rounds(1) > 1 ? 0x11_0000 : 0x2_0000
    for scalar in (0x80..<end).compactMap({ Unicode.Scalar($0) }) {
      for partner in Self.partners {
        for (left, right) in [(scalar, partner), (partner, scalar)]
        where left.isAloneBefore(right) {
          let text = String(left) + String(right)
          if text.count != 2 { wrong.append(text) }
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  /// If a boundary is uncertain, the code around a caret reads far back, so text in any script,
  /// with runs of its punctuation, must have certain boundaries.
  @Test func textIsCertain() {
    for text in ["日本語。「文」", "это, слово", "ไทย", "한국어", "क ख", "……——", "。。。", "a b\u{3000}c"] {
      let scalars = Array(text.unicodeScalars)
      for (left, right) in zip(scalars, scalars.dropFirst()) {
        #expect(left.isAloneBefore(right), "\(left) \(right) in \(text)")
      }
    }
  }

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
    if text.utf8.dropFirst(offset).first ?? 0 < 0xC0 { return }
    #expect(wordRange(around: offset + 1, in: Array(text.utf8)) == range)
    #expect(TextBuffer(text).wordRange(aroundUTF8: offset + 1) == range)
  }

  @Test(arguments: [
    ("", 0, 0), ("one, two", 2, 0), ("don't 3.14 --", 2, 0), ("日本語", 0, 3), ("カタカナ です", 0, 6),
    ("ไทยไทย ไทย", 2, 0), ("a日b", 2, 1), ("👍 é", 1, 0), ("〆々", 0, 2), ("한국어 글", 2, 0),
  ])
  func wordsAndIdeographsAreCounted(_ text: String, _ words: Int, _ ideographs: Int) {
    let count = WordCount(of: Array(text.utf8))
    #expect((count.words, count.ideographs) == (words, ideographs))
  }

  /// A search from a safe place finds the same boundaries as a search from the start.
  @Test func aSafePlaceIsABoundary() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(2_000) {
      let text = RandomText.text(16, using: &random)
      let all = WordBoundaries.boundaries(in: Array(text.utf8))
      for offset in text.scalarBoundaries {
        let safe = WordBoundaries.safeBoundary(before: offset, in: Array(text.utf8))
        #expect(
          safe <= offset && (all.contains(safe) || text.isEmpty),
          "seed \(RandomTests.seed): \(text.debugDescription) at \(offset)")
      }
    }
  }

  /// Unicode's own tests of UAX #29, in Debian's package unicode-data or the folder UNICODE_DATA.
  private static let unicodeTests =
    (ProcessInfo.processInfo.environment["UNICODE_DATA"] ?? "/usr/share/unicode")
    + "/auxiliary/WordBreakTest.txt"

  @Test(.enabled(if: FileManager.default.fileExists(atPath: unicodeTests)))
  func wordBoundariesAreUnicodes() throws {
    let contents = try String(contentsOfFile: Self.unicodeTests, encoding: .utf8)
    var count = 0
    for line in contents.split(separator: "\n") {
      let rule = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
      if rule.isEmpty { continue }
      var text = String.UnicodeScalarView()
      var expected: [Int] = []
      for part in rule {
        if part == "÷" {
          expected.append(String(text).utf8.count)
        } else if let value = UInt32(part, radix: 16), let scalar = Unicode.Scalar(value) {
          text.append(scalar)
        }
      }
      count += 1
      #expect(WordBoundaries.boundaries(in: Array(String(text).utf8)) == expected, "\(line)")
    }
    #expect(count > 400)
  }
}
