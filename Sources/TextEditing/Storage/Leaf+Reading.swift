extension Leaf {
  /// Hands what stands before the gap and what stands behind it to `body`.
  @inline(__always)
  func withSpans<Result>(
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { buffer in
      body(
        UnsafeBufferPointer(rebasing: buffer[..<Int(gapStart)]),
        UnsafeBufferPointer(rebasing: buffer[Int(gapEnd)...]))
    }
  }

  /// The length in every unit.
  var summary: TextSummary { summary(before: count) }

  /// The length in every unit of what stands before `offset`.
  ///
  /// - Complexity: O(*l*) in the length of a leaf.
  func summary(before offset: Int) -> TextSummary {
    withSpans { before, after in
      if offset <= before.count {
        return TextSummary(of: UnsafeBufferPointer(rebasing: before[..<offset]))
      }
      let rest = UnsafeBufferPointer(rebasing: after[..<(offset - before.count)])
      return TextSummary(of: before)
        + TextSummary(of: rest, afterReturn: before.last == 0x0D)
    }
  }

  /// The length in one unit of what stands before `offset`; a scalar that it cuts counts whole.
  ///
  /// It is counted from the nearer end.
  ///
  /// - Parameter total: the length of the leaf in that unit.
  /// - Complexity: O(*l*) in the length of a leaf.
  func count(of metric: TextMetric, before offset: Int, total: Int) -> Int {
    if offset <= count / 2 { return summary(before: offset)[metric] }
    return withSpans { before, after in
      if offset >= before.count {
        let start = offset - before.count
        let isCut =
          start < after.count && after[start] == 0x0A
          && (start > 0 ? after[start - 1] : before.last) == 0x0D
        let rest = UnsafeBufferPointer(rebasing: after[start...])
        return total - TextSummary(of: rest, afterReturn: isCut)[metric]
      }
      let isCut = offset > 0 && before[offset] == 0x0A && before[offset - 1] == 0x0D
      let rest = UnsafeBufferPointer(rebasing: before[offset...])
      return total - TextSummary(of: rest, afterReturn: isCut)[metric]
        - TextSummary(of: after, afterReturn: before.last == 0x0D)[metric]
    }
  }

  /// The offset of the last scalar boundary with at most `count` units before it, and how many
  /// units are left over; for line endings the offset behind the ending number `count`.
  ///
  /// - Complexity: O(*l*) in the length of a leaf.
  func offset(of count: Int, _ metric: TextMetric) -> (utf8: Int, left: Int) {
    withSpans { before, after in
      let first = TextSummary.offset(of: count, metric, in: before)
      let isCut = metric == .lineBreaks && before.last == 0x0D && after.first == 0x0A
      if first.left == 0 || first.utf8 < before.count {
        return isCut && first.utf8 == before.count ? (first.utf8 + 1, 0) : first
      }
      let skipped = isCut ? 1 : 0
      let rest = UnsafeBufferPointer(rebasing: after[skipped...])
      let second = TextSummary.offset(of: first.left, metric, in: rest)
      return (before.count + skipped + second.utf8, second.left)
    }
  }

  /// Hands the text of `range` to `body`, in one stretch or two, until it returns false.
  func forEachChunk(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    withSpans { before, after in
      let middle = before.count
      if range.lowerBound < middle {
        let end = min(range.upperBound, middle)
        if !body(UnsafeBufferPointer(rebasing: before[range.lowerBound..<end])) { return false }
      }
      guard range.upperBound > middle else { return true }
      let start = max(range.lowerBound, middle) - middle
      return body(UnsafeBufferPointer(rebasing: after[start..<(range.upperBound - middle)]))
    }
  }

  /// Appends the text to `target`.
  func append(to target: inout [UInt8]) {
    withSpans { before, after in
      target.append(contentsOf: before)
      target.append(contentsOf: after)
    }
  }
}

extension Leaf {
  /// Leaves of `content`, evenly filled, none of which splits a scalar or a CR LF.
  ///
  /// - Complexity: O(*n*).
  static func leaves(of content: UnsafeBufferPointer<UInt8>) -> [Leaf] {
    if content.count <= capacity { return [Leaf(content)] }
    let count = (content.count + loadedCount - 1) / loadedCount
    var start = 0
    var result: [Leaf] = []
    result.reserveCapacity(count)
    for index in 1...count {
      // Not `content.count * index / count`, which overflows where Int has 32 bits.
      let even = content.count / count * index + content.count % count * index / count
      let end = index == count ? content.count : cut(content, near: even)
      result.append(Leaf(UnsafeBufferPointer(rebasing: content[start..<end])))
      start = end
    }
    return result
  }

  /// The last place at or before `offset` where a leaf may end.
  private static func cut(_ content: UnsafeBufferPointer<UInt8>, near offset: Int) -> Int {
    var end = offset
    while content[end] & 0xC0 == 0x80 { end -= 1 }
    return content[end] == 0x0A && content[end - 1] == 0x0D ? end - 1 : end
  }
}
