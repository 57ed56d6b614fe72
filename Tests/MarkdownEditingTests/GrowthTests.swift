import EditorTestSupport
import Foundation
import MarkdownEditing
import Testing

/// A command after many blocks takes time in proportion: each next block once copied all before.
@Suite struct GrowthTests {
  private func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func time(of command: EditingCommand, behind unit: String, count: Int) throws -> Double {
    let text = String(repeating: unit, count: count) + "the end"
    let end = text.utf8.count
    let start = seconds()
    let outcome = command.outcome(onUTF8: [end..<end], in: Array(text.utf8))
    guard case .plan = outcome else {
      Issue.record("\(outcome)")
      return 0
    }
    return seconds() - start
  }

  @Test(arguments: ["# A heading\n\n", "A\n===\n\n", "two\nlines\n\n", "| a |\n|---|\n| b |\n\n"])
  func fourTimesTheBlocksTakeFourTimesAsLong(_ unit: String) throws {
    let quote = try #require(EditingCommand(named: "quote"))
    let small = try time(of: quote, behind: unit, count: 1500)
    let large = try time(of: quote, behind: unit, count: 6000)
    #expect(large < 8 * small, "\(small) s, then \(large) s")
  }
}
