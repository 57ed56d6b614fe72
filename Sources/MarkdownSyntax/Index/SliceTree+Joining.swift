extension SliceTree {
  /// Puts `slices` in the place of those at the indices `range`.
  ///
  /// - Complexity: O(log *n* + *m*) in the number of slices that come.
  mutating func replaceSubrange(_ range: Range<Int>, with slices: [Slice]) {
    let (rest, after) = Self.split(root, at: range.upperBound)
    let (before, _) = Self.split(rest, at: range.lowerBound)
    root = Self.joined(Self.joined(before, SliceTree(slices).root), after)
  }

  /// The tree of the slices of one, then those of another.
  static func joined(_ first: Node?, _ second: Node?) -> Node? {
    guard let first else { return second }
    guard let second else { return first }
    return joined(first, second)
  }

  private static func joined(_ first: Node, _ second: Node) -> Node {
    // A few slices go into the leaf beside them, or ever smaller leaves would pile up.
    if second.height == 0, let grown = appending(second.slices, to: first) { return grown }
    if first.height == 0, let grown = prepending(first.slices, to: second) { return grown }
    if first.height > second.height + 1, let pair = first.children {
      return balanced(pair.left, joined(pair.right, second))
    }
    if second.height > first.height + 1, let pair = second.children {
      return balanced(joined(first, pair.left), pair.right)
    }
    return Node(first, second)
  }

  private static func appending(_ slices: [Slice], to node: Node) -> Node? {
    guard let pair = node.children else {
      guard node.slices.count + slices.count <= leafCapacity else { return nil }
      return Node(leaf: node.slices + slices)
    }
    return appending(slices, to: pair.right).map { Node(pair.left, $0) }
  }

  private static func prepending(_ slices: [Slice], to node: Node) -> Node? {
    guard let pair = node.children else {
      guard node.slices.count + slices.count <= leafCapacity else { return nil }
      return Node(leaf: slices + node.slices)
    }
    return prepending(slices, to: pair.left).map { Node($0, pair.right) }
  }

  /// A node over two whose heights differ by two at most.
  private static func balanced(_ left: Node, _ right: Node) -> Node {
    if left.height > right.height + 1, let pair = left.children {
      if pair.left.height < pair.right.height, let inner = pair.right.children {
        return Node(Node(pair.left, inner.left), Node(inner.right, right))
      }
      return Node(pair.left, Node(pair.right, right))
    }
    if right.height > left.height + 1, let pair = right.children {
      if pair.right.height < pair.left.height, let inner = pair.left.children {
        return Node(Node(left, inner.left), Node(inner.right, pair.right))
      }
      return Node(Node(left, pair.left), pair.right)
    }
    return Node(left, right)
  }

  /// The slices before the index `index`, and those from it on.
  private static func split(_ node: Node?, at index: Int) -> (Node?, Node?) {
    guard let node else { return (nil, nil) }
    if index <= 0 { return (nil, node) }
    if index >= node.sum.count { return (node, nil) }
    guard let pair = node.children else {
      return (Node(leaf: Array(node.slices[..<index])), Node(leaf: Array(node.slices[index...])))
    }
    let leftCount = pair.left.sum.count
    if index < leftCount {
      let (before, after) = split(pair.left, at: index)
      return (before, joined(after, pair.right))
    }
    let (before, after) = split(pair.right, at: index - leftCount)
    return (joined(pair.left, before), after)
  }
}
