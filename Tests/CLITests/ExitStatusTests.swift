import Foundation
import Testing

/// Checks statuses of runs that cannot do their work. MistakeTests checks wrong arguments.
@Suite struct ExitStatusTests {
  @Test(arguments: [
    "toggle strong - --caret 1:1", "state - --caret 1:1", "render -", "tree -", "check -",
  ])
  func wrongInputIs65(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let run = try ToolRun(words, input: [0x61, 0x0A, 0xFF, 0x61])
    #expect(run.status == 65 && run.output.isEmpty)
    let message = "the bytes at offset 2 (from 0) are not UTF-8: FF 61."
    #expect(run.errors == "mdedit: standard input: \(message)\n")
  }

  @Test(arguments: [
    ("none.md", "none.md: No such file or directory."), ("f/x", "f/x: Not a directory."),
    (".", ".: this is a folder, not a file."),
    ("a\n\u{1B}[31m.md", "a\\u{A}\\u{1B}[31m.md: No such file or directory."),
  ])
  func noSuchFileIs66(_ name: String, _ message: String) throws {
    let scratch = try Scratch()
    try scratch.file("f", "")
    let run = try ToolRun(["render", name], in: scratch.url)
    #expect(run.status == 66 && run.output.isEmpty)
    #expect(run.errors == "mdedit: \(message)\n")
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: ["render -", "tree -", "--help", "check -", "toggle strong - --caret 1:1"])
  func aFullDiskIs74(_ command: String) throws {
    let run = try ToolRun(shell: "\"$0\" \(command) > /dev/full", input: "a\n")
    #expect(run.status == 74)
    #expect(run.errors == "mdedit: standard output: No space left on device.\n")
  }

  /// A file opened under the number of a closed stream would receive the messages.
  @Test func closedStreamsAre74() throws {
    let scratch = try Scratch()
    try scratch.file("a\n")
    func status(_ line: String) throws -> Int32 {
      try ToolRun(shell: "\"$0\" \(line)", in: scratch.url).status
    }
    #expect(try status("render notes.md >&-") == 74)
    #expect(try status("render - <&-") == 74)
    // Without any stream to report the change, no change is made, so that a script may try again.
    #expect(try status("toggle code notes.md --find a -i --diff <&- >&- 2>&-") == 74)
    #expect(try scratch.text() == "a\n")
    #expect(try status("toggle code notes.md --find b -i <&- >&- 2>&-") == 65)
    #expect(try scratch.text() == "a\n")
    #expect(try status("toggle code notes.md --find a -i <&- >&- 2>&-") == 0)
    #expect(try scratch.text() == "`a`\n")
  }

  @Test func anArgumentThatIsNotUTF8IsSaid() throws {
    let run = try ToolRun(shell: #""$0" render "$(printf 'a\377b')""#)
    #expect(run.status == 64)
    #expect(run.errors == "mdedit: argument 2 is not UTF-8.\n")
  }

  @Test(arguments: ["render -", "tree -", "check -"])
  func whatLibcmarkMayNotBeGivenIs1(_ command: String) throws {
    let run = try ToolRun(command, input: String(repeating: "![[]()", count: 100_000))
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("mdedit: standard input: refused: "), "\(run.errors)")
  }

  /// GitHub's library has functions with libcmark's names, as swift-cmark has; loaded first, it is
  /// the one that answers.
  @Test(
    .enabled(if: ExitStatusTests.otherLibrary != nil, "needs libcmark-gfm"),
    arguments: [
      "toggle strong - --find a", "mark code - --caret 1:1", "do heading-2 - --caret 1:1",
      "do table-from-text - --select 1:1-1:4", "do newline - --caret 1:2", "check -",
    ])
  func anotherLibraryThatAnswersIs1(_ command: String) throws {
    let library = try #require(Self.otherLibrary)
    let run = try ToolRun(shell: "LD_PRELOAD=\(library) \"$0\" \(command)", input: "a,b\n")
    // A refused command prints the document, as a filter does.
    #expect(run.status == 1 && (run.output.isEmpty || run.text == "a,b\n"))
    #expect(run.errors.contains("in this process, another library (0.29.0.gfm."), "\(run.errors)")
  }

  static let otherLibrary: String? = {
    #if os(Linux)
      let folders = ["x86_64-linux-gnu", "aarch64-linux-gnu", ""].map { "/usr/lib/\($0)" }
      return (folders + ["/usr/lib64", "/usr/local/lib"]).map { "\($0)/libcmark-gfm.so" }
        .first { FileManager.default.fileExists(atPath: $0) }
    #else
      return nil
    #endif
  }()
}
