/// The class of a scalar in the word rules (UAX #29, table 3), numbered as in `BreakTables.word`.
enum WordBreakClass: UInt8 {
  case other, carriageReturn, lineFeed, newline, extend, zeroWidthJoiner, format
  case regionalIndicator, katakana, hebrewLetter, letter, singleQuote, doubleQuote, midNumLet
  case midLetter, midNumber, numeric, extendNumLet, whiteSpace
  /// A letter whose words only a dictionary finds (ideographs, kana, Thai); treated as a word.
  case otherLetter

  /// Whether the word rules skip the scalar (WB4), as U+0301 in `"e\u{301}"`.
  var isIgnored: Bool { self == .extend || self == .format || self == .zeroWidthJoiner }
  /// Whether the scalar ends a line: `"\n"` and U+0085, not `" "`.
  var isLineEnding: Bool { self == .carriageReturn || self == .lineFeed || self == .newline }
  /// `AHLetter` of UAX #29.
  var isLetter: Bool { self == .letter || self == .hebrewLetter }
  /// Whether a segment with the scalar is a word, not a space or punctuation.
  var makesWord: Bool {
    isLetter || self == .numeric || self == .katakana || self == .otherLetter
  }
}

extension Unicode.Scalar {
  /// The scalar's class for the word rules.
  ///
  /// - Complexity: O(1) for ASCII, otherwise O(log *t*) in the size of the table.
  var wordBreakClass: WordBreakClass {
    if value < 0x80 { return asciiWordClass(value) }
    let row = BreakTables.class(of: value, in: BreakTables.word)
    return WordBreakClass(rawValue: row & 0x7F) ?? .other
  }

  /// Whether the scalar is an Extended_Pictographic: `"👍"`, not `"a"`.
  var isPictographic: Bool {
    value >= 0x80 && BreakTables.class(of: value, in: BreakTables.word) & 0x80 != 0
  }
}

extension BreakTables {
  /// The class in `table` of the range that contains the scalar `value`.
  static func `class`(of value: UInt32, in table: [UInt32]) -> UInt8 {
    var low = 0
    var high = table.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if table[middle] >> 8 <= value { low = middle } else { high = middle }
    }
    return UInt8(truncatingIfNeeded: table[low])
  }
}

private func asciiWordClass(_ value: UInt32) -> WordBreakClass {
  switch value {
  case 0x61...0x7A, 0x41...0x5A: .letter
  case 0x30...0x39: .numeric
  case 0x20: .whiteSpace
  case 0x0A: .lineFeed
  case 0x0D: .carriageReturn
  case 0x0B, 0x0C: .newline
  case 0x22: .doubleQuote
  case 0x27: .singleQuote
  case 0x2E: .midNumLet
  case 0x3A: .midLetter
  case 0x2C, 0x3B: .midNumber
  case 0x5F: .extendNumLet
  default: .other
  }
}
