// Eight bytes are looked at in one machine word: `high` keeps the highest bit of each byte. It
// needs no SIMD types, and is the same on every platform.

private let high: UInt64 = 0x8080_8080_8080_8080
private let low: UInt64 = 0x0101_0101_0101_0101

/// How many bytes have their highest bit set, where all other bits are clear.
@inline(__always)
private func highCount(_ word: UInt64) -> Int {
  Int(truncatingIfNeeded: ((word &>> 7) &* low) &>> 56)
}

/// The highest bit of each byte that continues a scalar (`10xxxxxx`).
@inline(__always)
private func continuations(_ word: UInt64) -> UInt64 { word & (~word &<< 1) & high }

/// The highest bit of each byte that begins a scalar of four bytes (`1111xxxx`).
@inline(__always)
private func fours(_ word: UInt64) -> UInt64 {
  word & (word &<< 1) & (word &<< 2) & (word &<< 3) & high
}

/// The highest bit of each byte that equals the byte repeated in `pattern`.
@inline(__always)
private func matches(_ word: UInt64, _ pattern: UInt64) -> UInt64 {
  let difference = word ^ pattern
  return ~(((difference & ~high) &+ ~high) | difference) & high
}

private let lineFeeds: UInt64 = 0x0A0A_0A0A_0A0A_0A0A
private let belowFourteen: UInt64 = 0x0E0E_0E0E_0E0E_0E0E
private let carriageReturns: UInt64 = 0x0D0D_0D0D_0D0D_0D0D

@inline(__always)
private func word(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt64 {
  UInt64(
    littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(
      fromByteOffset: offset, as: UInt64.self))
}

extension TextSummary {
  /// The length of the UTF-8 text `bytes`; a CR at its end counts as a line ending.
  ///
  /// - Complexity: O(*n*), eight bytes at a time.
  ///
  /// - Parameter afterReturn: whether a CR stands before `bytes`, so that an LF at the start ends no
  ///   line of its own.
  package init(of bytes: UnsafeBufferPointer<UInt8>, afterReturn: Bool = false) {
    var trailing = 0
    var four = 0
    var breaks = 0
    var offset = 0
    var endsInReturn = afterReturn
    while offset + 8 <= bytes.count {
      let next = word(bytes, at: offset)
      if next & high != 0 {
        trailing += highCount(continuations(next))
        four += highCount(fours(next))
      }
      // Most words hold no control character, and no byte below U+000E is one subtraction.
      if (next &- belowFourteen) & ~next & high == 0 && !endsInReturn {
        offset += 8
        continue
      }
      let feeds = matches(next, lineFeeds)
      let returns = matches(next, carriageReturns)
      if feeds | returns != 0 || endsInReturn {
        // A line feed right after a carriage return ends no line of its own.
        let after = (returns &<< 8) | (endsInReturn ? 0x80 : 0)
        breaks += highCount(feeds & ~after) + highCount(returns)
        endsInReturn = returns &>> 63 != 0
      }
      offset += 8
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte & 0xC0 == 0x80 { trailing += 1 }
      if byte >= 0xF0 { four += 1 }
      if byte == 0x0D || (byte == 0x0A && !endsInReturn) { breaks += 1 }
      endsInReturn = byte == 0x0D
      offset += 1
    }
    let scalars = bytes.count - trailing
    self.init(utf8: bytes.count, utf16: scalars + four, scalars: scalars, lineBreaks: breaks)
  }

  /// The UTF-8 offset of the last scalar boundary with at most `count` units of `metric` before it,
  /// and how many units are left over.
  ///
  /// For line endings it is the offset right behind the ending number `count`.
  ///
  /// - Complexity: O(*n*), eight bytes at a time.
  package static func offset(
    of count: Int, _ metric: TextMetric, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (utf8: Int, left: Int) {
    switch metric {
    case .utf8: return (min(count, bytes.count), max(0, count - bytes.count))
    case .utf16, .scalars: return unitOffset(of: count, weighsFours: metric == .utf16, in: bytes)
    case .lineBreaks: return lineOffset(of: count, in: bytes)
    }
  }

  private static func unitOffset(
    of count: Int, weighsFours: Bool, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (utf8: Int, left: Int) {
    var left = count
    var offset = 0
    while left >= 16 && offset + 8 <= bytes.count {
      let next = word(bytes, at: offset)
      left -= 8 - highCount(continuations(next)) + (weighsFours ? highCount(fours(next)) : 0)
      offset += 8
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte & 0xC0 != 0x80 {
        let units = weighsFours && byte >= 0xF0 ? 2 : 1
        if left < units { break }
        left -= units
      }
      offset += 1
    }
    return (offset, left)
  }

  private static func lineOffset(
    of count: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (utf8: Int, left: Int) {
    var left = count
    var offset = 0
    while left > 0 && offset < bytes.count {
      if offset + 8 <= bytes.count {
        let next = word(bytes, at: offset)
        let feeds = highCount(matches(next, lineFeeds))
        if left > feeds && matches(next, carriageReturns) == 0 {
          left -= feeds
          offset += 8
          continue
        }
      }
      let byte = bytes[offset]
      offset += 1
      if byte == 0x0D {
        if offset < bytes.count && bytes[offset] == 0x0A { offset += 1 }
        left -= 1
      } else if byte == 0x0A {
        left -= 1
      }
    }
    return (offset, left)
  }
}
