import CommonMark
import EditorTestSupport
import Testing

/// Small sources are parsed in memory of their own, larger ones on the heap, with equal results.
@Suite struct ParseRegionTests {
  /// Expects the nodes of a small source to be the same at the start of a large one.
  private func expectSameBeforeMore(_ source: String) throws {
    let small = try MarkdownTree(parsing: Array(source.utf8))
    let padding = String(repeating: "z", count: 100_000)
    let large = try MarkdownTree(parsing: Array("\(source)\n\n# \(padding)\n".utf8))
    #expect(small.nodes.count + 2 == large.nodes.count)
    #expect(small.nodes.dropFirst().elementsEqual(large.nodes.dropFirst().dropLast(2)))
    #expect(small.bytes.elementsEqual(large.bytes.dropLast(padding.utf8.count)))
  }

  @Test(arguments: [
    "*a*", "> - `b`\n", "[a](b 'c')\\\n![d][e]\n\n[e]: /f", "<p>\n", "\u{FEFF}x", "&amp;&#0;\0",
  ])
  func aSmallSourceIsReadAlike(source: String) throws { try expectSameBeforeMore(source) }

  /// Nodes that do not fit into the memory are on the heap.
  @Test(arguments: [
    "*a*", "> ", "- a\n", "[", "![a](b)", "`a`", "<a>", "&amp;", "a  \n", "[a]: b\n",
  ])
  func aSourceOfManyNodesIsReadAlike(part: String) throws {
    try expectSameBeforeMore(String(repeating: part, count: 8_000 / part.utf8.count))
  }

  /// Each thread has memory of its own.
  @Test func threadsReadAlike() async throws {
    let sources = (1...40).map { Array(String(repeating: "*a* `b` [c](d)\n\n", count: $0).utf8) }
    let expected = try sources.map { try MarkdownTree(parsing: $0) }
    let agree = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<20 {
            for (source, tree) in zip(sources, expected)
            where try MarkdownTree(parsing: source) != tree {
              return false
            }
          }
          return true
        }
      }
      return try await group.reduce(true) { $0 && $1 }
    }
    #expect(agree)
  }
}
