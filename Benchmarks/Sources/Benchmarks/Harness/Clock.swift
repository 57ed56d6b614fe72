import Foundation

/// The CPU time of the process, which excludes other processes.
enum CPUClock {
  /// Nanoseconds of CPU time since the process began.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Returns the CPU time that `body` takes, in nanoseconds, and its result.
  static func time<Value>(_ body: () throws -> Value) rethrows -> (Double, Value) {
    let start = now
    let value = try body()
    return (Double(now - start), value)
  }
}

/// Prevents the compiler from removing work whose result is not used.
@inline(never)
func blackHole<Value>(_ value: Value) {
  withUnsafePointer(to: value) { _ = $0 }
}
