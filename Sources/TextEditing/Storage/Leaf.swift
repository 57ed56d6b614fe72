/// A leaf outside its page: up to a kilobyte of UTF-8 in a gap buffer; the gap is at the last edit.
struct Leaf: Sendable {
  /// The text, with the gap.
  private(set) var bytes: [UInt8]
  private(set) var gapStart: Int32
  private(set) var gapEnd: Int32

  #if DEBUG
    /// The maximum size of a leaf in bytes; small in debug builds, so that tests build deep trees.
    static let capacity = 64
  #else
    static let capacity = 1024
  #endif
  /// The size of new leaves: leaves room for first edits, and for moving a cut to a boundary.
  static let loadedCount = capacity - max(8, capacity / 20)
  /// The minimum size of a leaf, unless it is the only one.
  static let minimum = capacity / 4

  init() {
    bytes = []
    gapStart = 0
    gapEnd = 0
  }

  /// Replaces the whole text; the leaf gets its full capacity, with the gap at `offset`.
  mutating func load(_ content: UnsafeBufferPointer<UInt8>, gapAt offset: Int) {
    precondition(offset >= 0 && offset <= content.count, "a gap outside a leaf")
    precondition(content.count <= Leaf.capacity, "too much text for a leaf")
    if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: Leaf.capacity) }
    let end = Leaf.capacity - (content.count - offset)
    bytes.withUnsafeMutableBufferPointer { target in
      _ = target.update(fromContentsOf: UnsafeBufferPointer(rebasing: content[..<offset]))
      _ = UnsafeMutableBufferPointer(rebasing: target[end...])
        .update(fromContentsOf: UnsafeBufferPointer(rebasing: content[offset...]))
    }
    gapStart = Int32(truncatingIfNeeded: offset)
    gapEnd = Int32(truncatingIfNeeded: end)
  }

  /// Removes the text, but keeps the capacity.
  mutating func clear() {
    gapStart = 0
    gapEnd = Int32(truncatingIfNeeded: bytes.count)
  }

  /// The size of the text in bytes.
  @inline(__always)
  var count: Int { bytes.count - Int(gapEnd - gapStart) }

  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    bytes[offset < Int(gapStart) ? offset : offset + Int(gapEnd - gapStart)]
  }

  /// Whether a byte of the leaf is a continuation byte: offset 1 of `"é"`, not offset 0.
  @inline(__always)
  func isInsideScalar(_ offset: Int) -> Bool { byte(at: offset) & 0xC0 == 0x80 }

  /// Traps if an end of the range, which is inside the leaf, splits a scalar.
  @inline(__always)
  func checkBoundaries(_ range: Range<Int>) {
    precondition(
      !isInsideScalar(range.lowerBound) && !isInsideScalar(range.upperBound),
      "an edit cuts a scalar")
  }

  /// Replaces text, and returns the growth of the leaf in every unit.
  @inline(__always)
  mutating func replace(
    _ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>
  ) -> TextSummary {
    let count = self.count
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range outside a leaf")
    precondition(
      new.count <= Int(gapEnd - gapStart) + range.count, "too much text for a leaf")
    let gap = Int(gapStart)..<Int(gapEnd)
    // The growth is returned in one word, and the gap is not returned. Several words, read back as
    // one, would wait until all earlier writes have reached the cache.
    let growth = bytes.withUnsafeMutableBufferPointer { buffer in
      let old = LeafBytes(UnsafeBufferPointer(buffer), gap: gap, count: count)
      // Measured before the gap moves: bytes that were just written are slow to read.
      let growth = PackedSummary(old.growth(replacing: range, with: new))
      Self.replace(range, with: new, gap: gap, in: buffer)
      return growth
    }
    let start = range.lowerBound + new.count
    gapStart = Int32(truncatingIfNeeded: start)
    gapEnd = Int32(truncatingIfNeeded: start + gap.count + range.count - new.count)
    return growth.summary
  }

  /// Replaces text in a gap buffer; the ranges have been checked.
  @inline(__always)
  private static func replace(
    _ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>, gap: Range<Int>,
    in buffer: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard let base = buffer.baseAddress, !buffer.isEmpty else { return }
    moveGap(gap, into: range, base)
    if let source = new.baseAddress {
      (base + range.lowerBound).update(from: source, count: new.count)
    }
  }

  /// Moves the gap as little as possible, so that it begins in `range`.
  @inline(__always)
  private static func moveGap(
    _ gap: Range<Int>, into range: Range<Int>, _ base: UnsafeMutablePointer<UInt8>
  ) {
    if gap.lowerBound < range.lowerBound {
      let count = range.lowerBound - gap.lowerBound
      (base + gap.lowerBound).update(from: base + gap.upperBound, count: count)
    } else if gap.lowerBound > range.upperBound {
      let count = gap.lowerBound - range.upperBound
      (base + gap.upperBound - count).update(from: base + range.upperBound, count: count)
    }
  }
}
