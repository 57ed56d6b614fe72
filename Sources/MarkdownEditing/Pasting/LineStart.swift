/// Line beginnings that would turn a line of a paragraph into another block.
enum LineStart {
  struct Hazard {
    /// The index of the character to escape so that the line stays text.
    var escape: Int
    /// The number of characters that make the line another block.
    var count: Int
  }

  /// Finds out whether a line would begin another block or underline a heading (CommonMark 0.30 §4,
  /// §5). Nil if the line is safe.
  ///
  /// - Parameters:
  ///   - line: the visible characters of the line, plainly spelled, with a line feed at its end.
  ///   - isFirst: whether it is the first line of its leaf.
  static func hazard(_ line: [Unicode.Scalar], isFirst: Bool) -> Hazard? {
    guard let first = line.first else { return nil }
    let same = line.prefix { $0 == first }.count
    switch first {
    case ">": return Hazard(escape: 0, count: 1)
    case "#": return same <= 6 && isBlank(line, at: same) ? Hazard(escape: 0, count: same + 1) : nil
    case "-", "+", "*", "=", "_":
      if first != "=" && first != "_" && isBlank(line, at: 1) { return Hazard(escape: 0, count: 2) }
      return isRule(line, of: first) || (!isFirst && isUnderline(line, of: first))
        ? Hazard(escape: 0, count: line.count) : nil
    case "~", "`": return same >= 3 ? Hazard(escape: 0, count: 3) : nil
    case "<":
      guard line.count > 1 else { return nil }
      let next = line[1]
      return Escaping.isLetter(next) || next == "/" || next == "!" || next == "?"
        ? Hazard(escape: 0, count: 2) : nil
    case "[": return isFirst && isDefinition(line) ? Hazard(escape: 0, count: 1) : nil
    default:
      let digits = line.prefix { Escaping.isDigit($0) }.count
      guard (1...9).contains(digits), line.count > digits else { return nil }
      let isDelimiter = line[digits] == "." || line[digits] == ")"
      return isDelimiter && isBlank(line, at: digits + 1)
        ? Hazard(escape: digits, count: digits + 2) : nil
    }
  }

  /// Whether a space, a tab or the end of the line is at an index, as after the `#` of `# a`.
  private static func isBlank(_ line: [Unicode.Scalar], at index: Int) -> Bool {
    index >= line.count || line[index] == " " || line[index] == "\t" || line[index] == "\n"
  }

  /// Whether a line is a thematic break of a character (CommonMark 0.30 §4.1): `- - -`, not `--`.
  private static func isRule(_ line: [Unicode.Scalar], of scalar: Unicode.Scalar) -> Bool {
    guard scalar != "=", scalar != "+" else { return false }
    let rest = line.filter { $0 != " " && $0 != "\t" && $0 != "\n" }
    return rest.count >= 3 && rest.allSatisfy { $0 == scalar }
  }

  /// Whether a line is a setext underline of a character (CommonMark 0.30 §4.3): `===`, not `= =`.
  private static func isUnderline(_ line: [Unicode.Scalar], of scalar: Unicode.Scalar) -> Bool {
    guard scalar == "=" || scalar == "-" else { return false }
    return line.drop { $0 == scalar }.allSatisfy { $0 == " " || $0 == "\t" || $0 == "\n" }
  }

  /// Whether a line may begin a link reference definition: `[a]: /u`, not `[a] b`.
  private static func isDefinition(_ line: [Unicode.Scalar]) -> Bool {
    zip(line, line.dropFirst()).contains { $0 == "]" && $1 == ":" }
  }
}

extension Sequence<UInt8> {
  /// Returns the offset of the escape that keeps a line from beginning a block, if one is needed.
  func blockStart(isFirst: Bool) -> Int? {
    let scalars = map { $0 < 0x80 ? Unicode.Scalar($0) : "a" } + ["\n"]
    return LineStart.hazard(scalars, isFirst: isFirst)?.escape
  }
}
