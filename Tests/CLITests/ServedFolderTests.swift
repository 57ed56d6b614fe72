import Foundation
import MdeditKit
import Testing

/// Checks the files of `mdedit serve`; Clients/Web/test/serve.test.mjs sends requests to the server.
@Suite struct ServedFolderTests {
  private let scratch: Scratch
  private let outside: Scratch
  private let folder: ServedFolder

  init() throws {
    scratch = try Scratch()
    outside = try Scratch()
    folder = try ServedFolder(scratch.url.path)
  }

  private func content(_ name: String = "notes.md", limit: Int = 100) throws -> [UInt8] {
    try folder.inside(name) { try readFile($1, in: $0, limit: limit).bytes }
  }

  private func version(_ name: String = "notes.md") throws -> String {
    try folder.inside(name) { try fileVersion(of: $1, in: $0) }
  }

  private func replace(_ name: String, _ version: String, with text: String = "new") throws
    -> String
  {
    try folder.inside(name) {
      try FileReplacement().replaceContent(of: $1, in: $0, version, with: Array(text.utf8))
    }
  }

  private func create(_ name: String, _ text: String = "") throws -> String {
    try folder.inside(name, isNew: true) { try createFile($1, in: $0, Array(text.utf8)) }
  }

  private func move(_ name: String, _ version: String, to new: String) throws {
    try folder.inside(name) { parent, last in
      try fileVersion(of: last, in: parent, expecting: version)
      try folder.inside(new, isNew: true) { try renameFile(last, in: parent, to: $1, in: $0) }
    }
  }

  private func remove(_ name: String, _ version: String) throws {
    try folder.inside(name) { try removeFile($1, in: $0, version) }
  }

  private func makeFolder(_ name: String) throws {
    try folder.inside(name, isNew: true) { try createFolder($1, in: $0) }
  }

  private func expect(
    _ number: Int32, _ comment: Comment? = nil, _ body: () throws -> some Any
  ) {
    #expect(throws: SystemError(number), comment) { _ = try body() }
  }

  @Test func replacesAKnownVersion() throws {
    try scratch.file("a b.md", "one\r\n")
    let opened = try version("a b.md")
    #expect(try content("a b.md") == Array("one\r\n".utf8))
    let saved = try replace("a b.md", opened, with: "two\r\n")
    #expect(try scratch.text(of: "a b.md") == "two\r\n" && scratch.names == ["a b.md"])
    #expect(try version("a b.md") == saved && saved != opened)
    expect(ESTALE) { try replace("a b.md", opened) }
    // The version of another note with the same text is refused.
    try scratch.file("b.md", "two\r\n")
    expect(ESTALE) { try replace("b.md", saved) }
    #expect(try scratch.text(of: "b.md") == "two\r\n")
  }

  /// The page converts what is not UTF-8, and saves it over the old bytes.
  @Test func readsAndReplacesAnyBytes() throws {
    try Data([0xFF, 0xFE, 0x41, 0]).write(to: scratch.url.appending(path: "notes.md"))
    #expect(try content() == [0xFF, 0xFE, 0x41, 0])
    _ = try replace("notes.md", version(), with: "A")
    #expect(try scratch.text() == "A")
    expect(EFBIG) { try content(limit: 0) }
  }

  @Test func createsFilesAndFolders() throws {
    let known = try create("new/inner/a.md", "text")
    #expect(try version("new/inner/a.md") == known)
    #expect(try scratch.text(of: "new/inner/a.md") == "text")
    expect(EEXIST) { try create("new/inner/a.md") }
    expect(EEXIST) { try create("new/inner") }
    expect(ENOTDIR) { try create("new/inner/a.md/b.md") }
    try makeFolder("empty/one")
    for name in ["empty/one", "empty", "new/inner/a.md"] {
      expect(EEXIST) { try makeFolder(name) }
    }
    #expect(try scratch.text(of: "new/inner/a.md") == "text" && scratch.names == ["empty", "new"])
    #expect(folder.names().folders == ["empty", "empty/one", "new", "new/inner"])
    // No file with a hidden name is left, and the mode is the user's usual one.
    let usual = try scratch.file("usual", "")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path(of: "new/inner")) == ["a.md"]
    )
    #expect(
      try scratch.status(of: "new/inner/a.md").st_mode == scratch.status(of: "usual").st_mode,
      "\(usual)")
  }

  /// A name that is taken stays, whatever has it.
  @Test func movesWithoutReplacing() throws {
    for name in ["a.md", "b.md"] { try scratch.file(name, name) }
    #expect(symlink("nowhere", scratch.path(of: "link.md")) == 0)
    let known = try version("a.md")
    for name in ["b.md", "a.md", "link.md"] {
      expect(EEXIST, "\(name)") { try move("a.md", known, to: name) }
    }
    try move("a.md", known, to: "new/inner/c.md")
    #expect(try scratch.text(of: "b.md") == "b.md" && scratch.text(of: "new/inner/c.md") == "a.md")
    #expect(try scratch.names == ["b.md", "link.md", "new"])
    #expect(try version("new/inner/c.md") == known)
    try scratch.file("b.md", "changed")
    expect(ESTALE) { try move("b.md", known, to: "d.md") }
    expect(ENOENT) { try move("gone.md", known, to: "d.md") }
    #expect(try scratch.names == ["b.md", "link.md", "new"])
  }

  @Test func removesAKnownVersion() throws {
    try scratch.file("old")
    let known = try version()
    try scratch.file("changed")
    expect(ESTALE) { try remove("notes.md", known) }
    #expect(try scratch.text() == "changed" && scratch.names == ["notes.md"])
    try remove("notes.md", version())
    #expect(try scratch.names == [])
    expect(ENOENT) { try remove("notes.md", known) }
  }

  /// Of many changes of one version at once, one is made; the others are told.
  @Test func changesAVersionOnce() async throws {
    try scratch.file("old")
    let known = try version()
    let done = await withTaskGroup(of: Int.self) { group in
      for number in 0..<24 {
        group.addTask {
          switch number % 3 {
          case 0: (try? replace("notes.md", known)) == nil ? 0 : 1
          case 1: (try? move("notes.md", known, to: "\(number).md")) == nil ? 0 : 1
          default: (try? create("one.md", "\(number)")) == nil ? 0 : 100
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(done == 101)
    #expect(try scratch.names.count == 2 && scratch.names.contains("one.md"))
  }

  /// The page keeps text by this name; the path cannot be read from it.
  @Test func givesEachFolderANameAndPorts() throws {
    // Browsers keep text by the port, so a folder has the same one whatever it is called.
    #expect(symlink(scratch.url.path, outside.path(of: "link")) == 0)
    for path in [scratch.url.path + "/.", outside.path(of: "link")] {
      let same = try ServedFolder(path)
      #expect(same.ports == folder.ports && same.identifier == folder.identifier)
    }
    #expect(
      folder.ports.allSatisfy { (20_480..<28_672).contains($0) } && Set(folder.ports).count == 8)
    #expect(folder.identifier.wholeMatch(of: /[0-9a-f]{1,16}/) != nil)
    let others = try (0..<50).map { number in
      let path = scratch.path(of: "\(number)")
      #expect(mkdir(path, 0o700) == 0)
      return try ServedFolder(path)
    }
    #expect(Set(others.map { $0.ports[0] }).count > 45 && Set(others.map(\.identifier)).count == 50)
    for path in ["", scratch.path(of: "none"), try scratch.file("file")] {
      #expect(throws: Failure.self) { try ServedFolder(path) }
    }
  }

  @Test func staysInTheFolder() throws {
    let secret = try outside.file("secret.md", "secret")
    for (name, target) in [
      ("link.md", secret), ("folder", outside.url.path), ("loop", scratch.url.path),
    ] {
      #expect(symlink(target, scratch.path(of: name)) == 0)
    }
    for name in ["inner", "inner/.hidden"] { #expect(mkdir(scratch.path(of: name), 0o700) == 0) }
    for name in ["inner/notes.md", "inner/.hidden/notes.md", ".hidden.md", "key.pem"] {
      try scratch.file(name, name)
    }
    #expect(mkfifo(scratch.path(of: "pipe.md"), 0o600) == 0)
    let before = try scratch.names
    #expect(folder.names().notes == ["inner/notes.md"] && folder.names().folders == ["inner"])
    let outsideName = outside.url.lastPathComponent
    for name in [
      "link.md", "folder/secret.md", "loop/inner/notes.md", "../\(outsideName)/secret.md", secret,
      "inner/../../\(outsideName)/secret.md", "/etc/passwd", ".hidden.md", "inner/.hidden/notes.md",
      "inner", "inner/", "", ".", "..", "./inner/notes.md", "inner//notes.md", "inner/notes.md\0",
      "inner/notes.md\0.md", "pipe.md", "inner\\notes.md", ".\u{301}/x.md",
      Array(repeating: "a", count: 10).joined(separator: "/"),
    ] {
      #expect(throws: SystemError.self, "\(name)") { try content(name) }
      #expect(throws: SystemError.self, "\(name)") { try version(name) }
      #expect(throws: (any Error).self, "\(name)") { try replace(name, "*") }
      #expect(throws: SystemError.self, "\(name)") { try remove(name, "*") }
      let known = try version("inner/notes.md")
      #expect(throws: SystemError.self, "\(name)") { try create(name) }
      #expect(throws: SystemError.self, "\(name)") { try makeFolder(name) }
      #expect(throws: SystemError.self, "\(name)") {
        try move("inner/notes.md", known, to: name)
      }
    }
    for name in ["a\nb.md", "a\u{7F}.md", "a\\b.md"] {
      expect(EINVAL) { try create(name) }
    }
    #expect(try content("inner/notes.md") == Array("inner/notes.md".utf8))
    #expect(try outside.names == ["secret.md"] && outside.text(of: "secret.md") == "secret")
    #expect(try scratch.names == before)
  }

  /// SECURITY.md: a hard link in the folder is read, but a file with several names is not written.
  @Test func readsAHardLinkAndDoesNotWriteIt() throws {
    let other = try outside.file("other.md", "text")
    #expect(link(other, scratch.path(of: "notes.md")) == 0)
    #expect(try content() == Array("text".utf8))
    let failure = #expect(throws: Failure.self) {
      try replace("notes.md", version())
    }
    #expect(failure?.status == .notDone)
    #expect(try outside.text(of: "other.md") == "text" && scratch.text() == "text")
  }
}
