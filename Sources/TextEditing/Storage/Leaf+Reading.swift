/// The text of a leaf: the bytes before and after its gap.
///
/// It does not retain the leaf, and is valid until the leaf is written to.
struct LeafBytes {
  let before: UnsafeBufferPointer<UInt8>
  let after: UnsafeBufferPointer<UInt8>

  /// Makes a text without a gap.
  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    before = bytes
    after = UnsafeBufferPointer(start: nil, count: 0)
  }

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>, gap: Range<Int>, count: Int) {
    let start = gap.lowerBound
    precondition(
      start >= 0 && start <= count && count + gap.count == bytes.count, "a gap outside a leaf")
    before = UnsafeBufferPointer(start: bytes.baseAddress, count: start)
    after = UnsafeBufferPointer(
      start: bytes.baseAddress.map { $0 + gap.upperBound }, count: count - start)
  }

  @inline(__always)
  var count: Int { before.count + after.count }

  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < count, "an offset outside a leaf")
    return offset < before.count ? before[offset] : after[offset - before.count]
  }

  /// Traps if an end of the range, which is inside the leaf, splits a scalar.
  @inline(__always)
  func checkBoundaries(_ range: Range<Int>) {
    precondition(
      byte(at: range.lowerBound) & 0xC0 != 0x80 && byte(at: range.upperBound) & 0xC0 != 0x80,
      "an edit cuts a scalar")
  }

  /// The growth of the leaf in every unit if `new` replaces `range`.
  @inline(__always)
  func growth(
    replacing range: Range<Int>, with new: UnsafeBufferPointer<UInt8>
  ) -> TextSummary {
    // A line feed right after a carriage return does not end another line.
    let follows = range.lowerBound > 0 && byte(at: range.lowerBound - 1) == .carriageReturn
    let precedes = range.upperBound < count && byte(at: range.upperBound) == .lineFeed
    var growth = TextSummary(ofAny: new, afterReturn: follows)
    if !range.isEmpty { growth -= summary(of: range, afterReturn: follows) }
    if precedes {
      let newReturns = new.last.map { $0 == .carriageReturn } ?? follows
      let oldReturns = range.isEmpty ? follows : byte(at: range.upperBound - 1) == .carriageReturn
      growth.lineBreaks += (oldReturns ? 1 : 0) - (newReturns ? 1 : 0)
    }
    return growth
  }

  /// The length, in every unit, of `range`, which is not empty.
  @inline(__always)
  private func summary(of range: Range<Int>, afterReturn: Bool) -> TextSummary {
    if range.count <= 8 {
      if range.upperBound <= before.count && before.count >= 8 {
        let word = ByteWord(range, of: before)
        return TextSummary(ofFew: word, count: range.count, afterReturn: afterReturn)
      }
      var word: UInt64 = 0
      for index in 0..<range.count {
        word |= UInt64(byte(at: range.lowerBound + index)) &<< UInt64(8 * index)
      }
      return TextSummary(ofFew: ByteWord(bits: word), count: range.count, afterReturn: afterReturn)
    }
    return summary(ofMany: range, afterReturn: afterReturn)
  }

  private func summary(ofMany range: Range<Int>, afterReturn: Bool) -> TextSummary {
    let middle = before.count
    let (lower, upper) = (range.lowerBound, range.upperBound)
    let first = before[min(lower, middle)..<min(upper, middle)]
    let second = after[max(lower, middle) - middle..<max(upper, middle) - middle]
    return TextSummary(of: UnsafeBufferPointer(rebasing: first), afterReturn: afterReturn)
      + TextSummary(
        of: UnsafeBufferPointer(rebasing: second),
        afterReturn: first.isEmpty ? afterReturn : first.last == .carriageReturn)
  }

  /// The bytes of `part` from `start` on; `start` may be its end.
  @inline(__always)
  private func suffix(
    _ part: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: part[start...])
  }

  /// The length, in every unit, of the text before `offset`.
  ///
  /// - Complexity: O(*l*) in the length of a leaf.
  func summary(before offset: Int) -> TextSummary {
    if offset <= before.count {
      return TextSummary(of: UnsafeBufferPointer(rebasing: before[..<offset]))
    }
    let rest = UnsafeBufferPointer(rebasing: after[..<(offset - before.count)])
    return TextSummary(of: before)
      + TextSummary(of: rest, afterReturn: before.last == .carriageReturn)
  }

  /// The length, in one unit, of the text before `offset`; a split scalar counts as a whole.
  ///
  /// - Parameter total: the length of the leaf in that unit, to count from the nearer end.
  /// - Complexity: O(*l*) in the length of a leaf.
  func count(of metric: TextMetric, before offset: Int, total: Int) -> Int {
    if offset <= count / 2 { return summary(before: offset)[metric] }
    let isCut = byte(at: offset) == .lineFeed && byte(at: offset - 1) == .carriageReturn
    if offset >= before.count {
      let rest = suffix(after, from: offset - before.count)
      return total - TextSummary(of: rest, afterReturn: isCut)[metric]
    }
    return total - TextSummary(of: suffix(before, from: offset), afterReturn: isCut)[metric]
      - TextSummary(of: after, afterReturn: before.last == .carriageReturn)[metric]
  }

  /// The offset after line ending number `count`, from 1, of `total`; searches from the nearer end.
  ///
  /// - Complexity: O(*l*) in the length of a leaf.
  func offset(ofLineBreak count: Int, total: Int) -> (utf8: Int, left: Int) {
    if count <= total / 2 { return offset(of: count, .lineBreaks) }
    var left = total - count
    let last = TextSummary.lineOffset(fromEnd: &left, in: after)
    if let offset = last.utf8 { return (before.count + offset, 0) }
    // A CR before the gap and an LF after it are one ending, which was counted as the LF.
    if !last.hasReturns && (after.isEmpty || before.last != .carriageReturn) {
      let first = TextSummary.lineOffset(fromEnd: &left, in: before)
      if let offset = first.utf8 { return (offset, 0) }
    }
    return offset(of: count, .lineBreaks)
  }

  /// The offset of the last scalar boundary with at most `count` units before it, and the number of
  /// units left over. For line endings, the offset after the ending with number `count`.
  ///
  /// - Complexity: O(*l*) in the length of a leaf.
  func offset(of count: Int, _ metric: TextMetric) -> (utf8: Int, left: Int) {
    let first = TextSummary.offset(of: count, metric, in: before)
    let isCut = metric == .lineBreaks && after.first == .lineFeed && before.last == .carriageReturn
    if first.left == 0 || first.utf8 < before.count {
      return isCut && first.utf8 == before.count ? (first.utf8 + 1, 0) : first
    }
    let skipped = isCut ? 1 : 0
    let second = TextSummary.offset(of: first.left, metric, in: suffix(after, from: skipped))
    return (before.count + skipped + second.utf8, second.left)
  }
}

extension Leaf {
  @inline(__always)
  func withBytes<Result>(_ body: (LeafBytes) -> Result) -> Result {
    bytes.withUnsafeBufferPointer {
      body(LeafBytes($0, gap: Int(gapStart)..<Int(gapEnd), count: count))
    }
  }

  var summary: TextSummary { withBytes { $0.summary(before: $0.count) } }

  /// Calls `body` with the text of `range`, in one piece or two, until it returns false.
  func forEachChunk(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    withBytes { bytes in
      let middle = bytes.before.count
      if range.lowerBound < middle {
        let part = bytes.before[range.lowerBound..<min(range.upperBound, middle)]
        if !body(UnsafeBufferPointer(rebasing: part)) { return false }
      }
      guard range.upperBound > middle else { return true }
      let start = max(range.lowerBound, middle) - middle
      return body(UnsafeBufferPointer(rebasing: bytes.after[start..<(range.upperBound - middle)]))
    }
  }

  func append(to target: inout [UInt8]) {
    withBytes {
      target.append(contentsOf: $0.before)
      target.append(contentsOf: $0.after)
    }
  }
}
