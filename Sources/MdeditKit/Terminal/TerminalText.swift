import JSONText

/// Makes text safe to show: no control character reaches a terminal unescaped.
package enum TerminalText {
  /// Spells out the control characters in the UTF-8 of a document, for example `\u{1B}`.
  ///
  /// Tabs and line endings stay; a CR stays only before an LF. Besides the C0 and C1 controls
  /// (ECMA-48), the line and paragraph separators and the bidirectional controls (UAX #9) are
  /// spelled out. Bidirectional controls make a terminal show text in a different order. Characters
  /// that no terminal shows, such as the zero-width space and the tag characters, are spelled out
  /// too (`Unicode.Scalar.isHidden`).
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func escapingControls(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { isSuspect($0) }) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isPartOfCRLF =
        scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if scalar.isHidden, scalar != "\n", scalar != "\t", !isPartOfCRLF {
        result += spelledOut(scalar).utf8
      } else {
        result += String(scalar).utf8
      }
    }
    return result
  }

  package static func escapingControls(_ text: String) -> String {
    String(decoding: escapingControls(Array(text.utf8)), as: UTF8.self)
  }

  /// A file's name for use in a sentence: line endings and tabs are spelled out too.
  package static func name(_ path: String) -> String {
    var result = ""
    for scalar in path.unicodeScalars {
      if scalar.isHidden {
        result += spelledOut(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a byte may begin a control character other than a line ending or a tab.
  private static func isSuspect(_ byte: UInt8) -> Bool {
    byte < .space ? byte != .lineFeed && byte != .tab : Unicode.Scalar.mayBeHidden(byte)
  }

  private static func spelledOut(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }
}
