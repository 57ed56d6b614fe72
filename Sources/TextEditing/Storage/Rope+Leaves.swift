extension Rope {
  /// Replaces text that lies inside a leaf in the tree, not at the end of the text; returns false,
  /// with no text changed, where it does not.
  ///
  /// On the way down the leaf grows as if all that goes and comes were plain, as in a `ShortEdit`: then
  /// what the next edit begins with does not wait for this leaf, and mostly it is right.
  @inline(__always)
  mutating func replaceInLeaf(
    _ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    putFingerBack()
    let count = range.upperBound &- range.lowerBound
    let grown = new.count &- count
    let height = self.height
    return withUnsafeMutablePointer(to: &root) { root in
      let leaf = Node.find(range.lowerBound, growing: grown, from: root, level: height)
      let index = leaf.path[0]
      let newCount = leaf.count &+ grown
      guard leaf.start > 0, leaf.start &+ count < leaf.count, newCount >= Leaf.minimum,
        newCount <= leaf.node.pointee.page.room(at: index)
      else {
        Node.grow(at: leaf.path, from: root, level: height, by: TextSummary(plain: -grown))
        return false
      }
      let growth = leaf.node.pointee.page.replace(
        leaf.start..<leaf.start &+ count, ofLeaf: index, count: leaf.count, with: new)
      if !growth.isPlain {
        Node.grow(at: leaf.path, from: root, level: height, by: growth.beyondPlain)
      }
      summary += growth
      let start = range.lowerBound &- leaf.start
      lastEdited = start..<start &+ newCount
      return true
    }
  }
}
