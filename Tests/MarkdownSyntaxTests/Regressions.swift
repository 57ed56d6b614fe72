import Foundation

enum Regressions {
  /// Returns each source of `agreement.txt`, with its escapes resolved.
  static func agreement() throws -> [[UInt8]] {
    try lines(of: "agreement.txt").map { Array(unescaped($0).utf8) }
  }

  static func slices() throws -> [IndexEdit] {
    try lines(of: "slices.txt").map { line in
      let parts = line.split(omittingEmptySubsequences: false) { "⟦⟧⇒".contains($0) }
      let texts = parts.map { Array(unescaped($0).utf8) }
      guard texts.count == 4 else { throw CocoaError(.fileReadCorruptFile) }
      // A blank is on each side of the arrow.
      return IndexEdit(
        text: texts[0] + texts[1] + texts[2].dropLast(),
        range: texts[0].count..<texts[0].count + texts[1].count, bytes: Array(texts[3].dropFirst()))
    }
  }

  private static func lines(of name: String) throws -> [Substring] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/Regressions/\(name)")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix(";;") }
  }

  private static func unescaped(_ line: Substring) -> String {
    var result = ""
    var rest = line[...]
    while let character = rest.popFirst() {
      guard character == "\\", let next = rest.popFirst() else {
        result.append(character)
        continue
      }
      switch next {
      case "n": result += "\n"
      case "r": result += "\r"
      case "t": result += "\t"
      case "f": result += "\u{C}"
      case "u":
        let digits = rest.dropFirst().prefix { $0 != "}" }
        rest = rest.dropFirst(digits.count + 2)
        if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
          result.unicodeScalars.append(scalar)
        }
      default: result.append(next)
      }
    }
    return result
  }
}
