/// A leaf of a rope that was taken out of its page: up to a kilobyte of UTF-8 as a gap buffer.
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
    /// The most bytes in a leaf.
    static let capacity = 1024
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

  /// Takes up other text, with all the room there is for a leaf, and the gap at `offset`.
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

  /// Forgets the text; the room stays.
  mutating func clear() {
    gapStart = 0
    gapEnd = Int32(truncatingIfNeeded: bytes.count)
  }

  /// The number of bytes of text.
  @inline(__always)
  var count: Int { bytes.count - Int(gapEnd - gapStart) }

  /// The byte at `offset`.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    bytes[offset < Int(gapStart) ? offset : offset + Int(gapEnd - gapStart)]
  }

  /// Whether a byte of the leaf is a continuation byte: offset 1 of `"é"`, not offset 0.
  @inline(__always)
  func isInsideScalar(_ offset: Int) -> Bool { byte(at: offset) & 0xC0 == 0x80 }

  /// Traps where an end of the range, which is not one of the leaf, cuts a scalar.
  @inline(__always)
  func checkBoundaries(_ range: Range<Int>) {
    precondition(
      !isInsideScalar(range.lowerBound) && !isInsideScalar(range.upperBound),
      "an edit cuts a scalar")
  }

  /// Replaces text, and returns what it made the leaf grow by in every unit.
  ///
  /// - Precondition: the range lies in the leaf, and the result fits.
  @inline(__always)
  mutating func replace(
    _ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>
  ) -> TextSummary {
    let count = self.count
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range outside a leaf")
    precondition(
      new.count <= Int(gapEnd - gapStart) + range.count, "too much text for a leaf")
    let gap = Int(gapStart)..<Int(gapEnd)
    // In one word, and the gap not at all: handed back as several words and read as one, they would
    // have to wait until all that was written before has reached the cache.
    let growth = bytes.withUnsafeMutableBufferPointer { buffer in
      let old = LeafBytes(UnsafeBufferPointer(buffer), gap: gap, count: count)
      // Measured before the gap moves: what was just written is read late.
      let growth = PackedSummary(old.growth(replacing: range, with: new))
      Self.replace(range, with: new, gap: gap, in: buffer)
      return growth
    }
    let start = range.lowerBound + new.count
    gapStart = Int32(truncatingIfNeeded: start)
    gapEnd = Int32(truncatingIfNeeded: start + gap.count + range.count - new.count)
    return growth.summary
  }

  /// Replaces text in a gap buffer; the ranges were checked against it.
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
