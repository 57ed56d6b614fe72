import TextEditing

/// The effect of a word typed at an offset on the blocks of the document.
extension MarkdownDocument {
  /// Whether text inserted at an offset may change the indentation that an item's lines need: the
  /// offset is between a list marker and the content after it.
  ///
  /// - Complexity: O(log *n* + *m*) in the length of the markers on the line.
  package func movesContent(at offset: Int) -> Bool {
    if offset < buffer.utf8Count {
      let next = buffer.byte(atUTF8: offset)
      guard next.isBlank || next.isLineEnding else { return false }
    }
    var hasMarker = false
    var index = offset
    while index > 0 {
      index -= 1
      switch buffer.byte(atUTF8: index) {
      case .lineFeed, .carriageReturn: return hasMarker
      case .asterisk, .plusSign, .hyphen: hasMarker = true
      // After a number.
      case .fullStop, .rightParenthesis:
        if index > 0, buffer.byte(atUTF8: index - 1).isASCIIDigit { hasMarker = true }
      case .tab, .space, .greaterThan, UInt8.digits: continue
      default: return false
      }
    }
    return hasMarker
  }

  /// The end of the next slice. A word typed at the offset may turn a blank line, a marker or a
  /// thematic break into a paragraph, which continues below (CommonMark 0.30 §4.8, §5.2). If a
  /// letter or a pipe precedes the offset on its line, which is then text, returns the offset.
  ///
  /// - Complexity: O(log *n* + *m*) in the length of the line before the offset.
  package func end(ofBlockTypedAt offset: Int) -> Int {
    var index = offset
    while index > 0 {
      let byte = buffer.byte(atUTF8: index - 1)
      if byte.isLineEnding { break }
      if byte.isASCIILetter || byte >= 0x80 || byte == .verticalLine { return offset }
      index -= 1
    }
    guard let place = slices.place(containing: offset) else { return offset }
    return max(offset, (slices.place(at: place.index + 1)?.end ?? place.end) - 1)
  }
}
