import TextEditing

/// How far a word that is typed at an offset may change what the document means.
extension MarkdownDocument {
  /// Whether a text that comes in at an offset may change how far the lines of an item have to be
  /// indented: it stands between a list marker and the content behind it.
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
      // Behind a number.
      case .fullStop, .rightParenthesis:
        if index > 0, buffer.byte(atUTF8: index - 1).isASCIIDigit { hasMarker = true }
      case .tab, .space, .greaterThan, UInt8.digits: continue
      default: return false
      }
    }
    return hasMarker
  }

  /// The end of the next slice: a word typed at the offset may turn a blank line, a marker or a thematic break into
  /// a paragraph, which then continues in the lines below (CommonMark 0.30 §4.8, §5.2). If a letter or a pipe
  /// precedes the offset on its line, the line is text already, and the result is the offset.
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
