extension Rope {
  /// Calls `body` with the bytes of `range`, in contiguous pieces, until it returns false.
  ///
  /// - Precondition: the range is in the text.
  /// - Complexity: O(log *n* + *m*) in the length of the range.
  package func forEachChunk(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= summary.utf8, "a range outside the text")
    let start = hasFinger ? fingerStart.utf8 : summary.utf8
    let end = hasFinger ? start + finger.count : start
    let before = range.clamped(to: 0..<start)
    if !before.isEmpty, !forEachChunkInTree(before, body) { return }
    let inside = range.clamped(to: start..<end)
    if !inside.isEmpty {
      let goesOn = finger.forEachChunk(
        in: inside.lowerBound - start..<inside.upperBound - start, body)
      if !goesOn { return }
    }
    let behind = range.clamped(to: end..<summary.utf8)
    if behind.isEmpty { return }
    let grown = growth.utf8
    _ = forEachChunkInTree(behind.lowerBound - grown..<behind.upperBound - grown, body)
  }

  /// Not optimized, because the compiler would copy the walk for each caller's closure, which adds
  /// 5 kB each to the C library. A call for each page costs nothing there.
  @_optimize(none)
  private func forEachChunkInTree(
    _ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    withUnsafePointer(to: root) { Node.forEachChunk($0, in: range, level: height, body) }
  }
}

extension Node {
  /// Calls `body` with the bytes of `range`, which is not empty, until it returns false.
  fileprivate static func forEachChunk(
    _ node: UnsafePointer<Node>, in range: Range<Int>, level: Int,
    _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    var (index, start) = node.pointee.measures.find(range.lowerBound)
    while index < node.pointee.count && start < range.upperBound {
      let length = node.pointee.measures.utf8Length(of: index)
      let part = max(0, range.lowerBound - start)..<min(length, range.upperBound - start)
      if !part.isEmpty, !forEachChunk(ofChild: index, length, node, in: part, level: level, body) {
        return false
      }
      start += length
      index += 1
    }
    return true
  }

  @inline(__always)
  private static func forEachChunk(
    ofChild index: Int, _ length: Int, _ node: UnsafePointer<Node>, in range: Range<Int>,
    level: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    if level == 0 {
      let text = node.pointee.page.text(at: index, count: length)
      return body(UnsafeBufferPointer(rebasing: text[range]))
    }
    return node.pointee.nodes.withUnsafeBufferPointer { nodes in
      guard let first = nodes.baseAddress, index < nodes.count else {
        preconditionFailure("a child that is not there")
      }
      return forEachChunk(first + index, in: range, level: level - 1, body)
    }
  }
}
