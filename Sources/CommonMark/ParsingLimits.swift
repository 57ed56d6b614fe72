/// What a source may contain before libcmark is asked to parse it.
///
/// Three kinds of input make libcmark 0.30.2 quadratic (CVE-2023-22486 and CVE-2023-24824 among
/// them), and it aborts the process when an allocation fails. A scan of the source computes an
/// upper bound of the steps beyond those of a linear parser; real documents stay far below.
public struct ParsingLimits: Hashable, Sendable {
  /// The most bytes a source may have; ``greatestByteCount`` caps it.
  public var byteCount: Int
  /// The most steps of about 3 ns each that libcmark may take beyond those of a linear parser.
  ///
  /// Another 16 per byte are always allowed, so that the time stays in proportion to the source.
  public var steps: Int
  /// The most bytes of memory that libcmark and the tree made of it may take, as estimated from what
  /// the source holds; beside the source itself.
  public var memory: Int

  /// The limits that apply where none are given: 16 MiB, a fifth of a second, and 512 MiB of memory,
  /// which real text of 14 MiB is estimated to take (and of which it takes two thirds).
  ///
  /// A command parses at some twenty places, and memory is the process's. So a program with bounds of
  /// its own, as `mdedit --memory` has, sets them here for all: once, before it reads anything.
  public package(set) nonisolated(unsafe) static var standard = ParsingLimits()

  /// The most bytes that are ever parsed (256 MiB): what is made of them fits 32-bit offsets.
  public static let greatestByteCount = 1 << 28

  /// The most bytes that are ever rendered (32 MiB): a byte of source becomes up to 27 bytes of HTML.
  public static let greatestRenderedByteCount = 1 << 25

  /// Creates limits; what is left out has its standard value.
  public init(byteCount: Int = 1 << 24, steps: Int = 1 << 26, memory: Int = 1 << 29) {
    self.byteCount = byteCount
    self.steps = steps
    self.memory = memory
  }
}

extension ParsingLimits {
  /// Why a source would not be parsed; nil where it would. O(*n*).
  package func refusal(of source: [UInt8]) -> ParsingRefusal? {
    do throws(ParsingRefusal) {
      try source.withUnsafeBufferPointer { (bytes) throws(ParsingRefusal) in try admit(bytes) }
      return nil
    } catch {
      return error
    }
  }

  /// Throws where `source` exceeds these limits.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `source`; some gigabytes a second.
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
