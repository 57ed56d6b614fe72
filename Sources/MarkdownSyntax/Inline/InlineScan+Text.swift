extension InlineScan {
  /// Reads text up to the next byte that may be syntax. White space before a line ending is
  /// invisible (CommonMark 0.30 §6.7, §6.8) and part of the break's token.
  mutating func readText() {
    var end = position + 1
    while end < text.count, !text[end].beginsInlineSyntax { end += 1 }
    var visibleEnd = end
    if end < text.count, text[end] == .lineFeed {
      while visibleEnd > position, text[visibleEnd - 1].isMarkdownSpace { visibleEnd -= 1 }
    }
    emitCharacters(to: visibleEnd, joined: joinsText)
    position = end
  }

  /// Emits the characters from the position to `end` as plain text.
  mutating func emitCharacters(to end: Int, joined: Bool = false) {
    if joined { emitASCII(to: end, isCode: false, joined: true) }
    while position < end {
      let (scalar, count) = text.scalar(at: position)
      position += count
      emit(.character(scalar, .plain), to: position)
      emitASCII(to: end, isCode: false, joined: joined)
    }
  }

  /// Replaces a last token of joined text by a token for each character.
  mutating func separateText() {
    guard joinsText, let last = tokens.last, case .character(let first, .plain) = last.kind,
      first.isASCII, last.source.count > 1
    else { return }
    tokens.removeLast()
    let distance = last.source.upperBound - position
    for offset in last.source {
      tokens.append(
        InlineToken(
          .character(Unicode.Scalar(text[offset - distance]), .plain), offset..<offset + 1))
    }
  }

  /// Emits the ASCII characters after the last one that are adjacent in the source. They are
  /// emitted at once, since most of a text is ASCII.
  mutating func emitASCII(to end: Int, isCode: Bool, joined: Bool) {
    guard let line = map.straight else { return }
    let limit = Swift.min(end, line.end)
    var next = position
    while next < limit, text[next] < 0x80, text[next] != 0 { next += 1 }
    if next == position { return }
    let run = PlainTokens(
      text: Bytes(rebasing: text[position..<next]), start: position + line.distance,
      isCode: isCode)
    if joined { tokens.append(run.joined) } else { tokens.append(contentsOf: run) }
    position = next
    sourceEnd = next + line.distance
  }

  /// Emits characters with character references decoded, as in the text of an autolink.
  mutating func emitCharactersAndReferences(to end: Int) {
    let bounded = Bytes(rebasing: text[..<end])
    while position < end {
      if text[position] == .ampersand,
        let reference = CharacterReference.match(in: bounded, at: position)
      {
        emit(reference)
      } else {
        emitCharacters(to: position + text.scalar(at: position).count)
      }
    }
  }

  /// Reads a character reference (§2.5), or the ampersand itself.
  mutating func readAmpersand() {
    if let reference = CharacterReference.match(in: text, at: position) {
      emit(reference)
    } else {
      emitCharacters(to: position + 1)
    }
  }

  private mutating func emit(_ reference: CharacterReference.Match) {
    position = reference.end
    emit(.character(reference.first, .reference), to: position)
    if let second = reference.second { emit(.character(second, .reference), to: position) }
  }

  /// Reads an escape (§2.4), a hard break (§6.7), or the backslash itself.
  mutating func readBackslash() {
    let next = position + 1
    guard next < text.count else { return emitCharacters(to: next) }
    if text[next].isASCIIPunctuation {
      position = next + 1
      emit(.character(Unicode.Scalar(text[next]), .escape), to: position)
    } else if text[next] == .lineFeed {
      // Here libcmark keeps the leading blanks of a lazy line as text.
      position = next + 1
      emit(.hardBreak, to: position)
    } else {
      emitCharacters(to: next)
    }
  }

  /// Reads a soft or hard break, with the blanks around it.
  mutating func readLineEnding() {
    let isHard =
      position > 1 && text[position - 1] == .space && text[position - 2] == .space
    position = text.skippingBlanks(from: position + 1)
    emit(isHard ? .hardBreak : .softBreak, to: position)
  }
}

/// The tokens of adjacent ASCII characters, as a sequence, so that an array reserves room once.
private struct PlainTokens: Sequence, IteratorProtocol {
  let text: Bytes
  /// The offset of the first one in the source.
  let start: Int
  /// Whether they are in a code span: the `a` of `` `a` ``.
  let isCode: Bool
  private var index = 0

  init(text: Bytes, start: Int, isCode: Bool) {
    self.text = text
    self.start = start
    self.isCode = isCode
  }

  var underestimatedCount: Int { text.count }

  /// One token for all characters; there is at least one.
  var joined: InlineToken {
    let scalar = Unicode.Scalar(text[0])
    return InlineToken(
      isCode ? .codeCharacter(scalar, .plain) : .character(scalar, .plain),
      start..<start + text.count)
  }

  /// Copies all tokens at once; an array calls this instead of `next()`.
  func _copyContents(
    initializing buffer: UnsafeMutableBufferPointer<InlineToken>
  ) -> (PlainTokens, UnsafeMutableBufferPointer<InlineToken>.Index) {
    let count = Swift.min(text.count, buffer.count)
    var rest = self
    while rest.index < count, let token = rest.next() {
      buffer.initializeElement(at: rest.index &- 1, to: token)
    }
    return (rest, count)
  }

  mutating func next() -> InlineToken? {
    guard index < text.count else { return nil }
    let scalar = Unicode.Scalar(text[index])
    let place = start &+ index
    index &+= 1
    return InlineToken(
      isCode ? .codeCharacter(scalar, .plain) : .character(scalar, .plain),
      Range(uncheckedBounds: (place, place &+ 1)))
  }
}
