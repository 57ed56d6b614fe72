/// UTF-8 text that can be read scalar by scalar in both directions.
///
/// Bytes and buffers conform, so that the segmentation rules are written only once. Offsets are
/// UTF-8 bytes at scalar boundaries. Reading is mutating because a reader may cache its position.
protocol ScalarText {
  var utf8Count: Int { get }
  mutating func byte(at offset: Int) -> UInt8
}

extension ScalarText {
  /// The scalar that begins at `offset`, and its end; nil at the end of the text.
  mutating func scalar(at offset: Int) -> (scalar: Unicode.Scalar, end: Int)? {
    guard offset < utf8Count else { return nil }
    let first = byte(at: offset)
    if first < 0x80 { return (Unicode.Scalar(first), offset + 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard offset + length <= utf8Count else { return ("\u{FFFD}", offset + 1) }
    var value = UInt32(first) & (0xFF >> (UInt32(length) + 1))
    for index in 1..<length { value = value << 6 | UInt32(byte(at: offset + index) & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", offset + length)
  }

  /// The scalar that ends at `offset`, and its start; nil at the start of the text.
  mutating func scalar(before offset: Int) -> (scalar: Unicode.Scalar, start: Int)? {
    guard offset > 0 else { return nil }
    var start = offset - 1
    while start > 0, offset - start < 4, byte(at: start) & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: start).map { ($0.scalar, start) }
  }
}

struct ByteText: ScalarText {
  let bytes: [UInt8]

  var utf8Count: Int { bytes.count }

  func byte(at offset: Int) -> UInt8 { bytes[offset] }
}
