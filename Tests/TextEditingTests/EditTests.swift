import EditorTestSupport
import Foundation
import Testing
import TextEditing

/// Checks each law of `TextEdit` with random texts and edits.
@Suite struct EditTests {
  @Test func applyingIsEachReplacementFromBackToFront() {
    forRandomEdits { text, edit, _ in
      var model = text
      for replacement in edit.replacements.reversed() {
        model.replaceSubrange(replacement.range, with: replacement.bytes)
      }
      return edit.applying(to: text) == model && model.count == text.count + edit.utf8Growth
    }
  }

  @Test func theInverseTakesBack() {
    forRandomEdits { text, edit, _ in
      let after = edit.applying(to: text)
      let inverse = edit.inverted(in: text)
      let buffer = TextBuffer(String(decoding: text, as: UTF8.self))
      return inverse.applying(to: after) == text && inverse.inverted(in: after) == edit
        && edit.inverted(in: buffer) == inverse
    }
  }

  @Test func thenDoesAllInOrder() {
    forRandomEdits { text, first, random in
      let middle = first.applying(to: text)
      let second = randomEdit(of: middle.count, using: &random)
      let after = second.applying(to: middle)
      let third = randomEdit(of: after.count, using: &random)
      let both = first.then(second)
      return both.applying(to: text) == after
        && both.then(third).applying(to: text) == first.then(second.then(third)).applying(to: text)
        && both.replacements.allSatisfy { !$0.range.isEmpty || !$0.bytes.isEmpty }
        && zip(both.replacements, both.replacements.dropFirst()).allSatisfy {
          $0.range.upperBound < $1.range.lowerBound
        } || first.isEmpty || second.isEmpty
    }
  }

  @Test func theEmptyEditChangesNothing() {
    forRandomEdits { text, edit, _ in
      TextEdit().applying(to: text) == text && edit.then(TextEdit()) == edit
        && TextEdit().then(edit) == edit
    }
  }

  /// Mapped offsets ascend, and before an insertion is never behind after it.
  @Test func mappingIsMonotoneAndKeepsUntouchedBytes() {
    forRandomEdits { text, edit, _ in
      let before = (0...text.count).map { edit.mapping(utf8Offset: $0, bias: .before) }
      let after = (0...text.count).map { edit.mapping(utf8Offset: $0, bias: .after) }
      let result = edit.applying(to: text)
      return zip(before, after).allSatisfy { $0 <= $1 }
        && [before, after].allSatisfy { mapped in
          mapped.allSatisfy((0...result.count).contains)
            && zip(mapped, mapped.dropFirst()).allSatisfy { $0 <= $1 }
        }
        && text.indices.allSatisfy { offset in
          let isGone = edit.replacements.contains { $0.range.contains(offset) }
          return isGone
            ? edit.mapping(utf8Offset: offset) == nil
            : edit.mapping(utf8Offset: offset) == after[offset]
              && result[after[offset]] == text[offset]
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

  @Test(arguments: [
    ("a⟦b⟧c", 1..<2, "xy", "a⟦xy⟧c"), ("ab‸c", 2..<2, "x", "abx‸c"),
    ("⟦ab⟧c", 0..<0, "x", "x⟦ab⟧c"), ("⟦ab⟧c", 2..<2, "x", "⟦ab⟧xc"),
    ("a⟦bc⟧d", 0..<2, "x", "x⟦c⟧d"), ("a‸bc", 0..<3, "", "‸"), ("a⟦bc⟧d", 0..<4, "x", "x‸"),
    ("a⟦b⟧cd", 3..<4, "xy", "a⟦b⟧cxy"),
  ])
  func aSelectionMovesWithItsText(
    _ before: String, _ range: Range<Int>, _ new: String, _ after: String
  ) {
    let (text, selections) = MarkedText.parse(before)
    var buffer = TextBuffer(text)
    buffer.selectedTextRange = BufferRange(utf8: selections[0])
    buffer.replace(utf8: range, with: new)
    #expect(MarkedText.render(buffer) == after)
    let edit = TextEdit([.init(range, with: new)])
    #expect(edit.mapping(utf8: selections[0]) == buffer.selectedTextRange?.utf8)
  }

  @Test func aPositionAtAnEditMovesToTheSideThatIsNamed() {
    let edit = TextEdit([.init(0..<1, with: "xy"), .init(3..<3, with: "-"), .init(5..<7, with: "")])
    #expect((0...8).map { edit.mapping(utf8Offset: $0) } == [nil, 2, 3, 5, 6, nil, nil, 7, 8])
    let before = (0...8).map { edit.mapping(utf8Offset: $0, bias: .before) }
    #expect(before == [0, 2, 3, 4, 6, 7, 7, 7, 8])
    let inside = TextEdit([.init(0..<4, with: "xyz")])
    #expect(inside.mapping(utf8Offset: 2, bias: .before) == 0)
    #expect(inside.mapping(utf8Offset: 2, bias: .after) == 3)
    #expect(edit.hull == 0...7 && edit.stretch == 0..<7 && TextEdit().hull == nil)
  }

  @Test func anEditIsWrittenAsAListOfItsReplacements() throws {
    let edit = TextEdit([.init(0..<1, with: "é"), .init(1..<3, with: "")])
    let json = #"[{"start":0,"end":1,"text":"é"},{"start":1,"end":3,"text":""}]"#
    #expect(try JSONDecoder().decode(TextEdit.self, from: Data(json.utf8)) == edit)
    #expect(try JSONDecoder().decode(TextEdit.self, from: JSONEncoder().encode(edit)) == edit)
    for part in [
      #"{"start":2,"end":1,"text":""}"#, #"{"start":-1,"end":1,"text":""}"#,
      #"{"start":1,"end":2,"text":""},{"start":1,"end":2,"text":""}"#,
    ] {
      #expect(throws: DecodingError.self, "\(part)") {
        try JSONDecoder().decode(TextEdit.self, from: Data("[\(part)]".utf8))
      }
    }
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(TextEdit([.init(0..<0, with: [0xFF])]))
    }
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

  /// An edit of a text of `count` bytes with up to five replacements, many of them adjacent.
  private func randomEdit(of count: Int, using random: inout SeededGenerator) -> TextEdit {
    var replacements: [TextEdit.Replacement] = []
    var start = 0
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let lower = min(count, start + Int.random(in: 0...4, using: &random))
      let upper = min(count, lower + Int.random(in: 0...3, using: &random))
      replacements.append(.init(lower..<upper, with: randomBytes(0...3, using: &random)))
      start = upper
    }
    return TextEdit(replacements)
  }

  private func randomBytes(
    _ count: ClosedRange<Int>, using random: inout SeededGenerator
  ) -> [UInt8] {
    (0..<Int.random(in: count, using: &random)).map { _ in
      UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &random)
    }
  }
}
