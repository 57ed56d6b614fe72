import Foundation
import MdeditKit
import Testing

/// Replaces the content of `notes.md` while `meddling` happens just before the names are exchanged.
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
    "another program changed the file in the meantime; that version was kept."

  /// Any change by others in the meantime has priority.
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

  /// Another program also has priority between the last look at the file and the exchange of names.
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

  /// Creates a temporary file of `process`, for the inode number `offset` after the document's.
  private func stray(
    in scratch: Scratch, process: Int, suffix: String = "1a2b3c"
  ) throws -> String {
    let name = ".mdedit-\(process)-1-2-3-4-\(suffix)"
    _ = try scratch.file(name, "x")
    return name
  }

  private func endedProcess() throws -> Int {
    let process = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", ":"])
    process.waitUntilExit()
    return Int(process.processIdentifier)
  }

  /// The next run removes the file of a killed run, but not that of a running one.
  @Test func straysAreSwept() throws {
    let scratch = try Scratch()
    let path = try scratch.file("old")
    let ended = try endedProcess()
    _ = try stray(in: scratch, process: ended)
    let other = try stray(in: scratch, process: ended, suffix: "4d5e6f")
    let atWork = open(scratch.url.appending(path: other).path, O_RDONLY)
    defer { close(atWork) }
    #expect(flock(atWork, LOCK_EX | LOCK_NB) == 0)
    try FileReplacement().replaceContent(of: Document(reading: path), with: Array("new".utf8))
    #expect(try Set(scratch.names) == ["notes.md", other])
    #expect(try scratch.bytes() == Array("new".utf8))
  }

  /// A file stays unless it is certainly a leftover temporary file.
  @Test func usersFilesAreNotSwept() throws {
    let scratch = try Scratch()
    let path = try scratch.file("old")
    let ended = try endedProcess()
    var kept: Set = [
      "notes.md", ".mdedit", ".mdedit-", ".mdedit-config.json", ".mdedit-notes.md",
      ".mdedit-1a2b3c",
      ".mdedit-\(ended)-1-1a2b3c", ".mdedit--1-1-2-3-4-1a2b3c", ".mdedit-0-1-2-3-4-1a2b3c",
    ]
    for name in kept where name != "notes.md" { _ = try scratch.file(name, "x") }
    kept.insert(try stray(in: scratch, process: Int(getpid())))
    kept.insert(try stray(in: scratch, process: ended, suffix: "1A"))
    kept.insert(try stray(in: scratch, process: ended, suffix: "notes.md"))
    // A file with another name is not a temporary file.
    let linked = try stray(in: scratch, process: ended, suffix: "5")
    kept.formUnion([linked, "second"])
    #expect(
      link(
        scratch.url.appending(path: linked).path, scratch.url.appending(path: "second").path) == 0)
    // A folder and a symbolic link.
    let makers = [{ mkdir($0, 0o700) }, { symlink("notes.md", $0) }] as [(String) -> Int32]
    for (make, suffix) in zip(makers, ["6", "7"]) {
      let name = ".mdedit-\(ended)-1-2-3-4-\(suffix)"
      #expect(make(scratch.url.appending(path: name).path) == 0)
      kept.insert(name)
    }
    try FileReplacement().replaceContent(of: Document(reading: path), with: Array("new".utf8))
    #expect(try Set(scratch.names) == kept)
  }

  /// A run killed after the exchange of names leaves the old document under the temporary name. It
  /// is removed if its content is unchanged, and stays if another program wrote to it.
  @Test(arguments: [false, true])
  func aDocumentWithATemporaryNameIsSweptIfItIsUnchanged(isChanged: Bool) throws {
    let scratch = try Scratch()
    let path = try scratch.file("old")
    let displaced = try scratch.file("displaced", "old")
    let identity = try #require(try Document(reading: displaced).identity)
    let (size, time) = (identity.byteCount + (isChanged ? 1 : 0), identity.contentTime)
    let name = ".mdedit-\(try endedProcess())-\(identity.file)-\(size)-\(time[0])-\(time[1])-5"
    #expect(rename(displaced, scratch.url.appending(path: name).path) == 0)
    try FileReplacement().replaceContent(of: Document(reading: path), with: Array("new".utf8))
    #expect(try Set(scratch.names) == (isChanged ? ["notes.md", name] : ["notes.md"]))
  }

  /// Listing 10,000 files for each of them once took two minutes.
  @Test func aFolderIsSweptOnceARun() throws {
    let scratch = try Scratch()
    let path = try scratch.file("old")
    let replacement = FileReplacement()
    let ended = try endedProcess()
    var last = ""
    for suffix in ["1a2b3c", "4d5e6f"] {
      last = try stray(in: scratch, process: ended, suffix: suffix)
      try replacement.replaceContent(of: Document(reading: path), with: Array("new".utf8))
    }
    #expect(try Set(scratch.names) == ["notes.md", last])
  }

  /// The time of a change has nanoseconds, so two changes in one second differ.
  @Test func theIdentityHasNanoseconds() throws {
    let scratch = try Scratch()
    let path = try scratch.file("old")
    func identity(_ nanoseconds: Int) throws -> FileIdentity {
      let time = timespec(tv_sec: 1_700_000_000, tv_nsec: nanoseconds)
      #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
      return try #require(try Document(reading: path).identity)
    }
    let first = try identity(1)
    let second = try identity(2)
    #expect(first.contentTime == [1_700_000_000, 1])
    #expect(second.contentTime == [1_700_000_000, 2])
    let changes = try (0..<50).map { try identity($0).attributeTime }
    // No file system in use has a clock whose ticks are all whole seconds.
    #expect(changes.contains { $0[1] != 0 })
  }

  #if os(Linux)
    /// An argument is UTF-8, but the current folder may have any name, such as `M\xfcller`.
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
      let temporary = names.filter { $0.hasPrefix(".mdedit-\(getpid())-") }
      #expect(temporary.count == 1)
    }
    #expect(failure == nil)
    #expect(try scratch.names == ["notes.md"])
    #expect(try scratch.bytes() == Array("new".utf8))
  }

  /// Nobody else may open the temporary file before it has the rights of the document.
  @Test func aNewTemporaryFileIsPrivate() throws {
    let scratch = try Scratch()
    let path = try scratch.file("old")
    let folder = scratch.url
    let before = umask(0)
    defer { umask(before) }
    var replacement = FileReplacement()
    replacement.beforeFilling = {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names where name.hasPrefix(".mdedit-") {
        var status = stat()
        #expect(stat(folder.appending(path: name).path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
      }
      #expect(names.count == 2)
    }
    try replacement.replaceContent(of: Document(reading: path), with: Array("new".utf8))
  }

  /// A signal that would end the process arrives during the change, and no file is left over.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func signalsWait(_ number: Int32) throws {
    let scratch = try Scratch()
    _ = try scratch.file("old")
    let before = signal(number) { _ in SignalNote.count += 1 }
    defer { signal(number, before) }
    // Threads of the tests' pool block signals by default.
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

  /// Whenever a run is ended, the file is completely old or new, with no other file beside it.
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

/// The number of received signals. Only one test at a time sends one.
private enum SignalNote {
  nonisolated(unsafe) static var count = 0
}
