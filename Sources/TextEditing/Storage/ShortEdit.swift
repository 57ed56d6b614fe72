/// A replacement of fewer than eight plain bytes by fewer than eight others, inside a leaf and not
/// near its end: most of what is typed. It is done in machine words.
///
/// Plain is ASCII without control characters: as long in every unit but lines, of which it ends none.
/// So what the text grows by is known from the new text alone, and a leaf that is in no cache keeps
/// nothing waiting.
struct ShortEdit {
  private let range: Range<Int>
  /// What the text grows by.
  let growth: TextSummary
  /// The eight bytes that stand afterwards where the edit begins.
  private let result: UInt64

  /// The edit of `leaf`; nil where it is another one, next to a carriage return, or where it cuts a
  /// scalar: then it needs a closer look.
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
    // Next to a carriage return lines may come and go.
    guard word.matches(ByteWord.carriageReturns) == 0, leaf[start &- 1] != .carriageReturn,
      behind.bits & 0xC0 != 0x80
    else { return nil }
    self.range = range
    growth =
      TextSummary(ofFew: word, count: new.count, afterReturn: false)
      - TextSummary(plain: range.count)
    result = word.bits | behind.bits &<< UInt64(truncatingIfNeeded: 8 &* new.count)
  }

  /// Makes the edit in the leaf that it was made for, which has `count` bytes before it and room
  /// for those after it.
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

  /// Whether the first `count` bytes, less than eight, are ASCII without control characters.
  @inline(__always)
  fileprivate func isPlain(_ count: Int) -> Bool {
    // A byte that is less than a space borrows from the next one, but is found itself then.
    ByteWord(bits: (bits | bits &- Self.spaces) & Self.high).first(count).bits == 0
  }
}
