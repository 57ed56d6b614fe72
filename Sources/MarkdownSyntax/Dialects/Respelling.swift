import CommonMark
import TextEditing

/// How far the text around a selection is spelled otherwise, each with all that stands before it.
package enum RespellingDegree: Int, CaseIterable, Sendable {
  /// Delimiters that are text are escaped: `a ~b` becomes `a \~b`.
  case escapes
  /// Bare links and autolinks become links in brackets, beside which delimiters flank.
  case links
  /// Marks of one tilde get two, and what is struck twice is struck once: `~~a ~b~ c~~`;
  /// likewise what is strong or emphasis twice.
  case widths
  /// Characters beside delimiters become references, which are punctuation to them: outside, so that
  /// anything inside flanks (`a*[b](c)*`); inside those of `~~` too, because `*` looks through it.
  case references
  /// A link by its text gets a label, so that the text is free: `[*a*]` becomes `[*a*][*a*]`.
  case labels
}

/// The same document, spelled so that more marks have a place in it.
///
/// Where a command finds no spelling beside what the dialect reads otherwise than CommonMark, it is
/// planned on the text after this.
package struct Respelling {
  /// Replacements of the source that only make sense together, in ascending order.
  package let groups: [[TextEdit.Replacement]]

  /// Looks for what may be spelled otherwise in the leaves that selections touch.
  ///
  /// - Throws: `ParsingRefusal` where libcmark is not asked to parse the source.
  /// - Complexity: that of reading the document.
  package init(
    of source: [UInt8], in dialect: Dialect, for purpose: ProjectionPurpose,
    touching selections: [Range<Int>], _ degree: RespellingDegree, context: ProjectionContext
  ) throws(ParsingRefusal) {
    var reader = ProjectionReader(source, dialect, purpose, context)
    try reader.readBlocks()
    groups = try reader.respellings(touching: selections, degree)
  }

  /// Some of the groups as an edit of the source.
  package static func edit(_ groups: [[TextEdit.Replacement]]) -> TextEdit {
    var result: [TextEdit.Replacement] = []
    for (_, next) in ordered(groups) {
      if let last = result.last, last.range.upperBound == next.range.lowerBound {
        result[result.count - 1] = TextEdit.Replacement(
          last.range.lowerBound..<next.range.upperBound, with: last.bytes + next.bytes)
      } else {
        result.append(next)
      }
    }
    return TextEdit(result)
  }

  /// A selection of the source as one of the text after some of the groups; a caret before what is escaped
  /// stands before the backslash: `‸~a` becomes `‸\~a`.
  package static func moved(
    _ selection: Range<Int>, by groups: [[TextEdit.Replacement]]
  ) -> Range<Int> {
    var start = selection.lowerBound
    var end = selection.upperBound
    for replacement in groups.joined() {
      let range = replacement.range
      let growth = replacement.bytes.count - range.count
      let isEscape = range == selection && replacement.bytes == [.backslash]
      if range.upperBound <= selection.lowerBound, !isEscape { start += growth }
      if range.upperBound < selection.upperBound
        || (range.upperBound == selection.upperBound && !range.isEmpty)
      {
        end += growth
      }
    }
    return start..<Swift.max(start, end)
  }

  /// What writes the groups' stretches as they stand in the source again: a list for each group, in
  /// offsets of the text after `edit(groups)`.
  package static func reverts(
    _ groups: [[TextEdit.Replacement]], in source: [UInt8]
  ) -> [[TextEdit.Replacement]] {
    var result = [[TextEdit.Replacement]](repeating: [], count: groups.count)
    var growth = 0
    for (group, replacement) in ordered(groups) {
      let range = replacement.range
      let start = range.lowerBound + growth
      result[group].append(
        TextEdit.Replacement(start..<start + replacement.bytes.count, with: Array(source[range])))
      growth += replacement.bytes.count - range.count
    }
    return result
  }

  /// The replacements of all groups in ascending order, each with the index of its group; without those that
  /// begin inside of one before.
  private static func ordered(
    _ groups: [[TextEdit.Replacement]]
  ) -> [(group: Int, replacement: TextEdit.Replacement)] {
    var end = 0
    return groups.enumerated().flatMap { group in group.element.map { (group.offset, $0) } }
      .sorted(byKey: { $0.1.range.lowerBound })
      .filter { _, replacement in
        guard replacement.range.lowerBound >= end else { return false }
        end = replacement.range.upperBound
        return true
      }
  }

  /// The length of an escape or a numeric reference that bytes have at an index, and the character that it is
  /// for; nil where there is none.
  package static func spelled(
    in bytes: [UInt8], at index: Int
  ) -> (length: Int, plain: [UInt8])? {
    if bytes[index] == .backslash {
      guard index + 1 < bytes.count, bytes[index + 1].isASCIIPunctuation else { return nil }
      return (2, [bytes[index + 1]])
    }
    guard bytes[index] == .ampersand, bytes[index...].starts(with: "&#".utf8),
      let match = bytes.withUnsafeBufferPointer({ CharacterReference.match(in: $0, at: index) })
    else { return nil }
    return (match.end - index, Array(String(match.first).utf8))
  }

  /// Whether a document may hold constructs of its dialect, which may say yes too often: yes of `a ~~b~~` in
  /// GitHub's, no of `**a**`.
  package static func mayHoldConstructs(
    _ source: [UInt8], of dialect: Dialect, _ context: ProjectionContext
  ) -> Bool {
    Constructs.mayStand(in: source, dialect, context)
  }

  /// What the inlines of a document mean, however they are spelled: the characters with their marks,
  /// the links and the islands of each leaf. `_a_` and `*a*` mean the same, `a` does not.
  package struct Meaning: Hashable {
    fileprivate let leaves: [[InlineOutline]]
  }

  /// What the inlines of a document mean; nil where libcmark is not asked to parse it.
  ///
  /// - Complexity: that of reading the document.
  package static func meaning(
    of source: [UInt8], in dialect: Dialect, context: ProjectionContext
  ) -> Meaning? {
    (try? InlineOutline.leaves(of: source, in: dialect, context)).map { Meaning(leaves: $0) }
  }
}

extension ProjectionReader {
  fileprivate mutating func respellings(
    touching selections: [Range<Int>], _ degree: RespellingDegree
  ) throws(ParsingRefusal) -> [[TextEdit.Replacement]] {
    guard let syntax = InlineSyntax.known(dialect) else { return [] }
    let reading = try blockReading()
    let places = selections.map { projection.projected($0) }
    var writer = RespellingWriter(
      source: reading.source, purpose: purpose, places: places, degree: degree)
    for leaf in reading.leaves
    where places.contains(where: {
      $0.lowerBound <= leaf.content.upperBound && leaf.content.lowerBound <= $0.upperBound
    }) {
      writer.write(reading.tokens(of: leaf, syntax))
    }
    let source = projection.source
    return writer.groups.compactMap { group in
      projection.lifted(TextEdit(group), for: .delimited)?.replacements
        .map { $0.withoutKept(in: source) }
    }
  }
}

extension TextEdit.Replacement {
  /// The same without what it writes again: a backslash before a character is put in.
  fileprivate func withoutKept(in source: [UInt8]) -> TextEdit.Replacement {
    guard !range.isEmpty, bytes.count > range.count, bytes.suffix(range.count) == source[range]
    else { return self }
    return TextEdit.Replacement(
      range.lowerBound..<range.lowerBound, with: Array(bytes.dropLast(range.count)))
  }
}

/// Spells the tokens of leaves otherwise.
private struct RespellingWriter {
  let source: [UInt8]
  let purpose: ProjectionPurpose
  let places: [Range<Int>]
  let degree: RespellingDegree
  var groups: [[TextEdit.Replacement]] = []
  /// The marks of extensions that are open.
  private var open: [SyntaxExtensions] = []
  /// How many strong and emphasis are open.
  private var depths = (strong: 0, emphasis: 0)
  /// Where characters are written as references already.
  private var references: Set<Int> = []

  init(
    source: [UInt8], purpose: ProjectionPurpose, places: [Range<Int>], degree: RespellingDegree
  ) {
    self.source = source
    self.purpose = purpose
    self.places = places
    self.degree = degree
  }

  func reaches(_ other: RespellingDegree) -> Bool { degree.rawValue >= other.rawValue }

  mutating func write(_ tokens: [InlineToken]) {
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      switch token.kind {
      case .openLink(.bare):
        if reaches(.links) { writeLink(tokens[index...token.partner]) }
        index = token.partner
      case .openLink(.autolink), .openLink(.emailAutolink):
        if reaches(.links) { writeAutolink(tokens[index...token.partner]) }
        index = token.partner
      case .openLink(.shortcut), .openLink(.collapsed):
        if !writeLabel(tokens[index...token.partner]) { index = token.partner }
      case .openImage(.shortcut), .openImage(.collapsed): index = token.partner
      case .openMark(let syntax), .closeMark(let syntax):
        writeWidth(of: token, syntax, tokens)
        writeReference(tokens[..<index].last(where: Self.isNoDelimiter))
        writeReference(tokens[(index + 1)...].first(where: Self.isNoDelimiter))
      case .openStrong, .openEmphasis:
        writeNested(token, tokens)
        writeReference(tokens[..<index].last(where: Self.isNoDelimiter))
      case .closeStrong, .closeEmphasis:
        writeNested(token, tokens)
        writeReference(tokens[(index + 1)...].first(where: Self.isNoDelimiter))
      case .character(let scalar, .plain) where isMarkup(scalar, token.source):
        groups.append([.init(token.source, with: [.backslash] + source[token.source])])
      default: break
      }
      index += 1
    }
  }

  /// Whether a character that is text may be markup beside other text: a delimiter, a backslash, or
  /// what makes a link of an address (`x]www.a.b` has none, `x]~~www.a.b~~` has).
  private func isMarkup(_ scalar: Unicode.Scalar, _ place: Range<Int>) -> Bool {
    switch scalar {
    case "*", "_", "\\": true
    case ".": source[..<place.lowerBound].suffix(3).elementsEqual("www".utf8)
    case ":": source[place.upperBound...].starts(with: "//".utf8)
    default: MarkSyntax.all.contains { UInt32($0.byte) == scalar.value }
    }
  }

  private mutating func writeLink(_ tokens: ArraySlice<InlineToken>) {
    guard let open = tokens.first, let close = tokens.last else { return }
    let range = open.source.lowerBound..<close.source.upperBound
    let pieces = InlineProjection.brackets(around: range, tokens, in: source)
    groups.append(pieces.map { TextEdit.Replacement($0.source, with: $0.bytes) })
  }

  /// An autolink that a selection cuts.
  private mutating func writeAutolink(_ tokens: ArraySlice<InlineToken>) {
    guard let open = tokens.first, let close = tokens.last else { return }
    let inside = open.source.upperBound..<close.source.lowerBound
    guard places.contains(where: { $0.overlaps(inside) }) else { return }
    let pieces = InlineProjection.brackets(around: inside, tokens, in: source)
    groups.append(
      pieces.map { piece in
        let isFirst = piece.source == inside.lowerBound..<inside.lowerBound
        let isLast = piece.source == inside.upperBound..<inside.upperBound
        let range = isFirst ? open.source : isLast ? close.source : piece.source
        return TextEdit.Replacement(range, with: piece.bytes)
      })
  }

  /// Whether a link by its text gets a label.
  private mutating func writeLabel(_ tokens: ArraySlice<InlineToken>) -> Bool {
    guard reaches(.labels), let open = tokens.first, let close = tokens.last else { return false }
    let label = source[open.source.upperBound..<close.source.lowerBound]
    groups.append([.init(close.source, with: Array("][".utf8) + label + [.rightBracket])])
    return true
  }

  /// Writes a mark within the same mark without delimiters, and one of one tilde with two.
  private mutating func writeWidth(
    of token: InlineToken, _ syntax: SyntaxExtensions, _ tokens: [InlineToken]
  ) {
    guard token.kind.isOpening else {
      open.removeLast()
      return
    }
    let isNested = open.contains(syntax)
    open.append(syntax)
    guard reaches(.widths) else { return }
    if isNested {
      writeBoth(token, tokens, [])
    } else if purpose == .mark(syntax), token.source.count == 1,
      let mark = MarkSyntax.all.first(where: { $0.syntax == syntax }), mark.lengths.contains(2)
    {
      writeBoth(token, tokens, mark.delimiter)
    }
  }

  /// Writes an opening delimiter and its partner otherwise: one without the other means something else.
  private mutating func writeBoth(
    _ token: InlineToken, _ tokens: [InlineToken], _ bytes: [UInt8]
  ) {
    groups.append(
      [token.source, tokens[token.partner].source].map { TextEdit.Replacement($0, with: bytes) })
  }

  /// Leaves out what says again that text is strong, or emphasis: `*a *~b~**`.
  private mutating func writeNested(_ token: InlineToken, _ tokens: [InlineToken]) {
    let isNested: Bool
    switch token.kind {
    case .openStrong:
      isNested = depths.strong > 0
      depths.strong += 1
    case .closeStrong:
      isNested = false
      depths.strong -= 1
    case .openEmphasis:
      isNested = depths.emphasis > 0
      depths.emphasis += 1
    default:
      isNested = false
      depths.emphasis -= 1
    }
    if isNested, reaches(.widths) { writeBoth(token, tokens, []) }
  }

  /// Whether a token is no delimiter of emphasis, strong or an extension's mark: the `a` of `*a*`,
  /// not the `*`.
  private static func isNoDelimiter(_ token: InlineToken) -> Bool {
    switch token.kind {
    case .openStrong, .closeStrong, .openEmphasis, .closeEmphasis, .openMark, .closeMark: false
    default: true
    }
  }

  /// Writes the character that stands beside delimiters as a reference.
  private mutating func writeReference(_ token: InlineToken?) {
    guard reaches(.references), let token, case .character(let scalar, .plain) = token.kind,
      Self.isWord(scalar), references.insert(token.source.lowerBound).inserted
    else { return }
    groups.append([TextEdit.Replacement(token.source, with: Array("&#\(scalar.value);".utf8))])
  }

  /// Whether a scalar is an ASCII letter or digit, or is not ASCII: `"a"` and `"é"`, not `"-"`.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value < 0x80 else { return true }
    return UInt8(truncatingIfNeeded: scalar.value).isASCIIAlphanumeric
  }
}

/// What inlines mean, however they are spelled.
private enum InlineOutline: Hashable {
  /// A character with its marks.
  case character(Unicode.Scalar, UInt64)
  case verbatim([UInt8], UInt64)
  case other(InlineToken.Kind)
  case openLink, closeLink

  /// The inlines of each leaf of a document.
  static func leaves(
    of source: [UInt8], in dialect: Dialect, _ context: ProjectionContext
  ) throws(ParsingRefusal) -> [[InlineOutline]] {
    guard let syntax = InlineSyntax.known(dialect) else { return [] }
    var reader = ProjectionReader(source, dialect, .delimited, context)
    try reader.readBlocks()
    let reading = try reader.blockReading()
    return reading.leaves.map { leaf in
      var open: [UInt64] = []
      return reading.tokens(of: leaf, syntax).compactMap { token in
        if let mark = mark(of: token.kind) {
          if token.kind.isOpening { open.append(mark) } else { open.removeLast() }
          return nil
        }
        return InlineOutline(token, in: reading.source, open.reduce(0) { $0 | $1 })
      }
    }
  }

  /// A bit for the mark that a token opens or closes.
  private static func mark(of kind: InlineToken.Kind) -> UInt64? {
    switch kind {
    case .openStrong, .closeStrong: 1 << 63
    case .openEmphasis, .closeEmphasis: 1 << 62
    case .openCode, .closeCode: 1 << 61
    case .openMark(let syntax), .closeMark(let syntax): UInt64(syntax.rawValue)
    default: nil
    }
  }

  private init(_ token: InlineToken, in source: [UInt8], _ marks: UInt64) {
    switch token.kind {
    case .character(let scalar, _), .codeCharacter(let scalar, _):
      self = .character(scalar, marks)
    case .openLink: self = .openLink
    case .closeLink: self = .closeLink
    case .html, .island: self = .verbatim(Array(source[token.source]), marks)
    case let kind: self = .other(kind)
    }
  }
}
