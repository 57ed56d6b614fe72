// Searches use pointers in a loop, like `Node.find`. After a search for writing, no array on the
// path is shared with another rope.
extension Node {
  /// The result of a search: the node of the leaf, the path to it, the target's distance from the
  /// leaf's start, and the leaf's UTF-8 length before the edit.
  typealias FoundLeaf = (node: UnsafeMutablePointer<Node>, path: Path, start: Int, count: Int)

  /// Finds the leaf with the UTF-8 byte at `offset`, which must exist; adds `growth` on the path.
  @inline(never)
  static func find(
    _ offset: Int, growing growth: Int, from root: UnsafeMutablePointer<Node>, level: Int
  ) -> FoundLeaf {
    var node = root
    var path = Path()
    var rest = offset
    for _ in 0..<level {
      let found = node.pointee.measures.findNode(rest, growing: growth)
      rest &-= found.before
      path.descend(to: found.index)
      node = node.pointee.nodes.withUnsafeMutableBufferPointer { $0.pointer(to: found.index) }
    }
    let found = node.pointee.measures.findLeaf(rest, growing: growth)
    path.descend(to: found.index)
    return (node, path, rest &- found.before, found.count)
  }

  /// Adds a growth to the leaf at `path`, and returns the node of the leaf.
  @inline(never) @discardableResult
  static func grow(
    at path: Path, from root: UnsafeMutablePointer<Node>, level: Int, by growth: TextSummary
  ) -> UnsafeMutablePointer<Node> {
    var node = root
    for level in stride(from: level, to: 0, by: -1) {
      let index = path[level]
      node.pointee.measures.addToNode(growth, at: index)
      node = node.pointee.nodes.withUnsafeMutableBufferPointer { $0.pointer(to: index) }
    }
    node.pointee.measures.addToLeaf(growth, at: path[0])
    return node
  }

  /// Replaces the leaf at `path` by others, and returns the nodes that do not fit here.
  mutating func replaceLeaf(
    at path: Path, level: Int, with new: MeasuredLeaves
  ) -> [Node] {
    let index = path[level]
    if level == 0 {
      return keepFirst(of: replacingLeaves(index..<index + 1, with: new))
    } else {
      var all = measures.summaries
      let extra = nodes[index].replaceLeaf(at: path, level: level - 1, with: new)
      nodes.insert(contentsOf: extra, at: index + 1)
      if nodes.count > Node.fanOut { return keepFirst(of: Node.group(nodes: nodes)) }
      all[index] = nodes[index].measures.total
      all.insert(contentsOf: extra.map { $0.measures.total }, at: index + 1)
      measures = Measures(nodes: all, level: level)
    }
    return []
  }

  private mutating func keepFirst(of groups: [Node]) -> [Node] {
    self = groups[0]
    return Array(groups.dropFirst())
  }
}

extension Node {
  /// Removes the bytes of `range`, but not all bytes of the node.
  mutating func remove(_ range: Range<Int>, level: Int) {
    var start = 0
    var gone = 0..<0
    var edge = 0
    for index in 0..<count {
      let length = measures[index].utf8
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
      if level == 0 {
        self = replacingLeaves(gone, with: MeasuredLeaves())[0]
      } else {
        var all = measures.summaries
        all.removeSubrange(gone)
        nodes.removeSubrange(gone)
        measures = Measures(nodes: all, level: level)
      }
      edge = gone.lowerBound
    }
    balance(around: edge, level: level)
  }

  private mutating func removePart(_ range: Range<Int>, of index: Int, level: Int) {
    if level == 0 {
      let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
      let count = measures[index].utf8
      let growth = page.replace(range, ofLeaf: index, count: count, with: nothing)
      measures.add(growth, at: index)
    } else {
      let before = measures[index]
      nodes[index].remove(range, level: level - 1)
      measures.add(nodes[index].measures.total - before, at: index)
    }
  }
}
