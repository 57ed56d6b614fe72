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

  private func expect(
    _ number: Int32, _ comment: Comment? = nil, _ body: () throws -> some Any
  ) {
    #expect(throws: SystemError(number), comment) { _ = try body() }
  }

  @Test func replacesAKnownVersion() throws {
    try scratch.file("a b.md", "one\r\n")
    let opened = try folder.content(of: "a b.md")
    #expect(opened.bytes == Array("one\r\n".utf8))
    let saved = try folder.replace("a b.md", opened.version, with: Array("two\r\n".utf8))
    #expect(try scratch.text(of: "a b.md") == "two\r\n" && scratch.names == ["a b.md"])
    #expect(try folder.version(of: "a b.md") == saved && saved != opened.version)
    expect(ESTALE) { try folder.replace("a b.md", opened.version, with: []) }
    // The version of another note with the same text is refused.
    try scratch.file("b.md", "two\r\n")
    expect(ESTALE) { try folder.replace("b.md", saved, with: []) }
    #expect(try scratch.text(of: "b.md") == "two\r\n")
  }

  /// The page converts what is not UTF-8, and saves it over the old bytes.
  @Test func readsAndReplacesAnyBytes() throws {
    try Data([0xFF, 0xFE, 0x41, 0]).write(to: scratch.url.appending(path: "notes.md"))
    let opened = try folder.content(of: "notes.md")
    #expect(opened.bytes == [0xFF, 0xFE, 0x41, 0])
    _ = try folder.replace("notes.md", opened.version, with: Array("A".utf8))
    #expect(try scratch.text() == "A")
    expect(EFBIG) { try folder.content(of: "notes.md", limit: 0) }
  }

  @Test func createsFilesAndFolders() throws {
    let version = try folder.create("new/inner/a.md", Array("text".utf8))
    #expect(try folder.version(of: "new/inner/a.md") == version)
    #expect(try scratch.text(of: "new/inner/a.md") == "text")
    expect(EEXIST) { try folder.create("new/inner/a.md", []) }
    expect(EEXIST) { try folder.create("new/inner", []) }
    expect(ENOTDIR) { try folder.create("new/inner/a.md/b.md", []) }
    try folder.createFolder("empty/one")
    for name in ["empty/one", "empty", "new/inner/a.md"] {
      expect(EEXIST) { try folder.createFolder(name) }
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
    let version = try folder.version(of: "a.md")
    for name in ["b.md", "a.md", "link.md"] {
      expect(EEXIST, "\(name)") { try folder.move("a.md", version, to: name) }
    }
    try folder.move("a.md", version, to: "new/inner/c.md")
    #expect(try scratch.text(of: "b.md") == "b.md" && scratch.text(of: "new/inner/c.md") == "a.md")
    #expect(try scratch.names == ["b.md", "link.md", "new"])
    #expect(try folder.version(of: "new/inner/c.md") == version)
    try scratch.file("b.md", "changed")
    expect(ESTALE) { try folder.move("b.md", version, to: "d.md") }
    expect(ENOENT) { try folder.move("gone.md", version, to: "d.md") }
    #expect(try scratch.names == ["b.md", "link.md", "new"])
  }

  @Test func removesAKnownVersion() throws {
    try scratch.file("old")
    let version = try folder.version(of: "notes.md")
    try scratch.file("changed")
    expect(ESTALE) { try folder.remove("notes.md", version) }
    #expect(try scratch.text() == "changed" && scratch.names == ["notes.md"])
    try folder.remove("notes.md", folder.version(of: "notes.md"))
    #expect(try scratch.names == [])
    expect(ENOENT) { try folder.remove("notes.md", version) }
  }

  /// Of many changes of one version at once, one is made; the others are told.
  @Test func changesAVersionOnce() async throws {
    try scratch.file("old")
    let version = try folder.version(of: "notes.md")
    let done = await withTaskGroup(of: Int.self) { group in
      for number in 0..<24 {
        group.addTask { [folder] in
          switch number % 3 {
          case 0: (try? folder.replace("notes.md", version, with: Array("new".utf8))) == nil ? 0 : 1
          case 1: (try? folder.move("notes.md", version, to: "\(number).md")) == nil ? 0 : 1
          default: (try? folder.create("one.md", Array("\(number)".utf8))) == nil ? 0 : 100
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
      #expect(throws: SystemError.self, "\(name)") { try folder.content(of: name) }
      #expect(throws: SystemError.self, "\(name)") { try folder.version(of: name) }
      #expect(throws: (any Error).self, "\(name)") { try folder.replace(name, "*", with: []) }
      #expect(throws: SystemError.self, "\(name)") { try folder.remove(name, "*") }
      let version = try folder.version(of: "inner/notes.md")
      #expect(throws: SystemError.self, "\(name)") { try folder.create(name, []) }
      #expect(throws: SystemError.self, "\(name)") { try folder.createFolder(name) }
      #expect(throws: SystemError.self, "\(name)") {
        try folder.move("inner/notes.md", version, to: name)
      }
    }
    for name in ["a\nb.md", "a\u{7F}.md", "a\\b.md"] {
      expect(EINVAL) { try folder.create(name, []) }
    }
    #expect(try folder.content(of: "inner/notes.md").bytes == Array("inner/notes.md".utf8))
    #expect(try outside.names == ["secret.md"] && outside.text(of: "secret.md") == "secret")
    #expect(try scratch.names == before)
  }

  /// SECURITY.md: a hard link in the folder is read, but a file with several names is not written.
  @Test func readsAHardLinkAndDoesNotWriteIt() throws {
    let other = try outside.file("other.md", "text")
    #expect(link(other, scratch.path(of: "notes.md")) == 0)
    let opened = try folder.content(of: "notes.md")
    #expect(opened.bytes == Array("text".utf8))
    let failure = #expect(throws: Failure.self) {
      try folder.replace("notes.md", opened.version, with: [])
    }
    #expect(failure?.status == .notDone)
    #expect(try outside.text(of: "other.md") == "text" && scratch.text() == "text")
  }
}
