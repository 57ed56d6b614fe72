extension Node {
  /// Fills the children next to `index` up where they have too few children or bytes.
  mutating func balance(around index: Int, level: Int) {
    var position = max(0, index - 1)
    while position <= index + 1, position < count {
      if count > 1, isUnderfull(position) {
        fillUp(min(position, count - 2), level: level)
        position = max(0, index - 1)
      } else {
        position += 1
      }
    }
  }

  /// Makes one child of the children at `index` and `index + 1`, or two even ones.
  private mutating func fillUp(_ index: Int, level: Int) {
    var all = measures.summaries
    if level == 0 {
      var content: [UInt8] = []
      leaves[index].append(to: &content)
      leaves[index + 1].append(to: &content)
      let new = content.withUnsafeBufferPointer { Leaf.leaves(of: $0) }
      leaves.replaceSubrange(index...index + 1, with: new)
      all.replaceSubrange(index...index + 1, with: new.map { $0.summary })
    } else {
      var first = nodes[index]
      let seam = first.count
      first.append(nodes[index + 1])
      // What was alone under its parent can now be filled up itself.
      first.balance(around: seam, level: level - 1)
      first.balance(around: 0, level: level - 1)
      first.balance(around: first.count - 1, level: level - 1)
      let new = first.split()
      nodes.replaceSubrange(index...index + 1, with: new)
      all.replaceSubrange(index...index + 1, with: new.map { $0.measures.total })
    }
    measure(all)
  }

  private mutating func append(_ other: Node) {
    let all = measures.summaries + other.measures.summaries
    leaves += other.leaves
    nodes += other.nodes
    measure(all)
  }

  /// The node in as many nodes as it takes.
  private func split() -> [Node] {
    if count <= Node.fanOut { return [self] }
    return nodes.isEmpty
      ? Node.group(leaves: leaves, measures.summaries) : Node.group(nodes: nodes)
  }

  /// Takes the bytes of the subtree to `target`.
  func append(to target: inout [UInt8]) {
    for leaf in leaves { leaf.append(to: &target) }
    for node in nodes { node.append(to: &target) }
  }
}
