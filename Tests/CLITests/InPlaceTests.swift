import Foundation
import Testing

/// A folder with a file `notes.md`, and runs of the tool that change it.
private struct InPlace {
  let scratch: Scratch
  let file: String

  init(_ text: String = "a word\n") throws {
    scratch = try Scratch()
    file = try scratch.file(text)
  }

  func run(_ extra: [String] = [], file: String = "notes.md") throws -> ToolRun {
    try ToolRun(
      ["toggle", "strong", file, "--find", "word", "--in-place"] + extra, in: scratch.url)
  }

  func text(_ name: String = "notes.md") throws -> String {
    String(decoding: try scratch.bytes(of: name), as: UTF8.self)
  }

  func status(_ name: String = "notes.md") throws -> stat {
    var status = stat()
    try #require(lstat(scratch.url.appending(path: name).path, &status) == 0)
    return status
  }
}

@Suite struct InPlaceTests {
  @Test func theFileIsReplacedAndNothingIsPrinted() throws {
    let place = try InPlace()
    let before = try place.status()
    let run = try place.run()
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
    #expect(try place.text() == "a **word**\n")
    #expect(try place.scratch.names == ["notes.md"])
    // A new file took the name, so a reader of the old file still reads all of it.
    #expect(try place.status().st_ino != before.st_ino)
  }

  @Test func theDiffCanBePrintedBesides() throws {
    let place = try InPlace()
    #expect(try place.run(["--diff"]).text.hasSuffix("-a word\n+a **word**\n"))
    #expect(try place.text() == "a **word**\n")
    #expect(try place.run(["--json"]).text.contains(#""effect":"removed""#))
    #expect(try place.text() == "a word\n")
  }

  @Test func whatOnlyMovesTheCaretWritesNothing() throws {
    let place = try InPlace("**a** b\n")
    let before = try place.status()
    let run = try ToolRun(["toggle", "strong", place.file, "--caret", "1:4", "-i"])
    #expect(run.status == 0)
    #expect(try place.status().st_ino == before.st_ino)
  }

  @Test func aRefusalLeavesTheFile() throws {
    let place = try InPlace("```\nword\n```\n")
    let before = try place.status()
    #expect(try place.run().status == 1)
    #expect(try place.status().st_ino == before.st_ino)
    #expect(try place.text() == "```\nword\n```\n")
  }

  @Test(arguments: [0o600, 0o644, 0o777, 0o4755, 0o2640])
  func theModeStays(_ mode: mode_t) throws {
    let place = try InPlace()
    #expect(chmod(place.file, mode) == 0)
    let before = try place.status().st_mode
    #expect(try place.run().status == 0)
    #expect(try place.status().st_mode == before)
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away")) func theOwnerStays() throws {
    let place = try InPlace()
    #expect(chown(place.file, 1234, 2345) == 0 && chmod(place.file, 0o4640) == 0)
    #expect(try place.run().status == 0)
    let after = try place.status()
    #expect(after.st_uid == 1234 && after.st_gid == 2345 && after.st_mode & 0o7777 == 0o4640)
  }

  @Test func aSymbolicLinkStaysOne() throws {
    let place = try InPlace()
    let folder = place.scratch.url.appending(path: "sub")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    #expect(symlink("../notes.md", folder.appending(path: "one").path) == 0)
    #expect(symlink("sub/one", place.scratch.url.appending(path: "two").path) == 0)
    #expect(try place.run(file: "two").status == 0)
    #expect(try place.text() == "a **word**\n")
    #expect(try place.status("two").st_mode & S_IFMT == S_IFLNK)
    #expect(try place.status("sub/one").st_mode & S_IFMT == S_IFLNK)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["one"])
    #expect(symlink("nowhere", place.scratch.url.appending(path: "three").path) == 0)
    #expect(try place.run(file: "three").status == 66)
  }

  @Test func aFileWithFurtherNamesIsRefusedUnlessTold() throws {
    let place = try InPlace()
    #expect(link(place.file, place.scratch.url.appending(path: "other").path) == 0)
    let refused = try place.run()
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(
      refused.errors == "mdedit: notes.md: the file has 2 names (hard links); --break-hard-links "
        + "changes only this one; the file is unchanged.\n")
    #expect(try place.text() == "a word\n")
    #expect(try place.run(["--break-hard-links"]).status == 0)
    #expect(try place.text() == "a **word**\n")
    #expect(try place.text("other") == "a word\n")
    #expect(try place.scratch.names == ["notes.md", "other"])
  }

  /// Nobody writes to the pipe, so reading it would block forever.
  @Test(arguments: [
    ("toggle strong pipe --find word", 1, "pipe: not a regular file; nothing was changed."),
    ("do quote pipe --utf8 0-0", 1, "pipe: not a regular file; nothing was changed."),
    ("toggle strong link --find word", 1, "link: not a regular file; nothing was changed."),
    ("toggle strong /dev/zero --find x", 1, "/dev/zero: not a regular file; nothing was changed."),
    ("toggle strong . --find word", 66, ".: this is a folder, not a file."),
  ])
  func onlyARegularFileIsChanged(_ arguments: String, _ status: Int32, _ message: String) throws {
    let place = try InPlace()
    #expect(mkfifo(place.scratch.url.appending(path: "pipe").path, 0o600) == 0)
    #expect(symlink("pipe", place.scratch.url.appending(path: "link").path) == 0)
    let run = try ToolRun(
      executable: URL(filePath: "/usr/bin/env"),
      ["timeout", "-s", "KILL", "10", Tool.url.path]
        + arguments.split(separator: " ").map(String.init) + ["-i"],
      in: place.scratch.url)
    #expect(run.status == status)
    #expect(run.errors == "mdedit: \(message)\n")
    #expect(try place.status("pipe").st_mode & S_IFMT == S_IFIFO)
  }

  @Test func aPipeIsReadWithoutInPlace() throws {
    let place = try InPlace()
    #expect(mkfifo(place.scratch.url.appending(path: "pipe").path, 0o600) == 0)
    let run = try ToolRun(
      executable: URL(filePath: "/bin/sh"),
      ["-c", "printf word > pipe & '\(Tool.url.path)' toggle strong pipe --find word"],
      in: place.scratch.url)
    #expect(run.text == "**word**" && run.status == 0)
  }

  @Test func aLimitOnFileSizesLeavesTheFile() throws {
    let place = try InPlace("word " + String(repeating: "x", count: 100_000) + "\n")
    let before = try place.scratch.bytes()
    let run = try ToolRun(
      executable: URL(filePath: "/bin/sh"),
      ["-c", "ulimit -f 8; exec '\(Tool.url.path)' toggle strong notes.md --find word -i"],
      in: place.scratch.url)
    #expect(run.status == 74)
    #expect(
      run.errors == "mdedit: notes.md: the new content cannot be written: File too large; "
        + "the file is unchanged.\n")
    #expect(try place.scratch.bytes() == before)
    #expect(try place.scratch.names == ["notes.md"])
  }

  /// This test needs the right to mount, and says so if it is missing.
  @Test(.enabled(if: geteuid() == 0, "only root mounts a small disk"))
  func aFullDiskLeavesTheFile() throws {
    let place = try InPlace()
    let disk = place.scratch.url.appending(path: "disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
    let mount = try ToolRun(
      executable: URL(filePath: "/bin/mount"),
      ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.path])
    guard mount.status == 0 else {
      withKnownIssue("no disk can be mounted here") { Issue.record("\(mount.errors)") }
      return
    }
    defer { _ = try? ToolRun(executable: URL(filePath: "/bin/umount"), [disk.path]) }
    let text = "word " + String(repeating: "x", count: 40_000) + "\n"
    try Data(text.utf8).write(to: disk.appending(path: "notes.md"))
    let run = try place.run(file: "disk/notes.md")
    #expect(run.status == 74)
    #expect(
      run.errors == "mdedit: disk/notes.md: the new content cannot be written: "
        + "No space left on device; the file is unchanged.\n")
    #expect(try place.text("disk/notes.md") == text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["notes.md"])
  }
}
