extension Node {
  /// Takes the leaf at a UTF-8 offset out of the tree, and leaves an empty one in its place.
  ///
  /// Where two leaves meet at the offset, the first is taken unless `prefersSecond`.
  /// `offset` becomes the offset in the leaf; `path` the way to it.
  mutating func take(
    at offset: inout Int, level: Int, prefersSecond: Bool, path: inout Path
  ) -> Leaf {
    // The first of two neighbours is the one that holds the byte before the offset.
    let shift = prefersSecond || offset == 0 ? 0 : 1
    var rest = offset - shift
    let index = measures.find(&rest, .utf8, hot: -1, growth: 0)
    offset = rest + shift
    path[level] = index
    if level > 0 {
      return nodes[index].take(
        at: &offset, level: level - 1, prefersSecond: prefersSecond, path: &path)
    }
    var leaf = Leaf()
    swap(&leaf, &leaves[index])
    return leaf
  }

  /// Puts the leaf that was taken from `path` back, grown by `growth`.
  mutating func put(_ leaf: Leaf, at path: Path, level: Int, growth: TextSummary) {
    let index = path[level]
    measures.add(growth, at: index)
    if level > 0 {
      nodes[index].put(leaf, at: path, level: level - 1, growth: growth)
    } else {
      leaves[index] = leaf
    }
  }

  /// Puts leaves in the place of the one at `path`, and returns the nodes that have no room here.
  mutating func replaceLeaf(
    at path: Path, level: Int, with new: [Leaf], _ summaries: [TextSummary]
  ) -> [Node] {
    let index = path[level]
    if level == 0 {
      var all = measures.summaries
      all.replaceSubrange(index...index, with: summaries)
      leaves.replaceSubrange(index...index, with: new)
      if leaves.count <= Node.fanOut {
        measure(all)
        return []
      }
      return keepFirst(of: Node.group(leaves: leaves, all))
    }
    let extra = nodes[index].replaceLeaf(at: path, level: level - 1, with: new, summaries)
    nodes.insert(contentsOf: extra, at: index + 1)
    if nodes.count > Node.fanOut { return keepFirst(of: Node.group(nodes: nodes)) }
    var all = measures.summaries
    all[index] = nodes[index].measures.total
    all.insert(contentsOf: extra.map { $0.measures.total }, at: index + 1)
    measure(all)
    return []
  }

  private mutating func keepFirst(of groups: [Node]) -> [Node] {
    self = groups[0]
    return Array(groups.dropFirst())
  }

  /// Removes the bytes of `range`, which are not all of the node.
  mutating func remove(_ range: Range<Int>, level: Int) {
    var start = 0
    var gone = 0..<0
    var edge = 0
    for index in 0..<count {
      let length = measures[.utf8, index]
      let part = range.clamped(to: start..<start + length)
      defer { start += length }
      if part.isEmpty { continue }
      edge = index
      if part.count == length {
        gone = (gone.isEmpty ? index : gone.lowerBound)..<index + 1
      } else {
        removePart(part.lowerBound - start..<part.upperBound - start, of: index, level: level)
      }
    }
    if !gone.isEmpty {
      var all = measures.summaries
      all.removeSubrange(gone)
      if level == 0 { leaves.removeSubrange(gone) } else { nodes.removeSubrange(gone) }
      measure(all)
      edge = gone.lowerBound
    }
    balance(around: edge, level: level)
  }

  private mutating func removePart(_ range: Range<Int>, of index: Int, level: Int) {
    if level == 0 {
      let growth = leaves[index].replace(range, with: UnsafeBufferPointer(start: nil, count: 0))
      measures.add(growth, at: index)
    } else {
      let before = measures[index]
      nodes[index].remove(range, level: level - 1)
      measures.add(nodes[index].measures.total - before, at: index)
    }
  }
}
