import Foundation
import MdeditKit
import Testing

/// Replaces the content of `notes.md` while `meddling` happens just before the change of names.
private func replace(
  in scratch: Scratch, meddling: @escaping @Sendable (String) -> Void
) throws -> Failure? {
  let path = scratch.url.appending(path: "notes.md").path
  let document = try Document(reading: path)
  var replacement = FileReplacement()
  replacement.beforeCommit = { meddling(path) }
  do {
    try replacement.replaceContent(of: document, with: Array("new".utf8))
    return nil
  } catch {
    return error
  }
}

@Suite(.serialized) struct FileReplacementTests {
  private let changed =
    "the file changed since it was read, and stays as the other program left it."

  /// What others do to a file meanwhile wins, whatever it is.
  @Test(arguments: ["append", "rewrite", "touch", "chmod", "rename", "remove", "link"])
  func aFileThatChangedIsLeft(_ meddling: String) throws {
    let scratch = try Scratch()
    _ = try scratch.file("old")
    let failure = try replace(in: scratch) { path in
      switch meddling {
      case "append":
        let handle = FileHandle(forWritingAtPath: path)
        _ = try? handle?.seekToEnd()
        try? handle?.write(contentsOf: Data("er".utf8))
      case "rewrite":
        let handle = FileHandle(forWritingAtPath: path)
        try? handle?.write(contentsOf: Data("OLD".utf8))
      case "touch": utimes(path, nil)
      case "chmod": chmod(path, 0o600)
      case "rename":
        try? Data("old".utf8).write(to: URL(filePath: path + ".new"))
        rename(path + ".new", path)
      case "remove": unlink(path)
      default: link(path, path + ".link")
      }
    }
    #expect(failure?.status == .changedMeanwhile)
    #expect(failure?.message.hasSuffix(changed) == true)
    let names = try scratch.names
    switch meddling {
    case "append": #expect(try scratch.bytes() == Array("older".utf8))
    case "rewrite": #expect(try scratch.bytes() == Array("OLD".utf8))
    case "remove": #expect(names.isEmpty)
    default: #expect(try scratch.bytes() == Array("old".utf8))
    }
    #expect(!names.contains { $0.hasPrefix(".mdedit") })
  }

  /// Between the last look at the file and the change of names another program still wins.
  @Test(arguments: ["append", "replace", "remove"])
  func anUpdateAtTheLastMomentIsNotLost(_ meddling: String) throws {
    let scratch = try Scratch()
    let path = try scratch.file("old")
    var replacement = FileReplacement()
    replacement.beforeExchange = {
      switch meddling {
      case "append":
        let handle = FileHandle(forWritingAtPath: path)
        _ = try? handle?.seekToEnd()
        try? handle?.write(contentsOf: Data("er".utf8))
      case "replace":
        try? Data("other".utf8).write(to: URL(filePath: path + ".new"))
        rename(path + ".new", path)
      default: unlink(path)
      }
    }
    let document = try Document(reading: path)
    #expect {
      try replacement.replaceContent(of: document, with: Array("new".utf8))
    } throws: {
      ($0 as? Failure)?.status == .changedMeanwhile
    }
    switch meddling {
    case "append": #expect(try scratch.bytes() == Array("older".utf8))
    case "replace": #expect(try scratch.bytes() == Array("other".utf8))
    default: #expect(try scratch.names.isEmpty)
    }
    #expect(try !scratch.names.contains { $0.hasPrefix(".mdedit") })
  }

  /// What a killed run has left goes with the next one; what another run is at work on stays.
  @Test func straysAreSwept() throws {
    let scratch = try Scratch()
    let path = try scratch.file("old")
    let stray = scratch.url.appending(path: ".mdedit-1a2b3c").path
    let other = scratch.url.appending(path: ".mdedit-4d5e6f").path
    let mine = scratch.url.appending(path: ".mdedit").path
    for file in [stray, other, mine] { try Data("x".utf8).write(to: URL(filePath: file)) }
    let atWork = open(other, O_RDONLY)
    defer { close(atWork) }
    #expect(flock(atWork, LOCK_EX | LOCK_NB) == 0)
    try FileReplacement().replaceContent(of: Document(reading: path), with: Array("new".utf8))
    #expect(try Set(scratch.names) == ["notes.md", ".mdedit", ".mdedit-4d5e6f"])
    #expect(try scratch.bytes() == Array("new".utf8))
  }

  /// To list 10,000 files for each of them took two minutes.
  @Test func aFolderIsSweptOnceARun() throws {
    let scratch = try Scratch()
    let path = try scratch.file("old")
    let replacement = FileReplacement()
    for stray in [".mdedit-1a2b3c", ".mdedit-4d5e6f"] {
      _ = try scratch.file(stray, "x")
      try replacement.replaceContent(of: Document(reading: path), with: Array("new".utf8))
    }
    #expect(try Set(scratch.names) == ["notes.md", ".mdedit-4d5e6f"])
  }

  #if os(Linux)
    /// An argument is UTF-8, the folder that it is in may have any name: `M\xfcller`.
    @Test func aFolderMayHaveANameThatIsNoText() throws {
      let scratch = try Scratch()
      let script = """
        folder=$(printf 'M\\374ller') && mkdir "$folder" && cd "$folder" && printf 'a b\\n' > notes.md \
          && "$0" mark strong notes.md --utf8 0-1 --in-place && cat notes.md
        """
      let run = try ToolRun(
        executable: URL(filePath: "/bin/sh"), ["-c", script, Tool.url.path], in: scratch.url)
      #expect(run.text == "**a** b\n" && run.status == 0, "\(run.errors)")
    }
  #endif

  @Test func aFileThatChangedBeforeIsLeft() throws {
    let scratch = try Scratch()
    let path = try scratch.file("old")
    let document = try Document(reading: path)
    try Data("other".utf8).write(to: URL(filePath: path))
    #expect {
      try FileReplacement().replaceContent(of: document, with: [])
    } throws: {
      ($0 as? Failure)?.message.hasSuffix(changed) == true
    }
    #expect(try scratch.bytes() == Array("other".utf8))
  }

  @Test func theTemporaryFileIsBesideAndPrivateUntilThen() throws {
    let scratch = try Scratch()
    _ = try scratch.file("old")
    let folder = scratch.url.path
    let failure = try replace(in: scratch) { _ in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      #expect(names.count { $0.hasPrefix(".mdedit-") } == 1)
    }
    #expect(failure == nil)
    #expect(try scratch.names == ["notes.md"])
    #expect(try scratch.bytes() == Array("new".utf8))
  }

  /// A signal that would end the process comes when the change is made, and no file is left over.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func signalsWait(_ number: Int32) throws {
    let scratch = try Scratch()
    _ = try scratch.file("old")
    let before = signal(number) { _ in SignalNote.count += 1 }
    defer { signal(number, before) }
    // Threads of the tests' pool take no signals unless told.
    var signals = sigset_t()
    var masked = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, &masked)
    defer { pthread_sigmask(SIG_SETMASK, &masked, nil) }
    let already = SignalNote.count
    let failure = try replace(in: scratch) { _ in
      raise(number)
      #expect(SignalNote.count == already)
    }
    #expect(failure == nil)
    #expect(SignalNote.count == already + 1)
    #expect(try scratch.names == ["notes.md"])
  }

  /// Whenever a run is ended, the file is the old one or the new one, and alone.
  @Test func aRunThatIsEndedLeavesAWholeFile() throws {
    let old = "a word\n" + String(repeating: "\nparagraph\n", count: 2000)
    let new = old.replacing("word", with: "**word**")
    for round in 0..<12 {
      let scratch = try Scratch()
      let file = try scratch.file(old)
      let process = Process()
      process.executableURL = Tool.url
      process.arguments = ["toggle", "strong", file, "--utf8", "2..<6", "-i"]
      try process.run()
      usleep(UInt32(round) * 10_000)
      process.terminate()
      process.waitUntilExit()
      let text = String(decoding: try scratch.bytes(), as: UTF8.self)
      #expect(text == old || text == new, "ended after \(round * 10) ms")
      #expect(try scratch.names == ["notes.md"], "ended after \(round * 10) ms")
    }
  }
}

/// How often a signal came. Only one test at a time sends one.
private enum SignalNote {
  nonisolated(unsafe) static var count = 0
}
