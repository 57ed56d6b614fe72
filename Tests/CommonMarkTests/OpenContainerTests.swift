import CommonMark
import Testing

@Suite("Open containers are counted, whatever their markers")
struct OpenContainerTests {
  /// Returns the reason why containers that stay open over many blank lines are refused.
  private func refusal(of marker: String) -> ParsingRefusal? {
    let source =
      repeatElement(marker, count: 2000).joined() + "a" + String(repeating: "\n", count: 2000)
    do throws(ParsingRefusal) {
      _ = try MarkdownTree(parsing: Array(source.utf8), limits: ParsingLimits(steps: 1000))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["- ", "+ ", "* ", "1. ", "1) ", "23. ", "-\t", "1.\t"])
  func markersOpenContainers(marker: String) {
    #expect(refusal(of: marker) == .tooManyContainers(line: 1, count: 2000))
  }

  @Test(arguments: ["-", "+", "1.", "1", "1: ", "a. ", "(1) "])
  func textOpensNone(text: String) {
    #expect(refusal(of: text) == nil)
  }
}
