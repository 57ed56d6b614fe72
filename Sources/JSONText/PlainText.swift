extension Unicode.Scalar {
  /// Whether a character controls a terminal, or is never visible.
  ///
  /// These are the controls (ECMA-48), the line and paragraph separators, the bidirectional
  /// controls and marks (UAX #9), and the tag characters. Also hidden are characters without width
  /// and without an effect on their neighbours: the zero-width space, the word joiner, the
  /// invisible operators, the byte order mark, the annotation marks. The joiners in Persian and in
  /// emoji are text: `\u{200D}` is not hidden.
  package var isHidden: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Whether the first byte of a character above U+001F allows it to be hidden. For example, `0xE2`
  /// does, because U+200B begins with it.
  package static func mayBeHidden(_ firstByte: UInt8) -> Bool {
    switch firstByte {
    case .delete, 0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF3: true
    default: false
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first byte from `start` that a JSON string must escape: a quote, a backslash
  /// or a control character. If there is none, the end.
  func plainEnd(from start: Int) -> Int {
    var end = start
    while end + 8 <= count {
      let marks = marks(at: end)
      if marks != 0 { return end + marks.trailingZeroBitCount / 8 }
      end += 8
    }
    while end < count, self[end] >= .space, self[end] != .quotationMark, self[end] != .backslash {
      end += 1
    }
    return end
  }

  /// Whether the eight bytes at an offset are ASCII that no string escapes. For example,
  /// `"abcdefgh"` is, `"abc\"defg"` is not. False if fewer bytes are left.
  func isWrittenAsItStands(at offset: Int) -> Bool {
    guard offset + 8 <= count else { return false }
    let word = word(at: offset)
    // Adding one sets the eighth bit only of 0x7F and of bytes that have it already.
    return marks(at: offset) | ((word | (word &+ Self.ones)) & Self.high) == 0
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var high: UInt64 { 0x8080_8080_8080_8080 }

  private func word(at offset: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(
        fromByteOffset: offset, as: UInt64.self))
  }

  /// Marks each of eight bytes that is a quote, a backslash or a control character with its highest
  /// bit. Bytes after the first such byte may be marked by mistake.
  private func marks(at offset: Int) -> UInt64 {
    let word = word(at: offset)
    let quotes = word ^ (0x22 &* Self.ones)
    let backslashes = word ^ (0x5C &* Self.ones)
    return
      (((word &- 0x20 &* Self.ones) & ~word) | ((quotes &- Self.ones) & ~quotes)
      | ((backslashes &- Self.ones) & ~backslashes)) & Self.high
  }
}
