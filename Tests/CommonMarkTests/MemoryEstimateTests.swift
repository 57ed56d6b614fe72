import CommonMark
import EditorTestSupport
import Testing

/// Checks that parsing needs no more memory than estimated.
@Suite("Parsing needs no more memory than estimated")
struct MemoryEstimateTests {
  /// Returns the estimate from the message of a refusal.
  private func estimate(of source: [UInt8]) throws -> Int {
    do throws(ParsingRefusal) {
      _ = try MarkdownTree(parsing: source, limits: ParsingLimits(memory: 1))
    } catch {
      if case .tooMuchMemory(let byteCount, limit: 1) = error { return byteCount }
    }
    Issue.record("it is not refused")
    return 0
  }

  private func document(of unit: String, byteCount: Int) -> [UInt8] {
    let unit = Array(unit.utf8)
    return (0..<byteCount).map { unit[$0 % unit.count] }
  }

  @Test func aDenseMegabyteIsParsedAndTenAreNot() throws {
    let small = document(of: "*_", byteCount: 1_000_000)
    _ = try MarkdownTree(parsing: small, limits: ParsingLimits(memory: 1 << 28))
    let large = document(of: "*_", byteCount: 10_000_000)
    #expect(throws: ParsingRefusal.tooMuchMemory(byteCount: 2_460_000_000, limit: 1 << 29)) {
      try MarkdownTree(parsing: large)
    }
  }

  @Test func proseOfTenMegabytesIsParsed() throws {
    let prose = "Some words, and *a few* more; see [the page](https://example.org/a-b).\n"
    _ = try MarkdownTree(parsing: document(of: prose, byteCount: 10_000_000))
  }

  /// A node takes at least 150 bytes.
  @Test(arguments: [
    "*_", "*a", "[", "[]", "![", "a\n", "a\n\n", "- a\n", "<a>", "\\*", "`a`", "<", "_a_ ",
    "**a** ", "[a](b) ", "![a](b)", "!", "a!", "'", ".", "&", "1. a\n", "a\\\n", "***a***", "<a:b>",
    "#\n", "\"", "- - a\n", "> a\n\n", "> ", ">", "- > ", "1. ",
  ])
  func anEstimateIsFromAbove(_ unit: String) throws {
    let source = document(of: unit, byteCount: 20_000)
    let tree = try MarkdownTree(parsing: source)
    let estimate = try estimate(of: source)
    #expect(150 * tree.nodes.count <= estimate, "\(tree.nodes.count) nodes")
  }
}
