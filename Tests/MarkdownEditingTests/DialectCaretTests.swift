import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Checks commands at a caret in GitHub's Markdown by typing a word there. `Scripts/contract
/// dialects --carets` has cmark-gfm judge thousands.
@Suite struct DialectCaretTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let mark: Mark
    let before: String
    var after = "unchanged: nothingToMark"
    var dialect = Dialect.gitHub

    var command: MarkCommand {
      var options = EditingOptions.commonMark
      options.dialect = dialect
      return MarkCommand(.toggle, mark, options: options)
    }

    var testDescription: String { "\(mark.name): \(before.debugDescription)" }
  }

  private static let table = "| a | b |\n|---|---|\n"

  /// Carets in text that are in no word and in no marked text.
  static let elsewhere = [
    Case(mark: .strong, before: table + "|‸  | c |"),
    Case(mark: .code, before: table + "| ‸ | c |"),
    Case(mark: .strikethrough, before: table + "||‸|"),
    Case(mark: .emphasis, before: table + "|‸ c | d |"),
    Case(mark: .strong, before: table + "| c ‸| d |"),
    Case(mark: .strong, before: table + "| c | d |\n‸\n"),
    Case(mark: .emphasis, before: table + "‸\n\nx\n"),
    Case(mark: .strikethrough, before: "a\n\n‸\n\nb\n"),
    Case(mark: .strikethrough, before: "> ‸ a\n"),
    Case(mark: .strikethrough, before: "a ‸~x b\n"),
    Case(mark: .strong, before: "[^a]: b [c](/u)\n‸\n    more\n"),
    Case(mark: .highlight, before: "> a\n> ‸\n", dialect: .obsidian),
    // A leaf whose literal delimiters are text.
    Case(mark: .strong, before: "x*`a b`日本語*[^1]\n\n[^1]: end. ‸ b\n"),
  ]

  /// Carets at which nothing is done, with the reason.
  static let others = [
    Case(mark: .strong, before: "- ‸[x] a\n", after: "unchanged: caretOutsideText"),
    Case(mark: .strong, before: "- [x]‸ a\n", after: "unchanged: caretOutsideText"),
    Case(mark: .code, before: "> [!NOTE]‸\n> a\n", after: "unchanged: caretOutsideText"),
    Case(mark: .strong, before: "‸---\na: b\n---\n\nc\n", after: "unchanged: caretOutsideText"),
    Case(mark: .strong, before: "‸a | b\n-|-\n", after: "**‸a** | b\n-|-\n"),
    Case(mark: .strong, before: "> a\n>‸ b | c\n> -|-\n", after: "unchanged: caretOutsideText"),
    Case(mark: .strong, before: "a | b‸\n-|-\n", after: "a | **b‸**\n-|-\n"),
  ]

  @Test(arguments: elsewhere) func nothingIsWrittenElsewhere(_ caret: Case) {
    #expect(result(caret.command, caret.before) == caret.after)
  }

  @Test(arguments: others) func theRestOfTheTable(_ other: Case) {
    #expect(result(other.command, other.before) == other.after)
  }

  /// Four tildes that do not begin a pair: `~~a~~` is struck, and the next two are text.
  @Test func delimitersBehindARunAreNoPair() {
    let struck = Case(mark: .strikethrough, before: "~~a~~‸~~ b\n")
    let after = result(struck.command, struck.before)
    #expect(after != "~~a‸ b\n")
  }

  @Test(arguments: elsewhere + others) func theSameOnTheIndex(_ any: Case) throws {
    for text in [any.before, any.after] where text.contains("‸") {
      let source = Array(text.utf8)
      let caret = try #require(text.utf8.firstIndex(of: "‸".utf8.first ?? 0))
      let offset = text.utf8.distance(from: text.utf8.startIndex, to: caret)
      let plain = Array(source[..<offset] + source[(offset + 3)...])
      let document = try MarkdownDocument(TextBuffer(String(decoding: plain, as: UTF8.self)))
      let command = any.command
      #expect(
        command.outcome(onUTF8: [offset..<offset], in: document)
          == command.outcome(onUTF8: [offset..<offset], inWhole: plain))
    }
  }
}
