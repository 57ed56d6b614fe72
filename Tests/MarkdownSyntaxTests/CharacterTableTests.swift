import CommonMark
import EditorTestSupport
import MarkdownSyntax
import Testing

@Suite("Our tables classify characters as libcmark does")
struct CharacterTableTests {
  /// Finds the class of x from libcmark: `a*x*` is emphasis if x is neither white space nor
  /// punctuation, and `*x*` if x is not white space (§6.2). Long runs cover the planes after the
  /// second, which have neither.
  @Test func libcmarkClassifiesEveryScalarAsWeDo() throws {
    var wrong: [Unicode.Scalar] = []
    let end: UInt32 = RandomTests.rounds(1) > 1 ? 0x11_0000 : 0x2_0000
    for start in stride(from: UInt32(0x80), to: end, by: 0x8000) {
      let scalars = (start..<min(start + 0x8000, end)).compactMap { Unicode.Scalar($0) }
      let source = scalars.map { "a*\($0)*\n\n*\($0)*\n\n" }.joined()
      let tree = try MarkdownTree(parsing: Array(source.utf8))
      var emphasised: [Bool] = []
      var index = 1
      while index < tree.nodes.count {
        let end = Int(tree.nodes[index].end)
        emphasised.append(tree.nodes[index..<end].contains { $0.kind == .emphasis })
        index = end
      }
      #expect(emphasised.count == 2 * scalars.count)
      for (offset, scalar) in scalars.enumerated() {
        let isSpace = !emphasised[2 * offset + 1]
        let isPunctuation = !isSpace && !emphasised[2 * offset]
        let isExpected =
          isUnicodePunctuation(scalar)
          || ParsingLibrary.isSince31 && isPunctuationSince031(scalar)
        if isSpace != isUnicodeWhitespace(scalar) || isPunctuation != isExpected {
          wrong.append(scalar)
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func asciiIsTheSpecifications() {
    let punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".unicodeScalars
    for value in UInt8(0)..<0x80 {
      let scalar = Unicode.Scalar(value)
      #expect(isUnicodePunctuation(scalar) == punctuation.contains(scalar))
      #expect(isUnicodeWhitespace(scalar) == "\t\n\u{C}\r ".unicodeScalars.contains(scalar))
      #expect(!isPunctuationSince031(scalar))
    }
  }

  @Test func symbolsAreNoPunctuationYet() {
    for scalar in "€+£©😀→∑\u{309B}🏳".unicodeScalars where !scalar.isASCII {
      #expect(isPunctuationSince031(scalar))
      #expect(!isUnicodePunctuation(scalar))
    }
    for scalar in "aé日。—「\u{3000}\u{301}٣".unicodeScalars {
      #expect(!isPunctuationSince031(scalar))
    }
  }
}
