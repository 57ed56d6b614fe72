/// Formulas on lines of a paragraph, from `$$` at the start of a line to `$$` at a line's end.
package enum DisplayMath {
  /// What is printed for a formula: a thematic break, which no mark crosses.
  private static let rule = Array("___".utf8)

  /// The replacements for the formulas of a paragraph.
  static func pieces(of lines: [Range<Int>], in text: Bytes) -> [PrintedPiece] {
    formulas(of: lines, in: text).map { formula in
      let source = lines[formula.lowerBound].lowerBound..<lines[formula.upperBound].upperBound
      return PrintedPiece(source: source, bytes: rule)
    }
  }

  /// The first and last lines of the formulas in a paragraph: the last three lines of `a⏎$$⏎b⏎$$`.
  package static func formulas(
    of lines: [Range<Int>], in text: UnsafeBufferPointer<UInt8>
  ) -> [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    var line = 0
    while line < lines.count {
      guard let last = lastLine(of: lines, from: line, in: text) else {
        line += 1
        continue
      }
      result.append(line...last)
      line = last + 1
    }
    return result
  }

  /// The last line of the formula that begins on a line, or nil if none begins there.
  private static func lastLine(of lines: [Range<Int>], from first: Int, in text: Bytes) -> Int? {
    let start = lines[first].lowerBound
    guard lines[first].count > 1, text[start] == .dollarSign, text[start + 1] == .dollarSign else {
      return nil
    }
    for line in first..<lines.count {
      var index = line == first ? start + 3 : lines[line].lowerBound
      let end = lines[line].upperBound
      while index < end {
        if text[index] == .dollarSign {
          // A single dollar does not end a formula, and a formula cannot contain one.
          guard index + 1 < end, text[index + 1] == .dollarSign else { return nil }
          return text[(index + 2)..<end].allSatisfy { $0.isBlank } ? line : nil
        }
        index += text[index] == .backslash ? 2 : 1
      }
    }
    return nil
  }
}
