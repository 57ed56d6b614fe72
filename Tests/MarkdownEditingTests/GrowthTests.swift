import EditorTestSupport
import MarkdownEditing
import Testing

/// A command after many blocks takes time in proportion: each next block once copied all before.
@Suite struct GrowthTests {
  private func time(of command: EditingCommand, behind unit: String, count: Int) -> Double {
    let text = String(repeating: unit, count: count) + "the end"
    let end = text.utf8.count
    return CPUTime.least(of: 3) {
      CPUTime.seconds {
        let outcome = command.outcome(onUTF8: [end..<end], in: Array(text.utf8))
        guard case .plan = outcome else {
          Issue.record("\(outcome)")
          return
        }
      }
    }
  }

  @Test(arguments: ["# A heading\n\n", "A\n===\n\n", "two\nlines\n\n", "| a |\n|---|\n| b |\n\n"])
  func fourTimesTheBlocksTakeFourTimesAsLong(_ unit: String) throws {
    let quote = try #require(EditingCommand(named: "quote"))
    let small = time(of: quote, behind: unit, count: 1500)
    let large = time(of: quote, behind: unit, count: 6000)
    #expect(large < 8 * small, "\(small) s, then \(large) s")
  }
}
