extension Rope {
  /// Takes the leaf out of the tree that holds the start of `range`.
  ///
  /// Where two leaves meet there, it is the first of them for an insertion, else the second.
  mutating func moveFinger(to range: Range<Int>) {
    let start = range.lowerBound - fingerStart.utf8
    if hasFinger, start >= 0, range.upperBound - fingerStart.utf8 <= finger.count,
      range.isEmpty ? start > 0 || fingerStart.utf8 == 0 : true
    {
      return
    }
    putFingerBack()
    var local = range.lowerBound
    let taken = root.take(
      at: &local, level: height, prefersSecond: !range.isEmpty, path: &path, start: &fingerStart)
    finger = taken.leaf
    fingerLengthTaken = taken.length
    hasFinger = true
    lastEdited = 0..<0
  }

  /// Puts the finger back into the tree.
  mutating func putFingerBack() {
    guard hasFinger else { return }
    let isSmall = finger.count < Leaf.minimum
    var leaf = Leaf()
    swap(&leaf, &finger)
    root.put(leaf, at: path, level: height, growth: growth)
    dropFinger()
    if isSmall && (height > 0 || root.count > 1) {
      root.fillUp(at: path, level: height)
      lowerRoot()
    }
  }

  /// Forgets the finger, and the leaf edited last.
  mutating func dropFinger() {
    finger = Leaf()
    hasFinger = false
    fingerStart = TextSummary()
    growth = TextSummary()
    lastEdited = 0..<0
  }

  /// Lets a root with one child give way to it.
  mutating func lowerRoot() {
    while height > 0, root.count == 1 {
      root = root.nodes[0]
      height -= 1
    }
  }
}

extension Node {
  /// Fills up the leaf at `path`, and what becomes too small above it.
  fileprivate mutating func fillUp(at path: Path, level: Int) {
    let index = path[level]
    if level > 0 {
      nodes[index].fillUp(at: path, level: level - 1)
    }
    balance(around: index, level: level)
  }
}
