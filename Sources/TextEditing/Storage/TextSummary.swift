/// A unit in which a text is measured.
package enum TextMetric: Hashable, Sendable, CaseIterable {
  case utf8, utf16, scalars, lineBreaks
}

/// The length of a text in every unit.
package struct TextSummary: Hashable, Sendable {
  package var utf8 = 0
  package var utf16 = 0
  package var scalars = 0
  /// Line endings: LF, CR, or CR LF as one.
  package var lineBreaks = 0

  package init() {}

  /// The length of the UTF-8 text `bytes`; a CR at its end counts as a line ending.
  ///
  /// - Parameter afterReturn: whether a CR precedes `bytes`, so that a first LF ends no line.
  package init(of bytes: UnsafeBufferPointer<UInt8>, afterReturn: Bool = false) {
    utf8 = bytes.count
    scalars = bytes.count
    var pairs = afterReturn && bytes.first == .lineFeed ? 1 : 0
    var start = 0
    while start < bytes.count {
      // With counters of eight bits and no `for`, the compiler counts many bytes at a time.
      let end = min(start + 240, bytes.count)
      var (trailing, fours, feeds, returns): (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
      var index = start
      while index < end {
        let byte = bytes[index]
        trailing &+= byte & 0xC0 == 0x80 ? 1 : 0
        fours &+= byte >= 0xF0 ? 1 : 0
        feeds &+= byte == .lineFeed ? 1 : 0
        returns &+= byte == .carriageReturn ? 1 : 0
        index &+= 1
      }
      if returns > 0 {
        for index in start..<min(end, bytes.count - 1)
        where bytes[index] == .carriageReturn && bytes[index + 1] == .lineFeed { pairs += 1 }
      }
      scalars -= Int(trailing)
      utf16 += Int(fours)
      lineBreaks += Int(feeds) + Int(returns)
      start = end
    }
    utf16 += scalars
    lineBreaks -= pairs
  }

  package subscript(metric: TextMetric) -> Int {
    switch metric {
    case .utf8: utf8
    case .utf16: utf16
    case .scalars: scalars
    case .lineBreaks: lineBreaks
    }
  }

  /// Adds the length of the text after this one, if that does not join a CR and an LF.
  static func += (first: inout TextSummary, second: TextSummary) {
    first.utf8 &+= second.utf8
    first.utf16 &+= second.utf16
    first.scalars &+= second.scalars
    first.lineBreaks &+= second.lineBreaks
  }

  static func -= (first: inout TextSummary, second: TextSummary) {
    first.utf8 &-= second.utf8
    first.utf16 &-= second.utf16
    first.scalars &-= second.scalars
    first.lineBreaks &-= second.lineBreaks
  }

  /// The UTF-8 offset of the last scalar boundary with at most `count` units of `metric` before it,
  /// and the number of units left over.
  ///
  /// For line endings, the offset after the ending with number `count`.
  package static func offset(
    of count: Int, _ metric: TextMetric, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (utf8: Int, left: Int) {
    if metric == .utf8 { return (min(count, bytes.count), max(0, count - bytes.count)) }
    var left = count
    var offset = 0
    /// Whether the byte at `offset` is the LF of a CR LF.
    func isPaired() -> Bool {
      offset > 0 && bytes[offset] == .lineFeed && bytes[offset - 1] == .carriageReturn
    }
    while left > 0, offset + 64 <= bytes.count {
      let block = UnsafeBufferPointer(rebasing: bytes[offset..<offset + 64])
      let units = TextSummary(of: block, afterReturn: isPaired())[metric]
      if units >= left { break }
      left -= units
      offset += 64
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      let units: Int
      if metric == .lineBreaks {
        units = byte.isLineEnding && !isPaired() ? 1 : 0
        if left == 0 && !isPaired() { break }
      } else {
        units = byte & 0xC0 == 0x80 ? 0 : metric == .utf16 && byte >= 0xF0 ? 2 : 1
        if left == 0 && units > 0 { break }
      }
      if units > left { break }
      left -= units
      offset += 1
    }
    return (offset, left)
  }
}
