/// The number of line endings in each 64 bytes of a leaf: four bits each, the first in the lowest.
///
/// The index is stored with the lengths of the leaves, so a search for a line reads only one block
/// of the leaf. It counts only line feeds. A leaf has no index if a carriage return without a line
/// feed ends a line, or if there are very many line endings. An edit in the tree discards the
/// index; then the leaf is searched from its nearer end.
package struct LineIndex: Sendable {
  private(set) var word: UInt64

  static let blockCount = 64
  /// The value for a leaf without an index.
  static let unknown = LineIndex(word: .max)

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let low: UInt64 = 0x0F0F_0F0F_0F0F_0F0F

  @inline(__always)
  init(word: UInt64) { self.word = word }

  /// Whether there is an index; false for `LineIndex.unknown`.
  @inline(__always)
  package var isKnown: Bool { word != Self.unknown.word }

  /// Makes the index of a text with the given number of line endings.
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

  /// A bit for each line feed of a block; the lowest bit is the first byte.
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

  /// Implements `lineFeeds(ofBlock:in:)` for a text shorter than a block.
  private static func lineFeeds(ofFew text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var bits: UInt64 = 0
    for (place, byte) in text.enumerated() where byte == .lineFeed {
      bits |= 1 &<< UInt64(truncatingIfNeeded: place)
    }
    return bits
  }

  /// The number of line feeds before `offset`.
  ///
  /// - Precondition: the index is known, and `offset` is less than the length of the text.
  @inline(__always)
  package func lineFeeds(before offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    let place = offset % Self.blockCount
    let start = offset &- place
    let before = word & (1 &<< UInt64(truncatingIfNeeded: 4 &* (start / Self.blockCount)) &- 1)
    return Self.sum(Self.pairs(before)) &+ Self.lineFeeds(start..<offset, in: text)
  }

  /// The number of line feeds in a part of a block.
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

  /// The offset after the line feed with number `count`, from 1.
  ///
  /// - Precondition: the index is known, and there is such a line feed.
  @inline(__always)
  package func offset(ofLineFeed count: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    let high = Self.ones &<< 7
    // Each byte has the sum of a pair of blocks and all pairs before it, less than 128.
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

  /// The sum of each pair of blocks, in a byte.
  @inline(__always)
  private static func pairs(_ word: UInt64) -> UInt64 { (word & low) &+ ((word &>> 4) & low) }

  /// The sum of the bytes, which is less than 256.
  @inline(__always)
  private static func sum(_ bytes: UInt64) -> Int {
    Int(truncatingIfNeeded: (bytes &* ones) &>> 56)
  }
}
