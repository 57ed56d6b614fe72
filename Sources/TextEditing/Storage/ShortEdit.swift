/// A replacement of fewer than eight plain bytes by fewer than eight others, inside a leaf and not
/// near its end. Most typing is of this kind, and is done in machine words.
///
/// A byte is plain if it is ASCII and not a control character: its length is 1 in every unit, and
/// it does not end a line. So the growth depends only on the new text, and need not wait for a leaf
/// that is not in the processor's cache.
struct ShortEdit {
  private let range: Range<Int>
  let growth: TextSummary
  /// The eight bytes at the start of the edit afterwards.
  private let result: UInt64

  /// Makes the edit of `leaf`. Returns nil for any other edit, and for one that splits a scalar or
  /// is next to a carriage return: those need more checks.
  @inline(__always)
  init?(
    replacing range: Range<Int>, of leaf: UnsafeBufferPointer<UInt8>,
    with new: UnsafeBufferPointer<UInt8>
  ) {
    let (start, end) = (range.lowerBound, range.upperBound)
    guard range.count < 8, new.count < 8, start > 0, end &+ 8 <= leaf.count else { return nil }
    let word = ByteWord(few: new)
    let behind = ByteWord(leaf, at: end)
    if !range.isEmpty, !ByteWord(leaf, at: start).isPlain(range.count) { return nil }
    // Next to a carriage return, the number of line endings may change.
    guard word.matches(ByteWord.carriageReturns) == 0, leaf[start &- 1] != .carriageReturn,
      behind.bits & 0xC0 != 0x80
    else { return nil }
    self.range = range
    growth =
      TextSummary(ofFew: word, count: new.count, afterReturn: false)
      - TextSummary(plain: range.count)
    result = word.bits | behind.bits &<< UInt64(truncatingIfNeeded: 8 &* new.count)
  }

  /// Applies the edit to its leaf, which has `count` bytes before it, and room for the result.
  @inline(__always)
  func apply(to leaf: UnsafeMutablePointer<UInt8>, count: Int) {
    let tail = leaf + range.upperBound
    (tail + growth.utf8).update(from: tail, count: count &- range.upperBound)
    UnsafeMutableRawPointer(leaf + range.lowerBound)
      .storeBytes(of: result.littleEndian, as: UInt64.self)
  }
}

extension ByteWord {
  private static let spaces: UInt64 = 0x2020_2020_2020_2020

  /// Whether the first `count` bytes, fewer than eight, are ASCII without control characters. For
  /// example, those of `"abc"` are.
  @inline(__always)
  fileprivate func isPlain(_ count: Int) -> Bool {
    // A byte below a space borrows from the next one, but then it is found itself.
    ByteWord(bits: (bits | bits &- Self.spaces) & Self.high).first(count).bits == 0
  }
}
