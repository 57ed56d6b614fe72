/// The marks of an ATX heading (CommonMark 0.30 §4.2).
enum ATXHeading {
  /// The content of the heading whose first `#` begins `line`, or nil if it is not an ATX heading.
  static func content(of line: Range<Int>, in source: Bytes) -> Range<Int>? {
    var start = line.lowerBound
    while start < line.upperBound, source[start] == .numberSign { start += 1 }
    guard start > line.lowerBound, start - line.lowerBound <= 6,
      start == line.upperBound || source[start].isBlank
    else { return nil }
    while start < line.upperBound, source[start].isBlank { start += 1 }
    var end = trimmed(start..<line.upperBound, in: source)
    var hashes = end
    while hashes > line.lowerBound, source[hashes - 1] == .numberSign { hashes -= 1 }
    if hashes < end, hashes > line.lowerBound, source[hashes - 1].isBlank {
      end = trimmed(start..<Swift.max(start, hashes - 1), in: source)
    }
    return start..<end
  }

  private static func trimmed(_ range: Range<Int>, in source: Bytes) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, source[end - 1].isMarkdownSpace { end -= 1 }
    return end
  }
}

/// The underline of a setext heading (§4.3).
enum SetextUnderline {
  static func matches(_ line: Range<Int>, in source: Bytes) -> Bool {
    let mark = source[line.lowerBound]
    guard mark == .equalsSign || mark == .hyphen else { return false }
    var index = line.lowerBound
    while index < line.upperBound, source[index] == mark { index += 1 }
    while index < line.upperBound, source[index].isBlank { index += 1 }
    return index == line.upperBound
  }
}
