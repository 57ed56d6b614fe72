import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// A command has the same result on an indexed document as on the whole text.
@Suite struct DocumentTests {
  private static let document = """
    ---
    title: "*a*"
    ---
    # A heading

    Some *text*[^1] with **strong** parts, a [link][ref], `code` and ~~struck *text*~~.
    It goes on here: www.example.com

    | a | b *c* |
    |---|:-:|
    | `x \\| y` | **z** |

    - [ ] one [^2]
    - two **three**

      four

    > quoted *words*
    > in lines

    ```
    fenced
    ```

    [ref]: /destination "title"

    [^1]: a note

        goes *on*

    [^2]: another

    The end [ref] of it.

    """

  @Test(arguments: [Dialect.commonMark, .gitHub])
  func theSameAsOnTheWholeText(_ dialect: Dialect) throws {
    let source = Array(Self.document.utf8)
    let document = try MarkdownDocument(TextBuffer(Self.document))
    var generator = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(50) {
      let start = Int.random(in: 0...source.count, using: &generator)
      let end = min(source.count, start + Int.random(in: 0...60, using: &generator))
      let mark = Mark.all(in: dialect).randomElement(using: &generator) ?? .strong
      let command = EditingCommand.toggle(mark)
      let whole = command.outcome(utf8: [start..<end], in: source, dialect: dialect)
      let sliced = command.outcome(utf8: [start..<end], in: document, dialect: dialect)
      #expect(sliced == whole, "\(mark.name) \(start)..<\(end)")
      #expect(
        CommandState.all(of: [start..<end], in: document, groups: [.marks], dialect: dialect)
          == CommandState.all(of: [start..<end], in: source, groups: [.marks], dialect: dialect))
    }
  }

  /// Edits that affect other blocks: a word typed on a blank line continues into the next paragraph;
  /// brackets become a link once their text is a label defined elsewhere.
  @Test(arguments: [
    "a\n\n*\u{FEFF}*b\n", "a\n\n- `\u{FEFF}`\n- [x]\n\n[x]: /u",
    "[*foo*]\n\na\n\nb\n\n[foo]: /u", "\u{FEFF}[`foo`]\n\na\n\nb\n\n[foo]: /u",
    "`\\[foo]`\n\n`*`a\n\n[foo]:a", "[*\u{FEFF}foo*]\n\na\n\nb\n\n[\u{FEFF}foo]: /u",
    "`\n\n*\n`", "`a\n\nb\nc `\n\nd", "`\n***\n2. b\n3. c`\n\nd", "> `\n>\n> b\n> c`\n>\n> d",
  ])
  func isTheSameInItsBlocks(text: String) throws {
    let source = Array(text.utf8)
    let document = try MarkdownDocument(TextBuffer(text))
    for start in text.scalarBoundaries {
      for end in text.scalarBoundaries where start <= end {
        for mark in Mark.all(in: .commonMark) {
          let command = MarkCommand(.toggle, mark, options: .commonMark)
          let sliced = command.outcome(utf8: [start..<end], in: document)
          let whole = command.outcome(utf8: [start..<end], in: source)
          #expect(sliced == whole, "\(mark.name) \(start)..<\(end)")
        }
      }
    }
  }

  /// A command on a section or footnote has the same outcome if it reads only some blocks of the
  /// document as if it reads all of it.
  @Test func sectionsAndFootnotesAreFoundInTheirBlocks() throws {
    var generator = RandomTests.generator()
    let rows = CommandRow.all.filter {
      $0.name.contains("section") || $0.name.hasPrefix("footnote")
    }
    for _ in 0..<RandomTests.rounds(60) {
      let start = Bool.random(using: &generator) ? "---\nt: 1\n---\n\n" : ""
      let text =
        start
        + (0..<30).map { _ in Self.parts.randomElement(using: &generator) ?? "" }.joined()
      let document = try MarkdownDocument(TextBuffer(text))
      let source = Array(text.utf8)
      for row in rows {
        let place = Int.random(in: 0...text.utf8.count, using: &generator)
        let command = EditingCommand(row)
        let outcome = command.outcome(utf8: [place..<place], in: document)
        #expect(
          outcome == command.outcome(utf8: [place..<place], in: source),
          "\(row.name) at \(place) in \(text.debugDescription)")
      }
    }
  }

  private static let parts = [
    "# one\n\n", "## two\n\n", "three\n===\n\n", "# four\ntext\n\n", "a note[^1] and more\n\n",
    "text[^n] [a] [b][a]\n\n", "- item[^2]\n- other\n\n", "    code [^1]: x\n\n",
    "```\n[^9]: code\n# no\n```\n\n", "[^1]: the first\n\n", "[^n]: named\n    and more\n\n",
    "[^2]: second\n\n    with a paragraph\n\n", "[a]: /u \"t\"\n", "> quote[^1]\n> # in quote\n\n",
    "| a |\n|---|\n| c[^1] |\n\n", "1. one\n2. two\n\n   text\n\n", "---\n\n",
    "words\nin two lines\n", "<div>\nhtml\n</div>\n\n", "* a\n\n\n    indented\n\n",
    "[^3]: x\n[^4]: y\n", "text[^5]\n\n", "<!-- c\n\n[^7]: no\n-->\n\n",
  ]

  /// A separately parsed part may begin with lines that are not in the document.
  @Test(arguments: ["\r\n", "\n", "\r"]) func keepsItsLineEndings(ending: String) throws {
    let lines =
      "A [word] here.\n\n- one\n- two\n\n> quoted\n\n| a | b |\n|---|---|\n| c | d |\n\n[word]: /u\n\n"
    let text = String(repeating: lines, count: 60).replacingLineFeeds(with: ending)
    let document = try MarkdownDocument(TextBuffer(text))
    var plans = 0
    for row in CommandRow.all {
      let argument = row.argument.isEmpty || row.name == "table-insert" ? nil : "https://u.io"
      let command = EditingCommand(row, argument: argument)
      for place in stride(from: text.utf8.count / 2, to: text.utf8.count / 2 + 100, by: 24) {
        let outcome = command.outcome(utf8: [place..<place], in: document)
        #expect(outcome == command.outcome(utf8: [place..<place], in: Array(text.utf8)))
        guard let plan = outcome.plan else { continue }
        plans += 1
        for replacement in plan.edit.replacements {
          let written = String(decoding: replacement.bytes, as: UTF8.self)
          let own = written.unicodeScalars.filter { "\r\n".unicodeScalars.contains($0) }
          let count = own.count / ending.unicodeScalars.count
          let isKept =
            String(String.UnicodeScalarView(own)) == String(repeating: ending, count: count)
          #expect(isKept, "\(row.name) at \(place) writes \(written.debugDescription)")
        }
      }
    }
    #expect(plans > 50)
  }

  @Test func aPartOfLongFrontMatterStays() throws {
    let lines = (0..<400).map { "k\($0): value words here\n\n" }.joined()
    let document = try MarkdownDocument(
      TextBuffer("---\ntitle: word\n\n\(lines)z: y\n---\n\ntext\n"))
    for range in [0..<15, 0..<60, 4..<9, 11..<15, 3000..<3005] {
      for mark in Mark.all(in: .gitHub) {
        let outcome = EditingCommand.toggle(mark).outcome(utf8: [range], in: document)
        #expect(outcome == .unchanged(.nothingMarkable), "\(mark.name) on \(range)")
      }
    }
  }

  /// Whether a footnote reference is one depends on definitions anywhere in the document.
  @Test func whatIsDefinedNowhereIsText() throws {
    let text = "a [^e] b [^f] c\n\n" + String(repeating: "more\n\n", count: 200) + "[^e]: d\n"
    let document = try MarkdownDocument(TextBuffer(text))
    let command = EditingCommand.toggle(.code)
    let outcome = command.outcome(utf8: [0..<15], in: document)
    #expect(outcome == command.outcome(utf8: [0..<15], in: Array(text.utf8)))
    let after = try #require(outcome.plan).edit.applying(to: Array(text.utf8)).prefix(19)
    #expect(String(decoding: after, as: UTF8.self) == "`a` [^e] `b [^f] c`")
  }

  @Test(
    "a call without a dialect reads GitHub's Markdown",
    arguments: [
      ("| ⟦one | two⟧ |\n|---|---|", "| **⟦one** | **two⟧** |\n|---|---|"),
      ("- ⟦[ ] todo⟧", "- [ ] **⟦todo⟧**"),
    ])
  func theDefaultIsGitHubs(_ before: String, _ after: String) throws {
    var input = try TextBuffer(marked: before)
    var editor = try MarkdownEditor(marked: before)
    input.perform(.toggle(.strong))
    editor.perform(.toggle(.strong))
    #expect(input.marked == after && editor.marked == after)
    let inCommonMark = try EditingCommand.toggle(.strong).result(on: before, in: .commonMark)
    #expect(inCommonMark != after)
  }
}

extension String {
  fileprivate func replacingLineFeeds(with ending: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: ending)
  }
}
