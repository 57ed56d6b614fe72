import EditorTestSupport

/// Long blocks of code and HTML.
extension IndexEdits {
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
}
