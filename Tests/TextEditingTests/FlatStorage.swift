import TextEditing

/// Text as one array of UTF-8 bytes.
///
/// All of it is O(*n*) and obvious: the model that the rope is checked against.
struct FlatStorage: Hashable, Sendable {
  private(set) var bytes: [UInt8]
  /// The length in every unit.
  private(set) var summary: TextSummary

  /// Makes a storage of UTF-8 bytes that were validated.
  init(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = Array(bytes)
    summary = TextSummary(of: bytes)
  }

  /// The byte at `offset`.
  func byte(at offset: Int) -> UInt8 { bytes[offset] }

  /// Hands the bytes of `range` to `body` in contiguous stretches until it returns false.
  func forEachChunk(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    if range.isEmpty { return }
    bytes.withUnsafeBufferPointer { _ = body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Replaces the bytes of `range`.
  mutating func replace(_ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>) {
    bytes.replaceSubrange(range, with: new)
    summary = bytes.withUnsafeBufferPointer { TextSummary(of: $0) }
  }

  /// The length of the text before `offset`; a CR there counts as a line ending.
  func summary(before offset: Int) -> TextSummary {
    bytes.withUnsafeBufferPointer { TextSummary(of: UnsafeBufferPointer(rebasing: $0[..<offset])) }
  }

  /// The offset of the last scalar boundary with at most `count` units of `metric` before it.
  func offset(of count: Int, _ metric: TextMetric) -> (utf8: Int, left: Int) {
    bytes.withUnsafeBufferPointer { TextSummary.offset(of: count, metric, in: $0) }
  }
}
