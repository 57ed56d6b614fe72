import Testing

@Suite("Inline tokens")
struct InlineTokenTests {
  private func check(
    _ source: String, _ tokens: String..., at location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try ReadingText.tokens(source) == tokens, sourceLocation: location)
  }

  @Test func emphasis() throws {
    try check("*a* __b__", "⟨em *⟩a⟨em *⟩ ⟨strong __⟩b⟨strong __⟩")
    try check("***a** b*", "⟨em *⟩⟨strong **⟩a⟨strong **⟩ b⟨em *⟩")
    try check("***a* b**", "⟨strong **⟩⟨em *⟩a⟨em *⟩ b⟨strong **⟩")
    try check("****a**", "**⟨strong **⟩a⟨strong **⟩")
    try check("**a*", "*⟨em *⟩a⟨em *⟩")
    try check("a_b_ *c", "a_b_ *c")
    try check("**日本語。**日本", "**日本語。**日本")
  }

  @Test func codeSpans() throws {
    try check("`` a`b ``", "⟨code `` ⟩a`b⟨code  ``⟩")
    try check("`  `", "⟨code `⟩  ⟨code `⟩")
    try check("> `a\n> b`", "⟨code `⟩a{␊> = }b⟨code `⟩")
    try check("``a`", "``a`")
  }

  @Test func theSecondCodeSpanThatLibcmarkMisses() throws {
    try check("`` `a` `b`", "`` ⟨code `⟩a⟨code `⟩ `b`")
  }

  @Test func escapesAndReferences() throws {
    try check("\\*&amp;&#42;\\a", "{\\*=*}{&amp;=&}{&#42;=*}\\a")
    try check("&nGt;x", "{&nGt;=≫}{=\u{20D2}}x")
    try check("&#0;&#xD800;", "{&#0;=\u{FFFD}}{&#xD800;=\u{FFFD}}")
    try check("&bogus;&amp", "&bogus;&amp")
    try check("a\u{0}", "a{\u{0}=65533}")
  }

  @Test func links() throws {
    try check("[a](/u \"t\")", "⟨inline [⟩a⟨inline ](/u \"t\")⟩")
    try check("![*a*](<u v>)", "⟨inline image ![⟩⟨em *⟩a⟨em *⟩⟨inline image ](<u v>)⟩")
    try check("[a [b](c)](d)", "[a ⟨inline [⟩b⟨inline ](c)⟩](d)")
    // A link contains no link, but may contain an image.
    try check(
      "[a ![b](c) d](e)",
      "⟨inline [⟩a ⟨inline image ![⟩b⟨inline image ](c)⟩ d⟨inline ](e)⟩")
    try check("*[a*](b)", "*⟨inline [⟩a*⟨inline ](b)⟩")
    try check("<http://a?b&amp;c>", "⟨autolink <⟩http://a?b{&amp;=&}c⟨autolink >⟩")
    try check("<a@b.c>", "⟨emailAutolink <⟩a@b.c⟨emailAutolink >⟩")
  }

  @Test func references() throws {
    try check("[a][B]\n\n[b]: /u", "⟨full [⟩a⟨full ][B]⟩")
    try check("[a][]\n\n[a]: /u", "⟨collapsed [⟩a⟨collapsed ][]⟩")
    try check("![a]\n\n[A]: /u", "⟨shortcut image ![⟩a⟨shortcut image ]⟩")
    try check("[a][b]\n\n[a]: /u", "[a][b]")
    try check("> [a\n> b]\n\n[A B]: /u", "⟨shortcut [⟩a⟨soft ␊> ⟩b⟨shortcut ]⟩")
    try check("[ẞ]\n\n[SS]: /u", "⟨shortcut [⟩ẞ⟨shortcut ]⟩")
  }

  @Test func rawHTML() throws {
    try check("a<b c='d'>e</b>", "a⟨html <b c='d'>⟩e⟨html </b>⟩")
    try check("> a <!-- x\n> y -->", "a ⟨html <!-- x␊> y -->⟩")
    try check("a <b", "a <b")
  }

  @Test func breaks() throws {
    try check("a \n  b", "a⟨soft  ␊  ⟩b")
    try check("- a  \r\n  b", "a⟨hard   ␍␊  ⟩b")
    try check("> a\\\r> b", "a⟨hard \\␍> ⟩b")
    try check("a\u{C}\nb", "a⟨soft \u{C}␊⟩b")
  }

  @Test func blanksOfALazyLineAfterAnEscapedBreakAreText() throws {
    try check("> a\\\n  b", "a⟨hard \\␊⟩  b")
  }
}
