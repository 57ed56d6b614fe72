/// A view of UTF-8 bytes, valid only while its array is lent.
package typealias Bytes = UnsafeBufferPointer<UInt8>

extension UInt8 {
  /// White space as in libcmark's `isspace`: tab, LF, VT, FF, CR and the space.
  package var isMarkdownSpace: Bool { self == .space || (self >= .tab && self <= .carriageReturn) }

  var beginsInlineSyntax: Bool {
    switch self {
    case .lineFeed, .exclamationMark, .ampersand, .asterisk, .lessThan, .leftBracket, .backslash,
      .rightBracket, .underscore, .backtick:
      true
    default: false
    }
  }
}

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

  package func scalar(before index: Int) -> Unicode.Scalar {
    var start = index - 1
    while start > 0, self[start] & 0xC0 == 0x80, index - start < 4 { start -= 1 }
    return scalar(at: start).scalar
  }
}

/// Whether libcmark 0.30.2 treats the scalar as punctuation around delimiter runs (§6.2): ASCII
/// punctuation and the categories P* of its Unicode version, such as `"*"` and `"“"`, not `"€"`.
package func isUnicodePunctuation(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.value < 0x80 { return UInt8(scalar.value).isASCIIPunctuation }
  return punctuationTable.holds(scalar.value)
}

/// Whether libcmark 0.30.2 treats the scalar as white space around delimiter runs (CommonMark 0.30
/// §2.1): tab, LF, FF, CR and the general category Zs. For example, U+00A0, but not `"a"`.
package func isUnicodeWhitespace(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
  default: false
  }
}

/// Whether the scalar is punctuation for libcmark 0.31 but not 0.30.2: symbols outside ASCII, and
/// punctuation that is new in Unicode 15.0. For example, `"€"`, but not `"“"`.
package func isPunctuationSince031(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value >= 0x80 && symbolTable.holds(scalar.value)
}

extension [UInt32] {
  fileprivate func holds(_ value: UInt32) -> Bool {
    let low = partitionPoint { $0 >> 11 > value }
    guard low > 0 else { return false }
    let range = self[low - 1]
    return value - (range >> 11) <= range & 0x7FF
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which `isPast` is true, or the end if there is none.
  @inlinable package func partitionPoint(where isPast: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isPast(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
