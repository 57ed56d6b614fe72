import TextEditing

/// Parts of a paragraph that read by themselves as they do in it.
///
/// libcmark reads inlines from left to right. It may begin at the first byte of a piece where it
/// stands between two constructs there, with no bracket on its stack that a bracket in the piece
/// may close, and no delimiter that one in the piece may pair with; it may stop at the end of a
/// piece where the piece leaves nothing that may take up or pair with what follows. What a slice
/// leaves is known (``InlineReach``), so the parts that may meet are found without reading what
/// stands between them.
extension MarkdownDocument {
  /// The least distance between what a range is for and the edge of a part, so that what stands
  /// beside it is there: another word at least.
  static let margin = 64

  /// The slices to take with those at some indices, and what then stands around them.
  func closed(
    _ indices: ClosedRange<Int>, around range: Range<Int>, wholeParagraphs: Bool
  ) -> (ClosedRange<Int>, DocumentRegion.Edges) {
    var (lower, upper) = (indices.lowerBound, indices.upperBound)
    guard isCut(lower) || isCut(upper + 1) else { return (indices, DocumentRegion.Edges()) }
    let head = slices.head(through: lower)
    let last = slices.head(after: upper) - 1
    if wholeParagraphs || slices.head(through: upper) != head {
      return (head...last, DocumentRegion.Edges())
    }
    (lower, upper) = widened(lower...upper, around: range, in: head...last)
    if let edges = edgesKnowingCode(of: lower...upper, in: head...last) {
      return (lower...upper, edges)
    }
    return extended(lower...upper, in: head...last)
  }

  /// Slices with all that they may meet with in their paragraph.
  ///
  /// A closer is paired with the nearest opener, so what may meet is taken from the nearest on; by steps that
  /// grow, for each has all of it read again.
  private func extended(
    _ indices: ClosedRange<Int>, in paragraph: ClosedRange<Int>
  ) -> (ClosedRange<Int>, DocumentRegion.Edges) {
    var (lower, upper) = (indices.lowerBound, indices.upperBound)
    var step = 0
    while true {
      let edges = edges(of: lower...upper, in: paragraph)
      let reach = self.reach(of: lower...upper)
      let before = paragraph.lowerBound..<lower
      let behind = upper + 1..<paragraph.upperBound + 1
      // What is open where all behind it is uncertain, or takes up what follows, is taken from the first on.
      let open = edges.before.tangling.union(edges.before.intersection(.consumesRest))
      if let first = slices.first(in: before, reaching: open) {
        lower = first
      } else if edges.isCutBehind, reach.contains(.consumesRest) {
        upper = min(paragraph.upperBound, upper + 1 + step)
      } else if let last = slices.last(
        in: before, reaching: reach.counterparts.subtracting(.consumesRest))
      {
        lower = max(paragraph.lowerBound, last - step)
      } else if let next = next(in: behind, meeting: reach.union(edges.before), edges.behind) {
        upper = min(paragraph.upperBound, next + step)
      } else {
        return (lower...upper, edges)
      }
      step = step * 2 + 1
    }
  }

  /// The next of some slices behind others, out of which `reach` may reach, that may meet with that.
  ///
  /// - Parameter own: what may reach out of those slices.
  private func next(
    in behind: Range<Int>, meeting reach: InlineReach, _ own: InlineReach
  ) -> Int? {
    let wanted = reach.continuations
    if own.tangling.isEmpty || reach.isDisjoint(with: .opens) {
      return slices.first(in: behind, reaching: wanted)
    }
    // Any of them may be paired otherwise, and close something then.
    return slices.last(in: behind, reaching: wanted.union([.closes, .mixesBrackets]))
  }

  /// Slices with as many of their neighbours as the margin around a range takes in.
  private func widened(
    _ indices: ClosedRange<Int>, around range: Range<Int>, in whole: ClosedRange<Int>
  ) -> (Int, Int) {
    var (lower, upper) = (indices.lowerBound, indices.upperBound)
    while lower > whole.lowerBound, let place = slices.place(at: lower),
      range.lowerBound - place.start < Self.margin
    {
      lower -= 1
    }
    while upper < whole.upperBound, let place = slices.place(at: upper),
      place.end - range.upperBound < Self.margin
    {
      upper += 1
    }
    return (lower, upper)
  }

  /// Whether the slice at an index begins inside a paragraph: the slice `b` of `a b`, cut before
  /// `b`.
  private func isCut(_ index: Int) -> Bool { slices.place(at: index)?.slice.isCut ?? false }

  private func edges(
    of indices: ClosedRange<Int>, in paragraph: ClosedRange<Int>
  ) -> DocumentRegion.Edges {
    DocumentRegion.Edges(
      isCutBefore: indices.lowerBound > paragraph.lowerBound,
      isCutBehind: indices.upperBound < paragraph.upperBound,
      isNested: slices.place(at: paragraph.lowerBound + 1)?.slice.prefix != 0,
      before: slices.reach(in: paragraph.lowerBound..<indices.lowerBound),
      behind: slices.reach(in: indices.upperBound + 1..<paragraph.upperBound + 1))
  }

  /// The same where something is open that may take up what follows, if that is code alone, and the part
  /// then meets with nothing around it; nil in short paragraphs, too.
  ///
  /// - Complexity: O(*n*) in the length of the paragraph, a few nanoseconds for each byte.
  private func edgesKnowingCode(
    of indices: ClosedRange<Int>, in paragraph: ClosedRange<Int>
  ) -> DocumentRegion.Edges? {
    guard let head = slices.place(at: paragraph.lowerBound),
      let first = slices.place(at: indices.lowerBound),
      let last = slices.place(at: indices.upperBound),
      let end = slices.place(at: paragraph.upperBound),
      end.end - head.start >= 32 * sizes.inner
    else { return nil }
    var edges = edges(of: indices, in: paragraph)
    let own = edges.isCutBehind ? reach(of: indices) : []
    guard edges.before.union(own).contains(.consumesRest) else { return nil }
    let text = buffer.bytes(in: head.start..<end.end)
    return text.withUnsafeBufferPointer { text in
      // Only behind the last cut may something else follow.
      let textEnd = text.endOfParagraph(
        in: end.start - head.start..<text.count, isNested: edges.isNested)
      var scan = ReachScan(
        text, from: 0, to: textEnd, isNested: edges.isNested, window: text.count,
        readsAllCode: true)
      let (start, limit) = (first.start - head.start, last.end - head.start)
      guard let before = scan.pass(to: start), let own = scan.pass(to: limit),
        let behind = scan.pass(to: text.count),
        // libcmark's memory of backticks begins with the part.
        before.runs.allSatisfy({ $0 > 0 }) || text.firstOffset(of: 0x60, from: start) >= limit
      else { return nil }
      (edges.knowsCode, edges.before, edges.behind) = (true, before.reach, behind.reach)
      (edges.codeBefore, edges.codeBehind) = (before.code, own.code)
      if before.code == nil, own.code == nil {
        edges.runsAround = Self.runs(around: before, behind, in: Bytes(rebasing: text[..<start]))
      }
      return edges.admits(own.reach) && behind.reach.isDisjoint(with: before.reach.continuations)
        ? edges : nil
    }
  }

  /// A bit for each length of fences that would not be read as those of a part behind a backtick that is text;
  /// 0 where no backtick is, where one is longer than 15, or where some stand before the part that are neither
  /// text nor a fence: in code, escapes or tags.
  private static func runs(
    around before: ReachScan.Passed, _ behind: ReachScan.Passed, in text: Bytes
  ) -> UInt16 {
    var taken = 0
    var others = 0
    for byte in text where byte == 0x60 { others += 1 }
    for run in before.runs {
      if run < 0 || taken != 0 { taken |= 1 << min(abs(run), 30) }
      others -= run < 0 ? -run : 2 * run
    }
    for run in behind.runs where run > 0 && taken != 0 { taken |= 1 << min(run, 30) }
    return others == 0 ? UInt16(exactly: taken) ?? 0 : 0
  }

  /// Whether a run of just so many backticks stands behind a part of a paragraph, in the same paragraph.
  /// True of the part `a` of ``a b ``c`` and 2.
  ///
  /// - Complexity: O(*n*) in the length of the paragraph, a fraction of a nanosecond for each byte.
  package func hasRun(ofBackticks count: Int, behind region: DocumentRegion) -> Bool {
    guard region.edges.isCutBehind, let place = slices.place(containing: region.range.upperBound),
      let last = slices.place(at: slices.head(after: place.index) - 1)
    else { return false }
    var (length, isFound) = (0, false)
    buffer.forEachChunk(in: region.range.upperBound..<last.end) { chunk in
      var index = 0
      while index < chunk.count, !isFound {
        if chunk[index] == 0x60 {
          length += 1
          index += 1
          continue
        }
        isFound = length == count
        length = 0
        index = chunk.firstOffset(of: 0x60, from: index)
      }
      return !isFound
    }
    return isFound || length == count
  }

  /// What reaches out of some slices of a paragraph together.
  private func reach(of indices: ClosedRange<Int>) -> InlineReach {
    let all = slices.reach(in: indices.lowerBound..<indices.upperBound + 1)
    guard !all.isEmpty, indices.count > 1, let first = slices.place(at: indices.lowerBound),
      let last = slices.place(at: indices.upperBound)
    else { return all }
    // What one leaves open another may close.
    let bytes = buffer.bytes(in: first.start..<last.end)
    let isNested = last.slice.prefix != 0
    return bytes.withUnsafeBufferPointer { text in
      let end = text.endOfParagraph(in: 0..<text.count, isNested: isNested)
      var scan = ReachScan(text, from: 0, to: end, isNested: isNested, window: text.count)
      return scan.finish()
    }
  }

  /// The end of the letters that a piece begins with: text that means nothing else.
  func wordEnd(from start: Int) -> Int {
    var end = start + 1
    while end < buffer.utf8Count, buffer.byte(atUTF8: end) & 0xC0 == 0x80 { end += 1 }
    guard buffer.byte(atUTF8: start).isASCIILetter else { return end }
    while end < min(start + 64, buffer.utf8Count), buffer.byte(atUTF8: end).isASCIILetter {
      end += 1
    }
    return end
  }
}
