import TextEditing

/// Stretches at whose edges two paragraphs go on that a typed word may make one.
extension MarkdownDocument {
  /// How long such a stretch may be.
  package static let longestJoint = 1 << 14

  /// The stretch that has to be read to know what a word typed at an offset does, where it may begin a paragraph
  /// or join some: the end of the paragraph before, the line, and the beginning of the paragraph behind, with
  /// nothing outside that anything of it may meet with. Nil where it is not as simple as that.
  ///
  /// - Parameter end: where a paragraph would end at last that the word may begin or go on with, or some place
  ///   before that and far behind the offset.
  /// - Complexity: O(log *n*).
  package func joint(typingAt offset: Int, to end: Int) -> DocumentRegion? {
    guard let first = firstPlace(for: offset, joins: true) else { return nil }
    if goesOnAsHTML(first, at: offset) { return jointInHTML(from: first, typingAt: offset) }
    if movesContent(at: offset), !leavesItemAlone(at: offset) { return nil }
    let head = slices.head(through: first.index)
    var lower = first
    while lower.index > head, offset - lower.start < Self.margin,
      let place = slices.place(at: lower.index - 1)
    {
      lower = place
    }
    guard let upper = lastPlace(behind: offset, to: end),
      upper.end - lower.start < Self.longestJoint
    else { return nil }
    let second = slices.head(through: upper.index)
    let behind = slices.head(after: upper.index)
    guard second > head, let start = slices.place(at: second),
      let middle = slices.place(at: slices.head(after: lower.index)),
      endsWhatJoins(at: behind, typingAt: offset)
    else { return nil }
    var edges = DocumentRegion.Edges(
      isCutBefore: lower.index > head,
      isCutBehind: slices.place(at: upper.index + 1)?.slice.isCut ?? false,
      isNested: lower.slice.prefix != 0 || upper.slice.prefix != 0,
      before: slices.reach(in: head..<lower.index),
      behind: slices.reach(in: upper.index + 1..<behind))
    guard !edges.before.contains(.consumesRest), edges.before.tangling.isEmpty,
      edges.behind.tangling.isEmpty, edges.behind.isDisjoint(with: edges.before.continuations)
    else { return nil }
    edges.joint = DocumentRegion.Joint(
      lead: edges.isCutBefore ? middle.start - lower.start : 0,
      tail: edges.isCutBehind ? upper.end - start.start : 0)
    let region = region(from: lower, through: upper, edges)
    return region.isPartial && region.isClosed(as: region.bytes) ? region : nil
  }

  /// Whether nothing behind the paragraph that ends before the slice at an index can become a part of it by a
  /// word typed at an offset. True where a blank line is behind `*‸ a`, false where `<b>` is.
  private func endsWhatJoins(at index: Int, typingAt offset: Int) -> Bool {
    guard let end = paragraphEnd(typingAt: offset) else { return false }
    return (slices.place(at: index)?.start ?? buffer.utf8Count) >= end
  }

  /// Whether a word typed at an offset in a marker, or behind it, leaves the lines behind the next one where they
  /// are: the item has only a blank behind its marker, before its text, or it is empty and the next line is not
  /// indented. True of `*‸ a` and of `*‸⏎a`, false of `*‸⏎  a`.
  private func leavesItemAlone(at offset: Int) -> Bool {
    let rest = buffer.bytes(in: offset..<min(buffer.utf8Count, offset + 64))
    guard let text = rest.firstIndex(where: { $0 != 0x20 }) else { return false }
    if rest[text] > 0x20 {
      return text == 1 && offset > 0 && !buffer.byte(atUTF8: offset - 1).isBlank
    }
    guard rest[text] == 0x0A || rest[text] == 0x0D else { return false }
    var line = text + 1
    if line < rest.count, rest[text] == 0x0D, rest[line] == 0x0A { line += 1 }
    while line < rest.count, rest[line] == 0x3E {
      line += line + 1 < rest.count && rest[line + 1] == 0x20 ? 2 : 1
    }
    return line < rest.count && rest[line] > 0x20
  }

  /// Whether an offset stands on a line before which HTML is open that a blank line ends: then a word there is
  /// HTML, too, and so is what follows, up to the next blank line. True of `<div>⏎a⏎‸⏎`.
  private func goesOnAsHTML(_ place: SliceTree.Place, at offset: Int) -> Bool {
    guard prefixes.opensHTMLToBlankLine(place.slice.prefix),
      offset - place.start < Self.longestJoint
    else { return false }
    var isBlank = true
    var hasBlank = false
    for byte in buffer.bytes(in: place.start..<offset) {
      if byte == 0x0A || byte == 0x0D {
        hasBlank = hasBlank || isBlank
        isBlank = true
      } else if byte != 0x20 && byte != 0x09 {
        isBlank = false
      }
    }
    return !hasBlank
  }

  /// The stretch around an offset in HTML: no inlines in it meet with any outside, but for those of a paragraph
  /// behind the line as it is.
  private func jointInHTML(
    from first: SliceTree.Place, typingAt offset: Int
  ) -> DocumentRegion? {
    let line = lineEnd(from: offset, limit: buffer.utf8Count)
    guard let last = slices.place(containing: min(buffer.utf8Count, line + Self.margin)),
      slices.place(at: last.index + 1)?.slice.isCut != true
    else { return nil }
    return region(from: first, through: last)
  }

  /// The slice to end with: behind the next line and a bit more, and either at the end of the paragraph or
  /// inside of one.
  private func lastPlace(behind offset: Int, to end: Int) -> SliceTree.Place? {
    let line = lineEnd(from: offset, limit: buffer.utf8Count)
    guard var place = slices.place(containing: min(end, line + Self.margin)) else { return nil }
    while let next = slices.place(at: place.index + 1), next.start <= end, !next.slice.isCut {
      place = next
      if place.end - offset > Self.longestJoint { return nil }
    }
    return place
  }
}
