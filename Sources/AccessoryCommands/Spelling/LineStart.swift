/// What a line of a paragraph must not begin with, or it would be read as another block.
enum LineStart {
  /// The index of the character to escape so that the line stays text, or nil where it is safe.
  ///
  /// Rules: CommonMark 0.30 §4 and §5, what may start a block or underline a heading.
  ///
  /// - Parameters:
  ///   - line: the visible characters of the line, plainly spelled, and a line feed at its end.
  ///   - isFirst: whether it is the first line of its leaf.
  static func hazard(_ line: [Unicode.Scalar], isFirst: Bool) -> Int? {
    guard let first = line.first else { return nil }
    switch first {
    case ">": return 0
    case "#":
      let count = line.prefix { $0 == "#" }.count
      return count <= 6 && isBlank(line, at: count) ? 0 : nil
    case "-", "+", "*", "=", "_":
      if first != "=" && first != "_" && isBlank(line, at: 1) { return 0 }
      return isRule(line, of: first) || (!isFirst && isUnderline(line, of: first)) ? 0 : nil
    case "~", "`": return line.prefix { $0 == first }.count >= 3 ? 0 : nil
    case "<":
      guard line.count > 1 else { return nil }
      let next = line[1]
      return Escaping.isLetter(next) || next == "/" || next == "!" || next == "?" ? 0 : nil
    case "[": return isFirst && isDefinition(line) ? 0 : nil
    default:
      let digits = line.prefix { Escaping.isDigit($0) }.count
      guard (1...9).contains(digits), line.count > digits else { return nil }
      let isDelimiter = line[digits] == "." || line[digits] == ")"
      return isDelimiter && isBlank(line, at: digits + 1) ? digits : nil
    }
  }

  private static func isBlank(_ line: [Unicode.Scalar], at index: Int) -> Bool {
    index >= line.count || line[index] == " " || line[index] == "\t" || line[index] == "\n"
  }

  private static func isRule(_ line: [Unicode.Scalar], of scalar: Unicode.Scalar) -> Bool {
    guard scalar != "=", scalar != "+" else { return false }
    let rest = line.filter { $0 != " " && $0 != "\t" && $0 != "\n" }
    return rest.count >= 3 && rest.allSatisfy { $0 == scalar }
  }

  private static func isUnderline(_ line: [Unicode.Scalar], of scalar: Unicode.Scalar) -> Bool {
    guard scalar == "=" || scalar == "-" else { return false }
    return line.drop { $0 == scalar }.allSatisfy { $0 == " " || $0 == "\t" || $0 == "\n" }
  }

  private static func isDefinition(_ line: [Unicode.Scalar]) -> Bool {
    zip(line, line.dropFirst()).contains { $0 == "]" && $1 == ":" }
  }
}
