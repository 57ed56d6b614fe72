import EditorTestSupport
import MarkdownSyntax
import TextEditing

/// A text, the part of it to replace, and the replacement.
struct IndexEdit: CustomStringConvertible {
  var text: [UInt8]
  var range: Range<Int>
  var bytes: [UInt8]

  /// Returns a fault in the index or in any region after the edit of a new document, or nil.
  func complaint() throws -> String? {
    var document = try MarkdownDocument(TextBuffer(utf8: text))
    try document.apply(TextEdit([.init(range, with: bytes)]))
    return try RegionComparison.complaint(
      about: document, at: document.blockStarts.map { $0..<$0 })
  }

  /// Returns the smallest edit found for which `fails` still holds.
  func shrunk(_ fails: (IndexEdit) -> Bool) -> IndexEdit {
    var best = self
    for _ in 0..<3 {
      best.bytes = Shrinking.smallest(best.bytes) { fails(best.with(bytes: $0)) }
      let head = Shrinking.smallest(Array(best.text[..<best.range.lowerBound])) {
        fails(best.with(head: $0))
      }
      best = best.with(head: head)
      let tail = Shrinking.smallest(Array(best.text[best.range.upperBound...])) {
        fails(best.with(tail: $0))
      }
      best = best.with(tail: tail)
      let middle = Shrinking.smallest(Array(best.text[best.range])) {
        fails(best.with(middle: $0))
      }
      best = best.with(middle: middle)
    }
    return best
  }

  private func with(bytes: [UInt8]) -> IndexEdit {
    IndexEdit(text: text, range: range, bytes: bytes)
  }

  private func with(
    head: [UInt8]? = nil, middle: [UInt8]? = nil, tail: [UInt8]? = nil
  ) -> IndexEdit {
    let head = head ?? Array(text[..<range.lowerBound])
    let middle = middle ?? Array(text[range])
    let tail = tail ?? Array(text[range.upperBound...])
    return IndexEdit(
      text: head + middle + tail, range: head.count..<head.count + middle.count, bytes: bytes)
  }

  /// The line for the edit in `Fixtures/Regressions/slices.txt`.
  var description: String {
    let parts = [
      text[..<range.lowerBound], text[range], text[range.upperBound...], bytes[...],
    ].map { Self.escaped(String(decoding: $0, as: UTF8.self)) }
    return "\(parts[0])⟦\(parts[1])⟧\(parts[2]) ⇒ \(parts[3])"
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "\\": "\\\\"
      case "\u{FEFF}", "\0"..<" ", "\u{7F}"..<"\u{A0}":
        "\\u{" + String(scalar.value, radix: 16) + "}"
      default: String(scalar)
      }
    }.joined()
  }
}

struct IndexEdits {
  var generator: SeededGenerator

  /// The pieces of documents, besides the specification's examples.
  static let snippets: [String] = [
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

  /// Returns a document of a few pieces and examples.
  mutating func document() -> [UInt8] {
    var text = ""
    let pieces = Int.random(in: 0...12, using: &generator)
    let paragraph = Int.random(in: 0..<24, using: &generator)
    let block = Int.random(in: 0..<24, using: &generator)
    for index in 0..<pieces {
      text += index == paragraph ? longParagraph() : index == block ? longBlock() : piece()
    }
    return Array(text.utf8)
  }

  mutating func edit(of text: [UInt8]) -> IndexEdit {
    let boundaries = text.indices.filter { text[$0] & 0xC0 != 0x80 } + [text.count]
    let first = Int.random(in: 0..<boundaries.count, using: &generator)
    let most = text.count > 1500 ? 40 : Int.random(in: 0...6, using: &generator)
    let width =
      Int.random(in: 0...1, using: &generator) * Int.random(in: 0...most, using: &generator)
    let last = min(first + width, boundaries.count - 1)
    var bytes: [UInt8] = []
    if text.count < 2000, Int.random(in: 0..<4, using: &generator) > 0 {
      bytes = Array(piece().utf8)
    }
    return IndexEdit(text: text, range: boundaries[first]..<boundaries[last], bytes: bytes)
  }

  /// The pieces of long paragraphs, besides words.
  static let inlines: [String] = [
    "*a*", "**b c**", "_d e_", "*", "**", "_", "(_\"", "\"__)", "(_a_.", "x*y*z", "`code`", "`",
    "``", "` a ``b` c ``", "<", "<a>", "<a b='c d'>", "<http://e f>", "<http://e>", "<!-- f -->",
    "<!--", "-->", "[foo]", "[g h]", "[foo][bar]", "[i", "j]", "](k", "l)", "[m](n 'o p')", "[q](r",
    "![s t](u)", "[v][w x]", "[*y]", "z*]", "[a [b](c) d](e f)", "\\", "\\*", "&amp;", "&", "é",
    "Ж", "語", "\u{A0}", "(1)", "2 * 3", "a.*", "*.b", "**c**d", "e**f**", "***g***", "!", ">", "#",
    "-", "1.", "```", "~~~", "<div>", "|", "| a |", "日本語。日本", "語語語語語語", "**語**語語*語*語", "これは の",
    "한국어", "عربي", "نص *كلمة*", "(b", "\"c", "़", "<a b, c", "<a b=\"c", "</d e", "<f:g", "<!h",
    "［", "'", ": /u",
  ]

  /// Returns a paragraph of random length, in containers of any kind.
  mutating func longParagraph() -> String {
    let prefixes: [(first: String, others: String)] = [
      ("", ""), ("", ""), ("", "  "), ("> ", "> "), ("> ", ">"), ("> ", ""), ("- ", "  "),
      ("- ", ""), ("1. ", "   "), ("10)  ", "     "), ("> - ", ">   "), ("- > ", "  > "),
      ("- - ", "    "), ("> > ", "> > "), ("> > ", "> "), ("*   ", "    "), ("-\n  ", "  "),
      ("\n- a\n\n  ", "  "), ("- > 1. ", "  >    "), (" - ", "   "), ("-\t", "    "),
    ]
    let prefix = prefixes.randomElement(using: &generator) ?? ("", "")
    let words = ["word", "a", "some", "e", "more of them", "x1", "Éa", "b_c", "d's"]
    var text = prefix.first + (Int.random(in: 0..<4, using: &generator) > 0 ? "The" : "")
    let rate = Int.random(in: 2...12, using: &generator)
    for _ in 0..<Int.random(in: 5...80, using: &generator) {
      let isWord = Int.random(in: 0..<rate, using: &generator) > 0
      text += (isWord ? words : Self.inlines).randomElement(using: &generator) ?? ""
      switch Int.random(in: 0..<14, using: &generator) {
      case 0: text += "\n" + prefix.others
      case 1:
        text +=
          ["  \n", "\\\n", "\r\n", "\r"][Int.random(in: 0..<4, using: &generator)]
          + prefix.others
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
    return text + (ends.randomElement(using: &generator) ?? "")
  }

  private mutating func piece() -> String {
    if Int.random(in: 0..<6, using: &generator) == 0,
      let example = SpecificationExample.all.randomElement(using: &generator)
    {
      return example.source
    }
    return Self.snippets.randomElement(using: &generator) ?? ""
  }

  /// Returns some ranges of a text of `count` bytes, two of them at a place.
  mutating func ranges(in count: Int, near place: Int) -> [Range<Int>] {
    let others = (0..<3).map { _ in Int.random(in: 0...count, using: &generator) }
    return ([place, place] + others).map { start in
      let first = min(start, count)
      return first..<min(count, first + ([0, 0, 1, 5, 40].randomElement(using: &generator) ?? 0))
    }
  }
}
