import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

@Suite struct ToggleTests {
  /// One caret's command may remove the delimiters around another: every pair of carets in short
  /// texts, also in a document.
  @Test func caretsThatMeetAreOne() throws {
    var texts = [""]
    for _ in 0..<4 { texts += texts.flatMap { text in ["*", "_", "a"].map { text + $0 } } }
    for text in Set(texts) {
      let bytes = Array(text.utf8)
      let document = try MarkdownDocument(TextBuffer(text))
      for (mark, dialect) in [(Mark.strong, Dialect.commonMark), (.emphasis, .gitHub)] {
        var command = MarkCommand(.toggle, mark, options: .commonMark)
        command.options.dialect = dialect
        for first in 0...bytes.count {
          for second in first...bytes.count {
            let carets = [first..<first, second..<second]
            let outcome = command.outcome(utf8: carets, in: bytes)
            #expect(outcome == command.outcome(utf8: carets, in: document))
            guard case .plan(let plan) = outcome else { continue }
            let count = plan.edit.applying(to: bytes).count
            #expect(plan.selections.count == 2, "\(text) at \(first), \(second)")
            #expect(
              plan.selections[0].lowerBound <= plan.selections[1].lowerBound,
              "\(text) \(first) \(second) \(mark)")
            #expect(plan.selections[1].upperBound <= count)
            if first == second { #expect(plan.selections[0] == plan.selections[1]) }
          }
        }
      }
    }
  }

  /// The second caret's plan is for the text that the first has edited, which is longer.
  @Test func aPlanForSeveralCaretsNamesPlacesOfTheText() throws {
    let text = "#``-\\ \n\na__ c\\`a"
    let outcome = MarkCommand(.toggle, .emphasis, options: .commonMark).outcome(
      utf8: [11..<11, 13..<13], in: Array(text.utf8))
    guard case .plan(let plan) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(plan.edit.applying(to: Array(text.utf8)) == Array("#``-\\ \n\n*a__* *c*\\`a".utf8))
    #expect(plan.edit.replacements.count == 4)
    #expect(plan.leaves == [8..<16])
  }

  /// Upstream's first pathological test: any two `**` may match.
  @Test func aNestIsMarkedOrRefused() {
    let nested = String(repeating: "*a **a ", count: 70)
    let text = Array((nested + "b" + String(repeating: " a** a*", count: 70)).utf8)
    let letter = nested.utf8.count..<nested.utf8.count + 1
    let outcome = MarkCommand(.toggle, .strong, options: .commonMark).outcome(
      utf8: [letter], inWhole: text)
    if case .unchanged = outcome { Issue.record("\(outcome)") }
    #expect(CommandState.all(of: [letter], in: text, groups: [.marks])[.strong]?.applies == true)
  }

  @Test func whatIsTooMuchForLibcmarkIsRefused() {
    let hostile = "a " + String(repeating: "![[]()", count: 20_000)
    let outcome = MarkCommand(.toggle, .strong, options: .commonMark).outcome(
      utf8: [0..<1], in: Array(hostile.utf8))
    guard case .refused(.unparsable(let reason)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains("line 1"))
  }

  // A mark changes only delimiters and escapes, even if libcmark reads several bytes as one character.
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
          let outcome = command.outcome(utf8: [start..<end], in: source)
          guard case .plan(let plan) = outcome else { continue }
          let after = plan.edit.applying(to: source)
          if rest(after) == rest(source) { continue }
          Issue.record("\(mark.name) \(start)..<\(end): \(String(decoding: after, as: UTF8.self))")
        }
      }
    }
  }
}
