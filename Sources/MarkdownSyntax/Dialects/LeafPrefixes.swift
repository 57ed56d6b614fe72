import CommonMark

/// The start of a paragraph that is not content: a task's box, an alert's name.
package enum LeafPrefix {
  /// What is printed for a prefix: white space that CommonMark does not strip.
  static let blank = Array("\u{2003}".utf8)

  /// The box of a task: `[ ]`, `[x]` or `[X]` before a blank, right after an item's marker that
  /// begins its line (cmark-gfm 0.29.0.gfm.6; GFM 0.29 §5.3).
  static func task(
    at start: Int, in source: Bytes, _ extensions: SyntaxExtensions
  ) -> Range<Int>? {
    let end = start + 3
    guard end < source.count, source[start] == .leftBracket, source[start + 2] == .rightBracket,
      isState(source[start + 1], extensions),
      source[end].isBlank
    else { return nil }
    var index = start
    while index > 0, !source[index - 1].isLineEnding { index -= 1 }
    if index == 0 { index = source.byteOrderMarkCount }
    skipBlanks(&index, in: source)
    if source[index].isASCIIDigit {
      while source[index].isASCIIDigit { index += 1 }
    } else if ![.hyphen, .plusSign, .asterisk].contains(source[index]) {
      return nil
    }
    index += 1
    let marker = index
    skipBlanks(&index, in: source)
    return index == start && marker < start ? start..<end : nil
  }

  package static func isState(_ byte: UInt8, _ extensions: SyntaxExtensions) -> Bool {
    if byte == .space || byte | 0x20 == UInt8(ascii: "x") { return true }
    return extensions.contains(.taskStates) && byte > .space && byte < .delete
      && byte != .leftBracket && byte != .rightBracket && byte != .backslash
  }

  private static func skipBlanks(_ index: inout Int, in source: Bytes) {
    while index < source.count, source[index].isBlank { index += 1 }
  }

  /// The name of an alert, `[!NOTE]` alone on its line, or of a callout, `[!name]-` before a title.
  package static func alert(
    on line: Range<Int>, in source: Bytes, hasTitles: Bool
  ) -> Range<Int>? {
    guard line.count > 3, source[line.lowerBound] == .leftBracket,
      source[line.lowerBound + 1] == .exclamationMark
    else { return nil }
    var end = line.lowerBound + 2
    while end < line.upperBound, source[end].isASCIIAlphanumeric || source[end] == .hyphen {
      end += 1
    }
    let name = source[line.lowerBound + 2..<end]
    guard !name.isEmpty, end < line.upperBound, source[end] == .rightBracket else { return nil }
    end += 1
    if hasTitles {
      if end < line.upperBound, source[end] == .plusSign || source[end] == .hyphen { end += 1 }
      return line.lowerBound..<end
    }
    guard source[end..<line.upperBound].allSatisfy({ $0.isBlank }) else { return nil }
    let capitals = name.map { $0 & 0xDF }
    return names.contains { capitals.elementsEqual($0.utf8) } ? line.lowerBound..<end : nil
  }

  private static let names = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"]
}

/// The lines of directives (`:::`) and admonitions (`!!!`, with content indented by four columns).
enum DirectiveLine {
  /// The replacement for such a line, or nil for another line.
  static func replacement(for line: Range<Int>, in source: Bytes) -> [UInt8]? {
    guard line.count >= 3 else { return nil }
    let byte = source[line.lowerBound]
    guard byte == .colon || byte == .exclamationMark, source[line.lowerBound + 1] == byte,
      source[line.lowerBound + 2] == byte
    else { return nil }
    return byte == .colon ? Array("***".utf8) : Array("+   ###### #".utf8)
  }
}
