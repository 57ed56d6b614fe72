import Testing

/// Checks the inlines of a source's only leaf, as `ReadingText` shows them.
@Suite struct InlineTokenTests {
  @Test(arguments: [
    ("*a* __b__", "⟨em *⟩a⟨em *⟩ ⟨strong __⟩b⟨strong __⟩"),
    ("***a** b*", "⟨em *⟩⟨strong **⟩a⟨strong **⟩ b⟨em *⟩"),
    ("***a* b**", "⟨strong **⟩⟨em *⟩a⟨em *⟩ b⟨strong **⟩"),
    ("****a**", "**⟨strong **⟩a⟨strong **⟩"), ("**a*", "*⟨em *⟩a⟨em *⟩"), ("a_b_ *c", "a_b_ *c"),
    ("**日本語。**日本", "**日本語。**日本"),
  ])
  func emphasis(source: String, tokens: String) throws {
    #expect(try ReadingText.inlines(source) == [tokens])
  }

  @Test(arguments: [
    ("`` a`b ``", "⟨code `` ⟩a`b⟨code  ``⟩"), ("`  `", "⟨code `⟩  ⟨code `⟩"),
    ("> `a\n> b`", "⟨code `⟩a{␊> = }b⟨code `⟩"), ("``a`", "``a`"),
    // libcmark misses the second code span.
    ("`` `a` `b`", "`` ⟨code `⟩a⟨code `⟩ `b`"),
    // A container cuts a tab.
    ("- > `a\n\tb`", "⟨code `⟩a{␊= }··b⟨code `⟩"),
  ])
  func codeSpans(source: String, tokens: String) throws {
    #expect(try ReadingText.inlines(source) == [tokens])
  }

  @Test(arguments: [
    ("\\*&amp;&#42;\\a", "{\\*=*}{&amp;=&}{&#42;=*}\\a"), ("&nGt;x", "{&nGt;=≫}{=\u{20D2}}x"),
    ("&#0;&#xD800;", "{&#0;=\u{FFFD}}{&#xD800;=\u{FFFD}}"), ("&bogus;&amp", "&bogus;&amp"),
    ("a\u{0}", "a\u{0}"),
  ])
  func escapesAndReferences(source: String, tokens: String) throws {
    #expect(try ReadingText.inlines(source) == [tokens])
  }

  /// A link contains no link, but may contain an image.
  @Test(arguments: [
    ("[a](/u \"t\")", "⟨inline [⟩a⟨inline ](/u \"t\")⟩"),
    ("![*a*](<u v>)", "⟨inline image ![⟩⟨em *⟩a⟨em *⟩⟨inline image ](<u v>)⟩"),
    ("[a [b](c)](d)", "[a ⟨inline [⟩b⟨inline ](c)⟩](d)"),
    ("[a ![b](c) d](e)", "⟨inline [⟩a ⟨inline image ![⟩b⟨inline image ](c)⟩ d⟨inline ](e)⟩"),
    ("*[a*](b)", "*⟨inline [⟩a*⟨inline ](b)⟩"),
    ("<http://a?b&amp;c>", "⟨autolink <⟩http://a?b{&amp;=&}c⟨autolink >⟩"),
    ("<a@b.c>", "⟨emailAutolink <⟩a@b.c⟨emailAutolink >⟩"),
    ("[a][B]\n\n[b]: /u", "⟨full [⟩a⟨full ][B]⟩"),
    ("[a][]\n\n[a]: /u", "⟨collapsed [⟩a⟨collapsed ][]⟩"),
    ("![a]\n\n[A]: /u", "⟨shortcut image ![⟩a⟨shortcut image ]⟩"), ("[a][b]\n\n[a]: /u", "[a][b]"),
    ("> [a\n> b]\n\n[A B]: /u", "⟨shortcut [⟩a⟨soft ␊> ⟩b⟨shortcut ]⟩"),
    ("[ẞ]\n\n[SS]: /u", "⟨shortcut [⟩ẞ⟨shortcut ]⟩"),
  ])
  func links(source: String, tokens: String) throws {
    #expect(try ReadingText.inlines(source) == [tokens])
  }

  @Test(arguments: [
    ("a<b c='d'>e</b>", "a⟨html <b c='d'>⟩e⟨html </b>⟩"),
    ("> a <!-- x\n> y -->", "a ⟨html <!-- x␊> y -->⟩"), ("a <b", "a <b"),
    ("a \n  b", "a⟨soft  ␊  ⟩b"), ("- a  \r\n  b", "a⟨hard   ␍␊  ⟩b"),
    ("> a\\\r> b", "a⟨hard \\␍> ⟩b"), ("a\u{C}\nb", "a⟨soft \u{C}␊⟩b"),
    // Blanks of a lazy line after an escaped break are text.
    ("> a\\\n  b", "a⟨hard \\␊⟩  b"),
  ])
  func htmlAndBreaks(source: String, tokens: String) throws {
    #expect(try ReadingText.inlines(source) == [tokens])
  }
}
