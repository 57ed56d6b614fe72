extension Rope {
  /// The byte at `offset`.
  ///
  /// - Precondition: the offset lies in the text.
  /// - Complexity: O(1) in the leaf of the last edit, else O(log *n*).
  @inline(__always)
  package func byte(at offset: Int) -> UInt8 {
    let local = offset &- fingerStart
    if local >= 0, local < finger.count { return finger.byte(at: local) }
    return byteInTree(at: offset)
  }

  private func byteInTree(at offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < summary.utf8, "an offset outside the text")
    return withLeaf(Search(offset, .utf8, counting: .utf8, in: self)) { $0.byte(at: $1.rest) }
  }

  /// Whether an offset of the text lies between scalars.
  @inline(__always)
  package func isBoundary(_ offset: Int) -> Bool {
    offset == summary.utf8 || byte(at: offset) & 0xC0 != 0x80
  }

  /// Hands the bytes of `range` to `body`, in contiguous stretches, until it returns false.
  ///
  /// - Precondition: the range lies in the text.
  /// - Complexity: O(log *n* + *m*) in the length of the range.
  package func forEachChunk(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= summary.utf8, "a range outside the text")
    if range.isEmpty { return }
    _ = root.forEachLeaf(in: range, level: height, finger: self, isOnPath: hasFinger) {
      leaf, part in leaf.forEachChunk(in: part, body)
    }
  }

  /// How many units of `metric` are before `offset`, and whether the offset is inside a scalar or
  /// between a CR and its LF.
  ///
  /// A scalar that the offset cuts counts whole, and so does a CR LF.
  ///
  /// - Precondition: the offset is in the text or at its end.
  /// - Complexity: O(log *n*).
  package func count(
    of metric: TextMetric, before offset: Int
  ) -> (count: Int, cutsScalar: Bool, cutsLineEnding: Bool) {
    if offset == summary.utf8 { return (summary[metric], false, false) }
    precondition(offset >= 0 && offset < summary.utf8, "an offset outside the text")
    return withLeaf(Search(offset, .utf8, counting: metric, in: self)) { leaf, search in
      let local = search.rest
      let length = search.leafLength
      let isASCII = metric != .lineBreaks && length.metric == length.counted
      if isASCII { return (search.passed + local, false, false) }
      let byte = leaf.byte(at: local)
      let cutsLineEnding = byte == 0x0A && local > 0 && leaf.byte(at: local - 1) == 0x0D
      let count =
        metric == .lineBreaks && length.counted == 0
        ? 0 : leaf.count(of: metric, before: local, total: length.counted)
      return (search.passed + count, byte & 0xC0 == 0x80, cutsLineEnding)
    }
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
  /// how many units are left over; for line endings the offset behind the ending number `count`.
  ///
  /// - Precondition: the text has so many units.
  /// - Complexity: O(log *n*).
  package func offset(of count: Int, _ metric: TextMetric) -> (utf8: Int, left: Int) {
    precondition(count >= 0 && count <= summary[metric], "a count beyond the text")
    if count == 0 { return (0, 0) }
    // The ending number `count` is inside a leaf, and the offset behind it may be in the next.
    let shift = metric == .lineBreaks ? 1 : 0
    return withLeaf(Search(count - shift, metric, counting: .utf8, in: self)) { leaf, search in
      let isASCII = metric != .lineBreaks && search.leafLength.metric == search.leafLength.counted
      if isASCII { return (search.passed + search.rest, 0) }
      let found = leaf.offset(of: search.rest + shift, metric)
      return (search.passed + found.utf8, found.left)
    }
  }
}

extension Node {
  /// Hands the leaves of `range`, with the part of each, to `body` until it returns false.
  fileprivate func forEachLeaf(
    in range: Range<Int>, level: Int, finger: borrowing Rope, isOnPath: Bool,
    _ body: (Leaf, Range<Int>) -> Bool
  ) -> Bool {
    let hot = isOnPath ? finger.path[level] : -1
    var rest = range.lowerBound
    var index = measures.find(&rest, .utf8, hot: hot, growth: finger.growth.utf8)
    var start = range.lowerBound - rest
    while index < count && start < range.upperBound {
      let length = measures[.utf8, index] + (index == hot ? finger.growth.utf8 : 0)
      let part = max(0, range.lowerBound - start)..<min(length, range.upperBound - start)
      let goesOn =
        level == 0
        ? body(index == hot ? finger.finger : leaves[index], part)
        : nodes[index].forEachLeaf(
          in: part, level: level - 1, finger: finger, isOnPath: index == hot, body)
      if !goesOn { return false }
      start += length
      index += 1
    }
    return true
  }
}
