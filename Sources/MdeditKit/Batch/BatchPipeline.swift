/// Reads lines, answers them on several threads, and writes the answers in the order of the lines.
///
/// An answer is written as soon as all earlier answers are. So a program that writes one line and
/// waits gets its answer. The number and size of the lines in flight is limited: if the answers are
/// read slowly, reading pauses.
package struct BatchPipeline: Sendable {
  package static let lineLimit = 1 << 24

  package var jobs: Int
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
      do { try writeAll(answers, to: output) } catch {
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

/// The lines in flight: those without an answer, and those whose answer is not written yet.
struct BatchState {
  private struct Slot {
    /// The line, until a thread answers it; it may have to wait for all lines before it.
    var line: BatchLine?
    var isOrdered: Bool
    var answer: [UInt8]?
    /// The number of bytes of the line, or of the answer.
    var size: Int
  }

  private let countLimit: Int
  private let byteLimit: Int
  /// The lines in flight, in order; the first has the number `firstNumber`.
  private var slots: [Slot] = []
  private var running = 0
  private var head = 0
  private var firstNumber = 0
  private var nextToTake = 0
  private var byteCount = 0
  private var isClosed = false
  private var writing = 0
  private var readerWaits = false

  /// The reason why writing failed; everything stops then.
  private(set) var failure: Failure?
  /// The reason why reading failed; the lines before are still answered.
  private(set) var readFailure: Failure?

  init(countLimit: Int, byteLimit: Int) {
    self.countLimit = countLimit
    self.byteLimit = byteLimit
  }

  private var count: Int { slots.count - head }

  var isWriting: Bool { writing > 0 }
  var isDone: Bool { isClosed && count == 0 }

  /// Whether another line may be read. If none is in flight, any line may be.
  var hasRoom: Bool {
    mutating get {
      readerWaits = !hasRoomNow
      return !readerWaits
    }
  }

  mutating func add(_ line: BatchLine) -> Wakeup {
    slots.append(Slot(line: line, isOrdered: line.isOrdered, size: line.byteCount))
    byteCount += line.byteCount
    return .oneWorker
  }

  mutating func close(_ failure: Failure?) -> Wakeup {
    isClosed = true
    readFailure = failure
    return .everybody
  }

  mutating func fail(_ failure: Failure) -> Wakeup {
    self.failure = self.failure ?? failure
    return .everybody
  }

  /// Takes the next line to answer, with its number. Returns nil if the thread must wait, and
  /// `.some(nil)` if there will be no more lines.
  mutating func take() -> (number: Int, line: BatchLine)?? {
    if failure != nil { return .some(nil) }
    let index = head + nextToTake - firstNumber
    guard index < slots.count else { return isClosed ? .some(nil) : nil }
    // The thread that answers the last line before it will call this next.
    if slots[index].isOrdered, running > 0 { return nil }
    guard let line = slots[index].line else {
      preconditionFailure("line \(nextToTake) is taken twice")
    }
    slots[index].line = nil
    nextToTake += 1
    running += 1
    return .some((nextToTake - 1, line))
  }

  mutating func finish(_ number: Int, _ answer: [UInt8]) {
    let index = head + number - firstNumber
    running -= 1
    byteCount += answer.count - slots[index].size
    slots[index].answer = answer
    slots[index].size = answer.count
  }

  /// The answers to write next; nil if there are none, or if another thread is writing.
  mutating func takeOutput() -> [UInt8]? {
    guard writing == 0, failure == nil else { return nil }
    var output: [UInt8] = []
    var index = head
    while index < slots.count, let answer = slots[index].answer {
      if output.isEmpty { output = answer } else { output += answer }
      slots[index].answer = []
      index += 1
    }
    writing = index - head
    return writing == 0 ? nil : output
  }

  mutating func didWrite(_ failure: Failure?) -> Wakeup {
    for slot in slots[head..<head + writing] { byteCount -= slot.size }
    head += writing
    firstNumber += writing
    writing = 0
    if head > 1024, head * 2 > slots.count {
      slots.removeFirst(head)
      head = 0
    }
    if let failure { return fail(failure) }
    if isDone { return .everybody }
    return readerWaits && hasRoomNow ? .reader : .nobody
  }

  private var hasRoomNow: Bool {
    // A waiting reader resumes when half of the room is free, not at every line.
    let share = readerWaits ? 2 : 1
    return count == 0 || (count < countLimit / share && byteCount < byteLimit / share)
  }
}

package enum BatchLine: Hashable, Sendable {
  case complete([UInt8])
  /// The line had more than `limit` bytes and was skipped.
  case tooLong(limit: Int)

  /// Whether the line contains the word `"document"`, so that it may concern an open document and
  /// must wait for all lines before it.
  var isOrdered: Bool {
    guard case .complete(let bytes) = self else { return false }
    let word: StaticString = "\"document\""
    let size = word.utf8CodeUnitCount
    return bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      var index = 0
      while index + size <= bytes.count,
        let quote = memchr(
          start + index, Int32(UInt8.quotationMark), bytes.count - index - size + 1)
      {
        if memcmp(quote, word.utf8Start, size) == 0 { return true }
        index = UnsafeRawPointer(quote) - start + 1
      }
      return false
    }
  }

  var byteCount: Int {
    switch self {
    case .complete(let bytes): bytes.count
    case .tooLong: 0
    }
  }
}

/// Reads lines from a file descriptor. It never holds more than one line of the maximum length.
package struct LineReader {
  private let descriptor: Int32
  private let limit: Int
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var unread = 0..<0
  private var isAtEnd = false
  private var isFirst = true

  package init(descriptor: Int32, limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// The next line; nil at the end. The last line needs no LF. A byte order mark before the first
  /// line is skipped (RFC 8259 §8.1).
  package mutating func next() throws(SystemError) -> BatchLine? {
    var line: [UInt8] = []
    var count = 0
    while true {
      if unread.isEmpty {
        let available = isAtEnd ? 0 : try readSome(from: descriptor, into: &chunk)
        isAtEnd = available == 0
        if isAtEnd { return count == 0 ? nil : finished(line, count) }
        unread = 0..<available
      }
      let end = lineEnd()
      count += (end ?? unread.upperBound) - unread.lowerBound
      if count <= limit { line += chunk[unread.lowerBound..<(end ?? unread.upperBound)] }
      unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
      if end != nil { return finished(line, count) }
    }
  }

  private mutating func finished(_ line: [UInt8], _ count: Int) -> BatchLine {
    let mark = isFirst ? line.byteOrderMarkCount : 0
    isFirst = false
    guard count <= limit else { return .tooLong(limit: limit) }
    return .complete(mark == 0 ? line : Array(line.dropFirst(mark)))
  }

  private func lineEnd() -> Int? {
    chunk.withUnsafeBytes { chunk -> Int? in
      guard let start = chunk.baseAddress?.advanced(by: unread.lowerBound),
        let found = memchr(start, Int32(UInt8.lineFeed), unread.count)
      else { return nil }
      return unread.lowerBound + (UnsafeRawPointer(found) - start)
    }
  }
}
