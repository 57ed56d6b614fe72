/// A state that several threads share: one at a time may look at it, and wait for it to change.
final class Monitor<State>: @unchecked Sendable {
  /// Who waits for a change.
  enum Role: Int, CaseIterable {
    case worker, reader, owner
  }

  private var state: State
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let conditions: UnsafeMutablePointer<pthread_cond_t>

  init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    conditions = .allocate(capacity: Role.allCases.count)
    conditions.initialize(repeating: pthread_cond_t(), count: Role.allCases.count)
    for role in Role.allCases { pthread_cond_init(conditions + role.rawValue, nil) }
  }

  deinit {
    for role in Role.allCases { pthread_cond_destroy(conditions + role.rawValue) }
    pthread_mutex_destroy(mutex)
    conditions.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` alone; where it gives nil, waits until a `role` is woken and runs it again.
  func waiting<Result>(as role: Role, _ body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(conditions + role.rawValue, mutex)
    }
  }

  /// Runs `body` alone, then wakes those whom it names.
  func changing(_ body: (inout State) -> Wakeup) {
    pthread_mutex_lock(mutex)
    let wakeup = body(&state)
    pthread_mutex_unlock(mutex)
    switch wakeup {
    case .nobody: break
    case .oneWorker: pthread_cond_signal(conditions + Role.worker.rawValue)
    case .reader: pthread_cond_signal(conditions + Role.reader.rawValue)
    case .everybody:
      for role in Role.allCases { pthread_cond_broadcast(conditions + role.rawValue) }
    }
  }
}

/// Who must look at a state again after a change.
enum Wakeup {
  case nobody, oneWorker, reader, everybody
}

/// Starts a thread that runs `body` and ends with it; nobody waits for it.
///
/// - Throws: a ``SystemError`` where the system has no room for another thread.
func startThread(_ body: @escaping () -> Void) throws(SystemError) {
  final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  // Deep nesting in a document needs more than the 512 kB that some systems give.
  pthread_attr_setstacksize(&attributes, 4 << 20)
  let box = Unmanaged.passRetained(Box(body))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let result = pthread_create(
    &thread, &attributes,
    { argument in
      #if canImport(Darwin)
        Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
      #else
        if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
      #endif
      return nil
    }, box.toOpaque())
  if result != 0 {
    box.release()
    throw SystemError(result)
  }
}
