import Foundation
import TextEditing

/// Measures real keystrokes, with one `replace` for each.
///
/// They are recorded editing sessions (https://github.com/josephg/editing-traces) in the shared data;
/// without them, the suite is empty.
enum ReplaySuite {
  static func benchmarks(_ options: Options) -> [Benchmark] {
    ["automerge-paper", "seph-blog1", "rustcode"].flatMap { name -> [Benchmark] in
      let path = options.data.appending(path: "traces/\(name).json.gz").path
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      return [
        benchmark(OurSubject.self, name, path), benchmark(GapBuffer.self, name, path),
        benchmark(StringSubject.self, name, path, rounds: 3),
        benchmark(NSMutableStringSubject.self, name, path, rounds: 1),
        benchmark(BigStringSubject.self, name, path, rounds: 3),
      ]
    }
  }

  private static func benchmark<Subject: TextSubject>(
    _ subject: Subject.Type, _ name: String, _ path: String, rounds: Int = .max
  ) -> Benchmark {
    Benchmark(suite: "replay", work: name, subject: Subject.name, rounds: rounds) {
      let (start, end, edits) = try trace(path)
      var text = Subject(start)
      let time = text.time(edits)
      if text.string != end { throw Complaint("\(Subject.name) replays \(name) to another text") }
      return Sample([time / Double(edits.count)], of: "edit")
    }
  }

  /// Reads a trace, and converts its ranges from scalars to UTF-8 and UTF-16.
  private static func trace(
    _ path: String
  ) throws -> (start: String, end: String, edits: [PreparedEdit]) {
    let parsed = try JSONSerialization.jsonObject(with: unpack(path))
    guard let trace = parsed as? [String: Any], let start = trace["startContent"] as? String,
      let end = trace["endContent"] as? String, let steps = trace["txns"] as? [[String: Any]]
    else { throw Complaint("\(path) is no trace") }
    var edits: [PreparedEdit] = []
    var buffer = TextBuffer(start)
    for patch in steps.flatMap({ $0["patches"] as? [[Any]] ?? [] }) {
      // Position, number of deleted scalars, inserted text.
      guard patch.count == 3, let position = patch[0] as? Int, let deleted = patch[1] as? Int,
        let text = patch[2] as? String, let from = buffer.utf8Offset(ofScalar: position),
        let to = buffer.utf8Offset(ofScalar: position + deleted)
      else { throw Complaint("\(path): a patch that does not fit: \(patch)") }
      edits.append(PreparedEdit(from..<to, text, in: buffer))
      buffer.replace(utf8: from..<to, with: text)
    }
    return (start, end, edits)
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
