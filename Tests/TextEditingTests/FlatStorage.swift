import TextEditing

/// Text as one array of UTF-8 bytes: the O(*n*) model against which the rope is checked.
struct FlatStorage: Hashable, Sendable {
  private(set) var bytes: [UInt8]
  private(set) var summary: TextSummary

  init(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = Array(bytes)
    summary = TextSummary(of: bytes)
  }

  func byte(at offset: Int) -> UInt8 { bytes[offset] }

  /// Passes the bytes of `range` to `body` in contiguous chunks until it returns false.
  func forEachChunk(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    if range.isEmpty { return }
    bytes.withUnsafeBufferPointer { _ = body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  mutating func replace(_ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>) {
    bytes.replaceSubrange(range, with: new)
    summary = bytes.withUnsafeBufferPointer { TextSummary(of: $0) }
  }

  /// Returns the length of the text before `offset`; a final CR counts as a line ending.
  func summary(before offset: Int) -> TextSummary {
    bytes.withUnsafeBufferPointer { TextSummary(of: UnsafeBufferPointer(rebasing: $0[..<offset])) }
  }

  /// Returns the last scalar boundary with at most `count` units of `metric` before it.
  func offset(of count: Int, _ metric: TextMetric) -> (utf8: Int, left: Int) {
    bytes.withUnsafeBufferPointer { TextSummary.offset(of: count, metric, in: $0) }
  }
}
