import EditorTestSupport
import Foundation
import Testing
import TextEditing

/// Checks each law of `TextEdit` with random texts and edits.
@Suite struct EditTests {
  @Test func theLawsHold() {
    var random = RandomTests.generator()
    for round in 0..<RandomTests.rounds(2_000) {
      let text = randomBytes(0...24, using: &random)
      let edit = randomEdit(of: text.count, using: &random)
      let after = edit.applying(to: text)
      var model = text
      for replacement in edit.replacements.reversed() {
        model.replaceSubrange(replacement.range, with: replacement.bytes)
      }
      let inverse = edit.inverted(in: text)
      let second = randomEdit(of: after.count, using: &random)
      let last = second.applying(to: after)
      let third = randomEdit(of: last.count, using: &random)
      let both = edit.then(second)
      let isShort =
        edit.isEmpty || second.isEmpty
        || both.replacements.allSatisfy { !$0.range.isEmpty || !$0.bytes.isEmpty }
          && zip(both.replacements, both.replacements.dropFirst()).allSatisfy {
            $0.range.upperBound < $1.range.lowerBound
          }
      // Mapped offsets ascend, and before an insertion is never behind after it.
      let low = (0...text.count).map { edit.mapping(utf8Offset: $0, bias: .before) }
      let high = (0...text.count).map { edit.mapping(utf8Offset: $0, bias: .after) }
      let laws = [
        "applying": after == model && after.count == text.count + edit.utf8Growth,
        "inverse": inverse.applying(to: after) == text && inverse.inverted(in: after) == edit,
        "buffer": edit.inverted(in: TextBuffer(String(decoding: text, as: UTF8.self))) == inverse,
        "composition": both.applying(to: text) == last && isShort,
        "association": both.then(third).applying(to: text)
          == edit.then(second.then(third)).applying(to: text),
        "identity": TextEdit().applying(to: text) == text && edit.then(TextEdit()) == edit
          && TextEdit().then(edit) == edit,
        "order": low == low.sorted() && high == high.sorted()
          && zip(low, high).allSatisfy { 0 <= $0 && $0 <= $1 && $1 <= after.count },
        "bytes": text.indices.allSatisfy { offset in
          let mapped = edit.mapping(utf8Offset: offset)
          let isGone = edit.replacements.contains { $0.range.contains(offset) }
          return isGone
            ? mapped == nil : mapped == high[offset] && after[high[offset]] == text[offset]
        },
        "back": (0...after.count).allSatisfy { start in
          [start, min(start + 1, after.count), after.count].allSatisfy {
            edit.mappingBack(utf8: start..<$0) == inverse.mapping(utf8: start..<$0)
          }
        },
      ]
      let broken = laws.filter { !$0.value }.keys.sorted()
      #expect(broken == [], "round \(round) of seed \(RandomTests.seed): \(edit) of \(text)")
      if !broken.isEmpty { return }
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
    func read(_ json: String) throws -> TextEdit {
      try JSONDecoder().decode(TextEdit.self, from: Data(json.utf8))
    }
    let edit = TextEdit([.init(0..<1, with: "é"), .init(1..<3, with: "")])
    let json = #"[{"start":0,"end":1,"text":"é"},{"start":1,"end":3,"text":""}]"#
    #expect(try read(json) == edit)
    #expect(try read(String(decoding: JSONEncoder().encode(edit), as: UTF8.self)) == edit)
    for (old, new) in [(":3", ":0"), (":0", ":-1"), ("\"start\":1", "\"start\":0")] {
      #expect(throws: DecodingError.self) {
        try read(json.replacingOccurrences(of: old, with: new))
      }
    }
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(TextEdit([.init(0..<0, with: [0xFF])]))
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

  private func randomBytes(_ count: ClosedRange<Int>, using random: inout SeededGenerator)
    -> [UInt8]
  {
    (0..<Int.random(in: count, using: &random)).map { _ in .random(in: 0x61...0x7A, using: &random)
    }
  }
}
