// Inlined, because callers would copy the rope to pass it on.
extension Rope {
  /// The byte at `offset`, which must be in the text.
  ///
  /// - Complexity: O(1) in the leaf of the last edits, otherwise O(log *n*).
  @inline(__always)
  package func byte(at offset: Int) -> UInt8 {
    let local = offset &- fingerStart.utf8
    if local >= 0, local < finger.count { return finger.byte(at: local) }
    return byteInTree(at: offset)
  }

  private func byteInTree(at offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < summary.utf8, "an offset outside the text")
    return ask(ByteQuestion(), Search(.utf8, counting: .utf8, rest: offset))
  }

  /// Whether an offset of the text is between scalars: 0 and 2 in `"é"`, not 1.
  @inline(__always)
  package func isBoundary(_ offset: Int) -> Bool {
    offset == summary.utf8 || byte(at: offset) & 0xC0 != 0x80
  }

  /// The number of units of `metric` before `offset`, and whether the offset is inside a scalar or
  /// between a CR and its LF.
  ///
  /// A scalar or CR LF that the offset splits counts as a whole.
  ///
  /// - Precondition: the offset is in the text or at its end.
  /// - Complexity: O(log *n*).
  @inline(__always)
  package func count(
    of metric: TextMetric, before offset: Int
  ) -> (count: Int, cutsScalar: Bool, cutsLineEnding: Bool) {
    if offset == summary.utf8 { return (summary[metric], false, false) }
    precondition(offset >= 0 && offset < summary.utf8, "an offset outside the text")
    return ask(CountQuestion(), Search(.utf8, counting: metric, rest: offset))
  }

  /// The length of the text before `offset` in every unit; a CR there counts as a line ending.
  ///
  /// - Complexity: O(log *n*).
  package func summary(before offset: Int) -> TextSummary {
    TextSummary(
      utf8: offset, utf16: count(of: .utf16, before: offset).count,
      scalars: count(of: .scalars, before: offset).count,
      lineBreaks: count(of: .lineBreaks, before: offset).count)
  }

  /// The offset of the last scalar boundary with at most `count` units of `metric` before it, and
  /// the units left over. For line endings, the offset after the ending with number `count`.
  ///
  /// - Precondition: the text has at least `count` units.
  /// - Complexity: O(log *n*).
  @inline(__always)
  package func offset(of count: Int, _ metric: TextMetric) -> (utf8: Int, left: Int) {
    precondition(count >= 0 && count <= summary[metric], "a count beyond the text")
    if count == 0 { return (0, 0) }
    // The ending with number `count` is in one leaf, but the offset after it may be in the next.
    if metric == .lineBreaks {
      return ask(OffsetQuestion(), Search(metric, counting: .utf8, rest: count - 1))
    }
    if count == summary[metric] { return (summary.utf8, 0) }
    return ask(OffsetQuestion(), Search(metric, counting: .utf8, rest: count))
  }
}

/// Finds the byte at a UTF-8 offset.
private struct ByteQuestion: LeafQuestion {
  @inline(__always)
  func answer(_ search: Search) -> UInt8? { nil }

  @inline(__always)
  func answer(_ bytes: LeafBytes, _ search: Search) -> UInt8 { bytes.byte(at: search.rest) }
}

/// Counts the units before a UTF-8 offset.
private struct CountQuestion: LeafQuestion {
  typealias Answer = (count: Int, cutsScalar: Bool, cutsLineEnding: Bool)

  @inline(__always)
  func answer(_ search: Search) -> Answer? {
    search.isEven ? (search.passed + search.rest, false, false) : nil
  }

  @inline(__always)
  func answer(_ bytes: LeafBytes, _ search: Search) -> Answer {
    let local = search.rest
    let byte = bytes.byte(at: local)
    let cutsLineEnding =
      byte == .lineFeed && local > 0 && bytes.byte(at: local - 1) == .carriageReturn
    if search.lines.isKnown {
      let count = search.lines.lineFeeds(before: local, in: bytes.before)
      return (search.passed + count + (cutsLineEnding ? 1 : 0), byte & 0xC0 == 0x80, cutsLineEnding)
    }
    let total = search.leafLength.counted
    let count = total > 0 ? bytes.count(of: search.counted, before: local, total: total) : 0
    return (search.passed + count, byte & 0xC0 == 0x80, cutsLineEnding)
  }
}

/// Finds the UTF-8 offset of a position in another unit.
private struct OffsetQuestion: LeafQuestion {
  typealias Answer = (utf8: Int, left: Int)

  @inline(__always)
  func answer(_ search: Search) -> Answer? {
    search.isEven ? (search.passed + search.rest, 0) : nil
  }

  @inline(__always)
  func answer(_ bytes: LeafBytes, _ search: Search) -> Answer {
    if search.lines.isKnown {
      let offset = search.lines.offset(ofLineFeed: search.rest + 1, in: bytes.before)
      return (search.passed + offset, 0)
    }
    let found =
      search.metric == .lineBreaks
      ? bytes.offset(ofLineBreak: search.rest + 1, total: search.leafLength.metric)
      : bytes.offset(of: search.rest, search.metric)
    return (search.passed + found.utf8, found.left)
  }
}
