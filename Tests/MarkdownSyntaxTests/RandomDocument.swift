import EditorTestSupport

extension SeededGenerator {
  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  mutating func isOne(in count: Int) -> Bool { below(count) == 0 }

  /// Returns pieces that are picked one after another, `range` of them.
  mutating func text(_ range: ClosedRange<Int>, of pieces: [String]) -> String {
    (0..<Int.random(in: range, using: &self)).map { _ in pick(pieces) }.joined()
  }
}

/// Random Markdown with many constructs, whole and broken, of five sorts.
struct RandomDocument {
  var generator: SeededGenerator

  mutating func next() -> [UInt8] {
    var text = generator.isOne(in: 40) ? "\u{FEFF}" : ""
    if generator.isOne(in: 8) { text += "[foo]: /url \"title\"\n\n" }
    switch generator.below(14) {
    case 0..<4: text += linesOfPieces()
    case 4..<7: text += soup()
    case 7..<10: text += textBehindPrefixes()
    case 10..<12: text += labels()
    default: text += blocks(0).joined(separator: generator.pick(["\n", "\n", "\r\n", "\r"])) + "\n"
    }
    if generator.isOne(in: 6) { text += "\n[foo]: /u\n[bar]: /v 't'\n[a]: <>\n" }
    if generator.isOne(in: 4) { while text.utf8.last == 0x0A { text.unicodeScalars.removeLast() } }
    return Array(text.utf8)
  }

  /// Returns a part of a line, a definition or a few lines.
  mutating func fragment() -> String {
    switch generator.below(6) {
    case 0: labels()
    case 1: generator.pick(Self.opaqueBlocks).joined(separator: "\n") + "\n"
    case 2: generator.pick(Self.spans)
    case 3: generator.pick(Self.lineEndings)
    case 4: generator.pick(Self.lineStarts) + piece() + generator.pick(["", "\n"])
    default: piece()
    }
  }

  private mutating func linesOfPieces() -> String {
    var text = ""
    for _ in 0...generator.below(5) {
      text += generator.pick(Self.lineStarts)
      if generator.isOne(in: 5) { text += generator.pick(Self.lineStarts) }
      for _ in 0..<generator.below(9) { text += piece() }
      text += generator.pick(Self.lineEnds) + generator.pick(Self.lineEndings)
    }
    return text
  }

  /// A few pieces, many times repeated, so that rare combinations occur.
  private mutating func soup() -> String {
    let isOfCharacters = generator.isOne(in: 2)
    let alphabet = (0..<2 + generator.below(10)).map { index in
      isOfCharacters && index < 6 ? generator.pick(Self.characters) : piece()
    }
    let start = generator.isOne(in: 4) ? generator.pick(Self.lineStarts) : ""
    return start + generator.text(1...40, of: alphabet) + "\n"
  }

  /// Parts of constructs that span lines, behind prefixes of all sorts.
  private mutating func textBehindPrefixes() -> String {
    var text = ""
    for _ in 0...generator.below(8) {
      text += generator.text(0...4, of: Self.prefixes) + generator.text(0...3, of: Self.spans)
      if generator.isOne(in: 4) { text += generator.text(1...5, of: Self.marks) }
      text += generator.pick(Self.lineEnds) + generator.pick(Self.lineEndings)
    }
    return text
  }

  private mutating func labels() -> String {
    let prefix = generator.isOne(in: 3) ? generator.pick(Self.lineStarts) : ""
    let label = generator.text(
      1...6, of: generator.isOne(in: 2) ? Self.words : Self.labelParts + Self.words)
    var text = prefix
    for _ in 0...generator.below(3) {
      text += generator.pick(["[", "[a][", "![", "*[", "[*a*]["])
      text += generator.isOne(in: 3) ? label.uppercased() : label
      text += generator.pick(["]", "][]", "]*", " ]", "]["])
    }
    let definition = "[\(label)]" + generator.pick(Self.definitionTails)
    let ending = generator.pick(Self.lineEndings)
    return generator.isOne(in: 2)
      ? text + "\n\n" + prefix + definition + ending : prefix + definition + ending + text + ending
  }

  private mutating func piece() -> String {
    switch generator.below(10) {
    case 0..<3: generator.pick(Self.words)
    case 3: " "
    case 4: generator.isOne(in: 3) ? generator.pick(Self.lineEndings) : " "
    case 5..<8: generator.pick(Self.marks)
    default: generator.pick(Self.constructs)
    }
  }

  // MARK: Nested blocks and inlines

  private mutating func blocks(_ depth: Int) -> [String] {
    var lines: [String] = []
    for _ in 0...generator.below(depth == 0 ? 4 : 2) {
      if !lines.isEmpty, !generator.isOne(in: 4) { lines.append("") }
      lines += block(depth)
    }
    return lines
  }

  private mutating func block(_ depth: Int) -> [String] {
    switch generator.below(depth < 3 ? 12 : 6) {
    case 0:
      let ending = generator.pick(["", "", " #", " ##  ", "  "])
      return [String(repeating: "#", count: 1 + generator.below(6)) + " " + inlines(0) + ending]
    case 1: return paragraph() + [generator.pick(["===", "---", "  =", "-"])]
    case 2: return generator.pick(Self.opaqueBlocks)
    case 6..<8:
      let marker = generator.pick(["> ", "> ", ">", " > ", ">\t"])
      return blocks(depth + 1).enumerated().map { index, line in
        index > 0 && generator.isOne(in: 10) ? line : marker + line
      }
    case 8..<12:
      let marker = generator.pick(["- ", "* ", "+ ", "1. ", "2) ", "-   ", "10. ", "-\t"])
      let indent = String(repeating: " ", count: marker == "-\t" ? 4 : marker.utf8.count)
      let isLoose = generator.isOne(in: 3)
      return (0...generator.below(3)).flatMap { number in
        let item = generator.isOne(in: 12) ? [""] : blocks(depth + 1)
        let lines = item.enumerated().map { index, line in
          index == 0
            ? marker + line : line.isEmpty || generator.isOne(in: 12) ? line : indent + line
        }
        return isLoose && number > 0 ? [""] + lines : lines
      }
    default: return paragraph()
    }
  }

  private mutating func paragraph() -> [String] {
    (0...generator.below(3)).map { _ in
      (generator.isOne(in: 8) ? generator.pick([" ", "   ", "\t"]) : "") + inlines(0)
        + generator.pick(Self.lineEnds)
    }
  }

  private mutating func inlines(_ depth: Int) -> String {
    let separator = generator.pick([" ", " ", " ", "", "\n"])
    return (0...generator.below(depth == 0 ? 6 : 3)).map { _ in inline(depth) }
      .joined(separator: depth == 0 && separator == "\n" ? "" : separator)
  }

  private mutating func inline(_ depth: Int) -> String {
    guard depth < 3, generator.isOne(in: 3) else { return piece() }
    let (opening, closing) = generator.pick([
      ("*", "*"), ("_", "_"), ("**", "**"), ("__", "__"), ("***", "***"), ("***", "** x*"),
      ("***", "* x**"), ("[", "](u)"), ("[", "](/u \"t\")"), ("[", "][foo]"), ("[![", "](i)](u)"),
      ("![", "](<a b>)"), ("[", "]()"),
    ])
    return opening + inlines(depth + 1) + closing
  }

  // MARK: Pieces

  /// Words, and characters that matter to flanking.
  private static let words = [
    "a", "b", "cd", "foo", "x1", "don't", "3.14", "é", "日本", "。", "、", "「", "」", "한국어", "ไทย",
    "שלום",
    "😀", "👨\u{200D}👩", "e\u{301}", "ß", "\u{A0}", "\u{3000}", "\u{200B}", "€", "→", "½", "—", "…",
    "“", "\u{FFFD}", "\u{0}", "\u{B}", "\u{C}", "\u{2028}", "7", "Z", "ǅ", "\u{FFFF}", "\u{AD}",
  ]

  /// Every character with a meaning in Markdown.
  private static let characters = [
    "*", "_", "`", "[", "]", "(", ")", "!", "<", ">", "&", ";", "\\", "\"", "'", " ", "  ", "\n",
    "\t", "a", "b", "#", "-", ".", ":", "/", "**", "__", "``", "\r\n", "?", "=", "1", "+", "~",
  ]

  /// Marks, the frequent ones more than once.
  private static let marks = [
    "*", "**", "***", "****", "_", "__", "___", "`", "``", "```", "[", "]", "![", "](", ")", "(",
    "<", ">", "&", ";", "\\", "!", "\"", "'", "#", "-", "+", "=", ".", ":", "|", "~", "~~", "^",
    "$",
    "@", "/", "?", "*", "**", "_", "__", "`", "[", "]", "\\", "\\*", "\\_", "\\`", "\\[", "\\]",
    "\\<", "\\&", "\\\\", "&amp;", "&#42;", "&#96;", "&#95;", "{", "}", "%", ",",
  ]

  /// Whole constructs, valid and broken.
  private static let constructs = [
    "[foo]", "[bar][]", "[a][foo]", "![foo]", "[Foo]", "[ foo ]", "[x](/u)", "[x](</u u> \"t\")",
    "[x](/u 't')", "![a](b)", "](u (t))", "[a](u \"t\\\" x\")", "[foo][ ]", "[a\\]]", "[`]`]",
    "<http://a.b?c&amp;d>", "<a@b.c>", "<b>", "</b>", "<a href=\"x\" b='y' c=z d>", "<!-- c -->",
    "<?p?>", "<!D x>", "<![CDATA[x]]>", "<br/>", "<!-->", "<!--->", "<a  b = c>", "<x:y>",
    "<?a??>", "&ouml;", "&ngE;", "&#xFFFD;", "&#0;", "&#x1F600;", "&#32;", "&bogus;", "&#9;",
    "&nbsp;", "&#10;", "&quot;", "`a`", "`` ` ``", "` a `", "`  `", "`a  b c`", "``` `` ```", "*a*",
    "**b**", "_c_", "__d__", "***e***", "*a**b*", "foo_bar_", "a*b", "**a*", "*a _b* c_",
    "http://x.y", "1. ", "- ", "# ", "> ", "[foo]: /u", "<![CDATA[a]]]>", "<!---->", "<a\\\n>",
    "[a](<b\\\n>)", "<m@-a.b>", "<a.b-c:d>", "[x](a(b)c)", "[x]()", "&#1234567;", "&#12345678;",
    "&#xABCDEF;", "[x](<)", "[x]( 'a')", "<a\n b='\n'>", "[fo\no]", "javascript:a",
    "<a href=\"*x*\">",
    "![alt *x*](u)", "[foo]: /url 'title'",
  ]

  private static let lineStarts = [
    "", "", "", "", "", " ", "  ", "   ", "    ", "\t", "> ", ">", "> > ", ">\t", "- ", "-\t",
    "* ", "1. ", "10) ", "  - ", "   > ", "# ", "## ", "###\t", "+ > ", "> - ", "-   ", "-     ",
    "  ", "```\n", "<div>", "[foo]: /url\n", "[bar]: <u u> 'ti\n", "[ẞ]: /s \"t\"\n", "===", "---",
    "-", "=", "#\t#",
  ]

  /// Parts of container prefixes, to be mixed.
  private static let prefixes = [
    "> ", ">", " ", "  ", "\t", "- ", "-", "-\t", "1. ", "2) ", "1.", ">\t", "   ", "    ", "     ",
    "*\t", "+ ", "-    ", "-     ", "12) ",
  ]

  /// Starts and ends of blocks, and parts of constructs that may span lines.
  private static let spans = [
    "`", "``", "a", "a", "b c", "é", "<a ", ">", "b='", "'", "<!-- ", "-->", "[foo", "]", "](", ")",
    "[a]: /u", "\"t\"", "\"t", "\"", "*", "**", "[foo]: ", "\\", "===", "---", "***", "- - -",
    "_ _ _", "<?", "?>", "x", "'t'", "(t)", "/u", "(", "[a]:", "[b]: <c>", "[a]", "[a]: b 'c'\n[d]",
    "#", "# a", "## b #", "#\t#", "####### a", "```", "~~~", "```a", "````", "<div>", "</div>",
    "<div/>", "<pre>", "</pre>", "<script>", "</script>", "<!A", "<![CDATA[", "]]>", "<a>", "</b >",
    "<a b='c'>x", "-", "=", "\u{0}", "\u{B}",
  ]

  /// Parts of labels, besides words.
  private static let labelParts = [
    "\\", "\\]", "\\[", " ", "  ", "\n", "`", "*", "<", ">", "!", "&amp;", "\\\\", "<b>", "`a`",
    "[", "]", "\t", "\u{C}", "\\\n", "\u{130}", "ǆ", "Σ", "ς", "ﬁ", "\"", "<http://a>", "<!--",
    "-->",
  ]

  /// Texts that may follow the label of a definition.
  private static let definitionTails = [
    ": /u", ": <>", ": <a b> 't'", ": a(b) \"t\"", ":\n/u\n't\nt'", ":/u", ": /u 't' x",
    ": /u\n't' x", " : /u", ": <a\\>b>", ": \\)", ": /u (t(u)", ": /u \"t\\\"", ": &amp; '&#9;'",
    ":", ": ", ":\n\n/u",
  ]

  private static let opaqueBlocks = [
    ["```swift", "a *b* `c`", "```"], ["    code *a*", "", "    b"], ["<div>", "*a*", "</div>"],
    ["***"], ["- - -"], ["~~~", "**a**", "~~~"], ["<!-- *a* -->"], ["[foo]: /url 'title'"],
    ["[b*a*r]: <u> \"t\"", "", "[b*a*r] [b*a*r][]"],
  ]

  /// Texts that may precede a line ending.
  private static let lineEnds = ["", "", "", " ", "  ", "   ", "\t", "\\", " #", " ##", "\u{C}"]

  private static let lineEndings = [
    "\n", "\n", "\n", "\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\n\n\n",
  ]
}
