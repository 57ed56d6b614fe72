import EditorTestSupport
import Testing
import TextEditing

/// Compares offsets in every unit with those of `String`.
@Suite struct UnitTests {
  @Test func countsAndOffsetsAgreeWithString() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(300) {
      let text = RandomText.text(40, using: &random)
      let buffer = TextBuffer(text)
      #expect(buffer.utf8Count == text.utf8.count, "seed \(RandomTests.seed)")
      #expect(buffer.utf16Count == text.utf16.count, "seed \(RandomTests.seed)")
      #expect(buffer.scalarCount == text.unicodeScalars.count, "seed \(RandomTests.seed)")
      var utf16 = 0
      for (number, scalar) in text.unicodeScalars.enumerated() {
        let offset = text.scalarBoundaries[number]
        #expect(buffer.utf16Offset(ofUTF8: offset) == utf16, "seed \(RandomTests.seed)")
        #expect(buffer.scalarOffset(ofUTF8: offset) == number, "seed \(RandomTests.seed)")
        #expect(buffer.utf8Offset(ofUTF16: utf16) == offset, "seed \(RandomTests.seed)")
        #expect(buffer.utf8Offset(ofScalar: number) == offset, "seed \(RandomTests.seed)")
        if UTF16.width(scalar) == 2 {
          #expect(buffer.utf8Offset(ofUTF16: utf16 + 1) == nil, "seed \(RandomTests.seed)")
        }
        utf16 += UTF16.width(scalar)
      }
    }
  }

  @Test func linesAgreeWithAModel() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(300) {
      let text = RandomText.text(40, using: &random)
      let buffer = TextBuffer(text)
      let lines = modelLines(text)
      #expect(buffer.lineCount == lines.count, "seed \(RandomTests.seed)")
      for (index, line) in lines.enumerated() {
        #expect(buffer.utf8Range(ofLine: index + 1) == line.text, "seed \(RandomTests.seed)")
        #expect(buffer.utf8Offset(ofLine: index + 1) == line.text.lowerBound)
        #expect(
          buffer.utf8Range(ofLine: index + 1, withEnding: true)
            == line.text.lowerBound..<line.end, "seed \(RandomTests.seed)")
        for offset in line.text.lowerBound..<max(line.end, line.text.lowerBound + 1)
        where offset <= buffer.utf8Count && (offset < line.end || index == lines.count - 1) {
          #expect(buffer.line(ofUTF8: offset) == index + 1, "seed \(RandomTests.seed)")
        }
      }
      #expect(buffer.utf8Range(ofLine: 0) == nil)
      #expect(buffer.utf8Range(ofLine: lines.count + 1) == nil)
    }
  }

  @Test func locationsComeBack() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(200) {
      let text = RandomText.text(30, using: &random)
      let buffer = TextBuffer(text)
      var offset = 0
      for character in text {
        let location = buffer.location(ofUTF8: offset)
        #expect(buffer.utf8Offset(of: location) == offset, "\(location) seed \(RandomTests.seed)")
        offset += character.utf8.count
      }
      #expect(buffer.utf8Offset(of: buffer.location(ofUTF8: offset)) == offset)
    }
  }

  @Test(arguments: [
    ("ab‸c", 1, 3), ("a\n‸", 2, 1), ("a\r\n‸b", 2, 1), ("a\r‸\nb", 1, 2), ("a\r\r‸b", 3, 1),
    ("👩‍👩‍👧‸x", 1, 2), ("e‸\u{301}x", 1, 1), ("é\n日本‸語", 2, 3), ("‸", 1, 1), ("🇩🇪🇫🇷‸", 1, 3),
  ])
  func locationOfTheCaret(_ marked: String, _ line: Int, _ column: Int) {
    let (text, selections) = MarkedText.parse(marked)
    #expect(
      TextBuffer(text).location(ofUTF8: selections[0].lowerBound)
        == TextLocation(line: line, graphemeColumn: column))
  }

  @Test(arguments: [(0, 1), (1, 0), (1, 5), (3, 1), (2, 3)])
  func aLocationOutsideTheTextIsNil(_ line: Int, _ column: Int) {
    let buffer = TextBuffer("abc\nd")
    #expect(buffer.utf8Offset(of: TextLocation(line: line, graphemeColumn: column)) == nil)
  }

  @Test func anOffsetOutsideTheTextIsNil() {
    let buffer = TextBuffer("a😀")
    #expect(buffer.utf8Offset(ofUTF16: -1) == nil)
    #expect(buffer.utf8Offset(ofUTF16: 2) == nil)
    #expect(buffer.utf8Offset(ofUTF16: 4) == nil)
    #expect(buffer.utf8Offset(ofScalar: 3) == nil)
    #expect(buffer.utf8Range(ofUTF16: 1..<3) == 1..<5)
  }

  /// Returns the lines by the bare rule: LF, CR, and CRLF as one ending.
  private func modelLines(_ text: String) -> [(text: Range<Int>, end: Int)] {
    let bytes = Array(text.utf8)
    var lines: [(text: Range<Int>, end: Int)] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      defer { index += 1 }
      guard bytes[index] == 0x0A || bytes[index] == 0x0D else { continue }
      let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      lines.append((start..<index, index + (isPair ? 2 : 1)))
      if isPair { index += 1 }
      start = index + 1
    }
    lines.append((start..<bytes.count, bytes.count))
    return lines
  }
}
