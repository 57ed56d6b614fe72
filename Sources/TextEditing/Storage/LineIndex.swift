/// How many line endings each 64 bytes of a leaf have, four bits each, the first in the lowest.
///
/// It stands with the lengths of the leaves, so that whoever looks for a line reads one block of the
/// leaf, whose place is known beforehand. Only line feeds are looked for: a leaf with a carriage
/// return that no line feed follows has no index, and neither has one with very many endings. An
/// edit in the tree leaves none behind either: then the leaf is searched from its nearer end.
package struct LineIndex: Sendable {
  private(set) var word: UInt64

  /// The number of bytes in a block.
  static let blockCount = 64
  /// That nothing is known.
  static let unknown = LineIndex(word: .max)

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let low: UInt64 = 0x0F0F_0F0F_0F0F_0F0F

  @inline(__always)
  init(word: UInt64) { self.word = word }

  /// Whether there is an index. False of `LineIndex.unknown`.
  @inline(__always)
  package var isKnown: Bool { word != Self.unknown.word }

  /// The index of a text with the given number of line endings.
  package init(of text: UnsafeBufferPointer<UInt8>, lineBreaks: Int) {
    self = .unknown
    let blocks = (text.count + Self.blockCount - 1) / Self.blockCount
    guard blocks <= 16, lineBreaks < 128 else { return }
    var word: UInt64 = 0
    var found = 0
    for block in 0..<blocks {
      let start = Self.blockCount &* block
      let count = Self.lineFeeds(start..<min(start &+ Self.blockCount, text.count), in: text)
      if count > 15 { return }
      word |= UInt64(truncatingIfNeeded: count) &<< UInt64(truncatingIfNeeded: 4 &* block)
      found += count
    }
    if found == lineBreaks { self.word = word }
  }

  /// A bit for each byte of a block that is a line feed, the first in the lowest.
  ///
  /// - Precondition: the block begins in the text.
  @inline(__always)
  private static func lineFeeds(
    ofBlock block: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> UInt64 {
    let start = blockCount &* block
    precondition(start >= 0 && start < text.count, "a block outside a leaf")
    let read = min(start, text.count &- blockCount)
    guard let bytes = ByteBlock(text, at: read) else { return lineFeeds(ofFew: text) }
    return bytes.lineFeeds &>> UInt64(truncatingIfNeeded: start &- read)
  }

  /// As `lineFeeds(ofBlock:in:)`, of a text shorter than a block.
  private static func lineFeeds(ofFew text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var bits: UInt64 = 0
    for (place, byte) in text.enumerated() where byte == .lineFeed {
      bits |= 1 &<< UInt64(truncatingIfNeeded: place)
    }
    return bits
  }

  /// The number of line feeds before `offset`.
  ///
  /// - Precondition: the index is known, and the offset is less than the length of the text.
  @inline(__always)
  package func lineFeeds(before offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    let place = offset % Self.blockCount
    let start = offset &- place
    let before = word & (1 &<< UInt64(truncatingIfNeeded: 4 &* (start / Self.blockCount)) &- 1)
    return Self.sum(Self.pairs(before)) &+ Self.lineFeeds(start..<offset, in: text)
  }

  /// The number of line feeds in a part of a block.
  ///
  /// - Precondition: the part ends in the text.
  @inline(__always)
  private static func lineFeeds(
    _ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>
  ) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= text.count, "a block outside a leaf")
    let read = min(range.lowerBound, text.count &- blockCount)
    guard let bytes = ByteBlock(text, at: read) else {
      return text[range].reduce(0) { $0 &+ ($1 == .lineFeed ? 1 : 0) }
    }
    return bytes.lineFeedCount(in: range.lowerBound &- read..<range.upperBound &- read)
  }

  /// The offset behind the line feed number `count` (from 1).
  ///
  /// - Precondition: the index is known, and there are so many.
  @inline(__always)
  package func offset(ofLineFeed count: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    let high = Self.ones &<< 7
    // In each byte what the pair of blocks and those before it have together, less than 128.
    let sums = Self.pairs(word) &* Self.ones
    let marks = ((UInt64(truncatingIfNeeded: count &- 1) &* Self.ones | high) &- sums) & high
    let pair = UInt64(truncatingIfNeeded: Self.sum(marks &>> 7))
    var before = Int(truncatingIfNeeded: ((sums &<< 8) &>> (8 &* pair)) & 0xFF)
    let first = Int(truncatingIfNeeded: (word &>> (8 &* pair)) & 0xF)
    let isSecond = before &+ first < count
    before &+= isSecond ? first : 0
    let block = 2 &* Int(truncatingIfNeeded: pair) &+ (isSecond ? 1 : 0)
    let feeds = Self.lineFeeds(ofBlock: block, in: text)
    return Self.blockCount &* block
      &+ ByteBlock.place(ofBit: count &- before &- 1, in: feeds) &+ 1
  }

  /// The sums of the blocks in each byte.
  @inline(__always)
  private static func pairs(_ word: UInt64) -> UInt64 { (word & low) &+ ((word &>> 4) & low) }

  /// The sum of the bytes, which is less than 256.
  @inline(__always)
  private static func sum(_ bytes: UInt64) -> Int {
    Int(truncatingIfNeeded: (bytes &* ones) &>> 56)
  }
}
