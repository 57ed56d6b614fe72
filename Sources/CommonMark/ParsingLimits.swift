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
  package func refusal(of source: [UInt8]) -> ParsingRefusal? {
    do throws(ParsingRefusal) {
      try source.withUnsafeBufferPointer { (bytes) throws(ParsingRefusal) in try admit(bytes) }
      return nil
    } catch {
      return error
    }
  }

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

/// The reason not to parse a source: libcmark would take minutes, or abort, or another library answers.
public enum ParsingRefusal: Error, Hashable, Sendable {
  /// The source has `byteCount` bytes, more than `limit`.
  case tooLarge(byteCount: Int, limit: Int)
  /// Up to `count` quotes and list items may be nested at the 1-based `line`, with so much text in
  /// them that libcmark would be slow.
  case tooManyContainers(line: Int, count: Int)
  /// The block at the 1-based `line` has `count` image openers (`![`) that are not plainly closed,
  /// and so many `]` that libcmark would be slow.
  case tooManyImageOpeners(line: Int, count: Int)
  /// Parsing the source may take `byteCount` bytes of memory, more than `limit`.
  case tooMuchMemory(byteCount: Int, limit: Int)
  /// The program was compiled with one library's header, and another library's functions are called.
  ///
  /// On Linux, swift-markdown links swift-cmark, whose functions have libcmark's names. A program
  /// that uses both depends on this package with the trait `SwiftCMark`.
  case otherLibrary
}

extension ParsingRefusal: CustomStringConvertible {
  /// A sentence with the line and the figures.
  public var description: String {
    switch self {
    case .tooLarge(let byteCount, let limit):
      sentence("The text has ", byteCount, " bytes; at most ", limit, " are parsed.")
    case .tooManyContainers(let line, let count):
      sentence(
        "Line ", line, " is within ", count,
        " quotes and list items, which would take too long to parse.")
    case .tooManyImageOpeners(let line, let count):
      sentence(
        "The block at line ", line, " has ", count,
        " unclosed “![”, which would take too long to parse.")
    case .tooMuchMemory(let byteCount, let limit):
      sentence(
        "To parse the text may take ", byteCount >> 20, " MB of memory; at most ", limit >> 20,
        " are used.")
    case .otherLibrary:
      "Nothing can be parsed: another library (" + ParsingLibrary.version + ") replaces "
        + ParsingLibrary.name
        + " in this program. If it is that of swift-markdown, add the trait SwiftCMark to the package MarkdownEditing."
    }
  }
}

/// Interpolates in one place: each number in a string adds half a kilobyte to the C library.
@inline(never)
private func sentence(
  _ start: String, _ first: Int, _ middle: String, _ second: Int, _ end: String
) -> String {
  "\(start)\(first)\(middle)\(second)\(end)"
}
