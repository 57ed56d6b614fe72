import LanguageServer

/// Connects a language server to two streams and to threads, until the client ends it.
///
/// One thread reads the client's messages. The loop passes them to the server in order, starts a thread for each task
/// that the server returns, and writes all answers. So no task delays a change of a text, or the cancellation of a
/// request.
package struct LanguageServerLoop {
  private enum Event: Sendable {
    case received(Received)
    case finished(Work.Finished)
    /// The end of the client's stream, or the reason why it cannot be read.
    case end(SystemError?)
  }

  private struct State: Sendable {
    var events: [Event] = []
    /// The numbers of the running tasks whose requests are canceled.
    var canceled: Set<Int> = []
  }

  private var server: LanguageServer
  private let input: Int32
  private let output: Int32
  private let monitor = Monitor(State())
  /// The number of events that may wait before the client's stream is read further.
  private static let eventLimit = 4096

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
      try startThread { [input, monitor] in Self.readMessages(of: input, into: monitor) }
      var isAtEnd = false
      while !isAtEnd || !server.isIdle {
        let (event, isQuiet) = monitor.waiting(as: .owner) { state in
          state.events.isEmpty ? nil : (state.events.removeFirst(), state.events.isEmpty)
        }
        switch event {
        case .received(let received): server.receive(received)
        case .finished(let finished): server.finish(finished)
        case .end(nil): isAtEnd = true
        case .end(let error?): throw error
        }
        let canceled = server.canceled
        monitor.changing { state in
          state.canceled = canceled
          return .reader
        }
        while let work = server.nextWork(isQuiet: isQuiet) { start(work) }
        try send()
        if let status = server.exitStatus { return status }
      }
      return 1
    } catch {
      throw Failure(.inputOutput, "the client's stream: \(error.reason).")
    }
  }

  private mutating func start(_ work: Work) {
    let number = work.number
    let monitor = monitor
    let run = {
      let finished = work.run { monitor.waiting(as: .worker) { $0.canceled.contains(number) } }
      monitor.changing { state in
        state.events.append(.finished(finished))
        return .everybody
      }
    }
    do { try startThread(run) } catch {
      // No room for another thread.
      run()
    }
  }

  private static func readMessages(of input: Int32, into monitor: Monitor<State>) {
    var frames = FrameReader()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var end: Event?
    while end == nil {
      var events: [Event] = []
      do throws(SystemError) {
        let count = try readSome(from: input, into: &chunk)
        events = frames.feed(chunk[..<count]).map { .received(Received($0)) }
        if count == 0 { end = .end(nil) }
      } catch { end = .end(error) }
      if let end { events.append(end) }
      monitor.waiting(as: .reader) { $0.events.count < eventLimit ? () : nil }
      monitor.changing { state in
        state.events += events
        return .everybody
      }
    }
  }

  private mutating func send() throws(SystemError) {
    for content in server.takeOutgoing() {
      try writeAll(Array("Content-Length: \(content.count)\r\n\r\n".utf8), to: output)
      try writeAll(content, to: output)
    }
  }
}
