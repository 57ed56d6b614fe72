/// Random texts of a few lines: markers, starts and ends of blocks, delimiters of inlines.
public struct BlockTexts {
  private let prefixes = Self.bytes([
    "> ", ">", " ", "  ", "   ", "    ", "\t", "- ", "-", "-\t", "+ ", "* ", "1. ", "2) ", "1.",
    "-    ", "-     ", "12) ", ">\t", "",
  ])
  private let contents = Self.bytes([
    "a", "b c", "#", "# a", "## b #", "---", "===", "***", "- - -", "```", "~~~", "```a", "````",
    "<div>", "<pre>", "</pre>", "<!--", "-->", "<?", "?>", "<!A", ">", "<![CDATA[", "]]>", "<a>",
    "</b >", "<a b='c'>x", "[a]: /u", "[a]:", "/u", "\"t\"", "\"t", "[b]: <c>", "(t)", "\\",
    "\u{0}", "é", "-", "=", "`", "*", "[a]", "[a]: b 'c'\n[d]", "#\t#", "####### a", "</div>",
    "<div/>", "<script>", "</script>", "_ _ _", "\u{B}", "", "", "", "a", "a",
  ])
  private let endings = Self.bytes(["\n", "\n", "\n", "\n", "\n\n", "\r\n", "\r", " \n", "\n\n\n"])

  /// Starts and ends of inlines.
  private let inlines = Self.bytes([
    "*", "**", "_", "`", "``", "![", "[", "](", "](/u \"t\")", "](<a b>", ")", "[a]", "[b]",
    "<http://a.b?c&amp;>", "<a@b.c>", "<i>", "<i a='", "'>", "&amp;", "&lt;", "&#0;", "\\*", "\\",
    "  ", "\"", "'", "javascript:a", "data:image/png;", "é", "\t", "&ngE;", "<!-- a", "-->", "a",
    "b c",
  ])

  public init() {}

  private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  public mutating func next(_ generator: inout SeededGenerator) -> [UInt8] {
    var text: [UInt8] = []
    var random = generator.next()
    func take(_ count: Int) -> Int {
      defer { random /= UInt64(count) }
      return Int(random % UInt64(count))
    }
    for _ in 0...take(8) {
      random = generator.next()
      for _ in 0..<take(4) { text += prefixes[take(prefixes.count)] }
      text += contents[take(contents.count)]
      if take(4) == 0 { text += contents[take(contents.count)] }
      if take(2) == 0 { for _ in 0...take(4) { text += inlines[take(inlines.count)] } }
      text += endings[take(endings.count)]
    }
    if take(3) == 0 { while text.last == 0x0A { text.removeLast() } }
    return text
  }
}
