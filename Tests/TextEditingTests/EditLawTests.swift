import EditorTestSupport
import Testing
import TextEditing

/// Checks each law of `TextEdit` with random texts and edits.
@Suite struct EditLawTests {
  @Test func applyingIsEachReplacementFromBackToFront() {
    forRandomEdits { text, edit, _ in
      var model = text
      for replacement in edit.replacements.reversed() {
        model.replaceSubrange(replacement.range, with: replacement.bytes)
      }
      return edit.applying(to: text) == model && model.count == text.count + edit.utf8Growth
    }
  }

  @Test func invertedTakesBack() {
    forRandomEdits { text, edit, _ in
      edit.inverted(in: text).applying(to: edit.applying(to: text)) == text
    }
  }

  @Test func invertedTwiceIsTheEdit() {
    forRandomEdits { text, edit, _ in
      edit.inverted(in: text).inverted(in: edit.applying(to: text)) == edit
    }
  }

  @Test func thenDoesBoth() {
    forRandomEdits { text, edit, random in
      let middle = edit.applying(to: text)
      let next = randomEdit(of: middle.count, using: &random)
      return edit.then(next).applying(to: text) == next.applying(to: middle)
    }
  }

  @Test func thenIsAssociative() {
    forRandomEdits { text, first, random in
      let second = randomEdit(of: text.count + first.utf8Growth, using: &random)
      let third = randomEdit(
        of: text.count + first.utf8Growth + second.utf8Growth, using: &random)
      return first.then(second).then(third).applying(to: text)
        == first.then(second.then(third)).applying(to: text)
    }
  }

  @Test func theEmptyEditChangesNothing() {
    forRandomEdits { text, edit, _ in
      TextEdit().applying(to: text) == text && edit.then(TextEdit()) == edit
        && TextEdit().then(edit) == edit
    }
  }

  /// Mapped offsets ascend, and before an insertion is never behind after it.
  @Test func mappingIsMonotone() {
    forRandomEdits { text, edit, _ in
      let before = (0...text.count).map { edit.mapping(utf8Offset: $0, bias: .before) }
      let after = (0...text.count).map { edit.mapping(utf8Offset: $0, bias: .after) }
      return zip(before, after).allSatisfy { $0 <= $1 }
        && [before, after].allSatisfy { mapped in
          mapped.allSatisfy((0...text.count + edit.utf8Growth).contains)
            && zip(mapped, mapped.dropFirst()).allSatisfy { $0 <= $1 }
        }
    }
  }

  @Test func mappingBackIsTheMappingOfTheInverse() {
    forRandomEdits { text, edit, _ in
      let count = text.count + edit.utf8Growth
      let inverse = edit.inverted(in: text)
      return (0...count).allSatisfy { start in
        [start, min(start + 1, count), count].allSatisfy {
          edit.mappingBack(utf8: start..<$0) == inverse.mapping(utf8: start..<$0)
        }
      }
    }
  }

  @Test func mappingKeepsUntouchedBytes() {
    forRandomEdits { text, edit, _ in
      let after = edit.applying(to: text)
      return text.indices.allSatisfy { offset in
        if edit.replacements.contains(where: { $0.range.contains(offset) }) { return true }
        return after[edit.mapping(utf8Offset: offset, bias: .after)] == text[offset]
      }
    }
  }

  @Test(arguments: [
    ("a⟦b⟧c", 1..<2, "xy", "a⟦xy⟧c"), ("ab‸c", 2..<2, "x", "abx‸c"),
    ("⟦ab⟧c", 0..<0, "x", "x⟦ab⟧c"), ("⟦ab⟧c", 2..<2, "x", "⟦ab⟧xc"),
    ("a⟦bc⟧d", 0..<2, "x", "x⟦c⟧d"), ("a‸bc", 0..<3, "", "‸"),
  ])
  func aSelectionMovesWithItsText(
    _ before: String, _ range: Range<Int>, _ new: String, _ after: String
  ) {
    let (text, selections) = MarkedText.parse(before)
    var buffer = TextBuffer(text)
    buffer.selectedTextRange = BufferRange(utf8: selections[0])
    buffer.replace(utf8: range, with: new)
    let edit = TextEdit([.init(range, with: new)])
    #expect(MarkedText.render(buffer) == after)
    #expect(edit.mapping(utf8: selections[0]) == buffer.selectedTextRange?.utf8)
  }

  @Test func aDeletedCharacterIsNowhere() {
    let edit = TextEdit([.init(0..<1, with: "xy"), .init(3..<3, with: "-"), .init(5..<7, with: "")])
    let mapped: [Int?] = (0...8).map { edit.mapping(utf8Offset: $0) }
    #expect(mapped == [nil, 2, 3, 5, 6, nil, nil, 7, 8])
  }

  private func forRandomEdits(
    _ name: String = #function,
    _ holds: ([UInt8], TextEdit, inout SeededGenerator) -> Bool
  ) {
    var random = RandomTests.generator(name)
    for round in 0..<RandomTests.rounds(2_000) {
      let text = randomBytes(0...24, using: &random)
      let edit = randomEdit(of: text.count, using: &random)
      let isLaw = holds(text, edit, &random)
      #expect(isLaw, "round \(round) of seed \(RandomTests.seed): \(edit) of \(text)")
      if !isLaw { return }
    }
  }
}

/// Returns an edit of a text of `count` bytes with up to five replacements, many of them adjacent.
func randomEdit(of count: Int, using random: inout SeededGenerator) -> TextEdit {
  var replacements: [TextEdit.Replacement] = []
  var start = 0
  for _ in 0..<Int.random(in: 0...5, using: &random) {
    let lower = min(count, start + Int.random(in: 0...4, using: &random))
    let upper = min(count, lower + Int.random(in: 0...3, using: &random))
    replacements.append(
      TextEdit.Replacement(lower..<upper, with: randomBytes(0...3, using: &random)))
    start = upper
  }
  return TextEdit(replacements)
}

/// Returns random letters and digits, which keep failures readable.
func randomBytes(_ count: ClosedRange<Int>, using random: inout SeededGenerator) -> [UInt8] {
  (0..<Int.random(in: count, using: &random)).map { _ in
    UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &random)
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
