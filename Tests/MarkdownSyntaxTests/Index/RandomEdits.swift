import EditorTestSupport
import MarkdownSyntax
import TextEditing

/// Random documents of long and short blocks, and edits of them.
struct RandomEdits {
  var generator: SeededGenerator

  /// Returns random documents one after another, with a long block between the first two.
  mutating func document() -> [UInt8] {
    var text: [UInt8] = []
    for index in 0..<generator.below(6) {
      if index == 1, generator.isOne(in: 3) { text += Array(longBlock().utf8) }
      text += next { $0.next() }
      if generator.isOne(in: 3) { text.append(10) }
    }
    return text
  }

  private mutating func next<Result>(_ body: (inout RandomDocument) -> Result) -> Result {
    var documents = RandomDocument(generator: generator)
    defer { generator = documents.generator }
    return body(&documents)
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
    return next { $0.fragment() }
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
    let rate = 4 + generator.below(37)
    for _ in 0..<5 + generator.below(46) {
      text += generator.pick(["\n", "\n", "\n", "\r\n", "\r"])
      text += generator.pick(generator.isOne(in: rate) ? Self.endings : Self.lines)
    }
    return text + "\n"
  }
}
