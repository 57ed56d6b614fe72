/// Reads lines, answers them on several threads, and writes the answers in the order of the lines.
///
/// An answer is written as soon as all earlier answers are. So a program that writes one line and
/// waits gets its answer. The number and size of the lines in flight is limited: if the answers are
/// read slowly, reading pauses.
package struct BatchPipeline: Sendable {
  /// The default maximum length of a line, in bytes.
  package static let lineLimit = 1 << 24

  /// The number of threads that answer lines.
  package var jobs: Int
  /// The maximum length of a line, in bytes.
  package var lineLimit: Int
  /// Answers a line; called on several threads.
  package var answer: @Sendable (BatchLine) -> [UInt8]

  package init(
    jobs: Int = processorCount(), lineLimit: Int = Self.lineLimit,
    answer: @escaping @Sendable (BatchLine) -> [UInt8] = { BatchResponder().answer(to: $0) }
  ) {
    self.jobs = max(1, jobs)
    self.lineLimit = lineLimit
    self.answer = answer
  }

  /// Answers the lines of `input` on `output`, both file descriptors, until `input` ends.
  ///
  /// - Throws: a ``Failure`` of status `inputOutput` if reading or writing fails. Lines that were
  ///   read before reading failed are answered.
  package func run(input: Int32, output: Int32) throws(Failure) {
    let monitor = Monitor(BatchState(countLimit: 64 * jobs, byteLimit: 1 << 25))
    do {
      for _ in 0..<jobs {
        try startThread { [answer] in work(on: monitor, output: output, answer) }
      }
      // Reading may block forever, so it has a thread that is never joined.
      try startThread { [lineLimit] in
        feed(monitor, LineReader(descriptor: input, limit: lineLimit))
      }
    } catch {
      monitor.changing { state in
        state.fail(Failure(.inputOutput, "no thread: \(error.reason)."))
      }
    }
    let failure: Failure? = monitor.waiting(as: .owner) { state in
      if let failure = state.failure, !state.isWriting { return .some(failure) }
      return state.isDone ? .some(state.readFailure) : nil
    }
    if let failure { throw failure }
  }
}

/// Adds the lines of `reader` to those in flight until there are no more.
private func feed(_ monitor: Monitor<BatchState>, _ reader: LineReader) {
  var reader = reader
  while true {
    do throws(SystemError) {
      guard let line = try reader.next() else { return monitor.changing { $0.close(nil) } }
      let goesOn = monitor.waiting(as: .reader) { state -> Bool? in
        if state.failure != nil { return false }
        return state.hasRoom ? true : nil
      }
      guard goesOn else { return }
      monitor.changing { $0.add(line) }
    } catch {
      let failure = Failure(.inputOutput, "standard input: reading failed: \(error.reason).")
      return monitor.changing { $0.close(failure) }
    }
  }
}

/// Answers lines until there are no more, and writes the answers that are due.
private func work(
  on monitor: Monitor<BatchState>, output: Int32, _ answer: (BatchLine) -> [UInt8]
) {
  while let (number, line) = monitor.waiting(as: .worker, { $0.take() }) {
    let bytes = answer(line)
    var ready: [UInt8]?
    monitor.changing { state in
      state.finish(number, bytes)
      ready = state.takeOutput()
      return .nobody
    }
    while let answers = ready {
      var failure: Failure?
      do {
        try writeAll(answers, to: output)
      } catch {
        failure = Failure(.inputOutput, "standard output: \(error.reason).")
      }
      ready = nil
      monitor.changing { state in
        let wakeup = state.didWrite(failure)
        ready = state.takeOutput()
        return wakeup
      }
    }
  }
}
