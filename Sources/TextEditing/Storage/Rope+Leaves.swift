extension Rope {
  /// Replaces text inside a leaf in the tree, but not at the end of the text. If it is not inside
  /// one leaf, returns false without changing the text.
  ///
  /// The search updates lengths as if the removed and the new text were plain, as in a `ShortEdit`;
  /// that is mostly right. So the next edit need not wait for this leaf's bytes.
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
