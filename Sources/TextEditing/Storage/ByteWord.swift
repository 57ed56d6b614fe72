/// Eight bytes in one machine word, the first in its lowest bits.
///
/// It uses no SIMD types and is the same on every platform. A mark is the highest bit of a byte
/// whose other bits are clear.
struct ByteWord {
  let bits: UInt64

  static let high: UInt64 = 0x8080_8080_8080_8080
  static let lineFeeds: UInt64 = 0x0A0A_0A0A_0A0A_0A0A
  static let carriageReturns: UInt64 = 0x0D0D_0D0D_0D0D_0D0D

  @inline(__always)
  init(bits: UInt64) { self.bits = bits }

  /// The eight bytes from `offset` on, which must exist.
  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    assert(offset >= 0 && offset + 8 <= bytes.count, "a word outside its bytes")
    bits = UInt64(
      littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(
        fromByteOffset: offset, as: UInt64.self))
  }

  /// At most eight bytes, followed by zeros.
  @inline(__always)
  init(few bytes: UnsafeBufferPointer<UInt8>) {
    let count = bytes.count
    precondition(count <= 8, "more bytes than a word has")
    if count >= 4 {
      let raw = UnsafeRawBufferPointer(bytes)
      let first = UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self))
      let last = raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      bits =
        UInt64(first)
        | UInt64(UInt32(littleEndian: last))
        &<< UInt64(truncatingIfNeeded: 8 &* (count &- 4))
    } else if count > 0 {
      // The first, the middle and the last byte, some of which may be the same.
      let (middle, last) = (count / 2, count &- 1)
      bits =
        UInt64(bytes[0]) | UInt64(bytes[middle]) &<< UInt64(truncatingIfNeeded: 8 &* middle)
        | UInt64(bytes[last]) &<< UInt64(truncatingIfNeeded: 8 &* last)
    } else {
      bits = 0
    }
  }

  /// The bytes of `range`, one to eight, followed by zeros.
  ///
  /// - Precondition: `bytes` contains the range and has at least eight bytes.
  @inline(__always)
  init(_ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) {
    let start = min(range.lowerBound, bytes.count &- 8)
    let skipped = UInt64(truncatingIfNeeded: 8 &* (range.lowerBound &- start))
    let left = UInt64(truncatingIfNeeded: 8 &* (8 &- range.count))
    bits = (ByteWord(bytes, at: start).bits &>> skipped) & (UInt64.max &>> left)
  }

  /// The first `count` bytes, fewer than eight, followed by zeros.
  @inline(__always)
  func first(_ count: Int) -> ByteWord {
    ByteWord(bits: bits & (1 &<< UInt64(truncatingIfNeeded: 8 &* count) &- 1))
  }

  /// A mark for each byte that continues a scalar (`10xxxxxx`).
  @inline(__always)
  var continuations: UInt64 { bits & (~bits &<< 1) & Self.high }

  /// A mark for each byte that begins a scalar of four bytes (`1111xxxx`).
  @inline(__always)
  var fours: UInt64 { bits & (bits &<< 1) & (bits &<< 2) & (bits &<< 3) & Self.high }

  /// A mark for each byte that equals the byte repeated in `pattern`.
  @inline(__always)
  func matches(_ pattern: UInt64) -> UInt64 {
    let difference = bits ^ pattern
    return ~(((difference & ~Self.high) &+ ~Self.high) | difference) & Self.high
  }

  /// A faster `matches(_:)` that sets other bits too; correct only if all bytes are ASCII.
  @inline(__always)
  func asciiMatches(_ pattern: UInt64) -> UInt64 { Self.high &- (bits ^ pattern) }

  @inline(__always)
  static func count(_ marks: UInt64) -> Int {
    Int(truncatingIfNeeded: ((marks &>> 7) &* 0x0101_0101_0101_0101) &>> 56)
  }

  /// The sum of the bytes of a word.
  @inline(__always)
  static func sum(_ word: UInt64) -> Int {
    let even: UInt64 = 0x00FF_00FF_00FF_00FF
    let pairs = (word & even) &+ ((word &>> 8) & even)
    return Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) &>> 48)
  }

  /// Calls `body` with each word of `bytes`; the last one is followed by zeros.
  ///
  /// If `body` has no branches, the compiler can vectorize the loop.
  @inline(__always)
  static func forEach(in bytes: UnsafeBufferPointer<UInt8>, _ body: (ByteWord) -> Void) {
    let words = bytes.count / 8
    for index in 0..<words { body(ByteWord(bytes, at: 8 &* index)) }
    if words == 0 {
      body(ByteWord(few: bytes))
    } else {
      // Shifted twice, since a shift by 64 bits has no effect.
      let last = ByteWord(bytes, at: bytes.count - 8).bits
      body(ByteWord(bits: (last &>> 8) &>> UInt64(8 &* (7 &- bytes.count % 8))))
    }
  }
}
