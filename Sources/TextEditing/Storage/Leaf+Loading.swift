/// Leaves, and how long they are.
struct MeasuredLeaves {
  var leaves: [Leaf] = []
  var summaries: [TextSummary] = []

  /// Leaves of UTF-8 bytes that were validated, evenly filled, none of which splits a scalar or a
  /// CR LF.
  ///
  /// - Complexity: O(*n*).
  init(validUTF8 content: UnsafeBufferPointer<UInt8>) {
    _ = append(content, isChecked: false)
  }

  /// As `init(validUTF8:)`, of bytes that were not; nil where they are not UTF-8.
  ///
  /// Each leaf's bytes are copied while they are in the nearest cache from being checked.
  init?(checking content: UnsafeBufferPointer<UInt8>) {
    if !append(content, isChecked: true) { return nil }
  }

  private mutating func append(
    _ content: UnsafeBufferPointer<UInt8>, isChecked: Bool
  ) -> Bool {
    let count =
      content.count <= Leaf.capacity
      ? 1 : (content.count + Leaf.loadedCount - 1) / Leaf.loadedCount
    leaves.reserveCapacity(count)
    var start = 0
    for index in 1...count {
      // Not `content.count * index / count`, which overflows where Int has 32 bits.
      let even = content.count / count * index + content.count % count * index / count
      let end = index == count ? content.count : Self.cut(content, near: even)
      let part = UnsafeBufferPointer(rebasing: content[start..<end])
      if isChecked, UTF8Validation.firstInvalidOffset(in: part) != nil { return false }
      leaves.append(Leaf(part))
      start = end
    }
    // Not leaf by leaf above: it is no faster, and this way the leaves are in the cache afterwards.
    summaries = leaves.map { $0.summary }
    return true
  }

  /// The last place at or before `offset` where a leaf may end.
  ///
  /// In bytes that are not UTF-8 it is a place near by, and one of two leaves is ill-formed.
  private static func cut(_ content: UnsafeBufferPointer<UInt8>, near offset: Int) -> Int {
    var end = offset
    while end > offset - 3, content[end] & 0xC0 == 0x80 { end -= 1 }
    return content[end] == 0x0A && content[end - 1] == 0x0D ? end - 1 : end
  }
}
