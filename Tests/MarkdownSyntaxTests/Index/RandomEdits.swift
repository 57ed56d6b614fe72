import EditorTestSupport
import MarkdownSyntax
import TextEditing

/// Random documents of long and short blocks, and edits of them.
struct RandomEdits {
  var generator: SeededGenerator

  mutating func document() -> [UInt8] {
    let paragraph = generator.below(24)
    let block = generator.below(24)
    return (0..<generator.below(13)).flatMap { index in
      Array((index == paragraph ? longParagraph() : index == block ? longBlock() : piece()).utf8)
    }
  }

  /// Returns a replacement of a few scalars of a text, or of none, mostly by a piece.
  mutating func edit(of text: [UInt8], from start: Int = 0) -> TextEdit.Replacement {
    let boundaries = (start...text.count).filter { $0 == text.count || text[$0] & 0xC0 != 0x80 }
    let first = generator.below(boundaries.count)
    let most = text.count > 1500 ? 40 : generator.below(7)
    let width = generator.isOne(in: 2) ? 0 : generator.below(most + 1)
    let last = min(first + width, boundaries.count - 1)
    let isKept = text.count >= 2000 || generator.isOne(in: 4)
    return TextEdit.Replacement(boundaries[first]..<boundaries[last], with: isKept ? "" : piece())
  }

  /// Returns some ranges of a text of `count` bytes, two of them at a place.
  mutating func ranges(in count: Int, near place: Int) -> [Range<Int>] {
    ([place, place] + (0..<3).map { _ in generator.below(count + 1) }).map { start in
      let first = min(start, count)
      return first..<min(count, first + generator.pick([0, 0, 1, 5, 40]))
    }
  }

  private mutating func piece() -> String {
    if generator.isOne(in: 6), !SpecificationExample.all.isEmpty {
      return generator.pick(SpecificationExample.all).source
    }
    return generator.pick(Self.snippets)
  }

  /// Returns lines of few kinds, so that the same ones are often adjacent, before or after which
  /// definitions stand.
  mutating func definitionLines(upTo most: Int) -> String {
    let isPlain = generator.isOne(in: 2)
    let kinds = (0..<2 + generator.below(29)).map { index in
      generator.pick(isPlain && index % 4 < 3 ? Array(Self.definitions[..<8]) : Self.definitions)
    }
    return generator.text(0...most, of: kinds.map { $0 + "\n" })
  }

  private static let definitions = [
    "[a]: /1", "[A]: /2 'two'", "[a]: <3> \"three\"", "[b]:/4", "[B]:\t</5>\t", "[foo bar]: /6",
    "[Foo  Bar]: /7", "[ foo bar ]: /8", "[x*y`z]: /9", "[X*Y`Z]: /10 ''", "[ss]: /11", "[ß]: /12",
    "[é]: /13 'dreizehn é'", "[q]: /q?a=b&c", "[q]: /q?a=b&amp;c", "[q]: /(q)", "[q]: /q\\*",
    "[q]: /q \"t\\\"\"", "[q]: /q 't' x", "[q]: /q't'", "[q]: <q>x", "[q]: <q", "[q]: <q r>",
    "[q]:", "[q]: /q \"t", "[q]: /é", "[q]: /q (t)", "[q]: /q \"it's\"", "[]: /e", "[ ]: /e", "[a",
    "[a\\]]: /x", "[[a]]: /x", "[a]: /b <c>", "[a]: /\u{7F}", "[a]: /\u{A0}",
    "[a]: /v \"\u{2028}\"", "[b]: /last", "[a]: /r\r", "[b]: /r\r\n", "[a b c]: <>", "[a b\nc]: /m",
    "\"t\"", "'t'", "(t)", "  'late'", "text", "===", "---", "", "", "", "", "", " ", "\t", "\r",
    "# h", "- i", "-", "1. i", "> c", ">", "> [a]: /quote", "- [b]: /item", "  [a]: /two",
    " [b]: /one", "    [a]: /code", "\t[b]: /code", "```", "~~~", "    ", "<!--", "-->", "<pre>",
    "</pre>", "<div>", "</div>", "<x>", "<?", "?>", "***", "\u{FEFF}", "\u{C}", "[a] [b]", "\\",
    "`",
  ]

  private static let snippets: [String] = [
    "a", "word ", "b\n", "\n", "\n\n", "\r", "\r\n", "\u{FEFF}", "\t", "    ", "  ", " ", "\0",
    "# h\n", "=\n", "===\n", "---\n", "- ", "- a\n", "* b\n", "1. a\n", "2) b\n", "10. x\n", "-\n",
    "- a\n\n  b\n", "- a\n- b\n- c\n", "- a\n\n- b\n- c\n", "1. a\n2. b\n3. c\n\n4. d\n", "> ",
    "> a\n", ">\n", "> a\n> b\n>\n> c\n", "> - a\n> - b\n>\n> - c\n", "> > a\n> b\n",
    "> ```\n> a\n> ```\n", "```\n", "~~~\n", "```\na\n\nb\n```\n", "<div>\n", "</div>\n", "<!--\n",
    "-->\n", "<?\n", "<x>\n", "    code\n", "\tcode\n", "- - a\n", "  - b\n", "   * c\n",
    "[foo]: /url\n", "[foo]: /other 'title'\n", "[FOO]: <> \"\"\n", "[foo]", "[foo][]", "[a][foo]",
    "![foo]", "[bar]: /b\\*c (t\nu)\n", "[bar]", "[ss]: /s\n", "[ß]", "[ſS]", "[ẞ]: /x&amp;y\n",
    "[foo\nbar]: /u\n", "[Foo bar]", "> [foo\n> bar]: /q\n", "- [foo\n  bar]: /l '\n  t'\n",
    "[Ω]: /o\n", "[ω]", "[\u{2126}]", "[жук]: <a b>\n", "[ЖУК]", "[é]: /e\n", "[É]", "[ǰ]: /j\n",
    "[foo]:\n", "/url\n", "'title'\n", "\"title\n", "[", "]", "]:", ":", "[a]: b\n[c]: d\n[e]: f\n",
    "*a*", "**", "`", "``", "_", "\\", "<", ">", "&", "&amp;", "!", "[foo]: &#xFFFE;\n",
    "[foo]: /\\&amp; '&amp;lt;'\n", "[bar]: </a b&#10;> '&#32;t\\\\&'\n", "* * *\n", "+\n", "***\n",
    "- [foo]: /i\n- b\n", "- a\n- b\n\n  [ref]: /u\n# x\n", "lazy\n", ">lazy\n", "[foo]: /u\n===\n",
    "[foo]: /u\n---\n", "[foo]: /u\nnot\n", "[\u{1C80}]: /v\n", "[в] [В]",
  ]

  /// Returns a paragraph of random length, in containers of any kind.
  private mutating func longParagraph() -> String {
    let prefixes: [(first: String, others: String)] = [
      ("", ""), ("", ""), ("", "  "), ("> ", "> "), ("> ", ">"), ("> ", ""), ("- ", "  "),
      ("- ", ""), ("1. ", "   "), ("10)  ", "     "), ("> - ", ">   "), ("- > ", "  > "),
      ("- - ", "    "), ("> > ", "> > "), ("> > ", "> "), ("*   ", "    "), ("-\n  ", "  "),
      ("\n- a\n\n  ", "  "), ("- > 1. ", "  >    "), (" - ", "   "), ("-\t", "    "),
    ]
    let prefix = generator.pick(prefixes)
    let words = ["word", "a", "some", "e", "more of them", "x1", "Éa", "b_c", "d's"]
    var text = prefix.first + (generator.isOne(in: 4) ? "" : "The")
    let rate = Int.random(in: 2...12, using: &generator)
    for _ in 0..<Int.random(in: 5...80, using: &generator) {
      text += generator.pick(generator.isOne(in: rate) ? Self.inlines : words)
      switch generator.below(14) {
      case 0: text += "\n" + prefix.others
      case 1: text += generator.pick(["  \n", "\\\n", "\r\n", "\r"]) + prefix.others
      case 2: break
      case 3: text += "  "
      default: text += " "
      }
    }
    let ends = [
      "\n", "\n\n", "", "\n===\n", "\n---\n", "\n# h\n", "\n- a\n", "\n> b\n", "\n\n[foo]: /u`*\n",
      "\n\n\(prefix.others)x ` y* z ] w\n", "\n\(prefix.others)# h ` i* j\n",
      "\n\(prefix.others)```\n\(prefix.others)k* ] l\n",
    ]
    return text + generator.pick(ends)
  }

  private static let inlines: [String] = [
    "*a*", "**b c**", "_d e_", "*", "**", "_", "(_\"", "\"__)", "(_a_.", "x*y*z", "`code`", "`",
    "``", "` a ``b` c ``", "<", "<a>", "<a b='c d'>", "<http://e f>", "<http://e>", "<!-- f -->",
    "<!--", "-->", "[foo]", "[g h]", "[foo][bar]", "[i", "j]", "](k", "l)", "[m](n 'o p')", "[q](r",
    "![s t](u)", "[v][w x]", "[*y]", "z*]", "[a [b](c) d](e f)", "\\", "\\*", "&amp;", "&", "é",
    "Ж", "語", "\u{A0}", "(1)", "2 * 3", "a.*", "*.b", "**c**d", "e**f**", "***g***", "!", ">", "#",
    "-", "1.", "```", "~~~", "<div>", "|", "| a |", "日本語。日本", "語語語語語語", "**語**語語*語*語", "これは の",
    "한국어", "عربي", "نص *كلمة*", "(b", "\"c", "़", "<a b, c", "<a b=\"c", "</d e", "<f:g", "<!h",
    "［", "'", ": /u",
  ]

  /// First lines of code and HTML blocks, and lines inside them, some of which end the block.
  private static let openings = [
    "```", "~~~~ info", "  ```", "````", "<div>", "<!-- a", "<pre>", " <?x", "<!X", "<![CDATA[",
    "<x>", "  <div a='b'>", "    code", "> ```", "- ```",
  ]
  private static let lines = [
    "let a = 1", "let a = 1", "word", "<p>x</p>", "", "    indented", "   ", "\t", "``", "`", "- a",
    "> b", "# h", "[foo]: /u", "[foo]", "\u{FEFF}x", "    ```", "a\0", "===", "1. a", "日本語", "*a*",
    "*a* [foo](u)",
  ]
  private static let endings = [
    "```", "~~~~~", "````  ", "-->", "</div>", "</pre> a", "?>", ">", "]]>", "", "  ```", "```` x",
  ]

  private mutating func longBlock() -> String {
    var text = generator.pick(Self.openings)
    let rate = Int.random(in: 4...40, using: &generator)
    for _ in 0..<Int.random(in: 5...50, using: &generator) {
      text += generator.pick(["\n", "\n", "\n", "\r\n", "\r"])
      text += generator.pick(generator.isOne(in: rate) ? Self.endings : Self.lines)
    }
    return text + "\n"
  }
}
