import Testing

@Suite struct RenderAndTreeTests {
  @Test func renderPrintsHTML() throws {
    let run = try ToolRun(["render", "-"], input: Array("# a\n\n*b*\n".utf8))
    #expect(run.status == 0)
    #expect(run.text == "<h1>a</h1>\n<p><em>b</em></p>\n")
    #expect(run.errors.isEmpty)
  }
}
