import CommonMark

/// Replaces the inlines of a dialect in a leaf by those of CommonMark.
struct InlineProjection {
  private let source: [UInt8]
  private let purpose: ProjectionPurpose
  private let cuts: [Range<Int>]
  private let footnotes: Set<LabelKey>
  private(set) var pieces: [ProjectedPiece] = []
  /// The carets in empty pairs of delimiters of the purpose's mark: `~~‸~~`.
  var emptyPairs: [Range<Int>] = []

  /// The replacement for an island that begins and ends with punctuation: punctuation too.
  static let punctuation = Array("\u{2055}".utf8)
  /// The replacement for an island that begins and ends without punctuation.
  static let letter = Array("\u{E0FE}".utf8)
  /// The replacement for an island if the mark is code: an image, which cannot be in a code span.
  static let image = Array("![](\u{2055})".utf8)
  /// The replacement for a literal delimiter of CommonMark, if strong replaces another mark.
  static let literal = Array("\u{2058}".utf8)

  /// - Parameter footnotes: The labels that are defined.
  init(
    _ source: [UInt8], _ purpose: ProjectionPurpose, _ cuts: [Range<Int>],
    footnotes: Set<LabelKey>
  ) {
    self.footnotes = footnotes
    self.source = source
    self.purpose = purpose
    self.cuts = cuts
  }

  /// Replaces inlines that CommonMark lacks, and marks other than the purpose's.
  mutating func write(_ tokens: [InlineToken]) {
    var index = 0
    var labelEnd = 0
    while index < tokens.count {
      let token = tokens[index]
      switch token.kind {
      case .openLink(.bare):
        if index >= labelEnd { writeLink(tokens[index...token.partner]) }
        index = token.partner
      // An autolink does not contain markup.
      case .openLink(.autolink), .openLink(.emailAutolink): index = token.partner
      // A label is compared by its bytes, so they must stay.
      case .openLink(.shortcut), .openLink(.collapsed), .openImage(.shortcut),
        .openImage(.collapsed):
        labelEnd = Swift.max(labelEnd, token.partner)
      case .island(let syntax): if index >= labelEnd { writeIsland(token, syntax) }
      case .openMark(let syntax), .closeMark(let syntax):
        if index >= labelEnd { writeMark(token, syntax) }
      default:
        if index >= labelEnd, case .mark = purpose { writeOther(token) }
      }
      index += 1
    }
  }

  private mutating func append(
    _ range: Range<Int>, _ bytes: [UInt8], _ kind: ProjectedPiece.Kind
  ) {
    pieces.append(ProjectedPiece(source: range, bytes: bytes, kind: kind))
  }

  private mutating func writeIsland(_ token: InlineToken, _ syntax: SyntaxExtensions) {
    if syntax == .blockIdentifiers || syntax == .comments || syntax == .attributes {
      // It is not visible.
      return append(token.source, Self.image, .fixed)
    }
    if purpose == .code, syntax == .footnotes, isText(token.source) {
      return append(token.source, Array(source[token.source]), .unit)
    }
    if purpose == .code { return append(token.source, Self.image, .fixed) }
    append(token.source, standIn(for: token.source), .unit)
  }

  /// The replacement for a unit: at each end punctuation if the unit has it there, else a letter.
  private func standIn(for range: Range<Int>) -> [UInt8] {
    let begins = source[range.lowerBound].isASCIIPunctuation
    let ends = source[range.upperBound - 1].isASCIIPunctuation
    let first = begins ? Self.punctuation : Self.letter
    return begins == ends ? first : first + (ends ? Self.punctuation : Self.letter)
  }

  /// Whether a possible reference is plain text: `[^a]` without a footnote `a`, not `[^*a*]`.
  private func isText(_ reference: Range<Int>) -> Bool {
    let label = reference.lowerBound + 2..<reference.upperBound - 1
    return !footnotes.contains(LabelKey(Array(source[label])))
      && !source[label].contains(where: Self.isMarkup)
  }

  private mutating func writeMark(_ token: InlineToken, _ syntax: SyntaxExtensions) {
    if purpose == .mark(syntax) {
      return append(token.source, Array("**".utf8), .delimiter)
    }
    writeElement(token, 0x61 &+ UInt8(truncatingIfNeeded: syntax.rawValue.trailingZeroBitCount))
  }

  private mutating func writeElement(_ token: InlineToken, _ letter: UInt8) {
    append(
      token.source,
      token.kind.isOpening ? ProjectedElement.startTag(letter) : MarkdownTree.elementEnd, .fixed)
  }

  /// Replaces strong and emphasis, which are structure here, and literal `*` and `_`.
  private mutating func writeOther(_ token: InlineToken) {
    switch token.kind {
    case .openStrong, .closeStrong: writeElement(token, UInt8(ascii: "B"))
    case .openEmphasis, .closeEmphasis: writeElement(token, UInt8(ascii: "I"))
    case .character("*", .plain), .character("_", .plain):
      append(token.source, Self.literal, .unit)
    case .character where beginsPair(token.source.lowerBound):
      let start = token.source.lowerBound
      append(start..<start + 2, Array("**".utf8), .delimiter)
    default: break
    }
  }

  /// Whether a delimiter of an empty pair around a caret begins at an offset: both of `~~‸~~`.
  private func beginsPair(_ offset: Int) -> Bool {
    emptyPairs.contains { $0.lowerBound == offset || $0.lowerBound == offset + 2 }
  }

  /// Replaces a bare link by a unit, which begins with a letter and usually ends with one; or by a
  /// link in brackets, if a selection cuts it or it gets code.
  private mutating func writeLink(_ tokens: ArraySlice<InlineToken>) {
    guard let open = tokens.first, let close = tokens.last else { return }
    let range = open.source.lowerBound..<close.source.upperBound
    let isCut = cuts.contains { cut in
      cut.isEmpty
        ? range.lowerBound < cut.lowerBound && cut.upperBound < range.upperBound
        : cut.overlaps(range) && (purpose == .code || cut.clamped(to: range) != range)
    }
    if !isCut { return append(range, standIn(for: range), .unit) }
    pieces += Self.brackets(around: range, tokens, in: source)
  }

  /// The replacements that make a bare link a link in brackets.
  ///
  /// - Parameter tokens: The tokens of the link, from its opening to its closing one.
  static func brackets(
    around range: Range<Int>, _ tokens: ArraySlice<InlineToken>, in source: [UInt8]
  ) -> [ProjectedPiece] {
    let start = range.lowerBound..<range.lowerBound
    var pieces = [ProjectedPiece(source: start, bytes: [.leftBracket], kind: .bareLink)]
    for token in tokens.dropFirst().dropLast() {
      guard case .character(let scalar, .plain) = token.kind, scalar.value < 0x80 else { continue }
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      guard isMarkup(byte), !isInWord(token.source, within: range, in: source) else { continue }
      pieces.append(
        ProjectedPiece(source: token.source, bytes: [.backslash, byte], kind: .bareLink))
    }
    pieces.append(
      ProjectedPiece(
        source: range.upperBound..<range.upperBound,
        bytes: destination(
          address(tokens, behind: source[..<range.lowerBound].last) ?? source[range]),
        kind: .bareLink))
    return pieces
  }

  /// The address of an email link, from its visible text: `a+@b.c` for `a\+@b.c`; nil for others.
  private static func address(
    _ tokens: ArraySlice<InlineToken>, behind before: UInt8?
  ) -> ArraySlice<UInt8>? {
    var text: [UInt8] = []
    for token in tokens {
      if case .character(let scalar, _) = token.kind {
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    guard text.contains(.atSign), !text.contains(.slash) else { return nil }
    if text.starts(with: "www.".utf8) {
      // After any other byte, it is not a `www.` link (see `BareLink`).
      guard let before, !before.isMarkdownSpace,
        ![.asterisk, .underscore, .tilde, .leftParenthesis, .verticalLine].contains(before)
      else { return nil }
      return (Array("mailto:".utf8) + text)[...]
    }
    return text[...]
  }

  /// Whether a byte is escaped in the text of a bare link in brackets: `*` and `_`, not `a`.
  private static func isMarkup(_ byte: UInt8) -> Bool {
    [
      .exclamationMark, .ampersand, .asterisk, .lessThan, .greaterThan, .leftBracket, .backslash,
      .rightBracket, .underscore, .backtick, .tilde, .equalsSign,
    ].contains(byte)
  }

  /// Whether a byte of a link is an underscore in a word, always text: in `/a_b`, not in `/_b`.
  private static func isInWord(
    _ place: Range<Int>, within link: Range<Int>, in source: [UInt8]
  ) -> Bool {
    source[place.lowerBound] == .underscore && place.lowerBound > link.lowerBound
      && place.upperBound < link.upperBound && source[place.lowerBound - 1].isASCIIAlphanumeric
      && source[place.upperBound].isASCIIAlphanumeric
  }

  /// Whether the bytes begin with a character reference (CommonMark 0.30 §2.5): `&amp;b`, not `&b`.
  private static func isReference(_ link: ArraySlice<UInt8>) -> Bool {
    link.withUnsafeBufferPointer { CharacterReference.match(in: $0, at: 0) != nil }
  }

  /// `](…)` for a bare link, with the scheme that cmark-gfm adds to an address.
  private static func destination(_ link: ArraySlice<UInt8>) -> [UInt8] {
    var scheme: [UInt8] = []
    if link.starts(with: "www.".utf8) || link.elementsEqual("www".utf8) {
      scheme = Array("http://".utf8)
    } else if !link.starts(with: "mailto:".utf8), !link.starts(with: "xmpp:".utf8),
      link.contains(.atSign), !link.contains(.slash)
    {
      scheme = Array("mailto:".utf8)
    }
    var bytes = Array("](".utf8)
    let isPlain = !link.contains {
      [.leftParenthesis, .rightParenthesis, .lessThan, .greaterThan, .backslash].contains($0)
    }
    if !isPlain { bytes.append(.lessThan) }
    bytes += scheme
    for (index, byte) in zip(link.indices, link) {
      if byte == .backslash {
        // A backslash before a letter is literal.
        let next = index + 1 < link.endIndex ? link[index + 1] : .greaterThan
        if next.isASCIIPunctuation { bytes.append(.backslash) }
      } else if byte == .lessThan || byte == .greaterThan {
        bytes.append(.backslash)
      }
      bytes.append(byte)
      // References are decoded in a destination, even after a backslash.
      if byte == .ampersand, isReference(link[index...]) { bytes += Array("amp;".utf8) }
    }
    if !isPlain { bytes.append(.greaterThan) }
    return bytes + [.rightParenthesis]
  }
}
