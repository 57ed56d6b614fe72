extension Rope {
  /// The byte at `offset`.
  ///
  /// - Precondition: the offset lies in the text.
  /// - Complexity: O(1) in the leaf of the last edit, else O(log *n*).
  @inline(__always)
  package func byte(at offset: Int) -> UInt8 {
    let local = offset &- fingerStart
    if hasFinger, local >= 0, local < finger.count { return finger.byte(at: local) }
    return byteInTree(at: offset)
  }

  private func byteInTree(at offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < summary.utf8, "an offset outside the text")
    var rest = offset
    return withLeaf(at: &rest, .utf8) { leaf, local in leaf.byte(at: local) }
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

  /// The length of the text before `offset` in every unit; a CR there counts as a line ending.
  ///
  /// - Complexity: O(log *n*).
  package func summary(before offset: Int) -> TextSummary {
    if offset == summary.utf8 { return summary }
    var rest = offset
    var result = TextSummary()
    let last = withLeaf(at: &rest, .utf8, passing: &result) { leaf, local in
      leaf.summary(before: local)
    }
    return result + last
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
    var rest = count - shift
    var passed = TextSummary()
    let found = withLeaf(at: &rest, metric, passing: &passed) { leaf, local in
      leaf.offset(of: local + shift, metric)
    }
    return (passed.utf8 + found.utf8, found.left)
  }

  /// Hands the leaf that holds the unit number `rest` of `metric` to `body`, with the number
  /// within the leaf.
  @inline(__always)
  private func withLeaf<Result>(
    at rest: inout Int, _ metric: TextMetric, _ body: (Leaf, Int) -> Result
  ) -> Result {
    root.withLeaf(
      at: &rest, metric, level: height, finger: self, isOnPath: hasFinger, passing: nil, body)
  }

  @inline(__always)
  private func withLeaf<Result>(
    at rest: inout Int, _ metric: TextMetric, passing passed: inout TextSummary,
    _ body: (Leaf, Int) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &passed) {
      root.withLeaf(
        at: &rest, metric, level: height, finger: self, isOnPath: hasFinger, passing: $0, body)
    }
  }
}

extension Node {
  /// Goes down to the leaf that holds the unit number `rest` of `metric`.
  fileprivate func withLeaf<Result>(
    at rest: inout Int, _ metric: TextMetric, level: Int, finger: borrowing Rope,
    isOnPath: Bool, passing passed: UnsafeMutablePointer<TextSummary>?,
    _ body: (Leaf, Int) -> Result
  ) -> Result {
    let hot = isOnPath ? finger.path[level] : -1
    let index = measures.find(&rest, metric, hot: hot, growth: finger.growth[metric])
    if let passed {
      passed.pointee += measures.summary(before: index)
      if isOnPath && index > hot { passed.pointee += finger.growth }
    }
    if level > 0 {
      return nodes[index].withLeaf(
        at: &rest, metric, level: level - 1, finger: finger, isOnPath: index == hot,
        passing: passed, body)
    }
    return body(index == hot ? finger.finger : leaves[index], rest)
  }

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
      let length = measures.utf8(index) + (index == hot ? finger.growth.utf8 : 0)
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
