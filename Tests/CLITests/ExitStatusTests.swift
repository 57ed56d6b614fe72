import Foundation
import Testing

/// Expects a run to fail with a status and a message on standard error.
private func expectFailure(
  _ arguments: [String], _ status: Int32, _ message: String, input: [UInt8] = [],
  in folder: URL? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let run = try ToolRun(arguments, input: input, in: folder)
  #expect(run.status == status, sourceLocation: sourceLocation)
  #expect(run.output.isEmpty, sourceLocation: sourceLocation)
  #expect(
    run.errors.hasPrefix("mdedit: \(message)"), "\(run.errors)", sourceLocation: sourceLocation)
}

@Suite struct ExitStatusTests {
  @Test(arguments: [
    (
      ["toggle"],
      "toggle needs a mark, as in “mdedit toggle strong notes.md --select 3:5-3:12”.\nSee mdedit help toggle.\n"
    ),
    (
      ["toggle", "storng", "-", "--caret", "1:1"],
      "there is no mark “storng”; did you mean “strong”?"
    ),
    (
      ["toggle", "red", "-", "--caret", "1:1"],
      "there is no mark “red”; choose from strong, emphasis,"
    ),
    (["toggle", "strong", "-"], "there is no selection; give --select,"),
    (["toggle", "strong", "-", "--caret", "1"], "--caret: “1” is not a line and a column"),
    (["toggle", "strong", "-", "--nth", "2"], "--nth is given 1 time and --find or --regex 0"),
    (["toggle", "strong", "-", "--caret", "1:1", "-i"], "standard input cannot be changed"),
    (["toggle", "strong", "-", "--caret", "1:1", "--diff", "--json"], "--diff and --json cannot"),
    (["toggle", "strong", "-", "--caret", "1:1", "--unit", "utf8"], "--unit needs --json."),
    (
      ["toggle", "strong", "x", "--caret", "1:1", "--break-hard-links"],
      "--break-hard-links needs --in-place."
    ),
    (["toggle", "strong", "-", "--utf8", "3.."], "--utf8: “3..” is not an offset"),
    (["frobnicate"], "there is no command “frobnicate”.\nSee mdedit help.\n"),
    (["togle", "strong"], "there is no command “togle”; did you mean “mdedit toggle strong”?"),
    (
      ["toggle", "strong", "-", "--fnd", "a"],
      "toggle has no option “--fnd”; did you mean “--find”?"
    ),
    (["toggle", "strong", "a", "b", "--caret", "1:1"], "several files need --in-place"),
    (["toggle", "strong", "-", "--caret", "1:1", "--insert", ""], "--insert takes a text of one"),
    (["toggle", "strong", "-", "--caret", "1:1", "--insert", "a\nb"], "--insert takes a text of"),
    (["render"], "render needs a file, as in “mdedit render notes.md > notes.html”."),
    (
      ["mark", "strong", "-x.md", "--utf8", "0-1"],
      "mark has no option “-x.md”; a file of that name is written ./-x.md.\nSee mdedit help mark.\n"
    ),
    (["render", "--frob", "-"], "render has no option “--frob”.\nSee mdedit help render.\n"),
  ])
  func wrongArgumentsAre64(_ arguments: [String], _ message: String) throws {
    try expectFailure(arguments, 64, message)
  }

  @Test func wrongArgumentsSayWhatIsWrongWithThem() throws {
    let run = try ToolRun(["toggle", "strong", "-", "--select", "1:1"])
    #expect(
      run.errors.hasPrefix(
        "mdedit: --select: “1:1” is not a range of lines and columns, as in 3:5-3:12."))
  }

  @Test(arguments: ["toggle strong", "state", "render", "tree", "check"])
  func wrongInputIs65(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let places = words[0] == "toggle" || words[0] == "state" ? ["--caret", "1:1"] : []
    try expectFailure(
      words + ["-"] + places, 65,
      "standard input: the bytes at offset 2 (from 0) are not UTF-8: FF 61.",
      input: [0x61, 0x0A, 0xFF, 0x61])
  }

  @Test(arguments: [
    (["--select", "1:1-3:1"], "standard input:3:1: the text has 2 lines"),
    (["--caret", "2:4"], "standard input:2:4: line 2 has 2 characters"),
    (["--find", "zzz"], "standard input: “zzz” does not occur in the text."),
    (["--find", "b", "--nth", "3"], "standard input: “b” occurs 1 time, so"),
    (["--utf16", "3..<4"], "standard input: offset 3 (in UTF-16 code units) is inside a surr"),
    (["--utf8", "3..<4"], "standard input: offset 3 (in bytes) is inside a UTF-8 sequence."),
    (["--utf8", "0..<99"], "standard input: offset 99 is outside the text, which has 7 bytes."),
  ])
  func aSelectionOutsideIs65(_ places: [String], _ message: String) throws {
    try expectFailure(
      ["toggle", "strong", "-"] + places, 65, message, input: Array("a\n😀b".utf8))
  }

  @Test func noSuchFileIs66() throws {
    let scratch = try Scratch()
    try expectFailure(
      ["render", "none.md"], 66, "none.md: No such file or directory.\n", in: scratch.url)
    _ = try scratch.file("f", "")
    try expectFailure(["render", "f/x"], 66, "f/x: Not a directory.\n", in: scratch.url)
    try expectFailure(["render", "."], 66, ".: this is a folder, not a file.\n", in: scratch.url)
    try expectFailure(
      ["toggle", "strong", ".", "--caret", "1:1", "--in-place"], 66, ".: this is a folder",
      in: scratch.url)
  }

  @Test func aNameIsSafeToShow() throws {
    try expectFailure(
      ["render", "a\n\u{1B}[31m.md"], 66, "a\\u{A}\\u{1B}[31m.md: No such file or directory.\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDiskIs74() throws {
    for command in ["render -", "tree -", "--help", "check -", "toggle strong - --caret 1:1"] {
      let shell = URL(filePath: "/bin/sh")
      let run = try ToolRun(
        executable: shell, ["-c", "'\(Tool.url.path)' \(command) > /dev/full"],
        input: Array("a\n".utf8))
      #expect(run.status == 74, "\(command)")
      #expect(run.errors == "mdedit: standard output: No space left on device.\n", "\(command)")
    }
  }

  /// A file opened under the number of a closed stream would receive the messages.
  @Test func closedStreamsAre74() throws {
    let scratch = try Scratch()
    let file = try scratch.file("a\n")
    func run(_ line: String) throws -> ToolRun {
      try ToolRun(
        executable: URL(filePath: "/bin/sh"), ["-c", "'\(Tool.url.path)' \(line)"],
        in: scratch.url)
    }
    #expect(try run("render notes.md >&-").status == 74)
    #expect(try run("render - <&-").status == 74)
    // Without any stream to report the change, no change is made, so that a script may try again.
    #expect(try run("toggle code notes.md --find a -i --diff <&- >&- 2>&-").status == 74)
    #expect(try scratch.bytes() == Array("a\n".utf8))
    #expect(try run("toggle code notes.md --find b -i <&- >&- 2>&-").status == 65)
    #expect(try scratch.bytes() == Array("a\n".utf8))
    #expect(try run("toggle code notes.md --find a -i <&- >&- 2>&-").status == 0)
    #expect(try scratch.bytes() == Array("`a`\n".utf8))
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func anArgumentThatIsNotUTF8IsSaid() throws {
    let run = try ToolRun(
      executable: URL(filePath: "/bin/sh"),
      ["-c", "'\(Tool.url.path)' render \"$(printf 'a\\377b')\""])
    #expect(run.status == 64)
    #expect(run.errors == "mdedit: argument 2 is not UTF-8.\n")
  }

  @Test func whatLibcmarkMayNotBeGivenIs1() throws {
    let text = Array(String(repeating: "![[]()", count: 100_000).utf8)
    for command in ["render", "tree", "check"] {
      try expectFailure([command, "-"], 1, "standard input: refused: ", input: text)
    }
  }
}
