import CommonMark
import TextEditing

/// One pass over a leaf's logical text, which reads the inlines as libcmark 0.30.2 does (CommonMark
/// 0.30 §6). The tokens are in order and without gaps.
///
/// A possible delimiter is emitted as characters first; a match turns them into nodes.
struct InlineScan {
  let text: Bytes
  let references: ReferenceMap
  var map: SourceMap
  var position = 0
  /// The end of the last token in the source.
  var sourceEnd: Int
  var tokens: [InlineToken] = []
  var delimiters: [DelimiterRun] = []
  /// The last of the linked delimiter runs, or -1.
  var lastDelimiter = -1
  var brackets: [Bracket] = []
  /// The number of brackets, from the bottom of the stack, that can no longer open a link.
  var inactiveBrackets = 0
  /// The number of bytes of destinations and titles that references have added.
  var expanded: Int
  var backticks = BacktickMemory()
  var missedHTML = RawHTML.Missed()
  /// The tokens that open or close something, and those merged into the token before them.
  private var nodes: ContiguousArray<Int64> = []
  private var merged: ContiguousArray<Int64> = []
  let syntax: InlineSyntax?
  let joinsText: Bool

  init(
    _ text: Bytes, map: SourceMap, references: ReferenceMap, expanded: Int, syntax: InlineSyntax?,
    joinsText: Bool
  ) {
    (self.text, self.map, self.references) = (text, map, references)
    (self.expanded, self.syntax, self.joinsText) = (expanded, syntax, joinsText)
    sourceEnd = self.map.source(0)
    tokens.reserveCapacity(joinsText ? text.count / 8 + 8 : text.count + 1)
  }

  mutating func run() {
    while position < text.count {
      if let syntax, readExtension(syntax) { continue }
      switch text[position] {
      case .lineFeed: readLineEnding()
      case .backtick: readBackticks()
      case .backslash: readBackslash()
      case .ampersand: readAmpersand()
      case .lessThan: readAngleBracket()
      case .asterisk, .underscore: readDelimiterRun()
      case .exclamationMark: readExclamationMark()
      case .leftBracket: openBracket(isImage: false)
      case .rightBracket: closeBracket()
      default: readText()
      }
    }
    pairDelimiters(above: 0)
    if !nodes.isEmpty { joinPartners() }
  }

  mutating func emit(_ kind: InlineToken.Kind, to end: Int) {
    let sourceStart = sourceEnd
    sourceEnd = map.source(end)
    tokens.append(InlineToken(kind, sourceStart..<sourceEnd))
  }

  mutating func noteNode(at index: Int) { nodes.append(Int64(index)) }

  mutating func emitNode(_ kind: InlineToken.Kind, to end: Int) {
    noteNode(at: tokens.count)
    emit(kind, to: end)
  }

  /// Removes merged tokens, moving all tokens between them at once, and connects partners.
  private mutating func joinPartners() {
    // Links are found at their ends, after their contents.
    nodes.sortInPlace()
    merged.sortInPlace()
    var open: [(token: Int, place: Int)] = []
    var dropped = 0
    for node in nodes {
      while dropped < merged.count, merged[dropped] < node { dropped += 1 }
      let token = Int(node)
      if tokens[token].kind.isOpening {
        open.append((token, token - dropped))
      } else if let opener = open.popLast() {
        tokens[token].partner = opener.place
        tokens[opener.token].partner = token - dropped
      }
    }
    guard !merged.isEmpty else { return }
    tokens.withUnsafeMutableBufferPointer { tokens in
      guard let start = tokens.baseAddress else { return }
      for index in merged.indices {
        let token = Int(merged[index])
        let end = index + 1 < merged.count ? Int(merged[index + 1]) : tokens.count
        (start + token - index).update(from: start + token + 1, count: end - token - 1)
      }
    }
    tokens.removeLast(merged.count)
  }

  /// Makes a node of `kind` from the token at `index`, and the next one if `width` is 2.
  mutating func makeNode(_ kind: InlineToken.Kind, at index: Int, width: Int) {
    noteNode(at: index)
    tokens[index].kind = kind
    guard width == 2 else { return }
    tokens[index].source =
      tokens[index].source.lowerBound..<tokens[index + 1].source.upperBound
    merged.append(Int64(index + 1))
  }

  // MARK: Text

  /// Reads text up to the next byte that may be syntax. White space before a line ending is
  /// invisible (CommonMark 0.30 §6.7, §6.8) and part of the break's token.
  private mutating func readText() {
    let end =
      if let syntax {
        text.skipping(from: position + 1) { !$0.beginsInlineSyntax && !syntax.stops(at: $0) }
      } else {
        text.skipping(from: position + 1) { !$0.beginsInlineSyntax }
      }
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
    let next = text.skipping(from: position, upTo: limit) { $0 < 0x80 && $0 != 0 }
    if next == position { return }
    let ends = joined ? next...next : position + 1...next
    for end in ends {
      let scalar = Unicode.Scalar(text[position])
      tokens.append(
        InlineToken(
          isCode ? .codeCharacter(scalar, .plain) : .character(scalar, .plain),
          position + line.distance..<end + line.distance))
      position = end
    }
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

  private mutating func readAmpersand() {
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
  private mutating func readBackslash() {
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

  private mutating func readLineEnding() {
    let isHard =
      position > 1 && text[position - 1] == .space && text[position - 2] == .space
    position = text.skippingBlanks(from: position + 1)
    emit(isHard ? .hardBreak : .softBreak, to: position)
  }

  // MARK: Code, autolinks and HTML

  /// Reads a code span (CommonMark 0.30 §6.1), or the backticks themselves.
  private mutating func readBackticks() {
    let start = text.skipping(from: position) { $0 == .backtick }
    let length = start - position
    guard let close = backticks.closing(in: text, from: start, length: length) else {
      return emitCharacters(to: start)
    }
    let strip = isPadded(start..<close) ? 1 : 0
    emitNode(.openCode, to: start + strip)
    position = start + strip
    while position < close - strip {
      if text[position] == .lineFeed {
        position += 1
        emit(.codeCharacter(" ", .lineEnding), to: position)
      } else {
        let (scalar, count) = text.scalar(at: position)
        position += count
        emit(.codeCharacter(scalar, .plain), to: position)
        emitASCII(to: close - strip, isCode: true, joined: joinsText)
      }
    }
    position = close + length
    emitNode(.closeCode, to: position)
  }

  /// Whether a code span loses a space or line ending at each end (CommonMark 0.30 §6.1). Both ends
  /// have one, and there is other text: `` ` a ` ``, not `` ` a` ``.
  private func isPadded(_ range: Range<Int>) -> Bool {
    func isSpace(_ index: Int) -> Bool { text[index] == .space || text[index] == .lineFeed }
    guard let first = range.first, let last = range.last else { return false }
    return isSpace(first) && isSpace(last) && !range.allSatisfy(isSpace)
  }

  /// Reads an autolink (CommonMark 0.30 §6.5), raw HTML (§6.6), or the `<` itself.
  private mutating func readAngleBracket() {
    if let end = Autolink.endOfURI(in: text, at: position) {
      emitAutolink(.autolink, to: end)
    } else if let end = Autolink.endOfEmail(in: text, at: position) {
      emitAutolink(.emailAutolink, to: end)
    } else if let end = RawHTML.end(in: text, at: position, missed: &missedHTML) {
      position = end
      emit(.html, to: end)
    } else {
      emitCharacters(to: position + 1)
    }
  }

  /// libcmark decodes character references in an autolink's text, but not escapes.
  private mutating func emitAutolink(_ form: InlineToken.LinkForm, to end: Int) {
    position += 1
    emitNode(.openLink(form), to: position)
    emitCharactersAndReferences(to: end - 1)
    position = end
    emitNode(.closeLink(form), to: end)
  }
}

/// The runs of backticks that libcmark remembers, so that searches for code spans take linear time.
///
/// The first search that fails has seen every run, and remembers the last of each length. In
/// libcmark 0.30.2, later searches overwrite these with the runs that they pass. So it misses some
/// code spans, such as the second one after an unmatched pair of backticks; and so does this type.
struct BacktickMemory {
  /// The length up to which libcmark reads backticks as a fence.
  private static let limit = 1000

  private var hasSearched = false
  /// The offset of the last remembered run of each length.
  private var last: [Int] = []

  mutating func closing(in text: Bytes, from start: Int, length: Int) -> Int? {
    guard length <= Self.limit else { return nil }
    if hasSearched, length >= last.count || last[length] < start { return nil }
    var index = text.firstOffset(of: .backtick, from: start)
    while index < text.count {
      let end = text.skipping(from: index) { $0 == .backtick }
      if end - index <= Self.limit {
        while last.count <= end - index { last.append(-1) }
        last[end - index] = index
      }
      if end - index == length { return index }
      index = text.firstOffset(of: .backtick, from: end)
    }
    hasSearched = true
    return nil
  }
}
