import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

/// The index must find the same link reference definitions as libcmark, wherever they are.
@Suite struct DefinitionTests {
  /// The labels that are looked up, as written in references.
  private static let labels = ["a", "B", "foo bar", "x*y`z", "ss", "é", "q", "[>]", "a b c"]

  /// Lines of documents: definitions, their continuations, and constructs that hide them.
  private static let lines = [
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

  @Test func areLibcmarksInRandomDocuments() throws {
    var generator = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(400) {
      var text = Self.lines(&generator, upTo: 16)
      let label = Self.labels.randomElement(using: &generator) ?? ""
      text = "[\(label)]\n\n" + text
      var document = try MarkdownDocument(TextBuffer(text))
      for step in 0..<8 {
        let complaint =
          try RegionComparison.complaint(
            about: document, at: [0..<1] + document.blockStarts.map { $0..<$0 })
        guard complaint == nil else {
          Issue.record(
            "\(complaint ?? ""), step \(step), seed \(RandomTests.seed): \(String(document.buffer).debugDescription)"
          )
          return
        }
        let edit = Self.edit(of: document, from: label.utf8.count + 4, &generator)
        try document.apply(TextEdit([edit]))
      }
    }
  }

  /// A definition has the same meaning before a region as at its own place.
  @Test(arguments: [
    "[q]: /\n't' x\n", "[q]: / 't\nu'\n", "[q]:\n  /\n  't\n    # u'\n",
    "> [q]: <a b>\n> (t\n> u)\n", "[ Q\n]: /a\\*&amp;\n",
  ])
  func meansTheSameElsewhere(definition: String) throws {
    let filler = String(repeating: "A paragraph.\n\n", count: 40)
    let document = try MarkdownDocument(TextBuffer("[q]\n\n\(filler)\(definition)"))
    #expect(
      try RegionComparison.complaint(
        about: document, at: document.blockStarts.map { $0..<$0 }) == nil)
  }

  /// GitHub reads a line after `[^1]: /a` as the footnote's text.
  @Test(arguments: [
    ("[^1]: /a\n[r]: /u\n", ""), ("[r]: /u\n[^1]: /a\n", "[r]: /u"),
    ("[^1]: /a\n[^2]: /b\n[r]: /u\n", ""), ("[^1]: /a\n\n[r]: /u\n", "[r]: /u"),
    ("[^1]: /a\n[r]: /u\n\n[r]: /v\n", "[r]: /v"),
    ("[^1]: /a\n[b]: /b\n[c]: /c\n[d]: /d\n[e]: /e\n[f]: /f\n[r]: /u\n", ""),
    ("> [^1]: /a\n> [r]: /u\n>\n> [r]: /v\n", "[r]: /v"), ("[^1 ]: /a\n[r]: /u\n", "[r]: /u"),
  ])
  func aLineOfAFootnoteIsNoDefinition(lines: String, wanted: String) throws {
    let text = "[r]\n\ntext\n\n\(lines)"
    let document = try MarkdownDocument(TextBuffer(text))
    let region = document.region(ofBlocksAt: [0..<1], in: .gitHub)
    let prefix = String(decoding: region.bytes[..<region.parts[0].start], as: UTF8.self)
    #expect(prefix == (wanted.isEmpty ? "" : wanted + "\n\n"), "\(text.debugDescription)")
    // CommonMark has no footnotes.
    #expect(document.region(ofBlocksAt: [0..<1], in: .commonMark).parts[0].start > 0)
  }

  /// Many definitions in one paragraph, whatever surrounds them.
  @Test(arguments: [
    "", "A *word*\n\n", "- i\n\n", "> q\n\n", "```\n\n", "<!--\n\n", "<p>\n\n", "x\n",
  ])
  func manyAreFound(start: String) throws {
    let run = (0..<30).map { "[l \($0 % 25)]: /\($0)\n" }.joined()
    let ends = [
      "", "text\n", "===\n", "---\n", "'title'\n", "'no\n\n", "\n# h\n", "# h\n", "- i\n", "> q\n",
      "[l 3]: /3&amp;3\n", "[é]: /é\n[l 4]: /\n", "[l\n5]: /\n",
      "\n[l 26]: /26\n[l 27]: /27\ntext\n", "```\n\n[l 28]: /\n", "\n-->\n[l 29]: /\n",
    ]
    for end in ends {
      for label in ["[l 2]", "[L 24]", "[l 26]", "[é]"] {
        let text = "\(label)\n\n\(start)\(run)\(end)"
        let document = try MarkdownDocument(TextBuffer(text))
        let complaint = try RegionComparison.complaint(about: document, at: [0..<1])
        #expect(complaint == nil, "\(text.debugDescription)")
      }
    }
  }

  private static func lines(_ generator: inout SeededGenerator, upTo most: Int) -> String {
    // Mostly uses few kinds, so that the same ones are often adjacent.
    let isPlain = Bool.random(using: &generator)
    let kinds = (0..<Int.random(in: 2...30, using: &generator)).map { index in
      (isPlain && index % 4 < 3 ? lines[..<8] : lines[...]).randomElement(using: &generator) ?? ""
    }
    return (0..<Int.random(in: 0...most, using: &generator)).map { _ in
      (kinds.randomElement(using: &generator) ?? "") + "\n"
    }.joined()
  }

  /// Replaces some bytes after an offset with some lines.
  private static func edit(
    of document: MarkdownDocument, from start: Int, _ generator: inout SeededGenerator
  ) -> TextEdit.Replacement {
    let text = document.buffer.utf8Bytes
    let places = (start...text.count).filter {
      $0 == text.count || text[$0] & 0xC0 != 0x80
    }
    let first = Int.random(in: 0..<places.count, using: &generator)
    let width = [0, 0, 1, 2, 12].randomElement(using: &generator) ?? 0
    let last = min(places.count - 1, first + width)
    let new =
      Bool.random(using: &generator)
      ? lines(&generator, upTo: 3) : ["", "\n", "[", "x"][Int.random(in: 0..<4, using: &generator)]
    return TextEdit.Replacement(places[first]..<places[last], with: new)
  }
}
