extension UnsafeBufferPointer<UInt8> {
  /// The scalar that begins at `index`, and its number of bytes.
  ///
  /// As in libcmark, a NUL is U+FFFD, and so is each byte outside a well-formed sequence.
  package func scalar(at index: Int) -> (scalar: Unicode.Scalar, count: Int) {
    let first = self[index]
    if first < 0x80 {
      return (first == 0 ? "\u{FFFD}" : Unicode.Scalar(first), 1)
    }
    let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard first >= 0xC2, first < 0xF5, index + count <= self.count else { return ("\u{FFFD}", 1) }
    var value = UInt32(first) & (0x7F >> UInt32(count))
    for offset in 1..<count {
      let next = self[index + offset]
      guard next & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
      value = value << 6 | UInt32(next & 0x3F)
    }
    guard let scalar = Unicode.Scalar(value) else { return ("\u{FFFD}", 1) }
    return (scalar, count)
  }

  /// The scalar that ends just before `index`, which is not 0.
  package func scalar(before index: Int) -> Unicode.Scalar {
    var start = index - 1
    while start > 0, self[start] & 0xC0 == 0x80, index - start < 4 { start -= 1 }
    return scalar(at: start).scalar
  }
}
