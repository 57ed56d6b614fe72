/// Random Markdown, dense with everything that means something.
struct RandomDocument<Generator: RandomNumberGenerator> {
  var generator: Generator

  private static var words: [String] {
    [
      "a", "b", "cd", "foo", "x1", "é", "日本", "。", "、", "「", "」", "😀", "👨‍👩‍👧", "e\u{301}", "ß",
      "\u{A0}", "\u{3000}", "€", "—", "\u{FFFD}", "\u{0}", "\u{0B}", "\u{0C}", "\u{2028}", "7", "Z",
    ]
  }

  private static var marks: [String] {
    [
      "*", "**", "***", "_", "__", "___", "`", "``", "```", "[", "]", "![", "](", ")", "(", "<",
      ">",
      "&", ";", "\\", "!", "\"", "'", "#", "-", "+", "=", ".", ":", "|", "~", "^", "$", "@", "/",
      "?",
      "*", "**", "_", "__", "`", "[", "]", "\\", "\\*", "\\`", "\\[", "\\]", "\\\\", "&amp;",
      "&#42;",
    ]
  }

  private static var constructs: [String] {
    [
      "[foo]", "[bar][]", "[a][foo]", "![foo]", "[Foo]", "[ foo ]", "[x](/u)", "[x](</u u> \"t\")",
      "[x](/u 't')", "![a](b)", "](u (t))", "[a](u \"t\\\" x\")", "[foo][ ]", "[a\\]]", "[`]`]",
      "<http://a.b?c&amp;d>", "<a@b.c>", "<b>", "</b>", "<a href=\"x\" b='y' c=z d>", "<!-- c -->",
      "<?p?>", "<!D x>", "<![CDATA[x]]>", "<br/>", "<!-->", "<!--->", "<a  b = c>", "<x:y>",
      "<?a??>",
      "&ouml;", "&ngE;", "&#xFFFF;", "&#0;", "&#x1F600;", "&#32;", "&bogus;", "&#9;", "&nbsp;",
      "`a`", "`` ` ``", "` a `", "`  `", "*a*", "**b**", "_c_", "__d__", "***e***", "*a**b*",
      "foo_bar_", "a*b", "**a*", "*a _b* c_", "http://x.y", "1. ", "- ", "# ", "> ", "[foo]: /u",
    ]
  }

  private static var lineStarts: [String] {
    [
      "", "", "", "", "", " ", "  ", "   ", "    ", "\t", "> ", ">", "> > ", ">\t", "- ", "-\t",
      "* ",
      "1. ", "10) ", "  - ", "   > ", "# ", "## ", "###\t", "+ > ", "> - ", "-   ", "-     ", "  ",
      "```\n", "<div>", "[foo]: /url\n", "[bar]: <u u> 'ti\n", "[ẞ]: /s \"t\"\n", "===", "---", "-",
      "=",
    ]
  }

  private static var lineEnds: [String] {
    ["", "", "", " ", "  ", "   ", "\t", "\\", " #", " ##", "\u{0C}"]
  }

  private static var lineEndings: [String] {
    ["\n", "\n", "\n", "\n", "\r\n", "\r", "\n\n", "\r\n\r\n"]
  }

  /// A document of a few lines.
  mutating func next() -> [UInt8] {
    var text = chance(1, in: 40) ? "\u{FEFF}" : ""
    if chance(1, in: 8) { text += "[foo]: /url \"title\"\n\n" }
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      text += pick(Self.lineStarts)
      if chance(1, in: 5) { text += pick(Self.lineStarts) }
      for _ in 0..<Int.random(in: 0...8, using: &generator) { text += piece() }
      text += pick(Self.lineEnds) + pick(Self.lineEndings)
    }
    if chance(1, in: 6) { text += "\n[foo]: /u\n[bar]: /v 't'\n" }
    if chance(1, in: 4) { while text.utf8.last == 0x0A { text.unicodeScalars.removeLast() } }
    return Array(text.utf8)
  }

  private mutating func piece() -> String {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<3: pick(Self.words)
    case 3: " "
    case 4: chance(1, in: 3) ? pick(Self.lineEndings) : " "
    case 5..<8: pick(Self.marks)
    default: pick(Self.constructs)
    }
  }

  private mutating func pick(_ list: [String]) -> String {
    list[Int.random(in: 0..<list.count, using: &generator)]
  }

  private mutating func chance(_ part: Int, in whole: Int) -> Bool {
    Int.random(in: 0..<whole, using: &generator) < part
  }
}
