import Foundation
import TextEditing

/// A recorded editing session (https://github.com/josephg/editing-traces), whose ranges are
/// converted from scalars to UTF-8 and UTF-16 beforehand.
struct Trace: Sendable {
  var name: String
  var start: String
  var end: String
  var edits: [PreparedEdit<StringAndBytes>]

  static let names = ["automerge-paper", "seph-blog1", "rustcode"]

  /// Reads a trace, or returns nil if the file does not exist.
  init?(_ name: String, in folder: URL) throws {
    let path = folder.appending(path: "traces/\(name).json.gz").path
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let parsed = try JSONSerialization.jsonObject(with: Self.unpack(path))
    guard let trace = parsed as? [String: Any], let start = trace["startContent"] as? String,
      let end = trace["endContent"] as? String, let steps = trace["txns"] as? [[String: Any]]
    else { throw Complaint("\(path) is no trace") }
    self.name = name
    self.start = start
    self.end = end
    edits = []
    var buffer = TextBuffer(start)
    for step in steps {
      for patch in step["patches"] as? [[Any]] ?? [] {
        guard let edit = PreparedEdit<StringAndBytes>(patch, in: buffer) else {
          throw Complaint("\(path): a patch that does not fit: \(patch)")
        }
        edits.append(edit)
        buffer.replace(utf8: edit.utf8, with: edit.text.bytes)
      }
    }
    guard String(buffer) == end else { throw Complaint("\(path): the text ends otherwise") }
  }

  private static func unpack(_ path: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}

extension PreparedEdit<StringAndBytes> {
  /// Reads a patch of a trace: position, number of deleted scalars, inserted text.
  fileprivate init?(_ patch: [Any], in buffer: TextBuffer) {
    guard patch.count == 3, let position = patch[0] as? Int, let deleted = patch[1] as? Int,
      let text = patch[2] as? String,
      let start = buffer.utf8Offset(ofScalar: position),
      let end = buffer.utf8Offset(ofScalar: position + deleted)
    else { return nil }
    self.init(start..<end, StringAndBytes(text), in: buffer)
  }
}

extension PreparedEdit {
  init(_ range: Range<Int>, _ text: Text, in buffer: TextBuffer) {
    self.init(utf8: range, utf16: buffer.utf16Range(ofUTF8: range), text: text)
  }
}
