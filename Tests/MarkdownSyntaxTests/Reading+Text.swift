import MarkdownSyntax

/// A readable form of a reading: nodes in `⟨…⟩`, special characters in `{…}`.
enum ReadingText {
  /// Returns the tokens of every leaf of `source`, one line per leaf.
  static func tokens(_ source: String) throws -> [String] {
    let reading = try DocumentReading(Array(source.utf8))
    return reading.leaves.map { leaf in
      reading.tokens(of: leaf).map { describe($0, in: reading.source) }.joined()
    }
  }

  /// Returns the lines of every leaf of `source`, separated by `|`.
  static func lines(_ source: String) throws -> [String] {
    let reading = try DocumentReading(Array(source.utf8))
    return reading.leaves.map { leaf in
      leaf.lines.map { String(decoding: reading.source[$0], as: UTF8.self) }.joined(separator: "|")
    }
  }

  private static func describe(_ token: InlineToken, in source: [UInt8]) -> String {
    let text = shown(String(decoding: source[token.source], as: UTF8.self))
    switch token.kind {
    case .character(let scalar, .plain), .codeCharacter(let scalar, .plain):
      return text == String(scalar) ? text : "{\(text)=\(scalar.value)}"
    case .character(let scalar, _), .codeCharacter(let scalar, _): return "{\(text)=\(scalar)}"
    case .openEmphasis, .closeEmphasis: return "⟨em \(text)⟩"
    case .openStrong, .closeStrong: return "⟨strong \(text)⟩"
    case .openCode, .closeCode: return "⟨code \(text)⟩"
    case .openLink(let form), .closeLink(let form): return "⟨\(form) \(text)⟩"
    case .openImage(let form), .closeImage(let form): return "⟨\(form) image \(text)⟩"
    case .html: return "⟨html \(text)⟩"
    case .openMark, .closeMark: return "⟨mark \(text)⟩"
    case .island: return "⟨island \(text)⟩"
    case .softBreak: return "⟨soft \(text)⟩"
    case .hardBreak: return "⟨hard \(text)⟩"
    }
  }

  /// Iterates over scalars, because CRLF is one character.
  private static func shown(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r": result.append("␍")
      case "\n": result.append("␊")
      case "\t": result.append("␉")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
