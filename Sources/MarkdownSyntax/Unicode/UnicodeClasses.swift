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
