/// The inlines of dialects: islands, marks and bare links.
extension InlineScan {
  /// Reads a dialect's construct at the position. Returns whether there is one.
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
    if let mark = syntax.mark(of: byte) {
      readMarkRun(mark)
      return true
    }
    return false
  }

  /// Reads a run of a mark's delimiters: its characters, and an entry on the stack if it flanks.
  private mutating func readMarkRun(_ mark: MarkSyntax) {
    let start = position
    var end = start + 1
    while end < text.count, text[end] == mark.byte { end += 1 }
    let before: Unicode.Scalar = start == 0 ? "\n" : text.scalar(before: start)
    let after: Unicode.Scalar = end == text.count ? "\n" : text.scalar(at: end).scalar
    let token = tokens.count
    emitCharacters(to: end)
    guard mark.lengths.contains(end - start) else { return }
    let flanking = Flanking(of: mark.byte, before: before, after: after)
    push(mark.byte, flanking, start..<end, token: token)
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

  /// The end and the construct of the island at an offset, or nil if there is none.
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
