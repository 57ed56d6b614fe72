import MarkdownSyntax
import Testing

@Suite("The content of a leaf has the right range and lines")
struct LeafBlockTests {
  private func check(
    _ source: String, _ lines: String..., at location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try ReadingText.lines(source) == lines, sourceLocation: location)
  }

  @Test func paragraphs() throws {
    try check("a\n  b \n\nc  ", "a|b", "c")
    try check("a\r\nb\rc", "a|b|c")
    try check("\u{FEFF}a\nb", "a|b")
    try check("a\n# b\nc\n***\nd", "a", "b", "c", "d")
  }

  @Test func headings() throws {
    try check("# a ## \n###\tb#\n## #\n#", "a", "b#", "", "")
    try check("a\n b\n===\nc\n---", "a|b", "c")
    try check("a\n===\n[d]: /u\nb", "a", "b")
  }

  @Test func quotesAndItems() throws {
    try check("> a\n>b\n> > c\n> > d", "a|b", "c|d")
    try check("- a\n  b\n\n  c\n- d", "a|b", "c", "d")
    try check("10)  a\n     b\n1. > c\n   > d", "a|b", "c|d")
    try check("-\n  a", "a")
    try check("-     a\n\n  b", "b")
  }

  @Test func lazyLinesKeepTheirBlanks() throws {
    try check("> a\nb\n  c", "a|b|  c")
    try check("> - a\n> b", "a|b")
    try check("- > a\n  b", "a|b")
  }

  @Test func tabs() throws {
    try check("-\ta\n\tb", "a|b")
    try check(">\ta\n>\tb", "a|b")
    let reading = try DocumentReading(Array("- > a\n\tb".utf8))
    #expect(try ReadingText.lines("- > a\n\tb") == ["a|\tb"])
    #expect(reading.leaves.map(\.tabs) == [[0, 2]])
  }

  @Test func aTabCutByAContainerShowsInCode() throws {
    #expect(
      try ReadingText.tokens("- > `a\n\tb`") == ["⟨code `⟩a{␊= }{␉=32}{=32}b⟨code `⟩"])
  }

  @Test func definitionsAreNotContent() throws {
    try check("[a]: /u\n[b]: /v 't\n t'\nc", "c")
    try check("[a]: /u \"t\" x\nb", "[a]: /u \"t\" x|b")
    try check("[a]: /u\n===\nb", "===|b")
    try check("[a]: /u\nb\n===", "b")
    try check("[a]:", "[a]:")
  }

  @Test func whatHoldsNoInlinesIsNoLeaf() throws {
    try check("```\na\n```\n\n    b\n\n<div>\nc\n</div>\n\n***\n")
    try check("[a]: /u\n")
    try check("")
  }
}
