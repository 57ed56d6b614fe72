import CCmark
import Foundation

/// The CPU time of the process: what other processes do does not count.
enum CPUClock {
  /// Nanoseconds of CPU time since the process began.
  static var now: UInt64 { nanoseconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// The CPU time that `body` takes, in nanoseconds.
  static func time<Value>(_ body: () throws -> Value) rethrows -> (Double, Value) {
    let start = now
    let value = try body()
    return (Double(now - start), value)
  }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// The heap of the process.
enum Heap {
  /// The bytes that are allocated; nil where the system does not say.
  static var bytesInUse: Int? {
    #if canImport(Glibc)
      let info = mallinfo2()
      return Int(info.uordblks + info.hblkhd)
    #else
      return nil
    #endif
  }
}

/// Keeps the compiler from leaving out work whose result nobody looks at.
@inline(never)
func blackHole<Value>(_ value: Value) {
  withUnsafePointer(to: value) { _ = $0 }
}
