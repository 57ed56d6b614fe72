import TextEditing

extension MarkdownDocument {
  /// The offset after the first line ending at or after `offset`, at most `limit`.
  ///
  /// - Complexity: O(log *n* + *m*) in the length of the line.
  func lineEnd(from offset: Int, limit: Int) -> Int {
    var end = offset
    var sawReturn = false
    buffer.forEachChunk(in: offset..<limit) { chunk in
      for byte in chunk {
        if sawReturn {
          if byte == .lineFeed { end += 1 }
          return false
        }
        end += 1
        if byte == .lineFeed { return false }
        sawReturn = byte == .carriageReturn
      }
      return true
    }
    return end
  }

  /// Whether a line begins at an offset above 0: at 2 in `"a\nb"`, not at 2 in `"a\r\nb"`.
  func isLineStart(_ offset: Int) -> Bool {
    switch buffer.byte(atUTF8: offset - 1) {
    case .lineFeed: true
    case .carriageReturn: offset == buffer.utf8Count || buffer.byte(atUTF8: offset) != .lineFeed
    default: false
    }
  }

  /// Whether the line before the one that begins at `offset` is blank.
  func followsBlankLine(_ offset: Int) -> Bool {
    var index = offset
    guard index > 0 else { return true }
    index -= 1
    let isPair =
      buffer.byte(atUTF8: index) == .lineFeed && index > 0
      && buffer.byte(atUTF8: index - 1) == .carriageReturn
    if isPair { index -= 1 }
    while index > 0 {
      index -= 1
      switch buffer.byte(atUTF8: index) {
      case .lineFeed, .carriageReturn: return true
      case .space, .tab: continue
      default: return false
      }
    }
    return true
  }

  /// The end of enough of the slice at `start` to show which block begins there.
  ///
  /// - Parameters:
  ///   - start: The UTF-8 offset of the slice in the current text.
  ///   - length: The slice's length.
  func sentinelEnd(from start: Int, length: Int) -> Int {
    var first: UInt8 = 0
    buffer.forEachChunk(in: start..<min(start + 4, start + length)) { chunk in
      for byte in chunk where byte != .space {
        first = byte
        return false
      }
      return true
    }
    var end = start + length
    // A line that begins with a letter is text, whatever follows.
    if first.isASCIILetter || first >= 0x80, length > 256 {
      end = start + 256
      while end < start + length, buffer.byte(atUTF8: end) & 0xC0 == 0x80 { end += 1 }
    }
    return lineEnd(from: start, limit: end)
  }
}
