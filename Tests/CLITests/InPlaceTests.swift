import Foundation
import Testing

/// Runs of the tool that change a file `notes.md` in a folder.
@Suite struct InPlaceTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.file("a word\n")
  }

  private func toggle(_ more: String = "", file: String = "notes.md") throws -> ToolRun {
    try ToolRun("toggle strong \(file) --find word --in-place \(more)", in: scratch.url)
  }

  private func status(_ name: String = "notes.md") throws -> stat {
    var status = stat()
    try #require(lstat(scratch.path(of: name), &status) == 0)
    return status
  }

  @Test func theFileIsReplacedAndNothingIsPrinted() throws {
    let before = try status()
    let run = try toggle()
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
    #expect(try scratch.text() == "a **word**\n")
    #expect(try scratch.names == ["notes.md"])
    // A new file took the name, so a reader of the old file still reads all of it.
    #expect(try status().st_ino != before.st_ino)
  }

  @Test func theDiffCanBePrintedBesides() throws {
    #expect(try toggle("--diff").text.hasSuffix("-a word\n+a **word**\n"))
    #expect(try scratch.text() == "a **word**\n")
    #expect(try toggle("--json").text.contains(#""effect":"removed""#))
    #expect(try scratch.text() == "a word\n")
  }

  /// A command that only moves the caret, and one that is refused.
  @Test(arguments: [
    ("**a** b\n", "toggle strong notes.md --caret 1:4 --steps ends -i", 0),
    ("```\nword\n```\n", "toggle strong notes.md --find word -i", 1),
  ])
  func aFileWithoutAChangeIsNotWritten(_ text: String, _ line: String, _ code: Int32) throws {
    try scratch.file(text)
    let before = try status()
    #expect(try ToolRun(line, in: scratch.url).status == code)
    #expect(try status().st_ino == before.st_ino)
    #expect(try scratch.text() == text)
  }

  @Test(arguments: [0o600, 0o644, 0o777, 0o4755, 0o2640])
  func theModeStays(_ mode: mode_t) throws {
    #expect(chmod(scratch.path(of: "notes.md"), mode) == 0)
    let before = try status().st_mode
    #expect(try toggle().status == 0)
    #expect(try status().st_mode == before)
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away")) func theOwnerStays() throws {
    let path = scratch.path(of: "notes.md")
    #expect(chown(path, 1234, 2345) == 0 && chmod(path, 0o4640) == 0)
    #expect(try toggle().status == 0)
    let after = try status()
    #expect(after.st_uid == 1234 && after.st_gid == 2345 && after.st_mode & 0o7777 == 0o4640)
  }

  @Test func aSymbolicLinkStaysOne() throws {
    #expect(mkdir(scratch.path(of: "sub"), 0o700) == 0)
    for (target, name) in [("../notes.md", "sub/one"), ("sub/one", "two"), ("nowhere", "three")] {
      #expect(symlink(target, scratch.path(of: name)) == 0)
    }
    #expect(try toggle(file: "two").status == 0)
    #expect(try scratch.text() == "a **word**\n")
    for name in ["two", "sub/one"] { #expect(try status(name).st_mode & S_IFMT == S_IFLNK) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path(of: "sub")) == ["one"])
    #expect(try toggle(file: "three").status == 66)
  }

  @Test func aFileWithFurtherNamesIsRefusedUnlessTold() throws {
    #expect(link(scratch.path(of: "notes.md"), scratch.path(of: "other")) == 0)
    let refused = try toggle()
    #expect(refused.status == 1 && refused.output.isEmpty)
    // DocumentationTests checks the whole message.
    #expect(refused.errors.contains("the file has 2 names (hard links)"))
    #expect(try scratch.text() == "a word\n")
    #expect(try toggle("--break-hard-links").status == 0)
    #expect(try scratch.text() == "a **word**\n")
    #expect(try scratch.text(of: "other") == "a word\n")
    #expect(try scratch.names == ["notes.md", "other"])
  }

  /// Nobody writes to the pipe, so reading it would block forever.
  @Test(arguments: [
    ("toggle strong pipe --find word", 1, "pipe: not a regular file; nothing was changed."),
    ("do quote pipe --utf8 0-0", 1, "pipe: not a regular file; nothing was changed."),
    ("toggle strong link --find word", 1, "link: not a regular file; nothing was changed."),
    ("toggle strong /dev/zero --find x", 1, "/dev/zero: not a regular file; nothing was changed."),
    ("toggle strong . --find word", 66, ".: this is a folder, not a file."),
  ])
  func onlyARegularFileIsChanged(_ arguments: String, _ code: Int32, _ message: String) throws {
    #expect(mkfifo(scratch.path(of: "pipe"), 0o600) == 0)
    #expect(symlink("pipe", scratch.path(of: "link")) == 0)
    let run = try ToolRun(shell: #"timeout -s KILL 10 "$0" \#(arguments) -i"#, in: scratch.url)
    #expect(run.status == code)
    #expect(run.errors == "mdedit: \(message)\n")
    #expect(try status("pipe").st_mode & S_IFMT == S_IFIFO)
  }

  @Test func aPipeIsReadWithoutInPlace() throws {
    let script = #"mkfifo pipe; printf word > pipe & "$0" toggle strong pipe --find word"#
    let run = try ToolRun(shell: script, in: scratch.url)
    #expect(run.text == "**word**" && run.status == 0)
  }

  /// `Scripts/stress faults` makes every other call fail; this one also sends a signal.
  @Test func aLimitOnFileSizesLeavesTheFile() throws {
    let text = "word " + String(repeating: "x", count: 100_000) + "\n"
    try scratch.file(text)
    let script = #"ulimit -f 8; exec "$0" toggle strong notes.md --find word -i"#
    let run = try ToolRun(shell: script, in: scratch.url)
    #expect(run.status == 74)
    #expect(
      run.errors == "mdedit: notes.md: the new content cannot be written: File too large; "
        + "the file is unchanged.\n")
    #expect(try scratch.text() == text && scratch.names == ["notes.md"])
  }
}
