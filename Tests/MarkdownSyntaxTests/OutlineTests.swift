import EditorTestSupport
import MarkdownSyntax
import Testing
import TextEditing

@Suite("Sections follow the headings of a document")
struct OutlineTests {
  /// Returns level, text, heading, section and parent of each section; `⏎` is a line ending.
  private func outline(_ source: String, in dialect: Dialect = .gitHub) throws -> [String] {
    let bytes = Array(source.utf8)
    let document = try MarkdownDocument(TextBuffer(source))
    return try document.outline(in: dialect).map { section in
      func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range].map { $0 == 13 ? 10 : $0 }, as: UTF8.self)
          .replacing("\n", with: "⏎")
      }
      let parent = section.parent.map(String.init) ?? "none"
      return
        "\(section.level)|\(section.text)|\(text(section.heading))|\(text(section.range))|\(parent)"
    }
  }

  @Test func sectionsEndBeforeTheNextOfTheirLevelOrAHigherOne() throws {
    #expect(
      try outline("x\n\n## a\nb\n### c\n## d ##\n# e\n\nf") == [
        "2|a|## a|## a⏎b⏎### c⏎|none", "3|c|### c|### c⏎|0", "2|d|## d ##|## d ##⏎|none",
        "1|e|# e|# e⏎⏎f|none",
      ])
    // A skipped level, and line endings of all kinds.
    #expect(
      try outline("  # a\r\n### b\r## c") == [
        "1|a|# a|  # a⏎⏎### b⏎## c|none", "3|b|### b|### b⏎|0", "2|c|## c|## c|0",
      ])
  }

  @Test func onlyChildrenOfTheDocumentAreSections() throws {
    #expect(
      try outline("---\n# x: 1\n---\n> # a\n\n- # b\n\n```\n# c\n```\n[^1]: d\n\n    # e\n").isEmpty
    )
    #expect(
      try outline("[a]: /u\nT\n*b*\n===\n") == ["1|T b|T⏎*b*⏎===|T⏎*b*⏎===⏎|none"])
    #expect(try outline("").isEmpty)
  }

  @Test func textsAreWithoutMarkup() throws {
    #expect(
      try outline("# *a* `b  c` [d](e) ![f](g) &amp;\\* <b>h</b> $i$ :j: [^1]").map {
        $0.split(separator: "|")[1]
      } == ["a b  c d f &* h i :j: [^1]"])
    #expect(
      try outline("# [[a|b]] [[c]] ==d== %%e%% ^f", in: .obsidian).map {
        $0.split(separator: "|")[1]
      } == ["b c d"])
    #expect(try outline("\u{FEFF}# é\0").first?.hasPrefix("1|é\u{FFFD}|") == true)
  }

  /// Every section begins at a line start and nests in its parent; top-level sections are adjacent.
  @Test func sectionsOfRandomDocumentsNest() throws {
    var generator = RandomDocument(generator: RandomTests.generator())
    for _ in 0..<RandomTests.rounds(300) {
      let text = generator.next()
      guard let tree = try? SyntaxTree(text, in: .gitHub) else { continue }
      let sections = tree.outline(of: text)
      var end = sections.first?.range.lowerBound ?? text.count
      for section in sections {
        let start = section.range.lowerBound
        #expect(start == 0 || [10, 13].contains(text[start - 1]) || start == 3 && text[0] == 0xEF)
        #expect(
          start <= section.heading.lowerBound
            && section.heading.upperBound <= section.range.upperBound)
        if let parent = section.parent {
          let outer = sections[parent]
          #expect(outer.level < section.level && outer.range.contains(start))
          #expect(section.range.upperBound <= outer.range.upperBound)
        } else {
          #expect(start == end, "seed \(RandomTests.seed)")
          end = section.range.upperBound
        }
      }
      #expect(end == text.count, "seed \(RandomTests.seed)")
    }
  }
}
