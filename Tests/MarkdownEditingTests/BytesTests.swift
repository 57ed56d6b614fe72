import EditorTestSupport
import MarkdownEditing
import Testing

/// Checks that a mark changes only delimiters and escapes, and no other bytes, even if libcmark
/// reads several bytes as one character.
@Suite struct BytesTests {
  private static let texts = [
    "x `b\0c` d\n", "\0*a\0*\0 `\0`", "a\0\0b **\0**", "`\u{FFFD}\0\u{FFFD}` \0",
    "a\u{FEFF}b `c\u{FEFF}` *\u{FEFF}d*", "a `b` *c*\r\nd\re `f`", "a\tb `c\td` *e\tf*",
    "a\u{A0}b `c\u{3000}d` *e\u{2009}f*", "`&#xFFFFFFFF;` &; &#; `&#99999999;` &x",
    "a\u{85}b\u{2028}c `d\u{2028}\u{85}`", "e\u{301} `e\u{301}` **\u{1F600}\u{200D}** \u{7F}\u{1}",
  ]

  /// Returns the bytes except delimiters, escapes and the padding of a fence.
  private func rest(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { !"*_`\\ ".utf8.contains($0) } }

  @Test(arguments: texts) func onlyDelimitersChange(_ text: String) {
    let source = Array(text.utf8)
    let bounds = source.indices.filter { source[$0] & 0xC0 != 0x80 } + [source.count]
    var options = EditingOptions.commonMark
    options.edges = .plain
    for mark in Mark.all(in: .commonMark) {
      let command = MarkCommand(.toggle, mark, options: options)
      for (index, start) in bounds.enumerated() {
        for end in bounds[index...].prefix(4) {
          let outcome = command.outcome(onUTF8: [start..<end], in: source)
          guard case .plan(let plan) = outcome else { continue }
          let after = plan.edit.applying(to: source)
          if rest(after) == rest(source) { continue }
          Issue.record("\(mark.name) \(start)..<\(end): \(String(decoding: after, as: UTF8.self))")
        }
      }
    }
  }

  @Test func aNullStays() {
    let source = Array("x `b\0c` d\n".utf8)
    let outcome = MarkCommand(.unmark, .code, options: .commonMark).outcome(
      onUTF8: [3..<6], in: source)
    guard case .plan(let plan) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(plan.edit.applying(to: source) == Array("x b\0c d\n".utf8))
  }

  /// A caller's offset inside a character is refused, and nothing is read past the text.
  @Test func anOffsetInsideACharacterIsRefused() {
    let source = Array("aé".utf8)
    for range in [2..<2, 0..<2, 2..<3, 3..<4, -1..<0, 9..<9] {
      #expect(
        MarkCommand(.toggle, .strong, options: .commonMark).outcome(onUTF8: [range], in: source)
          == .refused(.insideCharacter(range)))
      #expect(
        CommandState.all(of: [range], in: source, groups: [.marks]).allSatisfy { !$0.applies })
    }
  }
}
