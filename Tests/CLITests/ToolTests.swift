import EditorTestSupport
import Foundation
import MarkdownEditing
import MdeditKit
import Testing

/// Runs of the tool that print a document, and their failures.
@Suite struct ToolTests {
  @Test(arguments: [
    ("mark emphasis - --find b --nth 1", "a *b* b", 0),
    ("mark emphasis - --find b --nth 2", "a b *b*", 0),
    ("mark emphasis - --find b --all", "a *b b*", 0),
    ("mark emphasis - --regex b.b$", "a *b b*", 0), ("mark emphasis - --lines 1", "*a b b*", 0),
    ("mark code - --utf16 0..<1", "`a` b b", 0), ("mark code - --utf8 2..<5", "a `b b`", 0),
    ("toggle strong - --select 1:3-1:4", "a **b** b", 0),
    ("toggle strong - --caret 1:4", "a **b** b", 0),
    ("toggle strong - --find a --select 1:5-1:6", "**a** b **b**", 0),
    ("toggle strong - --caret 1:1 --caret 1:5", "**a** b **b**", 0),
    ("toggle strong - --find B --word", "a b b", 65),
    // A filter always prints the text. If the text already has the wanted marks, the run succeeds.
    ("unmark strong - --select 1:1-1:2", "a b b", 0),
    ("unmark strong - --select 1:1-1:2 --insert x", "x b b", 0),
    ("toggle strong - --select 1:2-1:3", "a b b", 1),
    ("toggle strong - --caret 1:3 --in-run word --at-edge pending --insert x", "a **x**b b", 0),
    ("do heading-2 - --caret 1:1", "## a b b", 0),
  ])
  func selectsInEveryWay(_ line: String, _ expected: String, _ status: Int32) throws {
    let run = try ToolRun(line, input: "a b b")
    #expect(run.text == (status == 65 ? "" : expected) && run.status == status, "\(run.errors)")
    #expect(run.errors.isEmpty == (status == 0))
  }

  @Test(arguments: ["strong", "strikethrough", "code"])
  func writesNoEmptyPair(_ mark: String) throws {
    for caret in ["2:1", "1:3"] {
      let run = try ToolRun("toggle \(mark) - --caret \(caret)", input: "a  b\n\nc\n")
      #expect(run.status == 1 && run.text == "a  b\n\nc\n")
      #expect(run.errors.contains("nothing to mark"))
    }
  }

  @Test(arguments: [
    ("a wo‸rd b", "X", "a **woXrd** b"), ("a ‸ b", "X", "a **X** b"),
    ("**ab‸** c", "X", "**ab**X c"),
    ("a ⟦word⟧ b", "X", "a **X** b"), ("a ⟦word⟧ ⟦b⟧", "X", "a **X X**"), ("‸", "x", "**x**"),
    ("a ‸ b", "x\"&<y", "a **x\"&<y** b"), ("c ‸ ‸ d", "x", "c **x x** d"),
  ])
  func typesATextAfterwards(_ marked: String, _ typed: String, _ expected: String) throws {
    let (text, selections) = MarkedText.parse(marked)
    let places = selections.flatMap { ["--utf8", "\($0.lowerBound)..<\($0.upperBound)"] }
    let run = try ToolRun(["toggle", "strong", "-", "--insert", typed] + places, input: text)
    #expect(run.text == expected && run.status == 0, "\(run.errors)")
  }

  /// Typed text must become only its own characters, which the proof checks too.
  @Test(arguments: ["*", "a ", " a", "x** y", "`x`", "<b>", "&amp;", "[l](u)", "\\"])
  func typesNoMarkup(_ typed: String) throws {
    let run = try ToolRun(
      ["toggle", "strong", "-", "--caret", "1:3", "--insert=\(typed)"], input: "a  b")
    #expect(run.status == 1 && run.errors.contains("would be read as markup") && run.text == "a  b")
  }

  /// Bytes outside the marks are preserved: all line endings, NUL, a BOM, no final newline.
  @Test(arguments: [
    "a word\r\nnext\r\n", "a word\rnext\r", "a word\r\nnext\nlast\r", "\u{FEFF}a word\n",
    "a word\u{0} x\n", "a word", "a word\n\n\n", "a word\t \u{1B}[31m\u{9B}\n",
  ])
  func leavesOtherBytes(_ text: String) throws {
    let run = try ToolRun("toggle strong - --find word", input: text)
    #expect(run.status == 0 && run.output == Array(text.replacing("word", with: "**word**").utf8))
  }

  @Test(arguments: [
    ("# a\n", "1:1", "it is in a marker, before the text of its line."),
    ("- a\n", "1:1", "it is in a marker, before the text of its line."),
    ("> ```\n> x\n", "2:3", "it is in a code block."),
    ("<div>\nx\n", "2:1", "it is in an HTML block."),
    ("a\n\n---\n", "3:2", "it is in a thematic break."),
    ("[a](bc)\n", "1:6", "it is in a link's destination, a tag or a delimiter."),
    ("[a]: /u\n", "1:2", "it is in a marker or in a link's definition."),
  ])
  func namesThePlaceThatHasNoText(_ text: String, _ caret: String, _ reason: String) throws {
    let run = try ToolRun("toggle code - --caret \(caret)", input: text)
    #expect(run.status == 1 && run.text == text)
    let message = "no mark can be added at \(caret): \(reason)"
    #expect(run.errors == "mdedit: standard input: \(message)\n")
  }

  @Test(arguments: [
    (
      "toggle strong - --find é --json", 0,
      #"{"effect":"added","unit":"utf8","replacements":["#
        + #"{"start":5,"end":5,"text":"**"},{"start":7,"end":7,"text":"**"}],"#
        + #""selections":[{"start":7,"end":9}],"notes":[]}"#
    ),
    (
      "toggle strong - --find b --json --insert xy --unit utf16", 0,
      #"{"effect":"added","unit":"utf16","replacements":["#
        + #"{"start":5,"end":6,"text":"**xy**"}],"selections":[{"start":9,"end":9}],"notes":[]}"#
    ),
    (
      "toggle strong - --caret 3:1 --json", 1,
      #"{"unchanged":"caretOutsideText","unit":"utf8","replacements":[],"#
        + #""selections":[{"start":14,"end":14}]}"#
    ),
    (
      "toggle strong - --find b --json --insert *", 1,
      #"{"error":{"code":"noSpelling","message":"standard input: refused: “*” would be read as "#
        + #"markup here, or would end the mark."}}"#
    ),
  ])
  func tellsEverythingAsJSON(_ line: String, _ status: Int32, _ expected: String) throws {
    let run = try ToolRun(line, input: "😀 é b\n```\nx\n```\n")
    #expect(run.text == expected + "\n" && run.status == status)
  }

  /// DocumentationTests has the printed text and the message.
  @Test(arguments: ["--json", "--diff"]) func notesAReference(_ option: String) throws {
    let run = try ToolRun(
      "mark strong - --find 日本語。 --edges exact \(option)", input: "日本語。日本")
    let note = "“日” at 1:5 is now written as a character reference."
    #expect(run.status == 0 && (run.text + run.errors).contains(note))
  }

  @Test func editsSeveralFiles() throws {
    let scratch = try Scratch()
    for (name, text) in [("a.md", "word"), ("b.md", "x"), ("c.md", "word")] {
      try scratch.file(name, text)
    }
    let run = try ToolRun("mark strong a.md b.md none.md c.md --find word -i", in: scratch.url)
    #expect(run.status == 66)
    #expect(
      run.errors == "mdedit: b.md: “word” does not occur in the text.\n"
        + "mdedit: none.md: No such file or directory.\n")
    for name in ["a.md", "c.md"] { #expect(try scratch.text(of: name) == "**word**") }
    let again = try ToolRun("mark strong a.md c.md --find word -i", in: scratch.url)
    #expect(again.status == 0 && again.errors.isEmpty)
  }

  // MARK: Input and output that fail

  @Test(arguments: [
    "toggle strong - --caret 1:1", "state - --caret 1:1", "render -", "tree -", "check -",
  ])
  func refusesWhatIsNoUTF8(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let run = try ToolRun(words, input: [0x61, 0x0A, 0xFF, 0x01])
    #expect(run.status == 65 && run.output.isEmpty)
    let message = "the bytes at offset 2 (from 0) are not UTF-8: FF 01."
    #expect(run.errors == "mdedit: standard input: \(message)\n")
  }

  @Test(arguments: [
    ("none.md", "none.md: No such file or directory."), ("f/x", "f/x: Not a directory."),
    (".", ".: this is a folder, not a file."), ("", "“”: No such file or directory."),
    ("a\n\u{1B}[31m.md", "a\\u{A}\\u{1B}[31m.md: No such file or directory."),
  ])
  func namesAFileThatCannotBeRead(_ name: String, _ message: String) throws {
    let scratch = try Scratch()
    try scratch.file("f", "")
    let run = try ToolRun(["render", name], in: scratch.url)
    #expect(run.status == 66 && run.output.isEmpty && run.errors == "mdedit: \(message)\n")
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: ["render -", "tree -", "--help", "check -", "toggle strong - --caret 1:1", "batch"])
  func reportsAFullDisk(_ command: String) throws {
    let run = try ToolRun(shell: "\"$0\" \(command) > /dev/full", input: "a\n")
    #expect(run.status == 74)
    #expect(run.errors == "mdedit: standard output: No space left on device.\n")
  }

  /// A file opened under the number of a closed stream would receive the messages.
  @Test func worksWithClosedStreams() throws {
    let scratch = try Scratch()
    try scratch.file("a\n")
    for (line, status, text) in [
      ("render notes.md >&-", 74, "a\n"), ("render - <&-", 74, "a\n"),
      // Without any stream to report the change, no change is made, so that a script may try again.
      ("toggle code notes.md --find a -i --diff <&- >&- 2>&-", 74, "a\n"),
      ("toggle code notes.md --find b -i <&- >&- 2>&-", 65, "a\n"),
      ("toggle code notes.md --find a -i <&- >&- 2>&-", 0, "`a`\n"),
    ] as [(String, Int32, String)] {
      #expect(try ToolRun(shell: "\"$0\" \(line)", in: scratch.url).status == status)
      #expect(try scratch.text() == text)
    }
  }

  @Test func refusesAnArgumentThatIsNoUTF8() throws {
    let run = try ToolRun(shell: #""$0" render "$(printf 'a\377b')""#)
    #expect(run.status == 64 && run.errors == "mdedit: argument 2 is not UTF-8.\n")
  }

  // MARK: Bounds

  private let dense = String(repeating: "!", count: 20_000)

  @Test(arguments: [
    "check -", "tree -", "render -", "toggle strong - --utf8 0-9", "mark code - --utf8 0-9",
    "unmark strong - --utf8 0-9", "do quote - --utf8 0-9", "do newline - --utf8 9-9",
  ])
  func boundsMemory(_ command: String) throws {
    let run = try ToolRun(command + " --memory 1", input: dense)
    // A refused command prints the document, as a filter does.
    #expect(run.status == 1 && (run.output.isEmpty || run.text == dense))
    #expect(
      run.errors == "mdedit: standard input: refused: To parse the text may take 3 MB of memory; "
        + "at most 1 are used. --memory allows more.\n")
    let more = try ToolRun(command + " --memory 4", input: dense)
    #expect(more.status == 0 || command.hasPrefix("unmark"))
  }

  /// The text after a command may need more memory than the text before, for example `> a`. That is
  /// not a lack of spelling, and more memory helps.
  @Test func boundsMemoryForTheTextAfter() throws {
    let text = String(repeating: "a b c\n\n", count: 1_500)
    #expect(try ToolRun("check - --memory 1", input: text).status == 0)
    let quote = "do quote - --utf8 0-\(text.utf8.count)"
    let run = try ToolRun(quote + " --memory 1", input: text)
    #expect(run.status == 1 && run.text == text)
    #expect(
      run.errors == "mdedit: standard input: refused: To parse the text may take 1 MB of memory; "
        + "at most 1 are used.\n")
    let quoted = try ToolRun(quote + " --memory 4", input: text)
    #expect(quoted.status == 0 && quoted.output.count > text.utf8.count)
  }

  @Test(arguments: [
    ("1", "strong         off    No mark can be added here"),
    ("4", "strong                   off    applies\n"),
  ])
  func boundsMemoryOfStates(_ memory: String, _ shown: String) throws {
    let run = try ToolRun("state - --utf8 0-9 --memory \(memory)", input: dense)
    #expect(run.text.hasPrefix(shown))
  }

  /// Eight times the depth takes 8 times as long, or 64 times if a line is searched from its start each time; 24
  /// allows for a busy machine.
  @Test func printsATreeOfOneLineInLinearTime() throws {
    func time(_ depth: Int) throws -> Double {
      let text = try SourceText(
        Array(repeatElement("> ", count: depth).joined().utf8) + [0x61], name: "a.md")
      let report = try TreeReport(of: text)
      var painter = Painter()
      let seconds = CPUTime.seconds { report.print(with: &painter) }
      let last = String(decoding: painter.bytes.suffix(60), as: UTF8.self)
      #expect(last.hasSuffix("text  1:\(2 * depth + 1)-1:\(2 * depth + 2)  “a”\n"))
      return seconds
    }
    _ = try time(1000)
    let short = try CPUTime.least(of: 3) { try time(2000) }
    #expect(try CPUTime.least(of: 3) { try time(16_000) } < short * 24)
  }
}
