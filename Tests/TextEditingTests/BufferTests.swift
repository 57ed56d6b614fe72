import EditorTestSupport
import Testing
import TextEditing

@Suite struct BufferTests {
  @Test func offsetsAgreeWithString() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(300) {
      let text = RandomText.text(40, using: &random)
      let buffer = TextBuffer(text)
      let scalars = Array(text.unicodeScalars)
      var utf16 = 0
      for (number, offset) in text.scalarBoundaries.enumerated() {
        let places = [
          buffer.utf16Offset(ofUTF8: offset), buffer.scalarOffset(ofUTF8: offset),
          buffer.offset(ofUTF8: offset, in: .utf16), buffer.offset(ofUTF8: offset, in: .scalar),
          buffer.utf8Offset(ofUTF16: utf16), buffer.utf8Offset(ofScalar: number),
          buffer.position(from: buffer.beginningOfDocument, offset: utf16)?.utf8Offset,
        ]
        #expect(
          places == [utf16, number, utf16, number, offset, offset, offset],
          "\(text.debugDescription), seed \(RandomTests.seed)")
        guard number < scalars.count else { break }
        utf16 += UTF16.width(scalars[number])
        if UTF16.width(scalars[number]) == 1 { continue }
        #expect(buffer.utf8Offset(ofUTF16: utf16 - 1) == nil)
        #expect(
          buffer.position(from: buffer.beginningOfDocument, offset: utf16 - 1)?.utf8Offset == offset
        )
      }
      #expect((buffer.utf8Count, buffer.utf16Count) == (text.utf8.count, text.utf16.count))
      #expect(buffer.scalarCount == scalars.count)
      #expect(String(buffer) == text && buffer.isEmpty == text.isEmpty)
    }
  }

  @Test func anOffsetOutsideTheTextHasNoPlace() {
    let buffer = TextBuffer("a😀")
    #expect([-1, 2, 4].allSatisfy { buffer.utf8Offset(ofUTF16: $0) == nil })
    #expect([-1, 3].allSatisfy { buffer.utf8Offset(ofScalar: $0) == nil })
    #expect(buffer.utf8Range(ofUTF16: 1..<3) == 1..<5)
    #expect(buffer.utf16Range(ofUTF8: 1..<5) == 1..<3)
    #expect(buffer.utf8Range(ofUTF16: 1..<2) == nil && buffer.utf8Range(ofUTF16: 2..<3) == nil)
    let start = buffer.beginningOfDocument
    #expect([-1, 4, .max].allSatisfy { buffer.position(from: start, offset: $0) == nil })
    #expect(buffer.offset(from: buffer.endOfDocument, to: start) == -3)
    #expect(buffer.compare(start, to: buffer.endOfDocument) == .orderedAscending)
    #expect(buffer.compare(start, to: start) == .orderedSame)
    #expect(buffer.compare(buffer.endOfDocument, to: start) == .orderedDescending)
    let range = buffer.textRange(from: buffer.endOfDocument, to: start)
    #expect(range == BufferRange(utf8: 0..<5) && range?.end == buffer.endOfDocument)
    let outside = BufferPosition(utf8Offset: 6)
    #expect(buffer.textRange(from: outside, to: start) == nil)
    #expect(buffer.textRange(from: BufferPosition(utf8Offset: -1), to: start) == nil)
    #expect(buffer.text(in: BufferRange(utf8: 0..<5)) == "a😀")
    #expect([0..<2, 2..<5, 0..<6, -1..<1].allSatisfy { buffer.text(in: .init(utf8: $0)) == nil })
  }

  @Test(arguments: [
    (OffsetUnit.utf8, [0, 1, nil, nil, nil, 5, nil], 5), (.utf16, [0, 1, nil, 5, nil], 3),
    (.scalar, [0, 1, 5, nil], 2),
  ])
  func anOffsetInAnyUnitHasAPlaceOrAReason(_ unit: OffsetUnit, _ places: [Int?], _ count: Int) {
    let buffer = TextBuffer("a😀")
    for (offset, place) in places.enumerated() {
      do throws(Misplaced) {
        #expect(try buffer.utf8Offset(of: offset, in: unit) == place)
      } catch {
        #expect(place == nil)
        #expect(error == (offset > count ? .outsideText(count: count) : .insideCharacter))
      }
    }
  }

  @Test func linesEndWithLFAndCRAndBoth() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(300) {
      let text = RandomText.text(40, using: &random)
      let buffer = TextBuffer(text)
      let ends = ByteModel(bytes: Array(text.utf8)).offsets(of: .lineBreaks).map(\.utf8)
      #expect(buffer.lineCount == ends.count, "seed \(RandomTests.seed)")
      for (index, start) in ends.enumerated() {
        let end = index + 1 < ends.count ? ends[index + 1] : buffer.utf8Count
        #expect(buffer.utf8Offset(ofLine: index + 1) == start, "seed \(RandomTests.seed)")
        #expect(buffer.utf8Range(ofLine: index + 1, withEnding: true) == start..<end)
        let line = buffer.utf8Bytes[start..<end]
        let ending = line.suffix(2) == [0x0D, 0x0A] ? 2 : line.last?.isLineEnding == true ? 1 : 0
        #expect(buffer.utf8Range(ofLine: index + 1) == start..<end - ending)
        for offset in start..<max(end, start + 1) {
          #expect(buffer.line(ofUTF8: offset) == index + 1, "seed \(RandomTests.seed)")
        }
      }
      #expect(buffer.utf8Range(ofLine: 0) == nil && buffer.utf8Offset(ofLine: 0) == nil)
      #expect(buffer.utf8Range(ofLine: ends.count + 1) == nil)
      var offset = 0
      for character in text {
        #expect(buffer.utf8Offset(of: buffer.location(ofUTF8: offset)) == offset)
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
    for (line, column) in [(0, 1), (1, 0), (1, text.count + 2), (4, 1)] {
      let outside = TextLocation(line: line, graphemeColumn: column)
      #expect(TextBuffer(text).utf8Offset(of: outside) == nil)
    }
  }

  @Test(arguments: [
    ("a‸b", "x", "ax‸b"), ("a⟦bc⟧d", "x", "ax‸d"), ("‸", "日本", "日本‸"), ("a⟦b⟧", "", "a‸"),
    ("ab", "x", "ab"), ("ab‸", "⌫", "a‸"), ("a‸b", "⌫", "‸b"), ("‸ab", "⌫", "‸ab"),
    ("a⟦b⟧c", "⌫", "a‸c"), ("e\u{301}‸x", "⌫", "‸x"), ("a👩‍👩‍👧‸", "⌫", "a‸"), ("👍🏽‸", "⌫", "‸"),
    ("🇩🇪🇫🇷‸", "⌫", "🇩🇪‸"), ("🇩🇪🇫‸", "⌫", "🇩🇪‸"), ("a\r\n‸b", "⌫", "a‸b"),
    ("a\r‸\nb", "⌫", "a‸\nb"), ("한‸", "⌫", "‸"), ("\u{1100}\u{1161}\u{11A8}‸", "⌫", "‸"),
    ("日本‸", "⌫", "日‸"), ("ab", "⌫", "ab"), ("e‸\u{301}", "⌫", "‸\u{301}"),
  ])
  func typingAndDeletingBackward(_ before: String, _ key: String, _ after: String) {
    var buffer = MarkedText.buffer(before)
    if key == "⌫" { buffer.deleteBackward() } else { buffer.insertText(key) }
    #expect(Array(MarkedText.render(buffer).utf8) == Array(after.utf8))
    #expect(buffer.hasText == (buffer.utf8Count > 0))
  }

  @Test func deletingBackwardTakesTheLastCharacter() {
    var random = RandomTests.generator()
    let long = String(repeating: "\u{301}", count: 2_000) + "日本"
    for text in [long]
      + (0..<RandomTests.rounds(2_000)).map({ _ in
        RandomText.text(12, using: &random)
      })
    {
      var buffer = TextBuffer(text)
      buffer.selectedTextRange = BufferRange(caretAtUTF8: text.utf8.count)
      buffer.deleteBackward()
      let expected = Array(String(text.dropLast()).utf8)
      #expect(buffer.utf8Bytes == expected, "seed \(RandomTests.seed): \(text.debugDescription)")
    }
  }

  @Test func anInputMethodComposes() {
    var buffer = MarkedText.buffer("a⟦x⟧b")
    func look() -> String {
      "\(MarkedText.render(buffer)) \(buffer.markedTextRange?.utf8 ?? 0..<0)"
    }
    buffer.setMarkedText("に", selectedRange: UTF16Range(location: 1, length: 0))
    #expect(look() == "aに‸b 1..<4")
    buffer.setMarkedText("日本", selectedRange: UTF16Range(location: 0, length: 1))
    #expect(look() == "a⟦日⟧本b 1..<7")
    var other = buffer
    buffer.insertText("語")
    #expect(look() == "a語‸b 0..<0")
    buffer = other
    buffer.unmarkText()
    #expect(look() == "a⟦日⟧本b 0..<0")
    buffer = other
    buffer.setMarkedText(nil, selectedRange: UTF16Range(location: 0, length: 0))
    #expect(look() == "a‸b 0..<0")
    for (range, text, marked) in [
      (0..<1, "xy", 2..<8), (7..<7, "x", 1..<7), (1..<1, "x", 2..<8), (4..<4, "x", 0..<0),
      (0..<4, "", 0..<0), (7..<8, "", 1..<7),
    ] {
      buffer = other
      buffer.replace(utf8: range, with: text)
      #expect(buffer.markedTextRange?.utf8 ?? 0..<0 == marked, "\(range)")
    }
    for (location, length, selection) in [
      (0, 9, 1..<5), (9, 0, 5..<5), (-3, 1, 1..<1), (1, Int.max, 1..<5), (2, 0, 5..<5),
    ] {
      other.setMarkedText("😀", selectedRange: UTF16Range(location: location, length: length))
      #expect(other.selection == selection, "\(location), \(length)")
    }
  }

  @Test func invalidUTF8IsRefusedWithItsOffset() {
    var random = RandomTests.generator()
    var texts: [[UInt8]] = [
      [0x80], [0x61, 0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF5], [0xE0, 0x80, 0x80], [0xC3, 0xA9, 0xFF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98],
      Array(repeating: 0x61, count: 17) + [0xFF],
    ]
    for _ in 0..<RandomTests.rounds(3_000) {
      var bytes = Array(RandomText.text(12, using: &random).utf8)
      for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      texts.append(bytes)
    }
    for bytes in texts {
      let valid = (0...bytes.count).last { String(validating: bytes[..<$0], as: UTF8.self) != nil }
      do {
        #expect(try TextBuffer(utf8: bytes).utf8Bytes == bytes && valid == bytes.count)
      } catch {
        #expect(error == InvalidUTF8(byteOffset: valid ?? 0), "seed \(RandomTests.seed): \(bytes)")
        #expect(valid != bytes.count)
      }
    }
  }

  @Test func equalTextsAreEqualHoweverTheyCameAbout() {
    var built = TextBuffer()
    let loaded: TextBuffer = .init(String(repeating: "wörter\r\n", count: 400))
    for character in String(loaded).reversed() {
      built.replace(utf8: 0..<0, with: Array(String(character).utf8))
    }
    built.selectedTextRange = BufferRange(caretAtUTF8: 0)
    #expect(built == loaded && built.hashValue == loaded.hashValue)
    for offset in [0, 1_700, built.utf8Count - 3] {
      var other = built
      other.replace(utf8: offset..<offset + 1, with: "v")
      #expect(other != loaded && !other.hasSameText(as: loaded))
    }
    built.selectedTextRange = nil
    #expect(built != loaded && built.hasSameText(as: loaded) && built.hashValue != loaded.hashValue)
    built.selectedTextRange = BufferRange(caretAtUTF8: 0)
    built.replace(utf8: 0..<0, with: "v")
    #expect(!built.hasSameText(as: loaded) && built.hashValue != loaded.hashValue)
  }

  @Test func errorsSayWhatIsWrong() {
    let errors: [any Error] = [
      TextEditError.outOfBounds(0..<9, utf8Count: 3), TextEditError.insideScalar(utf8Offset: 2),
      TextEditError.invalidUTF8(1..<2, byteOffset: 4), TextEditError.notTaken,
      InvalidUTF8(byteOffset: 5),
    ]
    #expect(
      errors.map { "\($0)" } == [
        "the UTF-8 range 0..<9 is outside a text of 3 bytes",
        "the UTF-8 offset 2 lies inside a character's bytes",
        "the new text at UTF-8 offset 1 is not valid UTF-8 from byte 4",
        "the text view rejected the edit", "the text is not valid UTF-8 from byte 5",
      ])
  }

  @Test func bytesAndKeysAreSorted() {
    #expect([("b", 2), ("a", 1), ("c", 2)].sorted { $0.1 }.map(\.0) == ["a", "b", "c"])
    #expect(Array("a\\*b".utf8)[...].holds(Array("\\*".utf8)[...]))
    #expect(!Array("a*b\\".utf8)[...].holds(Array("\\*".utf8)[...]))
    let all = (0...127).map { UInt8($0) }
    func characters(_ holds: (UInt8) -> Bool) -> String {
      String(decoding: all.filter(holds), as: UTF8.self)
    }
    #expect(characters(\.isBlank) == "\t " && characters(\.isLineEnding) == "\n\r")
    #expect(characters(\.isASCIIPunctuation) == "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
    #expect(
      characters(\.isASCIIDigit) + characters(\.isASCIILetter) == characters(\.isASCIIAlphanumeric))
    #expect(characters { $0.smallLetter != $0 } == "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    #expect(all.compactMap(\.hexadecimalValue) == Array(0...9) + Array(10...15) + Array(10...15))
    #expect(
      [0xEF, 0xBB, 0xBF, 0x61].byteOrderMarkCount == 3 && [0xEF, 0xBB].byteOrderMarkCount == 0)
  }
}

extension MarkedText {
  static func render(_ buffer: TextBuffer) -> String {
    render(buffer.utf8Bytes, selections: buffer.selectedTextRange.map { [$0.utf8] } ?? [])
  }

  static func buffer(_ marked: String) -> TextBuffer {
    let (text, selections) = parse(marked)
    var buffer = TextBuffer(text)
    buffer.selectedTextRange = selections.first.map(BufferRange.init(utf8:))
    return buffer
  }
}
