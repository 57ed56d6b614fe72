import Foundation
import MarkdownNotes
import MdeditKit
import Testing

/// Checks how the files of a folder are found, and what is read of them.
@Suite struct NoteFilesTests {
  private static let gitPath = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"].first
  {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Names for files and folders that the patterns below name, or nearly name.
  private static let names = ["a", "b", "ab", "a.md", "x!", "#c", "d e", "f]g", "build", "ü.md"]

  @Test(
    .enabled(if: gitPath != nil),
    arguments: [
      "a", "/a", "a/", "a/b", "/a/b", "a/*", "a/**", "**/b", "**/a/b", "a/**/b", "*.md", "*\n!a",
      "*\n!*/\n!ab", "a*", "*b", "?", "[ab]", "[!a]", "[a-b]*", "\\#c", "#c", "x\\!", "!a", "d e",
      "d e  ", "d\\ e\\ ", "f\\]g", "[]f]*", "build/\n!build/a", "/*\n!/a", "a\r\nb\r\n",
      "\u{FC}.md",
      "**", "a**b", "/**/a", "***", "a/b/", "\u{FEFF}a", "[", "a[", "\\",
    ])
  func ignoresWhatGitIgnores(_ patterns: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for outer in Self.names {
      let inner = folder.appending(path: "folder/\(outer)/a")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      for name in Self.names where name != "a" {
        try Data().write(to: folder.appending(path: "folder/\(outer)/\(name)"))
        try Data().write(to: inner.appending(path: name))
      }
    }
    try Data(patterns.utf8).write(to: folder.appending(path: "folder/.gitignore"))
    try FileManager.default.createDirectory(
      at: folder.appending(path: "b/a"), withIntermediateDirectories: true)
    try Data().write(to: folder.appending(path: "b/a/b"))
    _ = try git(["init", "-q"], in: folder)
    let listed = try git(
      ["-c", "core.excludesFile=", "ls-files", "-o", "-z", "--exclude-standard"], in: folder)
    let wanted = listed.split(separator: "\0").filter { !$0.contains(".gitignore") }
    let root = folder.resolvingSymlinksInPath().path
    var walk = NoteWalk(.system)
    walk.walk(root)
    let found = walk.found.map { String($0.path.dropFirst(root.count + 1)) }
    #expect(found.sorted() == wanted.map(String.init).sorted())
  }

  private func git(_ arguments: [String], in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.gitPath))
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  /// The starts of images of 300 × 5 pixels that Pillow has written.
  @Test(arguments: [
    "iVBORw0KGgoAAAANSUhEUgAAASwAAAAFCAIAAABwy0ZoAAAA",
    "R0lGODdhLAEFAIEAAMgeKAAAAAAAAAAAACwAAAAALAEFAAAI",
    "Qk3KEQAAAAAAADYAAAAoAAAALAEAAAUAAAABABgAAAAAAJQR",
    "UklGRlwAAABXRUJQVlA4IFAAAADQAwCdASosAQUAPtFor1Ko",
    "UklGRh4AAABXRUJQVlA4TBEAAAAvKwEBAAdQjyIXpf+BiOh/",
    "UklGRpIAAABXRUJQVlA4WAoAAAAQAAAAKwEABAAAQUxQSBsA",
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////"
      + "////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////"
      + "////////////////////////////////////////////////////////////wAARCAAFASwDAREA"
      + "AhEBAxEB/w==",
  ])
  func readsSizesOfImages(_ base64: String) throws {
    let bytes = [UInt8](try #require(Data(base64Encoded: base64)))
    let size = try #require(ImageSize(bytes))
    #expect(size.width == 300 && size.height == 5)
    for count in bytes.indices { _ = ImageSize(Array(bytes[..<count])) }
  }

  @Test(arguments: [
    ("<svg width='300' height=\"5px\" viewBox=\"0 0 9 9\"/>", 300, 5),
    ("<?xml version=\"1.0\"?>\n<svg viewBox=\"0 0 300 5.2\">", 300, 5),
    ("<svg width=\"100%\" height=\"100%\" viewBox=\"0,0,300,5\">", 300, 5),
  ])
  func readsSizesOfDrawings(_ text: String, _ width: Int, _ height: Int) throws {
    let size = try #require(ImageSize(Array(text.utf8)))
    #expect(size.width == width && size.height == height)
    #expect(ImageSize(Array("<svg><g></g></svg><!-- no size at all -->".utf8)) == nil)
  }
}
