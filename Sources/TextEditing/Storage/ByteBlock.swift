/// Sixty-four bytes: what is skipped at once on the way to a place.
struct ByteBlock {
  /// The number of bytes.
  static let count = 64
  private let bytes: UnsafeBufferPointer<UInt8>

  /// The block from `offset` on; nil where there are too few bytes.
  @inline(__always)
  init?(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    guard offset >= 0, offset + Self.count <= bytes.count else { return nil }
    self.bytes = UnsafeBufferPointer(rebasing: bytes[offset..<offset + Self.count])
  }

  @inline(__always)
  private func word(_ index: Int) -> ByteWord { ByteWord(bytes, at: 8 &* index) }

  /// The units of UTF-16, or the scalars, that begin in the block.
  @inline(__always)
  func units(weighsFours: Bool) -> Int {
    var trailing: UInt64 = 0
    var fours: UInt64 = 0
    for index in 0..<8 {
      trailing &+= word(index).continuations &>> 7
      if weighsFours { fours &+= word(index).fours &>> 7 }
    }
    return Self.count - ByteWord.sum(trailing) + ByteWord.sum(fours)
  }

  /// The number of line feeds; nil where there are carriage returns.
  @inline(__always)
  var lineFeedCount: Int? {
    var feeds: UInt64 = 0
    var others: UInt64 = 0
    for index in 0..<8 {
      let next = word(index)
      feeds &+= (next.asciiMatches(ByteWord.lineFeeds) & ByteWord.high) &>> 7
      others |= next.bits | next.asciiMatches(ByteWord.carriageReturns)
    }
    return others & ByteWord.high == 0 ? ByteWord.sum(feeds) : mixedLineFeedCount
  }

  private var mixedLineFeedCount: Int? {
    var feeds: UInt64 = 0
    var returns: UInt64 = 0
    for index in 0..<8 {
      feeds &+= word(index).matches(ByteWord.lineFeeds) &>> 7
      returns |= word(index).matches(ByteWord.carriageReturns)
    }
    return returns == 0 ? ByteWord.sum(feeds) : nil
  }

  /// A bit for each byte that is a line feed, the first in the lowest.
  @inline(__always)
  var lineFeeds: UInt64 {
    var bits: UInt64 = 0
    for index in 0..<8 {
      let marks = word(index).matches(ByteWord.lineFeeds)
      bits |= ByteWord.gathered(marks) &<< UInt64(8 &* index)
    }
    return bits
  }

  /// The place of the set bit number `index` (from 0).
  ///
  /// - Precondition: there are so many.
  @inline(__always)
  static func place(ofBit index: Int, in bits: UInt64) -> Int {
    var bits = bits
    for _ in 0..<index { bits &= bits &- 1 }
    return bits.trailingZeroBitCount
  }
}
