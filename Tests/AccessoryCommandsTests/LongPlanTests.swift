import AccessoryCommands
import MarkdownSyntax
import Testing
import TextEditing

/// A text from 1 MiB on is planned on in little memory, with the outcome that it has at once.
@Suite struct LongPlanTests {
  static let texts = [
    "a\nb\n\nc\n", "- a\n- b\n\n  c\n- [ ] d\n", "1. a\n2. b\n   - c\n\n3. d\n",
    "> a\n> > b\n\nc\n",
    "# a\n\nb\n===\n\n---\n\nc\n", "```swift\na\n```\n\n    b\n\n<div>\nc\n</div>\n",
    "| a | b |\n|---|:-:|\n| c | d |\n\ne\n", "[a]: /u\n\n[a] b[^1]\n\n[^1]: c\n\n    d\n",
    "---\nt: x\n---\n\n> [!NOTE]\n> a\n\n* b\n* c\n", "a\\\nb  \nc\n\n\n\n\td\n",
  ]

  @Test(arguments: texts) func hasTheOutcomeThatItHasAtOnce(_ text: String) throws {
    let source = Array(text.utf8)
    var plans = 0
    for row in CommandRow.all where row.wantsBlocks {
      let command = EditingCommand(row)
      for selection in [0..<source.count, 1..<1, source.count / 2..<source.count] {
        let atOnce = command.outcome(onUTF8: [selection], in: source)
        let long = LongPlan(
          command: command, selections: [selection], source: source, context: .document)
        #expect(long.outcome() == atOnce, "\(row.name) on \(selection)")
        if case .plan = atOnce { plans += 1 }
      }
    }
    #expect(plans > 10)
  }
}
