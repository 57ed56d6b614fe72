import EditorTestSupport
import MarkdownEditing
import Testing

/// Commands and states in deep nesting end. `Scripts/stress hostile nesting` measures what they cost.
@Suite struct NestingTests {
  /// Twice the work at each level would take years at this depth.
  private static let depth = 40

  @Test(arguments: NestedText.all(depth: depth)) func statesAreFound(document: NestedText) {
    for caret in document.carets(ofAllLevels: false) {
      let states = CommandState.all(of: [caret..<caret], in: document.text)
      #expect(states["heading-1"]?.applies == true, "\(document.name) at \(caret)")
    }
  }

  @Test(arguments: CommandRow.all) func commandsEnd(row: CommandRow) {
    let command = EditingCommand(row, argument: "- a\n  - b")
    for document in NestedText.all(depth: Self.depth) {
      let end = document.text.count
      for range in [1..<1, end..<end, 0..<end] {
        if case .refused(.tooIntricate) = command.outcome(utf8: [range], in: document.text) {
          Issue.record("\(document.name) at \(range)")
        }
      }
    }
  }
}
