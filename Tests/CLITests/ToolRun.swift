import Foundation
import Testing

/// A run of the built `mdedit` with its results.
struct ToolRun {
  let status: Int32
  let output: [UInt8]
  let errors: String

  var text: String { String(decoding: output, as: UTF8.self) }

  /// Runs the built tool with `arguments`, and `input` on standard input.
  init(_ arguments: [String], input: [UInt8], in folder: URL? = nil) throws {
    try self.init(executable: Tool.url, arguments, input: input, in: folder)
  }

  init(_ arguments: [String], input: String = "", in folder: URL? = nil) throws {
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

  init(
    executable: URL, _ arguments: [String], input: [UInt8] = [], in folder: URL? = nil,
    onTerminal terminal: Int32? = nil, environment: [String: String]? = nil
  ) throws {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    if let environment { process.environment = environment }
    // Files instead of pipes, because a full pipe would stop the tool.
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let streams = try ["input", "output", "errors"].map { try scratch.file($0, "") }
    try Data(input).write(to: URL(filePath: streams[0]))
    process.standardInput = FileHandle(forReadingAtPath: streams[0])
    let shown = terminal.map { FileHandle(fileDescriptor: $0) }
    process.standardOutput = shown ?? FileHandle(forWritingAtPath: streams[1])
    process.standardError = shown ?? FileHandle(forWritingAtPath: streams[2])
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    // Only a process that hangs takes this long.
    if ended.wait(timeout: .now() + 600) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      Issue.record("the process hangs: \(arguments)")
    }
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

  func path(of name: String = "notes.md") -> String { url.appending(path: name).path }

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

  /// The status of a file, or of a link itself.
  func status(of name: String = "notes.md") throws -> stat {
    var status = stat()
    try #require(lstat(path(of: name), &status) == 0)
    return status
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
