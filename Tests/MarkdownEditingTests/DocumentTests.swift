import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// A command has the same result on an indexed document as on the whole text.
@Suite struct DocumentTests {
  private static let document = """
    # A heading

    Some *text* with **strong** parts, a [link][ref] and `code`.
    It goes on here.

    - one
    - two **three**

      four

    > quoted *words*
    > in lines

    ```
    fenced
    ```

    [ref]: /destination "title"

    The end [ref] of it.

    """

  @Test func theSameAsOnTheWholeText() throws {
    let text = Self.document
    let source = Array(text.utf8)
    let document = try MarkdownDocument(TextBuffer(text))
    var generator = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(60) {
      let start = Int.random(in: 0...source.count, using: &generator)
      let end = min(source.count, start + Int.random(in: 0...60, using: &generator))
      let mark = Mark.all(in: .commonMark).randomElement(using: &generator) ?? .strong
      let command = MarkCommand(.toggle, mark, options: .commonMark)
      let whole = command.outcome(onUTF8: [start..<end], in: source)
      let sliced = command.outcome(onUTF8: [start..<end], in: document)
      #expect(sliced == whole, "\(mark.name) \(start)..<\(end)")
      #expect(
        CommandState.all(of: [start..<end], in: document, groups: [.marks], dialect: .commonMark)
          == CommandState.all(of: [start..<end], in: source, groups: [.marks], dialect: .commonMark)
      )
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
          let sliced = command.outcome(onUTF8: [start..<end], in: document)
          let whole = command.outcome(onUTF8: [start..<end], in: source)
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
        let outcome = command.outcome(onUTF8: [place..<place], in: document)
        #expect(
          outcome == command.outcome(onUTF8: [place..<place], in: source),
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
        let outcome = command.outcome(onUTF8: [place..<place], in: document)
        #expect(outcome == command.outcome(onUTF8: [place..<place], in: Array(text.utf8)))
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

  @Test func aRefusalNamesItsPlaceInALongDocument() throws {
    let others = String(repeating: "word\n\n", count: 1000)
    let (text, selections) = try MarkedText.read(others + "⟦c```\n [ ] d```⟧\n\n" + others)
    let command = try #require(EditingCommand(named: "bullet-list"))
    let outcome = command.outcome(onUTF8: selections, in: try MarkdownDocument(TextBuffer(text)))
    #expect(outcome == .refused(.blocksDiffer(selections[0])))
    #expect(outcome == command.outcome(onUTF8: selections, in: Array(text.utf8)))
  }

  @Test func anyInputTogglesByItsSelection() {
    var buffer = TextBuffer("some words")
    buffer.selectedTextRange = BufferRange(utf8: 5..<10)
    guard case .plan = buffer.perform(.toggle(.strong)) else {
      Issue.record("no plan")
      return
    }
    #expect(String(buffer) == "some **words**")
    #expect(buffer.selection == 7..<12)
    buffer.perform(.toggle(.strong))
    #expect(String(buffer) == "some words")
    buffer.selectedTextRange = nil
    #expect(buffer.perform(.toggle(.strong)) == .unchanged(.noSelection))
    #expect(buffer.commandStates([.marks]).allSatisfy { !$0.applies })
  }
}

extension String {
  fileprivate func replacingLineFeeds(with ending: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: ending)
  }
}
