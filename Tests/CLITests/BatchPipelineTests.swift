import Foundation
import MdeditKit
import Testing

/// Runs a pipeline from a file to a file, with short lines and a custom answer.
private func pipe(
  _ input: String, jobs: Int = 3, limit: Int = 1 << 20,
  _ answer: @escaping @Sendable (BatchLine) -> [UInt8]
) throws -> String {
  let scratch = try Scratch()
  let source = try FileHandle(forReadingFrom: URL(filePath: scratch.file("in", input)))
  let target = try FileHandle(forWritingTo: URL(filePath: scratch.file("out", "")))
  try BatchPipeline(jobs: jobs, lineLimit: limit, answer: answer)
    .run(input: source.fileDescriptor, output: target.fileDescriptor)
  return String(decoding: try scratch.bytes(of: "out"), as: UTF8.self)
}

@Suite struct BatchPipelineTests {
  @Test func linesEndWithLFOrTheEnd() throws {
    let echo: @Sendable (BatchLine) -> [UInt8] = { Array("<\($0)>\n".utf8) }
    func lines(_ texts: String...) -> String {
      texts.map { "<\(BatchLine.complete(Array($0.utf8)))>\n" }.joined()
    }
    #expect(try pipe("", echo) == "")
    #expect(try pipe("\n", echo) == lines(""))
    #expect(try pipe("a\n\nb\r\nc", echo) == lines("a", "", "b\r", "c"))
  }

  @Test func aLongLineIsPassedOverAndTheStreamGoesOn() throws {
    let long = String(repeating: "x", count: 300_000)
    let output = try pipe("a\n\(long)\nb\n\(long)", limit: 100_000) { line in
      switch line {
      case .complete(let bytes): bytes + [0x0A]
      case .tooLong(let limit): Array("over \(limit)\n".utf8)
      }
    }
    #expect(output == "a\nover 100000\nb\nover 100000\n")
  }

  @Test(arguments: [1, 2, 7]) func linesAboutADocumentWaitForThoseBefore(_ jobs: Int) throws {
    let words = (0..<300).map { _ in "word" }.joined(separator: " ")
    var lines = [#"{"id":0,"command":"open","document":"d","text":"\#(words)"}"#]
    // From the end, so that no selection moves.
    for index in (0..<300).reversed() {
      lines.append(
        #"{"id":1,"command":"strong","document":"d","start":\#(5 * index),"end":\#(5 * index + 4)}"#
      )
      lines.append(#"{"id":2,"command":"code","text":"a","start":0,"end":1}"#)
    }
    lines.append(#"{"id":3,"command":"emphasis","document":"d","start":0,"end":9}"#)
    let responder = BatchResponder()
    let output = try pipe(lines.joined(separator: "\n"), jobs: jobs) { responder.answer(to: $0) }
    #expect(!output.contains("error"))
    let answers = output.split(separator: "\n")
    #expect(answers.count == lines.count)
    #expect(answers.last?.contains(#""edits""#) == true)
  }

  @Test(arguments: [1, 2, 7]) func answersKeepTheOrderOfTheLines(_ jobs: Int) throws {
    let input = (0..<5000).map { "\($0)\n" }.joined()
    let output = try pipe(input, jobs: jobs) { line in
      guard case .complete(let bytes) = line else { return [] }
      // Answers take different times, so they are ready out of order.
      usleep(UInt32(bytes.reduce(0) { $0 &+ Int($1) } % 5) * 20)
      return bytes + [0x0A]
    }
    #expect(output == input)
  }

  @Test func linesInFlightAreBounded() throws {
    // Nobody reads the answers, so only few lines may be read.
    let (input, output) = (Pipe(), Pipe())
    let counter = Counter()
    let pipeline = BatchPipeline(jobs: 2) { _ in
      counter.add()
      return [UInt8](repeating: 0x78, count: 1000) + [0x0A]
    }
    Thread.detachNewThread {
      let writing = output.fileHandleForWriting
      try? pipeline.run(
        input: input.fileHandleForReading.fileDescriptor, output: writing.fileDescriptor)
      try? writing.close()
    }
    Thread.detachNewThread {
      try? input.fileHandleForWriting.write(contentsOf: Data(repeating: 0x0A, count: 100_000))
      try? input.fileHandleForWriting.close()
    }
    #expect(counter.settledValue() < 1000)
    let answers = output.fileHandleForReading.readDataToEndOfFile()
    #expect(answers.count == 100_000 * 1001)
    #expect(counter.value == 100_000)
  }

  @Test func aFailureToReadIsToldAfterTheAnswers() throws {
    let scratch = try Scratch()
    let target = try FileHandle(forWritingTo: URL(filePath: scratch.file("out", "")))
    let folder = open(scratch.url.path, O_RDONLY)
    defer { close(folder) }
    #expect {
      try BatchPipeline().run(input: folder, output: target.fileDescriptor)
    } throws: {
      ($0 as? Failure)?.message == "standard input: reading failed: Is a directory."
    }
  }
}

private final class Counter: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var count = 0

  func add() { lock.withLock { count += 1 } }

  var value: Int { lock.withLock { count } }

  /// Returns the value once it is above 0 and no longer grows.
  func settledValue() -> Int {
    var last = 0
    for _ in 0..<200 {
      Thread.sleep(forTimeInterval: 0.2)
      let now = value
      if now > 0 && now == last { break }
      last = now
    }
    return last
  }
}
