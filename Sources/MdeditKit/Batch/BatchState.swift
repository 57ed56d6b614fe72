/// The lines in flight: those without an answer, and those whose answer is not written yet.
struct BatchState {
  private enum Slot {
    case waiting(BatchLine)
    case taken
    case answered([UInt8])
  }

  private let countLimit: Int
  private let byteLimit: Int
  /// The lines in flight, in order; the first has the number `firstNumber`.
  private var slots: [Slot] = []
  private var sizes: [Int] = []
  /// Whether each line waits for all lines before it.
  private var isOrdered: [Bool] = []
  /// The number of lines that are being answered.
  private var running = 0
  private var head = 0
  private var firstNumber = 0
  private var nextToTake = 0
  private var byteCount = 0
  private var isClosed = false
  /// The number of answers that are being written.
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
      // A waiting reader resumes when half of the room is free, not at every line.
      let share = readerWaits ? 2 : 1
      let room = count == 0 || (count < countLimit / share && byteCount < byteLimit / share)
      readerWaits = !room
      return room
    }
  }

  /// Adds a line; returns the threads to wake.
  mutating func add(_ line: BatchLine) -> Wakeup {
    slots.append(.waiting(line))
    sizes.append(line.byteCount)
    isOrdered.append(line.isOrdered)
    byteCount += line.byteCount
    return .oneWorker
  }

  /// Ends the input; returns the threads to wake.
  mutating func close(_ failure: Failure?) -> Wakeup {
    isClosed = true
    readFailure = failure
    return .everybody
  }

  /// Stops after a failure; returns the threads to wake.
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
    if isOrdered[index], running > 0 { return nil }
    guard case .waiting(let line) = slots[index] else {
      preconditionFailure("line \(nextToTake) is taken twice")
    }
    slots[index] = .taken
    nextToTake += 1
    running += 1
    return .some((nextToTake - 1, line))
  }

  /// Stores the answer to the line `number`.
  mutating func finish(_ number: Int, _ answer: [UInt8]) {
    let index = head + number - firstNumber
    running -= 1
    slots[index] = .answered(answer)
    byteCount += answer.count - sizes[index]
    sizes[index] = answer.count
  }

  /// The answers to write next; nil if there are none, or if another thread is writing.
  mutating func takeOutput() -> [UInt8]? {
    guard writing == 0, failure == nil else { return nil }
    var output: [UInt8] = []
    var index = head
    while index < slots.count, case .answered(let answer) = slots[index] {
      if output.isEmpty { output = answer } else { output += answer }
      slots[index] = .answered([])
      index += 1
    }
    writing = index - head
    return writing == 0 ? nil : output
  }

  /// Records that the answers were written; returns the threads to wake.
  mutating func didWrite(_ failure: Failure?) -> Wakeup {
    for index in head..<head + writing { byteCount -= sizes[index] }
    head += writing
    firstNumber += writing
    writing = 0
    if head > 1024, head * 2 > slots.count {
      slots.removeFirst(head)
      sizes.removeFirst(head)
      isOrdered.removeFirst(head)
      head = 0
    }
    if let failure { return fail(failure) }
    if isDone { return .everybody }
    return readerWaits && hasRoomAfterWaiting ? .reader : .nobody
  }

  private var hasRoomAfterWaiting: Bool {
    count == 0 || (count < countLimit / 2 && byteCount < byteLimit / 2)
  }
}
