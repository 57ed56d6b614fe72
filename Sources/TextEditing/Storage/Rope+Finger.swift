extension Rope {
  /// Makes the leaf with the start of `range` the finger.
  ///
  /// Between two leaves, the first is used for an insertion, and the second otherwise.
  mutating func moveFinger(to range: Range<Int>) {
    let start = range.lowerBound - fingerStart.utf8
    if hasFinger, start >= 0, range.upperBound - fingerStart.utf8 <= finger.count,
      range.isEmpty ? start > 0 || fingerStart.utf8 == 0 : true
    {
      return
    }
    putFingerBack()
    takeFinger(at: range.lowerBound, prefersSecond: !range.isEmpty)
    hasFinger = true
    lastEdited = 0..<0
  }

  /// Copies the leaf at a UTF-8 offset out of the tree, which keeps its place.
  ///
  /// Between two leaves, the first is used unless `prefersSecond`.
  private mutating func takeFinger(at offset: Int, prefersSecond: Bool) {
    // The first of two leaves contains the byte before the offset.
    let shift = prefersSecond || offset == 0 ? 0 : 1
    var rest = offset - shift
    path = Path()
    withUnsafePointer(to: root) { root in
      var node = root
      for level in (0...height).reversed() {
        let found = offset == 0 ? (index: 0, before: 0) : node.pointee.measures.find(rest)
        let index = found.index
        rest -= found.before
        path.descend(to: index)
        fingerStart += node.pointee.measures.sum(before: index)
        if level > 0 {
          node = node.pointee.nodes.withUnsafeBufferPointer { $0.pointer(to: index) }
        } else {
          fingerLengthTaken = node.pointee.measures[index]
          let text = node.pointee.page.text(at: index, count: fingerLengthTaken.utf8)
          finger.load(text, gapAt: rest + shift)
        }
      }
    }
  }

  @inline(__always)
  mutating func putFingerBack() {
    if hasFinger { putBack() }
  }

  private mutating func putBack() {
    let isSmall = finger.count < Leaf.minimum
    withUnsafeMutablePointer(to: &root) {
      let node = Node.grow(at: path, from: $0, level: height, by: growth)
      node.pointee.page.put(finger, at: path[0])
    }
    dropFinger()
    if isSmall && (height > 0 || root.count > 1) {
      root.fillUp(at: path, level: height)
      lowerRoot()
    }
  }

  /// Discards the finger, and the position of the last edited leaf.
  mutating func dropFinger() {
    finger.clear()
    hasFinger = false
    fingerStart = TextSummary()
    growth = TextSummary()
    lastEdited = 0..<0
  }

  /// Replaces a root with one child by that child.
  mutating func lowerRoot() {
    while height > 0, root.count == 1 {
      root = root.nodes[0]
      height -= 1
    }
  }
}

extension Node {
  /// Fills the leaf at `path`, and the nodes above it that become too small.
  fileprivate mutating func fillUp(at path: Path, level: Int) {
    let index = path[level]
    if level > 0 {
      nodes[index].fillUp(at: path, level: level - 1)
    }
    balance(around: index, level: level)
  }
}
