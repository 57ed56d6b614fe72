/// The limits of a source that libcmark may parse.
///
/// Three kinds of input make libcmark 0.30.2 quadratic (CVE-2023-22486 and CVE-2023-24824 among
/// them), and it aborts the process when an allocation fails. A scan of the source computes an
/// upper bound of the steps beyond those of a linear parser; real documents stay far below.
public struct ParsingLimits: Hashable, Sendable {
  /// The greatest number of bytes of a source; ``greatestByteCount`` caps it.
  public var byteCount: Int
  /// The greatest number of steps, of about 3 ns each, beyond those of a linear parser.
  ///
  /// Another 16 per byte are always allowed, so that the time stays in proportion to the source.
  public var steps: Int
  /// The greatest estimate of the bytes that libcmark and its copied tree need beside the source.
  public var memory: Int

  /// The default limits: 16 MiB, a fifth of a second, and 512 MiB of memory. That is the estimate
  /// for 14 MiB of real text, which takes two thirds of it.
  ///
  /// Commands parse in some twenty places and share the process's memory. So a program with limits
  /// of its own, such as `mdedit --memory`, sets them here once, before it reads anything.
  public package(set) nonisolated(unsafe) static var standard = ParsingLimits()

  /// The greatest number of bytes that are ever parsed (256 MiB), so that 32-bit offsets suffice.
  public static let greatestByteCount = 1 << 28

  /// The greatest number of bytes that are ever rendered (32 MiB): HTML may be 27 times as long.
  public static let maximumRenderedByteCount = 1 << 25

  /// Creates limits, with defaults for those not given.
  public init(byteCount: Int = 1 << 24, steps: Int = 1 << 26, memory: Int = 1 << 29) {
    self.byteCount = byteCount
    self.steps = steps
    self.memory = memory
  }
}

extension ParsingLimits {
  /// Returns the reason not to parse `source`, or nil if it may be parsed. O(*n*).
  package func refusal(of source: [UInt8]) -> ParsingRefusal? {
    do throws(ParsingRefusal) {
      try source.withUnsafeBufferPointer { (bytes) throws(ParsingRefusal) in try admit(bytes) }
      return nil
    } catch {
      return error
    }
  }

  /// Throws if `source` exceeds these limits.
  func admit(_ source: UnsafeBufferPointer<UInt8>) throws(ParsingRefusal) {
    let limit = min(byteCount, Self.greatestByteCount)
    if source.count > limit {
      throw .tooLarge(byteCount: source.count, limit: limit)
    }
    if source.count > memory / MemoryEstimate.most {
      let estimate = MemoryEstimate.byteCount(of: source)
      if estimate > Int64(memory) {
        throw .tooMuchMemory(
          byteCount: Int(truncatingIfNeeded: min(estimate, Int64(Int.max))), limit: memory)
      }
    }
    // No estimate exceeds twice the square of the size, so a small source needs no scan.
    let size = Int64(source.count)
    if 2 * size * size <= Int64(steps) { return }
    var estimate = WorkEstimate(of: source, allowing: Int64(steps) + 16 * size)
    try estimate.scan()
  }
}
