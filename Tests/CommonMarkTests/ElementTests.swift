import CommonMark
import Testing

@Suite("Tags with the same parent are an element")
struct ElementTests {
  @Test(arguments: [
    ("<b>x</b>", 1), ("<b>*x*</b>", 1), ("*<b>x</b>*", 1), ("<i><b>x</b></i>", 2),
    ("<b>x</b> *a* <i>y</i>", 2), ("*<b>x*</b>", 0), ("<b>*x</b>*", 0), ("<b>x</i>", 0),
    ("<b>x\n\ny</b>", 0), ("- <b>x\n- y</b>", 0), ("x<br>y", 0),
  ])
  func elementsAreCounted(source: String, count: Int) throws {
    let tree = try MarkdownTree(parsing: Array(source.utf8))
    #expect(tree.nodes.count { $0.elementEdge == .start } == count)
    #expect(tree.nodes.count { $0.elementEdge == .end } == count)
  }
}
