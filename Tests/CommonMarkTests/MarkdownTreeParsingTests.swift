import CommonMark
import Testing

@Suite("Parsing into a tree")
struct MarkdownTreeParsingTests {
  @Test func aParagraphWithMarks() throws {
    let tree = try MarkdownTree(parsing: Array("a *b* **c**\n".utf8))
    #expect(
      tree.nodes.map(\.kind) == [
        .document, .paragraph, .text, .emphasis, .text, .text, .strong, .text,
      ])
    #expect(tree.nodes.map(\.end) == [8, 8, 3, 5, 5, 6, 8, 8])
    #expect(String(decoding: tree.bytes, as: UTF8.self) == "a b c")
  }

  @Test func nothing() throws {
    let tree = try MarkdownTree(parsing: [])
    #expect(tree.nodes.map(\.kind) == [.document])
    #expect(tree.nodes[0].end == 1)
  }
}
