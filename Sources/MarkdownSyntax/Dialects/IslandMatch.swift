/// Recognises islands: inlines that are never split and contain no markup.
enum IslandMatch {
  /// The end of a nonempty island between fixed strings on one line, or nil.
  static func end(of row: IslandRow, in text: Bytes, at start: Int) -> Int? {
    guard holds(row.opening, in: text, at: start) else { return nil }
    var index = start + row.opening.count
    let inside = index
    while index < text.count, text[index] != .lineFeed {
      if index > inside, holds(row.closing, in: text, at: index) {
        return index + row.closing.count
      }
      index += 1
    }
    return nil
  }

  private static func holds(_ bytes: [UInt8], in text: Bytes, at start: Int) -> Bool {
    guard start + bytes.count <= text.count else { return false }
    for (offset, byte) in bytes.enumerated() where text[start + offset] != byte { return false }
    return true
  }

  /// The end of `[^label]`, unless it is a link's text (cmark-gfm).
  ///
  /// Without a definition it is text, but it does not contain markup either.
  static func footnote(in text: Bytes, at start: Int) -> Int? {
    guard let end = FootnoteLabel.end(in: text, at: start) else { return nil }
    if end < text.count, text[end] == .leftParenthesis, LinkTail.end(in: text, at: end) != nil {
      return nil
    }
    return end
  }

  /// The end of `$…$` without blanks at its ends, or of `$$…$$`; a dollar beside a digit is money.
  static func math(in text: Bytes, at start: Int) -> Int? {
    let isDouble = start + 1 < text.count && text[start + 1] == .dollarSign
    let width = isDouble ? 2 : 1
    var index = start + width
    guard index < text.count else { return nil }
    if !isDouble {
      guard !text[index].isMarkdownSpace, text[index] != .dollarSign,
        start == 0 || !isWordByte(text[start - 1])
      else { return nil }
    }
    while index < text.count {
      if text[index] == .backslash {
        index += 2
        continue
      }
      if text[index] == .dollarSign, index > start + width {
        let end = index + width
        guard end <= text.count, !isDouble || text[index + 1] == .dollarSign else { return nil }
        if isDouble { return end }
        guard !text[index - 1].isMarkdownSpace else { return nil }
        return end < text.count && isWordByte(text[end]) ? nil : end
      }
      if text[index] == .lineFeed, !isDouble { return nil }
      index += 1
    }
    return nil
  }

  static func isOfEmojiName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == .underscore || byte == .plusSign || byte == .hyphen
  }

  /// The end of `:name:`, with no word or colon beside it. The name has a letter, `+` or `-`.
  static func emoji(in text: Bytes, at start: Int) -> Int? {
    if start > 0, isWordByte(text[start - 1]) || text[start - 1] == .colon { return nil }
    var index = start + 1
    var hasLetter = false
    while index < text.count, text[index] != .colon {
      let byte = text[index]
      guard isOfEmojiName(byte) else { return nil }
      hasLetter = hasLetter || byte.isASCIILetter || byte == .plusSign || byte == .hyphen
      index += 1
    }
    guard hasLetter, index < text.count else { return nil }
    let end = index + 1
    // `:http://a.b` is a link.
    if end + 1 < text.count, text[end] == .slash, text[end + 1] == .slash { return nil }
    return end < text.count && (isWordByte(text[end]) || text[end] == .colon) ? nil : end
  }

  /// The end of `@name` or `@organisation/team`, not after a word: letters, digits, single hyphens.
  static func mention(in text: Bytes, at start: Int) -> Int? {
    if start > 0 {
      let before = text[start - 1]
      if isWordByte(before) || before == .slash || before == .atSign || before == .fullStop
        || before == .backslash
        || before == .plusSign || before == .hyphen
      {
        return nil
      }
    }
    guard var end = nameEnd(in: text, from: start + 1) else { return nil }
    if end < text.count, text[end] == .slash, let team = nameEnd(in: text, from: end + 1) {
      end = team
    }
    if end < text.count, isWordByte(text[end]) || text[end] == .atSign { return nil }
    return end
  }

  private static func nameEnd(in text: Bytes, from start: Int) -> Int? {
    var end = start
    while end < text.count {
      let isHyphen =
        text[end] == .hyphen && end > start && end + 1 < text.count
        && text[end + 1].isASCIIAlphanumeric
      guard text[end].isASCIIAlphanumeric || isHyphen else { break }
      end += 1
    }
    return end > start && end - start <= 39 ? end : nil
  }

  /// The end of `^name` after a blank at the end of a block.
  static func blockIdentifier(in text: Bytes, at start: Int) -> Int? {
    guard start > 0, text[start - 1].isMarkdownSpace else { return nil }
    var end = start + 1
    while end < text.count, text[end].isASCIIAlphanumeric || text[end] == .hyphen { end += 1 }
    return end > start + 1 && end == text.count ? end : nil
  }

  /// The end of `{#id .class}` or `{: .class}`.
  static func attributes(in text: Bytes, at start: Int) -> Int? {
    guard start + 2 < text.count else { return nil }
    let mark = text[start + 1]
    guard mark == .numberSign || mark == .colon || mark == .fullStop else { return nil }
    var end = start + 2
    while end < text.count, text[end] != .rightBrace {
      if text[end] == .lineFeed || text[end] == .leftBrace { return nil }
      end += 1
    }
    return end < text.count && end > start + 2 ? end + 1 : nil
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == .underscore || byte >= 0x80
  }
}

/// The label of a footnote (cmark-gfm): text after `[^` without blanks, line endings and `]`.
enum FootnoteLabel {
  /// The offset after the `]` of the label that begins at `start`, or nil if there is none.
  static func end(in text: Bytes, at start: Int) -> Int? {
    guard start + 3 < text.count, text[start] == .leftBracket, text[start + 1] == .circumflex else {
      return nil
    }
    var end = start + 2
    while end < text.count, text[end] != .rightBracket {
      if text[end].isMarkdownSpace || text[end] == 0 {
        return nil
      }
      end += 1
    }
    return end < text.count && end > start + 2 ? end + 1 : nil
  }
  /// Passes the label of each possible footnote to `body`: only markers precede it on its line.
  static func forEachDefinition(in text: Bytes, _ body: (LabelKey) -> Void) {
    var caret = text.firstOffset(of: .circumflex, from: 1)
    while caret < text.count {
      defer { caret = text.firstOffset(of: .circumflex, from: caret + 1) }
      guard let end = end(in: text, at: caret - 1), end < text.count, text[end] == .colon else {
        continue
      }
      var start = caret - 1
      while start > 0, isOfMarker(text[start - 1]) { start -= 1 }
      guard
        start == 0 || text[start - 1].isLineEnding || text[start - 1] == .colon
          || text[start - 1] >= 0x80
      else { continue }
      body(LabelKey(Array(text[caret + 1..<end - 1])))
    }
  }

  private static func isOfMarker(_ byte: UInt8) -> Bool {
    byte.isBlank || byte.isASCIIDigit
      || [.greaterThan, .hyphen, .asterisk, .plusSign, .rightParenthesis, .fullStop].contains(byte)
  }
}
