import CommonMark

/// The projection of a leaf's inlines, in which CommonMark's marks mean the same as in the dialect.
///
/// Replacements begin and end with punctuation, as most constructs do; but a bare link ends with a
/// letter, and `*` looks through `~~`. If that makes a difference, literal delimiters are escaped.
/// If that does not help, the leaf is not readable.
struct LeafProjection {
  private(set) var pieces: [ProjectedPiece]
  /// Whether the projection has the meaning of the source, as in a leaf without constructs: `*a*`.
  private(set) var isReadable = true
  /// Whether escapes of literal delimiters may help, such as `\*` for `*`.
  private(set) var needsEscapes = false

  init(
    of leaf: LeafBlock, in reading: DocumentReading, _ tokens: [InlineToken],
    _ syntax: InlineSyntax, _ purpose: ProjectionPurpose, _ cuts: [Range<Int>],
    footnotes: Set<LabelKey>, escapes: Bool, mayPairOtherwise: Bool
  ) {
    var writer = InlineProjection(reading.source, purpose, cuts, footnotes: footnotes)
    if let mark = MarkSyntax.all.first(where: { purpose == .mark($0.syntax) }) {
      writer.emptyPairs = cuts.filter { reading.isInEmptyPair($0, of: mark, leaf, syntax) }
    }
    writer.write(tokens)
    pieces = writer.pieces
    if escapes { pieces += Self.escapes(tokens, in: reading.source, cuts) }
    if pieces.isEmpty, !purpose.isOfExtension, !Self.hasTransparentText(tokens), !mayPairOtherwise {
      return
    }
    if Self.agrees(pieces, leaf, reading, tokens, purpose) { return }
    needsEscapes = !escapes
    isReadable = false
  }

  /// Whether a literal character is one that cmark-gfm looks through: in `*a~*`, not in `*a*`.
  private static func hasTransparentText(_ tokens: [InlineToken]) -> Bool {
    tokens.contains { token in
      guard case .character(let scalar, .plain) = token.kind else { return false }
      return MarkSyntax.all.contains { $0.isTransparent && UInt32($0.byte) == scalar.value }
    }
  }

  /// Escapes of literal delimiters, except around a caret, which may be in an empty pair: `**‸**`.
  private static func escapes(
    _ tokens: [InlineToken], in source: [UInt8], _ cuts: [Range<Int>]
  ) -> [ProjectedPiece] {
    let pairs = cuts.filter { $0.isEmpty }.map { source.run(around: $0.lowerBound) }
    return tokens.compactMap { token in
      if pairs.contains(where: { $0.contains(token.source.lowerBound) }) { return nil }
      switch token.kind {
      case .character("*", .plain), .character("_", .plain), .character("[", .plain):
        return ProjectedPiece(
          source: token.source, bytes: [.backslash, source[token.source.lowerBound]], kind: .escape)
      default: return nil
      }
    }
  }

  /// Whether CommonMark's marks and links are the same in the projection. For example, `[a]` in
  /// `[a][^1]` is text to cmark-gfm, and a letter in place of `[^1]` must not make it a link.
  private static func agrees(
    _ pieces: [ProjectedPiece], _ leaf: LeafBlock, _ reading: DocumentReading,
    _ tokens: [InlineToken], _ purpose: ProjectionPurpose
  ) -> Bool {
    let content = leaf.content
    let local = pieces.map { piece in
      var piece = piece
      piece.source =
        piece.source.lowerBound - content.lowerBound..<piece.source.upperBound - content.lowerBound
      return piece
    }
    let projection = Projection(Array(reading.source[content]), local)
    let (lines, tabs) = projection.lines(of: leaf)
    let read = InlineScanner.tokens(
      ofLines: lines, in: projection.text, references: reading.references, tabs: tabs)
    let wanted = tokens.compactMap { token -> Delimiter? in
      guard let kind = Delimiter.Kind(token.kind, purpose) else { return nil }
      // An insertion where a delimiter begins belongs to the text before it.
      let start = projection.placed(token.source.lowerBound - content.lowerBound, isEnd: true)
      return Delimiter(kind: kind, start: start)
    }
    let found = read.compactMap { token -> Delimiter? in
      guard let kind = Delimiter.Kind(token.kind, nil),
        !kind.isLink || projection.isCopied(token.source.lowerBound)
      else { return nil }
      return Delimiter(kind: kind, start: token.source.lowerBound)
    }
    return wanted == found
  }

  /// A delimiter of strong or emphasis, a fence, or a bracket of a link or an image.
  private struct Delimiter: Hashable {
    enum Kind: Hashable {
      case openStrong, closeStrong, openEmphasis, closeEmphasis, openCode, closeCode
      case openLink, closeLink, openImage, closeImage

      /// Whether it is a bracket: `[`, not `*`.
      var isLink: Bool {
        self == .openLink || self == .closeLink || self == .openImage || self == .closeImage
      }

      /// The kind of a token; with a purpose, its kind in the projection.
      init?(_ kind: InlineToken.Kind, _ purpose: ProjectionPurpose?) {
        let isOfExtension = purpose?.isOfExtension ?? false
        switch kind {
        case .openStrong where !isOfExtension: self = .openStrong
        case .closeStrong where !isOfExtension: self = .closeStrong
        case .openEmphasis where !isOfExtension: self = .openEmphasis
        case .closeEmphasis where !isOfExtension: self = .closeEmphasis
        case .openCode: self = .openCode
        case .closeCode: self = .closeCode
        case .openLink(let form) where form != .bare: self = .openLink
        case .closeLink(let form) where form != .bare: self = .closeLink
        case .openImage: self = .openImage
        case .closeImage: self = .closeImage
        case .openMark(let syntax) where purpose == .mark(syntax): self = .openStrong
        case .closeMark(let syntax) where purpose == .mark(syntax): self = .closeStrong
        default: return nil
        }
      }
    }

    var kind: Kind
    var start: Int
  }
}

extension [UInt8] {
  /// The run of one byte around an offset, as in `**‸**`; empty in `a‸b`.
  fileprivate func run(around offset: Int) -> Range<Int> {
    guard offset > 0, offset < count, self[offset - 1] == self[offset] else {
      return offset..<offset
    }
    let byte = self[offset]
    let left = self[..<offset].reversed().prefix { $0 == byte }.count
    return offset - left..<offset + self[offset...].prefix { $0 == byte }.count
  }
}

extension DocumentReading {
  /// Whether a caret is between two delimiters of a mark that only a word typed there would have:
  /// in `a ~~‸~~ b`, not in `~~a~~‸~~`.
  fileprivate func isInEmptyPair(
    _ caret: Range<Int>, of mark: MarkSyntax, _ leaf: LeafBlock, _ syntax: InlineSyntax
  ) -> Bool {
    let place = caret.lowerBound
    let pair = place - 2..<place + 2
    guard caret.isEmpty, pair.lowerBound >= leaf.content.lowerBound,
      pair.upperBound <= leaf.content.upperBound, source[pair].allSatisfy({ $0 == mark.byte })
    else { return false }
    var typed = source
    typed.insert(UInt8(ascii: "x"), at: place)
    let lines = leaf.lines.map { line in
      let (start, end) = (line.lowerBound, line.upperBound)
      return start + (start > place ? 1 : 0)..<end + (end >= place ? 1 : 0)
    }
    let tokens = InlineScanner.tokens(
      ofLines: lines, in: typed, references: references, tabs: leaf.tabs, expanded: 0,
      syntax: syntax
    ).tokens
    guard let word = tokens.firstIndex(where: { $0.source == place..<place + 1 }), word > 0
    else { return false }
    let open = tokens[word - 1]
    return open.kind == .openMark(mark.syntax) && open.partner == word + 1 && open.source.count == 2
  }
}

extension Projection {
  /// Maps the lines of a leaf, whose content is the source, to the text, with the columns of their
  /// tabs. A line that begins in an island continues the line before: `$$a⏎b$$` is one character.
  fileprivate func lines(of leaf: LeafBlock) -> (lines: [Range<Int>], tabs: [Int]) {
    var lines: [Range<Int>] = []
    var tabs: [Int] = []
    for (index, line) in leaf.lines.enumerated() {
      let start = line.lowerBound - leaf.content.lowerBound
      let end = line.upperBound - leaf.content.lowerBound
      let placedEnd =
        segment(holding: end).map { segments[$0].text.upperBound } ?? placed(end, isEnd: true)
      if let last = lines.last, segment(holding: start) != nil {
        lines[lines.count - 1] = last.lowerBound..<Swift.max(last.upperBound, placedEnd)
        continue
      }
      let placedStart = placed(start, isEnd: false)
      lines.append(placedStart..<Swift.max(placedStart, placedEnd))
      if !leaf.tabs.isEmpty { tabs.append(leaf.tabs[index]) }
    }
    return (lines, tabs)
  }

  /// Whether a byte of the text comes from the source: the `[` of `[a](b)`, not one for `www.a.b`.
  fileprivate func isCopied(_ offset: Int) -> Bool {
    let next = firstSegment(endingPastText: offset)
    return next == segments.count || segments[next].text.lowerBound > offset
  }

  /// The text offset of a source offset: before insertions there, or after them if `isEnd`.
  fileprivate func placed(_ offset: Int, isEnd: Bool) -> Int {
    let low = segments.partitionPoint {
      $0.source.upperBound > offset
        || ($0.source.upperBound == offset && !isEnd && $0.source.isEmpty)
    }
    guard low > 0 else { return offset }
    let last = segments[low - 1]
    return offset - last.source.upperBound + last.text.upperBound
  }
}
