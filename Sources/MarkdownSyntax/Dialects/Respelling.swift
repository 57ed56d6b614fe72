import CommonMark
import TextEditing

/// How much of the text around a selection is respelled; each degree includes those before.
package enum RespellingDegree: Int, CaseIterable, Sendable {
  /// Literal delimiters are escaped: `a ~b` becomes `a \~b`.
  case escapes
  /// Bare links and autolinks become links in brackets, beside which delimiters flank.
  case links
  /// Marks of one tilde get two, and text with the same mark twice gets it once: `~~a ~b~ c~~`.
  case widths
  /// Characters beside delimiters become references, which count as punctuation. Outside a mark,
  /// they let any text inside flank (`a*[b](c)*`); inside `~~`, `*` looks through it to them.
  case references
  /// A link by its text gets a label, so that its text can change: `[*a*]` becomes `[*a*][*a*]`.
  case labels
}

/// The same document, respelled so that more marks can be written in it.
///
/// If a command finds no spelling because of a dialect's constructs, it is planned on this text.
package struct Respelling {
  /// Replacements of the source, in groups that only make sense whole, in ascending order.
  package let groups: [[TextEdit.Replacement]]

  /// Finds respellings in the leaves that selections touch.
  ///
  /// - Throws: `ParsingRefusal` if the source is not passed to libcmark.
  /// - Complexity: That of reading the document.
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

  /// Maps a selection of the source to the text after some of the groups. A caret before an escaped
  /// character stays before the backslash: `‸~a` becomes `‸\~a`.
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

  /// The replacements that undo each group, in offsets of the text after `edit(groups)`.
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

  /// The replacements with the indices of their groups, in ascending order, without overlaps.
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

  /// The length and the character of an escape or a numeric reference at an index, if any.
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

  /// Whether a document may have constructs of its dialect. False positives are possible. In
  /// GitHub's dialect, `a ~~b~~` may have one, but `**a**` cannot.
  package static func mayHoldConstructs(
    _ source: [UInt8], of dialect: Dialect, _ context: ProjectionContext
  ) -> Bool {
    Constructs.mayOccur(in: source, dialect, context)
  }

  /// The meaning of a document's inlines, in any spelling: the characters with their marks, the
  /// links and the islands of each leaf. `_a_` and `*a*` mean the same, `a` does not.
  package struct Meaning: Hashable {
    fileprivate let leaves: [[InlineOutline]]
  }

  /// The meaning of a document's inlines, or nil if it is not passed to libcmark.
  ///
  /// - Complexity: That of reading the document.
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
  /// The replacement without bytes that stay: a backslash before a character is inserted.
  fileprivate func withoutKept(in source: [UInt8]) -> TextEdit.Replacement {
    guard !range.isEmpty, bytes.count > range.count, bytes.suffix(range.count) == source[range]
    else { return self }
    return TextEdit.Replacement(
      range.lowerBound..<range.lowerBound, with: Array(bytes.dropLast(range.count)))
  }
}

/// Finds the respellings of leaves.
private struct RespellingWriter {
  let source: [UInt8]
  let purpose: ProjectionPurpose
  let places: [Range<Int>]
  let degree: RespellingDegree
  var groups: [[TextEdit.Replacement]] = []
  /// The open marks of extensions.
  private var open: [SyntaxExtensions] = []
  /// The numbers of open strong and emphasis.
  private var depths = (strong: 0, emphasis: 0)
  /// The offsets of characters that are already written as references.
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

  /// Whether a literal character may be markup beside other text: a delimiter, a backslash, or a
  /// part of an address that becomes a link there (not in `x]www.a.b`, but in `x]~~www.a.b~~`).
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

  /// Writes an autolink that a selection cuts as a link in brackets.
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

  /// Adds a label to a link by its text. Returns whether it did.
  private mutating func writeLabel(_ tokens: ArraySlice<InlineToken>) -> Bool {
    guard reaches(.labels), let open = tokens.first, let close = tokens.last else { return false }
    let label = source[open.source.upperBound..<close.source.lowerBound]
    groups.append([.init(close.source, with: Array("][".utf8) + label + [.rightBracket])])
    return true
  }

  /// Removes the delimiters of a mark inside the same mark, and doubles single tildes.
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
      let mark = MarkSyntax(syntax), mark.lengths.contains(2)
    {
      writeBoth(token, tokens, mark.delimiter)
    }
  }

  /// Replaces an opening delimiter and its partner, which only make sense together.
  private mutating func writeBoth(
    _ token: InlineToken, _ tokens: [InlineToken], _ bytes: [UInt8]
  ) {
    groups.append(
      [token.source, tokens[token.partner].source].map { TextEdit.Replacement($0, with: bytes) })
  }

  /// Removes strong inside strong, and emphasis inside emphasis: `*a *~b~**`.
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

  /// Whether a token is not a delimiter of a mark other than code: the `a` of `*a*`, not the `*`.
  private static func isNoDelimiter(_ token: InlineToken) -> Bool {
    switch token.kind {
    case .openStrong, .closeStrong, .openEmphasis, .closeEmphasis, .openMark, .closeMark: false
    default: true
    }
  }

  /// Writes the character beside delimiters as a reference.
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

/// The meaning of inlines, in any spelling.
private enum InlineOutline: Hashable {
  case character(Unicode.Scalar, UInt64)
  case verbatim([UInt8], UInt64)
  case other(InlineToken.Kind)
  case openLink, closeLink

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
