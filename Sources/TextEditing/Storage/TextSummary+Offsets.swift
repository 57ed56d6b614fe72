extension TextSummary {
  /// The UTF-8 offset of the last scalar boundary with at most `count` units of `metric` before it,
  /// and the number of units left over.
  ///
  /// For line endings, the offset after the ending with number `count`.
  ///
  /// - Complexity: O(*n*), 64 bytes at a time.
  package static func offset(
    of count: Int, _ metric: TextMetric, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (utf8: Int, left: Int) {
    switch metric {
    case .utf8: return (min(count, bytes.count), max(0, count - bytes.count))
    case .utf16, .scalars: return unitOffset(of: count, weighsFours: metric == .utf16, in: bytes)
    case .lineBreaks: return lineOffset(of: count, in: bytes)
    }
  }

  private static func unitOffset(
    of count: Int, weighsFours: Bool, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (utf8: Int, left: Int) {
    var left = count
    var offset = 0
    // A four-byte scalar counts as two units at its first byte, also if it is split here.
    while left > ByteBlock.count, let block = ByteBlock(bytes, at: offset) {
      left -= block.units(weighsFours: weighsFours)
      offset += ByteBlock.count
    }
    while left > 8 && offset + 8 <= bytes.count {
      let next = ByteWord(bytes, at: offset)
      left -= 8 - ByteWord.count(next.continuations)
      if weighsFours { left -= ByteWord.count(next.fours) }
      offset += 8
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte & 0xC0 != 0x80 {
        let units = weighsFours && byte >= 0xF0 ? 2 : 1
        if left < units { break }
        left -= units
      }
      offset += 1
    }
    return (offset, left)
  }

  private static func lineOffset(
    of count: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (utf8: Int, left: Int) {
    var left = count
    var offset = 0
    while left > 0, let block = ByteBlock(bytes, at: offset), let feeds = block.lineFeedCount {
      if left <= feeds { return (offset + behind(left - 1, in: block.lineFeeds), 0) }
      left -= feeds
      offset += ByteBlock.count
    }
    let rest = bytes.count - offset
    if left > 0, rest > 0, rest < ByteBlock.count,
      let block = ByteBlock(bytes, at: bytes.count - ByteBlock.count), block.lineFeedCount != nil
    {
      let feeds = block.lineFeeds &>> UInt64(ByteBlock.count - rest)
      if left <= feeds.nonzeroBitCount { return (offset + behind(left - 1, in: feeds), 0) }
      return (bytes.count, left - feeds.nonzeroBitCount)
    }
    while left > 0 && offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == .carriageReturn {
        if offset < bytes.count && bytes[offset] == .lineFeed { offset += 1 }
        left -= 1
      } else if byte == .lineFeed {
        left -= 1
      }
    }
    return (offset, left)
  }

  /// The offset after the line ending with `count` others after it. If there are too few, returns
  /// nil and subtracts those found from `count`.
  ///
  /// - Returns: also whether a CR was found; then the search has no result.
  package static func lineOffset(
    fromEnd count: inout Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (utf8: Int?, hasReturns: Bool) {
    var end = bytes.count
    while let block = ByteBlock(bytes, at: end - ByteBlock.count) {
      guard let feeds = block.lineFeedCount else { return (nil, true) }
      end -= ByteBlock.count
      if count < feeds { return (end + behind(feeds - count - 1, in: block.lineFeeds), false) }
      count -= feeds
    }
    for offset in (0..<end).reversed() {
      if bytes[offset] == .carriageReturn { return (nil, true) }
      if bytes[offset] != .lineFeed { continue }
      if count == 0 { return (offset + 1, false) }
      count -= 1
    }
    return (nil, false)
  }

  /// The position after the set bit with number `index`, counted from 0.
  @inline(__always)
  private static func behind(_ index: Int, in bits: UInt64) -> Int {
    ByteBlock.place(ofBit: index, in: bits) + 1
  }
}
