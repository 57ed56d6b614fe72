/// Decodes references and escapes in destinations, titles and info strings.
package enum Unescaping {
  /// The text of a destination or title. Like libcmark, decodes references before escapes.
  static func text(_ text: Bytes) -> [UInt8] {
    guard text.contains(where: { $0 == .ampersand || $0 == .backslash || $0 == 0 }) else {
      return Array(text)
    }
    return escapes(of: references(of: text))
  }

  /// The number of bytes of a decoded range.
  static func count(_ text: Bytes, _ range: Range<Int>) -> Int {
    let text = Bytes(rebasing: text[range])
    let isPlain = !text.contains { $0 == .ampersand || $0 == .backslash || $0 == 0 }
    return isPlain ? text.count : self.text(text).count
  }

  /// The text of an info string. Like libcmark, trims white space before decoding escapes.
  package static func info(_ text: Bytes) -> [UInt8] {
    let bytes = references(of: text)
    return bytes.withUnsafeBufferPointer {
      escapes(of: Array($0[$0.trimming(0..<$0.count)]))
    }
  }

  private static func references(of text: Bytes) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == .ampersand, let match = CharacterReference.match(in: text, at: index) {
        for scalar in [match.first, match.second] {
          if let scalar { bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
        }
        index = match.end
      } else {
        bytes += text[index] == 0 ? Array(UTF8.encodedReplacementCharacter) : [text[index]]
        index += 1
      }
    }
    return bytes
  }

  private static func escapes(of bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(.backslash) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let isEscape =
        bytes[index] == .backslash && index + 1 < bytes.count && bytes[index + 1].isASCIIPunctuation
      if isEscape { index += 1 }
      result.append(bytes[index])
      index += 1
    }
    return result
  }
}
