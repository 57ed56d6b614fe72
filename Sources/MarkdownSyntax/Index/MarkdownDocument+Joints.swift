import TextEditing

/// Stretches at whose edges two paragraphs go on that a typed word may make one.
extension MarkdownDocument {
  /// How long such a stretch may be.
  private static let longest = 1 << 14

  /// The stretch that has to be read to know what a word typed at an offset does, where it may begin a paragraph
  /// or join some: the end of the paragraph before, the line, and the beginning of the paragraph behind, with
  /// nothing outside that anything of it may meet with. Nil where it is not as simple as that.
  ///
  /// - Parameter end: where a paragraph would end at last that the word may begin or go on with.
  /// - Complexity: O(log *n*).
  package func joint(typingAt offset: Int, to end: Int) -> DocumentRegion? {
    guard !movesContent(at: offset), let first = firstPlace(for: offset) else { return nil }
    let head = slices.head(through: first.index)
    var lower = first
    while lower.index > head, offset - lower.start < Self.margin,
      let place = slices.place(at: lower.index - 1)
    {
      lower = place
    }
    guard let upper = lastPlace(behind: offset, to: end), upper.end - lower.start < Self.longest
    else { return nil }
    let second = slices.head(through: upper.index)
    guard second > head, let start = slices.place(at: second),
      let middle = slices.place(at: slices.head(after: lower.index))
    else { return nil }
    var edges = DocumentRegion.Edges(
      isCutBefore: lower.index > head,
      isCutBehind: slices.place(at: upper.index + 1)?.slice.isCut ?? false,
      isNested: lower.slice.prefix != 0 || upper.slice.prefix != 0,
      before: slices.reach(in: head..<lower.index),
      behind: slices.reach(in: upper.index + 1..<slices.head(after: upper.index)))
    guard edges.before.isDisjoint(with: [.consumesRest, .opens, .opensBracket]),
      edges.behind.isDisjoint(with: [.closes, .closesBracket])
    else { return nil }
    edges.joint = DocumentRegion.Joint(
      lead: edges.isCutBefore ? middle.start - lower.start : 0,
      tail: edges.isCutBehind ? upper.end - start.start : 0)
    let region = region(from: lower, through: upper, edges)
    return region.isPartial && region.isClosed(as: region.bytes) ? region : nil
  }

  /// The slice to end with: behind the next line and a bit more, and either at the end of the paragraph or
  /// inside of one.
  private func lastPlace(behind offset: Int, to end: Int) -> SliceTree.Place? {
    let line = lineEnd(from: offset, limit: buffer.utf8Count)
    guard var place = slices.place(containing: min(end, line + Self.margin)) else { return nil }
    while let next = slices.place(at: place.index + 1), next.start <= end, !next.slice.isCut {
      place = next
      if place.end - offset > Self.longest { return nil }
    }
    return place
  }
}
