import EditorTestSupport
import Foundation
import Testing

@Suite struct ToggleRunTests {
  @Test func theDocumentIsPrinted() throws {
    let scratch = try Scratch()
    let file = try scratch.file("some words here\n")
    let run = try ToolRun("toggle strong \(file) --select 1:6-1:11")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.text == "some **words** here\n")
    #expect(try scratch.text() == "some words here\n")
  }

  @Test(arguments: [
    ("mark emphasis - --find b --nth 1", "a *b* b", 0),
    ("mark emphasis - --find b --all", "a *b b*", 0),
    ("mark emphasis - --regex b.b$", "a *b b*", 0),
    ("mark emphasis - --lines 1", "*a b b*", 0),
    ("mark emphasis - --find b --nth 2", "a b *b*", 0),
    ("mark code - --utf16 0..<1", "`a` b b", 0),
    ("mark code - --utf8 2..<5", "a `b b`", 0),
    ("toggle strong - --caret 1:4", "a **b** b", 0),
    ("toggle strong - --find a --select 1:5-1:6", "**a** b **b**", 0),
    ("toggle strong - --caret 1:1 --caret 1:5", "**a** b **b**", 0),
    // A filter always prints the text. If the text already has the wanted marks, the run succeeds.
    ("unmark strong - --select 1:1-1:2", "a b b", 0),
    ("toggle strong - --select 1:2-1:3", "a b b", 1),
  ])
  func everyWayToSelect(_ line: String, _ expected: String, _ status: Int32) throws {
    let run = try ToolRun(line, input: "a b b")
    #expect(run.text == expected)
    #expect(run.status == status)
  }

  @Test(arguments: ["strong", "strikethrough", "code"])
  func noEmptyPairIsWritten(_ mark: String) throws {
    let text = "a  b\n\nc\n"
    for caret in ["2:1", "1:3"] {
      let run = try ToolRun("toggle \(mark) - --caret \(caret)", input: text)
      #expect(run.status == 1 && run.text == text && run.errors.contains("nothing to mark"))
    }
  }

  @Test(arguments: [
    ("a wo‸rd b", "X", "a **woXrd** b"),
    ("a ‸ b", "X", "a **X** b"),
    ("**ab‸** c", "X", "**ab**X c"),
    ("a ⟦word⟧ b", "X", "a **X** b"),
    ("a ⟦word⟧ ⟦b⟧", "X", "a **X X**"),
    ("a ‸ b", "x\"&<y", "a **x\"&<y** b"),
    ("‸", "x", "**x**"),
  ])
  func insertTypesAfterwards(_ marked: String, _ typed: String, _ expected: String) throws {
    let (text, selections) = MarkedText.parse(marked)
    let places = selections.flatMap { ["--utf8", "\($0.lowerBound)..<\($0.upperBound)"] }
    let run = try ToolRun(["toggle", "strong", "-", "--insert", typed] + places, input: text)
    #expect(run.text == expected && run.status == 0, "\(run.errors)")
  }

  /// Typed text must become only its own characters, which the proof checks too.
  @Test(arguments: ["*", "a ", " a", "x** y", "`x`", "<b>", "&amp;", "[l](u)", "\\"])
  func whatWouldBeMarkupIsNotTyped(_ typed: String) throws {
    let run = try ToolRun(
      ["toggle", "strong", "-", "--caret", "1:3", "--insert=\(typed)"], input: "a  b")
    #expect(run.status == 1 && run.errors.contains("would be read as markup"), "\(run.text)")
    #expect(run.text == "a  b")
  }

  @Test func severalFilesAreEachDone() throws {
    let scratch = try Scratch()
    for (name, text) in [("a.md", "word"), ("b.md", "x"), ("c.md", "word")] {
      try scratch.file(name, text)
    }
    let run = try ToolRun("mark strong a.md b.md none.md c.md --find word -i", in: scratch.url)
    #expect(run.status == 66)
    #expect(
      run.errors.contains("b.md: “word” does not occur") && run.errors.contains("none.md: No"))
    for name in ["a.md", "c.md"] { #expect(try scratch.text(of: name) == "**word**") }
    let again = try ToolRun("mark strong a.md c.md --find word -i", in: scratch.url)
    #expect(again.status == 0 && again.errors.isEmpty)
  }

  @Test(arguments: [
    ("# a\n", "1:1", "it is in a marker, before the text of its line."),
    ("- a\n", "1:1", "it is in a marker, before the text of its line."),
    ("> ```\n> x\n", "2:3", "it is in a code block."),
    ("<div>\nx\n", "2:1", "it is in an HTML block."),
  ])
  func theReasonFitsThePlace(_ text: String, _ caret: String, _ reason: String) throws {
    let run = try ToolRun("toggle code - --caret \(caret)", input: text)
    #expect(run.status == 1 && run.text == text)
    let message = "no mark can be added at \(caret): \(reason)"
    #expect(run.errors == "mdedit: standard input: \(message)\n")
  }

  /// Bytes outside the marks are preserved: all line endings, NUL, a BOM, no final newline.
  @Test(arguments: [
    "a word\r\nnext\r\n", "a word\rnext\r", "a word\r\nnext\nlast\r", "\u{FEFF}a word\n",
    "a word\u{0} x\n", "a word", "a word\n\n\n", "a word\t \u{1B}[31m\u{9B}\n",
  ])
  func otherBytesStay(_ text: String) throws {
    let run = try ToolRun("toggle strong - --find word", input: text)
    #expect(run.status == 0)
    #expect(run.output == Array(text.replacing("word", with: "**word**").utf8))
  }

  @Test(arguments: [
    (
      "toggle strong - --find é --json",
      #"{"effect":"added","unit":"utf8","replacements":["#
        + #"{"start":5,"end":5,"text":"**"},{"start":7,"end":7,"text":"**"}],"#
        + #""selections":[{"start":7,"end":9}],"notes":[]}"#
    ),
    (
      "toggle strong - --find b --json --insert xy --unit utf16",
      #"{"effect":"added","unit":"utf16","replacements":["#
        + #"{"start":5,"end":6,"text":"**xy**"}],"selections":[{"start":9,"end":9}],"notes":[]}"#
    ),
    (
      "toggle strong - --caret 3:1 --json",
      #"{"unchanged":"caretOutsideText","unit":"utf8","replacements":[],"#
        + #""selections":[{"start":14,"end":14}]}"#
    ),
  ])
  func jsonTellsEverything(_ line: String, _ expected: String) throws {
    let run = try ToolRun(line, input: "😀 é b\n```\nx\n```\n")
    #expect(run.text == expected + "\n")
    #expect(run.status == (expected.contains("unchanged") ? 1 : 0))
  }

  /// DocumentationTests has the printed text and the message.
  @Test(arguments: ["--json", "--diff"]) func aReferenceIsANote(_ option: String) throws {
    let run = try ToolRun(
      "mark strong - --find 日本語。 --edges exact \(option)", input: "日本語。日本")
    let note = "“日” at 1:5 is now written as a character reference."
    #expect(run.status == 0 && (run.text + run.errors).contains(note))
  }

  @Test func theDiffIsAppliedByPatch() throws {
    let scratch = try Scratch()
    try scratch.file("a b.md", "one\r\ntwo words\r\n\r\nthree")
    let arguments = ["mark", "code", "a b.md", "--find", "words", "--find", "three"]
    let diff = try ToolRun(arguments + ["--diff"], in: scratch.url)
    #expect(diff.text.hasPrefix("--- a b.md\t\n+++ a b.md\t\n@@ -1,4 +1,4 @@\n"))
    #expect(diff.text.contains("\\ No newline at end of file"))
    let output = try ToolRun(arguments, in: scratch.url)
    let patch = URL(filePath: "/usr/bin/patch")
    guard FileManager.default.isExecutableFile(atPath: patch.path) else { return }
    let applied = try ToolRun(
      executable: patch, ["--binary", "-p0"], input: diff.output, in: scratch.url)
    #expect(applied.status == 0, "\(applied.text)\(applied.errors)")
    #expect(try scratch.bytes(of: "a b.md") == output.output)
  }

  @Test(arguments: [
    ("**ab cd**", "--caret 1:4 --in-run word", "ab **cd**"),
    ("ab cd", "--caret 1:3 --at-edge pending --insert x", "ab**x** cd"),
  ])
  func choicesChangeWhatACaretDoes(_ text: String, _ options: String, _ expected: String) throws {
    #expect(try ToolRun("toggle strong - \(options)", input: text).text == expected)
  }
}
