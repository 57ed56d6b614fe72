import EditorTestSupport
import Testing
import TextEditing

@Suite struct GraphemeTests {
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
        where GraphemeSegmentation.isBoundaryCertain(between: left, and: right) {
          var text = String.UnicodeScalarView()
          text.append(left)
          text.append(right)
          if String(text).count != 2 { wrong.append(String(text)) }
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
        let isCertain = GraphemeSegmentation.isBoundaryCertain(between: left, and: right)
        #expect(isCertain, "\(left) \(right) in \(text)")
      }
    }
  }
}
