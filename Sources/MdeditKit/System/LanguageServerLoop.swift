import LanguageServer

/// Carries messages between two streams and a language server, until the client ends it.
///
/// The loop reads all available messages before it answers one, so a request that was cancelled
/// while it waited is not processed.
package struct LanguageServerLoop {
  private var server: LanguageServer
  private var frames = FrameReader()
  private var waiting: [Message] = []
  private let input: Int32
  private let output: Int32
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var isAtEnd = false
  /// The number of waiting messages at which reading pauses.
  private static let waitingLimit = 4096

  package init(_ server: LanguageServer, input: Int32, output: Int32) {
    self.server = server
    self.input = input
    self.output = output
  }

  /// Serves until the client sends `exit` or closes the stream.
  ///
  /// - Returns: the exit status: 0 after `shutdown` and `exit`, else 1.
  package mutating func run() throws(Failure) -> Int32 {
    do throws(SystemError) {
      while true {
        try readWhatCame()
        try send()
        guard !waiting.isEmpty else {
          if isAtEnd { return server.exitStatus ?? 1 }
          continue
        }
        let message = waiting.removeFirst()
        server.receive(message, isCanceled: waiting.contains { $0.cancels(message) })
        if waiting.isEmpty { server.publishDiagnostics() }
        try send()
        if let status = server.exitStatus { return status }
      }
    } catch {
      throw Failure(.inputOutput, "the client's stream: \(error.reason).")
    }
  }

  /// Reads all available messages; waits only if no message is left to answer.
  private mutating func readWhatCame() throws(SystemError) {
    while !isAtEnd, waiting.count < Self.waitingLimit, waiting.isEmpty || hasMore() {
      let size = chunk.count
      let count = try chunk.withUnsafeMutableBufferPointer { (chunk) throws(SystemError) in
        try retrying { read(input, chunk.baseAddress, size) }
      }
      isAtEnd = count == 0
      for frame in frames.feed(chunk[..<count]) {
        if let message = server.read(frame) { waiting.append(message) }
      }
      if waiting.isEmpty { try send() }
    }
  }

  /// Whether the input can be read without waiting.
  private func hasMore() -> Bool {
    var state = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0
  }

  private mutating func send() throws(SystemError) {
    for content in server.takeOutgoing() {
      try writeAll(
        Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content, to: output)
    }
  }
}
