/// A leaf of a rope: up to a kilobyte of UTF-8 as a gap buffer.
///
/// The text is what stands before the gap and behind it. The gap lies where the last edit was, so
/// that typing moves no bytes.
struct Leaf: Sendable {
  /// Content and gap.
  private(set) var bytes: [UInt8]
  /// Where the gap begins.
  private(set) var gapStart: Int32
  /// Where the gap ends.
  private(set) var gapEnd: Int32

  #if DEBUG
    /// The most bytes in a leaf; small in debug builds, so that small tests build deep trees.
    static let capacity = 64
  #else
    /// The most bytes in a leaf; with its header an array of so many fills 66 words of 16 bytes.
    static let capacity = 1008
  #endif
  /// How full the leaves of a text are when it is loaded: the first edits find room, and a cut may
  /// move by a CR LF or the bytes of a scalar.
  static let loadedCount = capacity - max(8, capacity / 20)
  /// The fewest bytes in a leaf that is not the only one.
  static let minimum = capacity / 4

  /// The leaf without text.
  init() {
    bytes = []
    gapStart = 0
    gapEnd = 0
  }

  /// A leaf of `content`; with all its room where it is not small, so that small texts stay small.
  init(_ content: UnsafeBufferPointer<UInt8>) {
    let room = content.count < Leaf.capacity / 2 ? content.count : Leaf.capacity
    bytes = [UInt8](unsafeUninitializedCapacity: room) { target, count in
      _ = target.update(fromContentsOf: content)
      UnsafeMutableBufferPointer(rebasing: target[content.count..<room]).initialize(repeating: 0)
      count = room
    }
    gapStart = Int32(truncatingIfNeeded: content.count)
    gapEnd = Int32(truncatingIfNeeded: room)
  }

  /// The number of bytes of text.
  @inline(__always)
  var count: Int { bytes.count - Int(gapEnd - gapStart) }

  /// The byte at `offset`.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    bytes[offset < Int(gapStart) ? offset : offset + Int(gapEnd - gapStart)]
  }

  /// Whether a byte of the leaf continues a scalar.
  @inline(__always)
  func isInsideScalar(_ offset: Int) -> Bool { byte(at: offset) & 0xC0 == 0x80 }

  /// Replaces text, and returns what it made the leaf grow by in every unit.
  ///
  /// - Precondition: the range lies in the leaf, and the result fits.
  mutating func replace(
    _ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>
  ) -> TextSummary {
    let count = self.count
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range outside a leaf")
    precondition(count - range.count + new.count <= Leaf.capacity, "too much text for a leaf")
    if new.count > Int(gapEnd - gapStart) + range.count { makeRoom() }
    if bytes.isEmpty { return TextSummary() }
    var gap = Int(gapStart)..<Int(gapEnd)
    let growth = bytes.withUnsafeMutableBufferPointer { buffer in
      Self.replace(range, with: new, gap: &gap, in: buffer)
    }
    gapStart = Int32(truncatingIfNeeded: gap.lowerBound)
    gapEnd = Int32(truncatingIfNeeded: gap.upperBound)
    return growth
  }

  /// Replaces text in a gap buffer; the ranges were checked against it.
  @inline(__always)
  private static func replace(
    _ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>, gap: inout Range<Int>,
    in buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> TextSummary {
    guard let base = buffer.baseAddress else { return TextSummary() }
    moveGap(&gap, into: range, base)
    let removedBefore = UnsafeBufferPointer(
      start: base + range.lowerBound, count: gap.lowerBound - range.lowerBound)
    let removedAfter = UnsafeBufferPointer(
      start: base + gap.upperBound, count: range.upperBound - gap.lowerBound)
    let end = gap.upperBound + removedAfter.count
    // A line feed ends a line of its own only where no carriage return stands before it.
    let startsAfterReturn = range.lowerBound > 0 && base[range.lowerBound - 1] == 0x0D
    let splitsAfterReturn = removedBefore.last.map { $0 == 0x0D } ?? startsAfterReturn
    let endedAfterReturn = removedAfter.last.map { $0 == 0x0D } ?? splitsAfterReturn
    let endsAfterReturn = new.last.map { $0 == 0x0D } ?? startsAfterReturn
    var growth = TextSummary(of: new, afterReturn: startsAfterReturn)
    if !range.isEmpty {
      growth -= TextSummary(of: removedBefore, afterReturn: startsAfterReturn)
      growth -= TextSummary(of: removedAfter, afterReturn: splitsAfterReturn)
    }
    if end < buffer.count && base[end] == 0x0A {
      growth.lineBreaks += (endedAfterReturn ? 1 : 0) - (endsAfterReturn ? 1 : 0)
    }
    if let source = new.baseAddress {
      (base + range.lowerBound).update(from: source, count: new.count)
    }
    gap = range.lowerBound + new.count..<end
    return growth
  }

  /// Moves the gap as little as possible, so that it begins in `range`.
  @inline(__always)
  private static func moveGap(
    _ gap: inout Range<Int>, into range: Range<Int>, _ base: UnsafeMutablePointer<UInt8>
  ) {
    if gap.lowerBound < range.lowerBound {
      let count = range.lowerBound - gap.lowerBound
      (base + gap.lowerBound).update(from: base + gap.upperBound, count: count)
      gap = range.lowerBound..<gap.upperBound + count
    } else if gap.lowerBound > range.upperBound {
      let count = gap.lowerBound - range.upperBound
      (base + gap.upperBound - count).update(from: base + range.upperBound, count: count)
      gap = range.upperBound..<gap.upperBound - count
    }
  }

  /// Gives the leaf its full room.
  private mutating func makeRoom() {
    let old = self
    let tail = old.bytes.count - Int(old.gapEnd)
    bytes = [UInt8](unsafeUninitializedCapacity: Leaf.capacity) { target, count in
      target.initialize(repeating: 0)
      old.withSpans { before, after in
        _ = target.update(fromContentsOf: before)
        _ = UnsafeMutableBufferPointer(rebasing: target[(Leaf.capacity - tail)...])
          .update(fromContentsOf: after)
      }
      count = Leaf.capacity
    }
    gapEnd = Int32(truncatingIfNeeded: Leaf.capacity - tail)
  }
}
