import EditorTestSupport
import Testing
import TextEditing

@Suite struct GraphemeTests {
  /// Letters, a jamo, a consonant that others join, a picture: what clusters are made of.
  private static let partners: [Unicode.Scalar] = ["a", "日", "\u{915}", "\u{11A8}", "👍"]

  /// Each scalar before and behind others, as the standard library's `Character` parts them. Far beyond the
  /// second plane nothing joins but tags and variation selectors; that is left to long runs.
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

  /// Else a caret's neighbourhood would be read far back: in any script, and in runs of its punctuation.
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
