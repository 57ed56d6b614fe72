extension Node {
  /// Fills the children around `index` if they have too few children or bytes.
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

  /// Joins the children at `index` and `index + 1` into one, or into two even ones.
  private mutating func fillUp(_ index: Int, level: Int) {
    if level == 0 {
      let content = withLeaves { Array($0.texts[index]) + $0.texts[index + 1] }
      self = content.withUnsafeBufferPointer {
        replacingLeaves(index..<index + 2, with: MeasuredLeaves(validUTF8: $0))[0]
      }
    } else {
      var all = measures.summaries
      let new = nodes[index].joined(with: nodes[index + 1], level: level - 1)
      nodes.replaceSubrange(index...index + 1, with: new)
      all.replaceSubrange(index...index + 1, with: new.map { $0.measures.total })
      measures = Measures(nodes: all, level: level)
    }
  }

  /// Joins two neighbours into one node or two even ones, and fills their children.
  private func joined(with other: Node, level: Int) -> [Node] {
    var first = self
    var second = other
    // An only child can be filled only from the children of the neighbour.
    if first.count == 1 || second.count == 1 {
      var parts = first.appending(second)
      if parts.count == 1 {
        parts[0].balanceAll(level: level)
        return parts
      }
      first = parts[0]
      second = parts[1]
    }
    first.balanceAll(level: level)
    second.balanceAll(level: level)
    return first.appending(second)
  }

  private mutating func balanceAll(level: Int) {
    var index = 0
    while index < count {
      balance(around: index, level: level)
      index += 1
    }
  }

  /// The children of two neighbours in as few nodes as possible.
  private func appending(_ other: Node) -> [Node] {
    if !nodes.isEmpty { return Node.group(nodes: nodes + other.nodes) }
    return other.withLeaves { replacingLeaves(count..<count, with: $0) }
  }
}
