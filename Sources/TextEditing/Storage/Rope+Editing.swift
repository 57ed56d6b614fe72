extension Rope {
  /// Replaces the bytes of `range`.
  ///
  /// - Precondition: the range is in the text, its ends are between scalars, and `new` is UTF-8.
  /// - Complexity: amortised O(*m*) in the leaf of the last edit, otherwise O(log *n* + *m*), in
  ///   the lengths of the removed and the inserted text.
  package mutating func replace(_ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>) {
    let start = range.lowerBound &- fingerStart.utf8
    let end = range.upperBound &- fingerStart.utf8
    let count = finger.count
    // An edit at the edge of a leaf may join a CR and an LF of two leaves.
    if start > 0, end < count, count &- range.count &+ new.count <= Leaf.capacity {
      finger.checkBoundaries(start..<end)
      replaceInFinger(start..<end, with: new)
    } else {
      replaceElsewhere(range, with: new)
    }
  }

  @inline(__always)
  private mutating func replaceInFinger(
    _ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>
  ) {
    let grown = finger.replace(range, with: new)
    growth += grown
    summary += grown
  }

  /// Replaces bytes outside the finger, at its edge, or in several leaves.
  @inline(never)
  private mutating func replaceElsewhere(
    _ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>
  ) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= summary.utf8,
      "the UTF-8 range \(range.lowerBound)..<\(range.upperBound) is outside a text of \(summary.utf8) bytes"
    )
    precondition(
      new.count <= Rope.maximumCount &- summary.utf8 &+ range.count, "a text of more than 2 GB")
    // A second edit in a leaf takes it out as the finger, so that further edits in it are fast.
    if range.lowerBound > lastEdited.lowerBound && range.upperBound < lastEdited.upperBound
      || range.upperBound == summary.utf8 || !replaceInLeaf(range, with: new)
    {
      replaceAcrossLeaves(range, with: new)
    }
  }

  private mutating func replaceAcrossLeaves(
    _ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>
  ) {
    replaceAnywhere(range, with: new)
    joinLineEnding(at: range.lowerBound)
    joinLineEnding(at: range.lowerBound + new.count)
  }

  private mutating func replaceAnywhere(
    _ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>
  ) {
    moveFinger(to: range)
    precondition(
      isBoundary(range.lowerBound) && isBoundary(range.upperBound),
      "the UTF-8 range \(range.lowerBound)..<\(range.upperBound) cuts a scalar")
    if range.isEmpty && new.isEmpty { return }
    var range = range
    if range.upperBound > fingerStart.utf8 + finger.count {
      removeFromTree(range)
      if new.isEmpty { return }
      range = range.lowerBound..<range.lowerBound
      moveFinger(to: range)
    }
    let local = range.lowerBound - fingerStart.utf8..<range.upperBound - fingerStart.utf8
    let newCount = finger.count - local.count + new.count
    if newCount > Leaf.capacity {
      splitFinger(replacing: local, with: new)
    } else if newCount == 0 && summary.utf8 > local.count {
      removeFromTree(range)
    } else {
      replaceInFinger(local, with: new)
    }
  }

  /// Removes bytes from the tree; afterwards there is no finger.
  private mutating func removeFromTree(_ range: Range<Int>) {
    putFingerBack()
    if range.count == summary.utf8 {
      self = Rope(validUTF8: UnsafeBufferPointer(start: nil, count: 0))
      return
    }
    root.remove(range, level: height)
    lowerRoot()
    summary = root.measures.total
  }

  /// Replaces the finger by leaves of its text after the edit.
  private mutating func splitFinger(
    replacing range: Range<Int>, with new: UnsafeBufferPointer<UInt8>
  ) {
    var content: [UInt8] = []
    content.reserveCapacity(finger.count - range.count + new.count)
    finger.append(to: &content)
    content.replaceSubrange(range, with: new)
    var nodes = content.withUnsafeBufferPointer {
      root.replaceLeaf(at: path, level: height, with: MeasuredLeaves(validUTF8: $0))
    }
    while !nodes.isEmpty {
      let all = Node.group(nodes: [root] + nodes)
      root = all[0]
      nodes = Array(all.dropFirst())
      height += 1
    }
    summary = root.measures.total
    dropFinger()
  }

  /// Moves a CR and the LF after it into one leaf if an edit has joined them.
  private mutating func joinLineEnding(at offset: Int) {
    let local = offset - fingerStart.utf8
    if hasFinger && local > 0 && local < finger.count { return }
    guard offset > 0, offset < summary.utf8, byte(at: offset) == .lineFeed,
      byte(at: offset - 1) == .carriageReturn
    else { return }
    let lineFeed: [UInt8] = [.lineFeed]
    replaceAnywhere(offset..<offset + 1, with: UnsafeBufferPointer(start: nil, count: 0))
    lineFeed.withUnsafeBufferPointer { replaceAnywhere(offset..<offset, with: $0) }
  }
}
