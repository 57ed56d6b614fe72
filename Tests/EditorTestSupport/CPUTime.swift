import Foundation

/// The time that a processor spends on something. Unlike the time on a clock, it is hardly longer on
/// a busy machine.
public enum CPUTime {
  /// Returns the seconds that this thread spends in `body`.
  public static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now(CLOCK_THREAD_CPUTIME_ID)
    try body()
    return now(CLOCK_THREAD_CPUTIME_ID) - start
  }

  /// Returns the least of `count` results of `seconds`, which other processes disturb least.
  public static func least(of count: Int, _ seconds: () throws -> Double) rethrows -> Double {
    try (0..<count).map { _ in try seconds() }.min() ?? 0
  }

  /// Whether `body` takes at most ten times as long for four times the size, in one of six trials.
  /// Quadratic time is sixteen times as long.
  public static func growsInProportion(from size: Int, _ body: (Int) -> Void) -> Bool {
    (0..<6).contains { _ in
      let small = seconds { body(size) }
      return seconds { body(4 * size) } <= max(10 * small, 0.005)
    }
  }

  /// Returns the seconds that the process `identifier` has spent, or nil if they are not known.
  public static func seconds(ofProcess identifier: pid_t) -> Double? {
    #if os(Linux)
      var clock = clockid_t()
      return clock_getcpuclockid(identifier, &clock) == 0 ? now(clock) : nil
    #else
      return nil
    #endif
  }

  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
