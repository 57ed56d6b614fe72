import EditorTestSupport
import Foundation
import Testing

@Suite struct ToggleRunTests {
  @Test func theDocumentIsPrinted() throws {
    let scratch = try Scratch()
    let file = try scratch.file("some words here\n")
    let run = try ToolRun(["toggle", "strong", file, "--select", "1:6-1:11"])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.text == "some **words** here\n")
    #expect(try scratch.bytes() == Array("some words here\n".utf8))
  }

  @Test(arguments: [
    (["mark", "emphasis", "-", "--find", "b", "--nth", "1"], "a *b* b", 0),
    (["mark", "emphasis", "-", "--find", "b", "--all"], "a *b b*", 0),
    (["mark", "emphasis", "-", "--regex", "[ab] b$"], "a *b b*", 0),
    (["mark", "emphasis", "-", "--lines", "1"], "*a b b*", 0),
    (["mark", "emphasis", "-", "--find", "b", "--nth", "2"], "a b *b*", 0),
    (["mark", "code", "-", "--utf16", "0..<1"], "`a` b b", 0),
    (["mark", "code", "-", "--utf8", "2..<5"], "a `b b`", 0),
    (["toggle", "strong", "-", "--caret", "1:4"], "a **b** b", 0),
    (["toggle", "strong", "-", "--find", "a", "--select", "1:5-1:6"], "**a** b **b**", 0),
    (["toggle", "strong", "-", "--caret", "1:1", "--caret", "1:5"], "**a** b **b**", 0),
    // A filter always prints the text. If the text already has the wanted marks, the run succeeds.
    (["unmark", "strong", "-", "--select", "1:1-1:2"], "a b b", 0),
    (["toggle", "strong", "-", "--select", "1:2-1:3"], "a b b", 1),
  ])
  func everyWayToSelect(_ arguments: [String], _ expected: String, _ status: Int32) throws {
    let run = try ToolRun(arguments, input: Array("a b b".utf8))
    #expect(run.text == expected)
    #expect(run.status == status)
  }

  @Test(arguments: [
    ("a wo‸rd b", "X", "a **woXrd** b"),
    ("a ‸ b", "X", "a **X** b"),
    ("**ab‸** c", "X", "**ab**X c"),
    ("a ⟦word⟧ b", "X", "a **X** b"),
    ("a ⟦word⟧ ⟦b⟧", "X", "a **X X**"),
    ("a ‸ b", "x\"&<y", "a **x\"&<y** b"),
  ])
  func insertTypesAfterwards(_ marked: String, _ typed: String, _ expected: String) throws {
    let (text, selections) = MarkedText.parse(marked)
    let places = selections.flatMap { ["--utf8", "\($0.lowerBound)..<\($0.upperBound)"] }
    let run = try ToolRun(
      ["toggle", "strong", "-", "--insert", typed] + places, input: Array(text.utf8))
    #expect(run.text == expected && run.status == 0, "\(run.errors)")
  }

  /// Typed text must become only its own characters, which the proof checks too.
  @Test(arguments: ["*", "a ", " a", "x** y", "`x`", "<b>", "&amp;", "[l](u)", "\\"])
  func whatWouldBeMarkupIsNotTyped(_ typed: String) throws {
    let run = try ToolRun(
      ["toggle", "strong", "-", "--caret", "1:3", "--insert=\(typed)"], input: Array("a  b".utf8))
    #expect(run.status == 1 && run.errors.contains("would be read as markup"), "\(run.text)")
    #expect(run.text == "a  b")
  }

  @Test func severalFilesAreEachDone() throws {
    let scratch = try Scratch()
    for name in ["a.md", "b.md", "c.md"] {
      _ = try scratch.file(name, name == "b.md" ? "x" : "word")
    }
    let run = try ToolRun(
      ["mark", "strong", "a.md", "b.md", "none.md", "c.md", "--find", "word", "-i"],
      in: scratch.url)
    #expect(run.status == 66)
    #expect(
      run.errors.contains("b.md: “word” does not occur") && run.errors.contains("none.md: No"))
    for name in ["a.md", "c.md"] { #expect(try scratch.bytes(of: name) == Array("**word**".utf8)) }
    let again = try ToolRun(
      ["mark", "strong", "a.md", "c.md", "--find", "word", "-i"], in: scratch.url)
    #expect(again.status == 0 && again.errors.isEmpty)
  }

  @Test(arguments: [
    ("# a\n", "1:1", "1:1: it is in a marker, before the text of its line."),
    ("- a\n", "1:1", "1:1: it is in a marker, before the text of its line."),
    ("> ```\n> x\n", "2:3", "2:3: it is in a code block."),
    ("<div>\nx\n", "2:1", "2:1: it is in an HTML block."),
  ])
  func theReasonFitsThePlace(_ text: String, _ caret: String, _ reason: String) throws {
    let run = try ToolRun(["toggle", "code", "-", "--caret", caret], input: Array(text.utf8))
    #expect(run.status == 1 && run.text == text)
    #expect(run.errors.contains("no mark can be added at \(reason)"), "\(run.errors)")
  }

  /// Bytes outside the marks are preserved: all line endings, NUL, a BOM, no final newline.
  @Test(arguments: [
    "a word\r\nnext\r\n", "a word\rnext\r", "a word\r\nnext\nlast\r", "\u{FEFF}a word\n",
    "a word\u{0} x\n", "a word", "a word\n\n\n", "a word\t \u{1B}[31m\u{9B}\n",
  ])
  func otherBytesStay(_ text: String) throws {
    let run = try ToolRun(["toggle", "strong", "-", "--find", "word"], input: Array(text.utf8))
    #expect(run.status == 0)
    #expect(run.output == Array(text.replacing("word", with: "**word**").utf8))
  }

  @Test func anEmptyFileTakesAPair() throws {
    let run = try ToolRun(["toggle", "strong", "-", "--caret", "1:1", "--insert", "x"])
    #expect(run.text == "**x**" && run.status == 0)
  }

  @Test func jsonTellsEverything() throws {
    let run = try ToolRun(
      ["toggle", "strong", "-", "--find", "é", "--json"], input: Array("😀 é b".utf8))
    #expect(
      run.text
        == #"{"effect":"added","unit":"utf8","replacements":["#
        + #"{"start":5,"end":5,"text":"**"},{"start":7,"end":7,"text":"**"}],"#
        + #""selections":[{"start":7,"end":9}],"notes":[]}"# + "\n")
    let utf16 = try ToolRun(
      ["toggle", "strong", "-", "--find", "é", "--json", "--unit", "utf16"],
      input: Array("😀 é b".utf8))
    #expect(utf16.text.contains(#""selections":[{"start":5,"end":6}]"#))
    let typed = try ToolRun(
      ["toggle", "strong", "-", "--find", "b", "--json", "--insert", "xy"],
      input: Array("a b".utf8))
    #expect(typed.text.contains(#"[{"start":2,"end":3,"text":"**xy**"}]"#))
    #expect(typed.text.contains(#""selections":[{"start":6,"end":6}]"#))
  }

  @Test func aReferenceIsANote() throws {
    let plain = ["mark", "strong", "-", "--find", "日本語。"]
    let arguments = plain + ["--edges", "exact"]
    let text = Array("日本語。日本".utf8)
    let readable = try ToolRun(plain, input: text)
    #expect(readable.status == 0 && readable.text == "**日本語**。日本" && readable.errors.isEmpty)
    let run = try ToolRun(arguments, input: text)
    #expect(run.status == 0 && run.text.hasPrefix("**日本語。**&#"))
    #expect(run.errors == "mdedit: “日” at 1:5 is now written as a character reference.\n")
    let json = try ToolRun(arguments + ["--json"], input: text)
    #expect(json.text.contains("“日” at 1:5 is now written as a character reference."))
    let refused = try ToolRun(plain + ["--edges", "plain"], input: text)
    #expect(refused.status == 1 && refused.output == text)
    let diff = try ToolRun(arguments + ["--diff"], input: text)
    #expect(diff.errors == run.errors)
    #expect(refused.errors.hasPrefix("mdedit: standard input: refused: The requested marks"))
  }

  @Test func nothingToToggleIsSaid() throws {
    let arguments = ["toggle", "strong", "-", "--caret", "2:1"]
    let run = try ToolRun(arguments, input: Array("```\nx\n```\n".utf8))
    #expect(run.status == 1 && run.text == "```\nx\n```\n")
    #expect(
      run.errors == "mdedit: standard input: no mark can be added at 2:1: it is in a code block.\n")
    let json = try ToolRun(arguments + ["--json"], input: Array("```\nx\n```\n".utf8))
    #expect(json.status == 1)
    #expect(
      json.text
        == #"{"unchanged":"caretOutsideText","unit":"utf8","replacements":[],"#
        + #""selections":[{"start":4,"end":4}]}"# + "\n")
  }

  @Test func theDiffIsAppliedByPatch() throws {
    let scratch = try Scratch()
    let text = "one\r\ntwo words\r\n\r\nthree"
    let file = try scratch.file("a b.md", text)
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
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func choicesChangeWhatACaretDoes() throws {
    let word = try ToolRun(
      ["toggle", "strong", "-", "--caret", "1:4", "--in-run", "word"],
      input: Array("**ab cd**".utf8))
    #expect(word.text == "ab **cd**")
    let pair = try ToolRun(
      ["toggle", "strong", "-", "--caret", "1:3", "--at-edge", "pair", "--insert", "x"],
      input: Array("ab cd".utf8))
    #expect(pair.text == "ab**x** cd")
  }
}
