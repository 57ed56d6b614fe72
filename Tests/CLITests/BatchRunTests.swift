import EditorTestSupport
import Foundation
import JSONText
import MdeditKit
import Testing

@Suite struct BatchRunTests {
  /// A peer that writes one line and waits must get its answer.
  @Test(.timeLimit(.minutes(1))) func everyLineIsAnsweredAtOnce() throws {
    let process = Process()
    process.executableURL = Tool.url
    process.arguments = ["batch"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for id in 0..<20 {
      let line = "{\"id\":\(id),\"text\":\"a\",\"start\":0,\"end\":1,\"command\":\"code\"}\n"
      try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
      let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      #expect(answer.hasPrefix("{\"id\":\(id),\"text\":\"`a`\"") && answer.hasSuffix("\n"))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func answersComeInOrderWhateverTheJobs() throws {
    var random = RandomTests.generator()
    var lines = ""
    for id in 0..<90 {
      let words = (0..<Int.random(in: 1...9, using: &random)).map { "word\($0) **b**" }
      let text = words.joined(separator: " ")
      let end = Int.random(in: 1...text.utf8.count, using: &random)
      lines += "{\"id\":\(id),\"text\":\"\(text)\",\"start\":0,\"end\":\(end),"
      lines += "\"command\":\"strong\"}\n"
      if id % 10 == 0 { lines += "no JSON\n" }
    }
    let input = Array(lines.utf8)
    let one = try ToolRun(["batch", "--jobs", "1"], input: input)
    let eight = try ToolRun(["batch", "-j", "8"], input: input)
    #expect(one.status == 0 && eight.status == 0)
    #expect(one.output == eight.output, "seed \(RandomTests.seed)")
    let ids = one.text.split(separator: "\n").compactMap { line in
      line.hasPrefix("{\"id\":null") ? nil : Int(line.dropFirst(6).prefix { $0.isNumber })
    }
    #expect(ids == Array(0..<90))
    #expect(one.text.split(separator: "\n").count == 99)
  }

  /// NUL, control characters, lone CRs and all other text must be preserved.
  @Test func textComesBackExactly() throws {
    let text = "a\u{0}b\u{1B}[31m\r\n\rc\u{7F}\u{9B}\u{FEFF}\u{FFFF}\u{10FFFF}\"\\\n"
    var request = JSONWriter()
    request.object { request in
      request.key("id")
      request.number(1)
      request.key("text")
      request.string(text)
      request.key("start")
      request.number(0)
      request.key("end")
      request.number(0)
      request.key("command")
      request.string("strong")
      request.key("action")
      request.string("unmark")
    }
    let run = try ToolRun(["batch"], input: request.bytes)
    var reader = try JSONReader(run.output)
    _ = try reader.readKey(isFirst: true)
    _ = try reader.readCount()
    #expect(try reader.readKey(isFirst: false) == "text")
    #expect(try reader.readString() == Array(text.utf8))
    #expect(run.text.contains("\"unchanged\""))
  }

  @Test func jobsAreBounded() throws {
    for jobs in ["0", "-1", "1025", "many"] {
      let run = try ToolRun(["batch", "--jobs=\(jobs)"])
      #expect(run.status == 64 && run.errors.hasPrefix("mdedit: "))
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDiskEndsTheRun() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let process = Process()
    process.executableURL = Tool.url
    process.arguments = ["batch"]
    let (input, errors) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = full
    process.standardError = errors
    try process.run()
    // The input stays open, so the run must not wait for its end.
    try input.fileHandleForWriting.write(contentsOf: Data("{}\n".utf8))
    let message = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    #expect(message == "mdedit: standard output: No space left on device.\n")
  }
}
