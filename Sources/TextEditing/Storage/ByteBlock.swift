/// Sixty-four bytes, which a search skips at once.
struct ByteBlock {
  static let count = 64
  private let bytes: UnsafeBufferPointer<UInt8>

  /// The block from `offset` on; nil if too few bytes are left.
  @inline(__always)
  init?(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    guard offset >= 0, offset + Self.count <= bytes.count else { return nil }
    self.bytes = UnsafeBufferPointer(rebasing: bytes[offset..<offset + Self.count])
  }

  @inline(__always)
  private func word(_ index: Int) -> ByteWord { ByteWord(bytes, at: 8 &* index) }

  /// The number of UTF-16 code units (if `weighsFours`) or scalars that begin in the block.
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

  /// The number of line feeds; nil if there are carriage returns.
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

  /// The number of line feeds in `range`, with any other bytes around.
  @inline(__always)
  func lineFeedCount(in range: Range<Int>) -> Int {
    let start = SIMD16<Int8>(repeating: Int8(truncatingIfNeeded: range.lowerBound))
    let end = SIMD16<Int8>(repeating: Int8(truncatingIfNeeded: range.upperBound))
    var places = SIMD16<Int8>(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    var feeds = SIMD16<Int8>.zero
    for part in 0..<4 {
      let isFeed = sixteen(part) .== SIMD16<Int8>(repeating: 0x0A)
      let isInside = (places .>= start) .& (places .< end)
      // In a mask, all bits of a byte are set, which is minus one.
      feeds &-= unsafeBitCast(isFeed .& isInside, to: SIMD16<Int8>.self)
      places &+= SIMD16<Int8>(repeating: 16)
    }
    // Each byte is at most four, so the sum of all is less than 256.
    let words = unsafeBitCast(feeds, to: SIMD2<UInt64>.self)
    return Int(
      truncatingIfNeeded: ((words[0] &+ words[1]) &* 0x0101_0101_0101_0101) &>> 56)
  }

  @inline(__always)
  private func sixteen(_ part: Int) -> SIMD16<Int8> {
    UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: 16 &* part, as: SIMD16<Int8>.self)
  }

  /// A bit for each line feed; the lowest bit is the first byte.
  @inline(__always)
  var lineFeeds: UInt64 {
    let weights = SIMD16<UInt8>(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128)
    var bits: UInt64 = 0
    for part in 0..<4 {
      let isFeed = sixteen(part) .== SIMD16<Int8>(repeating: 0x0A)
      let marks = unsafeBitCast(isFeed, to: SIMD16<UInt8>.self) & weights
      let words = unsafeBitCast(marks, to: SIMD2<UInt64>.self)
      // The bytes of a word have no bits in common, so their sum is their union.
      let low = (words[0] &* 0x0101_0101_0101_0101) &>> 56
      let high = (words[1] &* 0x0101_0101_0101_0101) &>> 56
      bits |= (low | high &<< 8) &<< UInt64(truncatingIfNeeded: 16 &* part)
    }
    return bits
  }

  /// The position of the set bit with number `index`, counted from 0, which must exist.
  @inline(__always)
  static func place(ofBit index: Int, in bits: UInt64) -> Int {
    var bits = bits
    // The first few steps have no branch, so none can be mispredicted.
    for step in 0..<4 {
      let isTaken = UInt64(truncatingIfNeeded: (step &- index) &>> (Int.bitWidth - 1))
      bits ^= bits & (0 &- bits) & isTaken
    }
    if index > 4 { for _ in 4..<index { bits &= bits &- 1 } }
    return bits.trailingZeroBitCount
  }
}
