import Foundation
import Testing

/// A run of the built `mdedit` with its results.
struct ToolRun {
  var status: Int32
  var output: [UInt8]
  var errors: String

  var text: String { String(decoding: output, as: UTF8.self) }

  /// Runs the built tool with `arguments`, and `input` on standard input.
  init(_ arguments: [String], input: [UInt8] = [], in folder: URL? = nil) throws {
    try self.init(executable: Tool.url, arguments, input: input, in: folder)
  }

  init(_ arguments: [String], input: String, in folder: URL? = nil) throws {
    try self.init(arguments, input: Array(input.utf8), in: folder)
  }

  /// Runs the built tool with the words of `line` as arguments.
  init(_ line: String, input: String = "", in folder: URL? = nil) throws {
    try self.init(line.split(separator: " ").map(String.init), input: input, in: folder)
  }

  /// Runs a shell script in which `"$0"` is the built tool.
  init(shell script: String, input: String = "", in folder: URL? = nil) throws {
    try self.init(
      executable: URL(filePath: "/bin/sh"), ["-c", script, Tool.url.path],
      input: Array(input.utf8), in: folder)
  }

  init(executable: URL, _ arguments: [String], input: [UInt8] = [], in folder: URL? = nil) throws {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    // Files instead of pipes, because a full pipe would stop the tool.
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let streams = try ["input", "output", "errors"].map { try scratch.file($0, "") }
    try Data(input).write(to: URL(filePath: streams[0]))
    process.standardInput = FileHandle(forReadingAtPath: streams[0])
    process.standardOutput = FileHandle(forWritingAtPath: streams[1])
    process.standardError = FileHandle(forWritingAtPath: streams[2])
    try process.run()
    process.waitUntilExit()
    output = try scratch.bytes(of: "output")
    errors = try scratch.text(of: "errors")
    status = process.terminationReason == .exit ? process.terminationStatus : -1
  }
}

/// A folder for one test, removed together with the value.
final class Scratch: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "mdedit-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(of name: String) -> String { url.appending(path: name).path }

  /// Writes a file, and returns its path.
  @discardableResult
  func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: url.appending(path: name))
    return path(of: name)
  }

  @discardableResult
  func file(_ text: String) throws -> String { try file("notes.md", text) }

  func bytes(of name: String = "notes.md") throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appending(path: name)))
  }

  func text(of name: String = "notes.md") throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}

/// The built tool, located beside the tests.
enum Tool {
  static let url: URL = {
    let arguments = ProcessInfo.processInfo.arguments
    let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appending(path: "mdedit")
  }()
}

enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
