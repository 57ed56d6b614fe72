extension InlineScan {
  mutating func readExtension(_ syntax: InlineSyntax) -> Bool {
    let byte = text[position]
    guard syntax.stops(at: byte) || byte == .leftBracket || byte == .exclamationMark else {
      return false
    }
    if let (end, kind) = island(at: position, syntax) {
      position = end
      emit(.island(kind), to: end)
      return true
    }
    // `a![^1]`: the exclamation mark is literal (cmark-gfm).
    if byte == .exclamationMark, syntax.extensions.contains(.footnotes),
      footnoteEnd(at: position + 1) != nil
    {
      emitCharacters(to: position + 1)
      return true
    }
    if syntax.extensions.contains(.bareLinks) {
      if byte == .colon, readBareURL() { return true }
      if byte == UInt8(ascii: "w"), readBareWWW() { return true }
    }
    guard let mark = syntax.mark(of: byte) else { return false }
    let start = position
    let end = text.skipping(from: start + 1) { $0 == byte }
    let token = tokens.count
    emitCharacters(to: end)
    if mark.lengths.contains(end - start) {
      let before: Unicode.Scalar = start == 0 ? "\n" : text.scalar(before: start)
      let after: Unicode.Scalar = end == text.count ? "\n" : text.scalar(at: end).scalar
      push(byte, Flanking(of: byte, before: before, after: after), start..<end, token: token)
    }
    return true
  }

  /// The characters around a run of `*` or `_`; cmark-gfm looks through strikethrough's delimiters.
  func neighbours(of run: Range<Int>) -> (before: Unicode.Scalar, after: Unicode.Scalar) {
    var start = run.lowerBound
    var end = run.upperBound
    if let syntax {
      while start > 0, syntax.mark(of: text[start - 1])?.isTransparent == true { start -= 1 }
      while end < text.count, syntax.mark(of: text[end])?.isTransparent == true { end += 1 }
    }
    return (
      start == 0 ? "\n" : text.scalar(before: start),
      end == text.count ? "\n" : text.scalar(at: end).scalar
    )
  }

  /// Makes the node of a mark's pair if both runs have the same length; the delimiters between can
  /// no longer be paired. Returns the run to continue with.
  mutating func pairMark(_ opener: Int, with closer: Int) -> Int {
    let width = delimiters[closer].length
    let next = delimiters[closer].next
    guard delimiters[opener].length == width,
      let mark = syntax?.mark(of: delimiters[closer].byte)
    else { return next }
    makeNode(.openMark(mark.syntax), at: delimiters[opener].token, width: width)
    makeNode(.closeMark(mark.syntax), at: delimiters[closer].token, width: width)
    var between = closer
    while between >= 0, between != opener {
      let previous = delimiters[between].previous
      remove(between)
      between = previous
    }
    remove(opener)
    return next
  }

  /// The end of a reference to a footnote, or nil if it is a link's text: in `[^1](/u)`, and in
  /// `[^1][a]` if `[a]: /u` is defined (cmark-gfm).
  private func footnoteEnd(at start: Int) -> Int? {
    guard let end = IslandMatch.footnote(in: text, at: start) else { return nil }
    guard let (_, label) = LinkLabel.match(in: text, at: end), !label.isEmpty else { return end }
    return references.definition(of: Bytes(rebasing: text[label])) == nil ? end : nil
  }

  private func island(
    at start: Int, _ syntax: InlineSyntax
  ) -> (end: Int, kind: SyntaxExtensions)? {
    let byte = text[start]
    for row in syntax.islands where row.opening.first == byte {
      if let end = IslandMatch.end(of: row, in: text, at: start) { return (end, row.syntax) }
    }
    switch byte {
    case .leftBracket where syntax.extensions.contains(.footnotes):
      return footnoteEnd(at: start).map { ($0, .footnotes) }
    case .dollarSign where syntax.extensions.contains(.math):
      return IslandMatch.math(in: text, at: start).map { ($0, .math) }
    case .colon where syntax.extensions.contains(.emoji):
      return IslandMatch.emoji(in: text, at: start).map { ($0, .emoji) }
    case .atSign where syntax.extensions.contains(.mentions):
      return IslandMatch.mention(in: text, at: start).map { ($0, .mentions) }
    case .circumflex where syntax.extensions.contains(.blockIdentifiers):
      return IslandMatch.blockIdentifier(in: text, at: start).map { ($0, .blockIdentifiers) }
    case .leftBrace where syntax.extensions.contains(.attributes):
      return IslandMatch.attributes(in: text, at: start).map { ($0, .attributes) }
    default: return nil
    }
  }
}

/// Recognises islands: inlines that are never split and contain no markup.
enum IslandMatch {
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

  /// The end of `^name` after a blank at the end of a block, or alone in a paragraph, for the block before.
  static func blockIdentifier(in text: Bytes, at start: Int) -> Int? {
    guard start == 0 || text[start - 1].isMarkdownSpace else { return nil }
    let end = text.skipping(from: start + 1) { $0.isASCIIAlphanumeric || $0 == .hyphen }
    return end > start + 1 && end == text.count ? end : nil
  }

  /// The end of `{#id .class}` or `{: .class}`.
  static func attributes(in text: Bytes, at start: Int) -> Int? {
    guard start + 2 < text.count else { return nil }
    let mark = text[start + 1]
    guard mark == .numberSign || mark == .colon || mark == .fullStop else { return nil }
    let end = text.skipping(from: start + 2) {
      $0 != .rightBrace && $0 != .lineFeed && $0 != .leftBrace
    }
    return end < text.count && end > start + 2 && text[end] == .rightBrace ? end + 1 : nil
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
    let end = text.skipping(from: start + 2) {
      $0 != .rightBracket && !$0.isMarkdownSpace && $0 != 0
    }
    return end < text.count && end > start + 2 && text[end] == .rightBracket ? end + 1 : nil
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
