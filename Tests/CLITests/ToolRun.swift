import Foundation
import Testing

/// A run of the built `mdedit` with its results.
struct ToolRun {
  var status: Int32
  var output: [UInt8]
  var errors: String

  var text: String { String(decoding: output, as: UTF8.self) }

  /// Runs the built tool with `arguments`, `input` on standard input, and `environment` added.
  init(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    in folder: URL? = nil
  ) throws {
    try self.init(
      executable: Tool.url, arguments, input: input, environment: environment, in: folder)
  }

  init(
    executable: URL, _ arguments: [String], input: [UInt8] = [],
    environment: [String: String] = [:], in folder: URL? = nil
  ) throws {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = folder }
    // Files instead of pipes, because a full pipe would stop the tool.
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let streams = ["input", "output", "errors"].map { scratch.url.appending(path: $0) }
    try Data(input).write(to: streams[0])
    try Data().write(to: streams[1])
    try Data().write(to: streams[2])
    process.standardInput = try FileHandle(forReadingFrom: streams[0])
    process.standardOutput = try FileHandle(forWritingTo: streams[1])
    process.standardError = try FileHandle(forWritingTo: streams[2])
    try process.run()
    process.waitUntilExit()
    output = [UInt8](try Data(contentsOf: streams[1]))
    errors = String(decoding: try Data(contentsOf: streams[2]), as: UTF8.self)
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

  func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let file = url.appending(path: name)
    try Data(Array(bytes)).write(to: file)
    return file.path
  }

  func file(_ text: String) throws -> String { try file("notes.md", text) }

  func file(_ name: String, _ text: String) throws -> String {
    try file(name, text.utf8)
  }

  func bytes(of name: String = "notes.md") throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appending(path: name)))
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
