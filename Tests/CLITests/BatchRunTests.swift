import Foundation
import Testing

@Suite struct BatchRunTests {
  private func start(
    output: Any, errors: Any = FileHandle.standardError
  ) throws -> (Process, input: FileHandle) {
    let process = Process()
    process.executableURL = Tool.url
    process.arguments = ["batch"]
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return (process, input.fileHandleForWriting)
  }

  /// A peer that writes one line and waits must get its answer.
  @Test(.timeLimit(.minutes(10))) func everyLineIsAnsweredAtOnce() throws {
    let output = Pipe()
    let (process, input) = try start(output: output)
    for id in 0..<20 {
      try input.write(contentsOf: Data("\(batchLine("a", 0, 1, id: id))\n".utf8))
      let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      #expect(answer.hasPrefix("{\"id\":\(id),\"text\":\"**a**\"") && answer.hasSuffix("\n"))
    }
    try input.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDiskEndsTheRun() throws {
    let errors = Pipe()
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let (process, input) = try start(output: full, errors: errors)
    // The input stays open, so the run must not wait for its end.
    try input.write(contentsOf: Data("{}\n".utf8))
    let message = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    #expect(
      String(decoding: message, as: UTF8.self)
        == "mdedit: standard output: No space left on device.\n")
  }
}
