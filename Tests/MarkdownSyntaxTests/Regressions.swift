import Foundation

/// The sources in `Fixtures/Regressions/agreement.txt`.
enum Regressions {
  /// Each source, with its escapes read.
  static func agreement() throws -> [[UInt8]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/Regressions/agreement.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix(";;") }
      .map { Array(unescaped($0).utf8) }
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
