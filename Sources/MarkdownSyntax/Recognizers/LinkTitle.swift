/// A link title (CommonMark 0.30 §6.3).
enum LinkTitle {
  /// The end, after its closing mark, of the title that begins at `start`, or nil if there is none.
  ///
  /// libcmark matches the longest possible title, and may read a backslash as an escape or as
  /// itself. So a closing mark after a backslash ends the title only if no other follows. Against
  /// the specification, `\\"` does not end a title that continues.
  static func end(in text: Bytes, at start: Int) -> Int? {
    guard start < text.count else { return nil }
    let close: UInt8
    switch text[start] {
    case .quotationMark: close = .quotationMark
    case .apostrophe: close = .apostrophe
    case .leftParenthesis: close = .rightParenthesis
    default: return nil
    }
    var escapedEnd: Int?
    var index = start + 1
    while index < text.count {
      let byte = text[index]
      let isEscaped = index > start + 1 && text[index - 1] == .backslash
      if byte == close {
        guard isEscaped else { return index + 1 }
        escapedEnd = index + 1
      } else if byte == .leftParenthesis, close == .rightParenthesis, !isEscaped {
        return escapedEnd
      }
      index += 1
    }
    return escapedEnd
  }
}
