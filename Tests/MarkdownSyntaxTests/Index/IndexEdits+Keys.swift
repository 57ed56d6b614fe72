import EditorTestSupport

/// Keys pressed in long paragraphs, lines, quotes and items.
extension IndexEdits {
  /// The texts of keys, with Markdown's characters more often than letters.
  private static let keys: [String] = [
    "`", "`", "``", "```", "*", "*", "**", "_", "[", "]", "](", "(", ")", "<", ">", "\\", "!", "&",
    "\"", "a", "x", "é", "日", " ", "\t", "\n", "\n\n", "\r", "\r\n", "|", "#", "-", "=", "1", ":",
    "~",
  ]

  /// Lines that are repeated in long texts.
  private static let units: [String] = [
    "some words and *more* of them, # in all, with `code` too\n", "日本語の文章は、**単語**の間に空白がありません。\n",
    "هذا نص عربي فيه *كلمات* كثيرة رقم\n", "| cell | *two* words | `code` |\n",
    "some words * and 2*3* more of them **here\n", "some [words] and [more of them](u) in [ all\n",
    "a `b`` c ``` d\n", "a <b and <c d> of e_f_g\n", "words\n", "x *y\n", "z* \\\n",
    "[foo] and [bar][foo]\n", "**here and 2*3* of\n", "x**y z*w* b\n", "a *b _c* d_\n",
    "[ all *b ] c*\n", "***a b* c\n", "_d e_ *f **g\n", "[*h i\n", "j*] k*\n", "(_\"a __) b_\n",
    "\"_. c\n",
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

  /// Returns a text of one or two long blocks, sometimes with definitions around them.
  mutating func longText() -> [UInt8] {
    var text = Int.random(in: 0..<4, using: &generator) == 0 ? "[foo]: /u\n\n" : ""
    for _ in 0..<Int.random(in: 1...2, using: &generator) {
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: text += longParagraph()
      case 1: text += repeatedLines()
      default: text += longBlock()
      }
    }
    return Array(text.utf8)
  }

  mutating func longBlock() -> String {
    var text = Self.openings.randomElement(using: &generator) ?? ""
    let rate = Int.random(in: 4...40, using: &generator)
    for _ in 0..<Int.random(in: 5...50, using: &generator) {
      let isEnd = Int.random(in: 0..<rate, using: &generator) == 0
      text += ["\n", "\n", "\n", "\r\n", "\r"].randomElement(using: &generator) ?? "\n"
      text += (isEnd ? Self.endings : Self.lines).randomElement(using: &generator) ?? ""
    }
    return text + "\n"
  }

  /// Returns a few lines repeated many times, sometimes in containers or joined into one line.
  private mutating func repeatedLines() -> String {
    let (first, others) =
      [("", ""), ("", ""), ("> ", "> "), ("- ", "  "), ("> - ", ">   ")]
      .randomElement(using: &generator) ?? ("", "")
    let lines = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      Self.units.randomElement(using: &generator) ?? ""
    }
    let isOneLine = Int.random(in: 0..<3, using: &generator) == 0
    let count = Int.random(in: 3...24, using: &generator)
    let text = (0..<count).map { _ in lines.randomElement(using: &generator) ?? "" }
      .map { isOneLine ? String($0.dropLast()) + " " : $0 }
    return first + text.joined(separator: isOneLine ? "" : others) + "\n"
  }

  /// Returns a key pressed in a text: something is typed or deleted.
  mutating func key(in text: [UInt8]) -> IndexEdit {
    let boundaries = text.indices.filter { text[$0] & 0xC0 != 0x80 } + [text.count]
    let first = Int.random(in: 0..<boundaries.count, using: &generator)
    if Int.random(in: 0..<5, using: &generator) < 2 {
      let last = min(first + Int.random(in: 1...3, using: &generator), boundaries.count - 1)
      return IndexEdit(text: text, range: boundaries[first]..<boundaries[last], bytes: [])
    }
    let key = Self.keys.randomElement(using: &generator) ?? "x"
    return IndexEdit(
      text: text, range: boundaries[first]..<boundaries[first], bytes: Array(key.utf8))
  }
}
