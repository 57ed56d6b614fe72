enum Pieces {
  /// Words, and characters that matter to flanking.
  static let words = [
    "a", "b", "cd", "foo", "x1", "é", "日本", "。", "、", "「", "」", "😀", "👨\u{200D}👩", "e\u{301}", "ß",
    "\u{A0}", "\u{3000}", "€", "—", "\u{FFFD}", "\u{0}", "\u{B}", "\u{C}", "\u{2028}", "7", "Z",
    "ǅ", "\u{FFFF}", "\u{AD}",
  ]

  /// Every character with a meaning in Markdown.
  static let characters = [
    "*", "_", "`", "[", "]", "(", ")", "!", "<", ">", "&", ";", "\\", "\"", "'", " ", "  ", "\n",
    "\t", "a", "b", "#", "-", ".", ":", "/", "**", "__", "``", "\r\n", "?", "=",
  ]

  /// Marks, the frequent ones more than once.
  static let marks = [
    "*", "**", "***", "_", "__", "___", "`", "``", "```", "[", "]", "![", "](", ")", "(", "<", ">",
    "&", ";", "\\", "!", "\"", "'", "#", "-", "+", "=", ".", ":", "|", "~", "^", "$", "@", "/",
    "?", "*", "**", "_", "__", "`", "[", "]", "\\", "\\*", "\\`", "\\[", "\\]", "\\\\", "&amp;",
    "&#42;", "{", "}", "%", ",",
  ]

  /// Whole constructs, valid and broken.
  static let constructs = [
    "[foo]", "[bar][]", "[a][foo]", "![foo]", "[Foo]", "[ foo ]", "[x](/u)", "[x](</u u> \"t\")",
    "[x](/u 't')", "![a](b)", "](u (t))", "[a](u \"t\\\" x\")", "[foo][ ]", "[a\\]]", "[`]`]",
    "<http://a.b?c&amp;d>", "<a@b.c>", "<b>", "</b>", "<a href=\"x\" b='y' c=z d>", "<!-- c -->",
    "<?p?>", "<!D x>", "<![CDATA[x]]>", "<br/>", "<!-->", "<!--->", "<a  b = c>", "<x:y>",
    "<?a??>", "&ouml;", "&ngE;", "&#xFFFF;", "&#0;", "&#x1F600;", "&#32;", "&bogus;", "&#9;",
    "&nbsp;", "`a`", "`` ` ``", "` a `", "`  `", "*a*", "**b**", "_c_", "__d__", "***e***",
    "*a**b*", "foo_bar_", "a*b", "**a*", "*a _b* c_", "http://x.y", "1. ", "- ", "# ", "> ",
    "[foo]: /u", "<![CDATA[a]]]>", "<!---->", "<a\\\n>", "[a](<b\\\n>)", "<m@-a.b>", "<a.b-c:d>",
    "[x](a(b)c)", "[x]()", "&#1234567;", "&#12345678;", "&#xABCDEF;", "[x](<)", "[x]( 'a')",
    "<a\n b='\n'>", "[fo\no]",
  ]

  static let lineStarts = [
    "", "", "", "", "", " ", "  ", "   ", "    ", "\t", "> ", ">", "> > ", ">\t", "- ", "-\t",
    "* ", "1. ", "10) ", "  - ", "   > ", "# ", "## ", "###\t", "+ > ", "> - ", "-   ", "-     ",
    "  ", "```\n", "<div>", "[foo]: /url\n", "[bar]: <u u> 'ti\n", "[ẞ]: /s \"t\"\n", "===", "---",
    "-", "=", "#\t#",
  ]

  /// Parts of container prefixes, to be mixed.
  static let prefixes = [
    "> ", ">", " ", "  ", "\t", "- ", "-\t", "1. ", ">\t", "   ", "     ", "*\t",
  ]

  /// Parts of constructs that may span lines.
  static let spans = [
    "`", "``", "a", "b c", "<a ", ">", "b='", "'", "<!-- ", "-->", "[foo", "]", "](", ")",
    "[a]: /u", "\"t", "\"", "*", "**", "[foo]: ", "\\", "===", "---", "<?", "?>", "x", "'t'", "/u",
    "(", "[a]:",
  ]

  /// Parts of labels, besides words.
  static let labelParts = [
    "\\", "\\]", "\\[", " ", "  ", "\n", "`", "*", "<", ">", "!", "&amp;", "\\\\", "<b>", "`a`",
    "[", "]", "\t", "\u{C}", "\\\n", "\u{130}", "ǆ", "Σ", "ς", "ﬁ", "\"", "<http://a>", "<!--",
    "-->",
  ]

  /// Texts that may follow the label of a definition.
  static let definitionTails = [
    ": /u", ": <>", ": <a b> 't'", ": a(b) \"t\"", ":\n/u\n't\nt'", ":/u", ": /u 't' x",
    ": /u\n't' x", " : /u", ": <a\\>b>", ": \\)", ": /u (t(u)", ": /u \"t\\\"", ": &amp; '&#9;'",
    ":", ": ", ":\n\n/u",
  ]

  /// Texts that may precede a line ending.
  static let lineEnds = [
    "", "", "", " ", "  ", "   ", "\t", "\\", " #", " ##", "\u{C}",
  ]

  static let lineEndings = [
    "\n", "\n", "\n", "\n", "\r\n", "\r", "\n\n", "\r\n\r\n",
  ]
}
