extension DefinitionIndex.Definition {
  /// Appends the definition as a paragraph of its own that means the same wherever it stands.
  func append(to text: inout [UInt8]) {
    DefinitionReader.appendBracketed(label[...], to: &text)
    text.append(contentsOf: [0x3A, 0x20, 0x3C])
    Self.append(meaning.destination, to: &text)
    text.append(0x3E)
    if !meaning.title.isEmpty {
      text.append(contentsOf: [0x20, 0x22])
      Self.append(meaning.title, to: &text)
      text.append(0x22)
    }
    text.append(lineFeed)
    text.append(lineFeed)
  }

  private static func append(_ content: [UInt8], to text: inout [UInt8]) {
    for byte in content {
      switch byte {
      // libcmark reads references before escapes, so an escape does not keep `&` from it.
      case 0x26: append("&amp;", to: &text)
      case 0xFE: append("&#xFFFE;", to: &text)
      case 0xFF: append("&#xFFFF;", to: &text)
      case 0x7F: append("&#127;", to: &text)
      case 0...0x20: appendReference(to: byte, &text)
      default:
        if byte.isASCIIPunctuation { text.append(0x5C) }
        text.append(byte)
      }
    }
  }

  private static func appendReference(to byte: UInt8, _ text: inout [UInt8]) {
    append("&#", to: &text)
    if byte >= 10 { text.append(0x30 + byte / 10) }
    text.append(0x30 + byte % 10)
    text.append(0x3B)
  }

  private static func append(_ part: StaticString, to text: inout [UInt8]) {
    text.append(
      contentsOf: UnsafeBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount))
  }
}
