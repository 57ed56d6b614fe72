/// A state that several threads share. One at a time can access it, or wait for a change.
///
/// It is sendable because every access to the state holds the lock.
final class Monitor<State>: @unchecked Sendable {
  /// The kinds of threads that wait for a change.
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

  /// Runs `body` with exclusive access; while it returns nil, waits for a wake-up of `role`.
  func waiting<Result>(as role: Role, _ body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(conditions + role.rawValue, mutex)
    }
  }

  /// Runs `body` with exclusive access, then wakes the threads that it returns.
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

/// The threads to wake after a change.
enum Wakeup {
  case nobody, oneWorker, reader, everybody
}

/// Starts a detached thread that runs `body`.
func startThread(_ body: @escaping () -> Void) throws(SystemError) {
  final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  // A document with deep nesting needs more than the 512 kB that some systems provide.
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
