import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

@Suite struct OutcomeCheckTests {
  let source = Array("# é\n\ntwo words\n".utf8)

  @Test("refuses a selection that is outside the text, splits a character or overlaps another")
  func refusesInvalidSelections() throws {
    let document = try MarkdownDocument(TextBuffer(utf8: source))
    let count = source.count
    let cases: [([Range<Int>], Range<Int>)] = [
      ([3..<4], 3..<4), ([2..<3], 2..<3), ([count..<count + 1], count..<count + 1),
      ([-1..<0], -1..<0), ([0..<8, 6..<9], 6..<9), ([8..<9, 0..<1], 0..<1),
    ]
    for (selections, wrong) in cases {
      for row in CommandRow.all {
        let command = EditingCommand(row, argument: "x")
        #expect(
          command.outcome(utf8: selections, in: source) == .refused(.insideCharacter(wrong)))
        #expect(
          command.outcome(utf8: selections, in: document) == .refused(.insideCharacter(wrong)))
      }
      let mark = MarkCommand(.toggle, .strong, options: .commonMark)
      #expect(mark.outcome(utf8: selections, in: source) == .refused(.insideCharacter(wrong)))
      #expect(mark.outcome(utf8: selections, in: document) == .refused(.insideCharacter(wrong)))
      #expect(
        CommandState.all(of: selections, in: source)
          .filter { $0.row.isAvailable(in: .gitHub) }.allSatisfy { $0.reason == .noSelection })
      #expect(
        CommandState.all(of: selections, in: document, groups: [.marks]).allSatisfy { !$0.applies })
    }
  }

  /// Offsets are mapped to other bytes: the blanks before `é` in a copy, or a replaced character.
  @Test("names whole characters in a refusal", arguments: CommandRow.all)
  func keepsCharactersWhole(_ row: CommandRow) {
    for text in [
      "  é\t日\n", "   本\n", "é|日,a\n|日 é\n  日\n", "**日`a`~~日~~**~~日~~日", "> é\n\n1. 日本\n  😀é\n",
    ] {
      let (source, ends) = (Array(text.utf8), text.scalarBoundaries)
      for (first, place) in ends.enumerated() {
        let end = ends[min(first + 2, ends.count - 1)]
        for selections in [
          [place..<place], [0..<place], [place..<source.count], [place..<end, end..<end],
          [0..<0, 0..<place, place..<place],
        ] {
          let outcome = EditingCommand(row, argument: "x").outcome(utf8: selections, in: source)
          guard case .refused(let refusal) = outcome else { continue }
          #expect(refusal.name != "internal", "\(row.name) at \(selections)")
          guard let range = refusal.range else { continue }
          #expect(ends.contains(range.lowerBound) && ends.contains(range.upperBound))
        }
      }
    }
  }
}
