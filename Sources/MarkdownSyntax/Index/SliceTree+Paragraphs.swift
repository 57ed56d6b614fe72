extension SliceTree {
  /// The index of the last slice up to an index that does not begin inside a paragraph.
  ///
  /// - Complexity: O(log *n*).
  func head(through index: Int) -> Int {
    guard let root else { return 0 }
    return Self.index(ofHead: Self.heads(of: root, before: index + 1) - 1, in: root) ?? 0
  }

  /// The index of the first slice behind an index that does not begin inside a paragraph; the
  /// number of slices where there is none.
  ///
  /// - Complexity: O(log *n*).
  func head(after index: Int) -> Int {
    guard let root else { return 0 }
    return Self.index(ofHead: Self.heads(of: root, before: index + 1), in: root) ?? count
  }

  private static func heads(of node: Node, before index: Int) -> Int {
    if index <= 0 { return 0 }
    if index >= node.sum.count { return node.sum.heads }
    guard let pair = node.children else {
      return node.slices[..<index].reduce(0) { $0 + ($1.isCut ? 0 : 1) }
    }
    return heads(of: pair.left, before: index)
      + heads(of: pair.right, before: index - pair.left.sum.count)
  }

  private static func index(ofHead number: Int, in node: Node) -> Int? {
    guard number >= 0, number < node.sum.heads else { return nil }
    guard let pair = node.children else {
      var left = number
      for (index, slice) in node.slices.enumerated() where !slice.isCut {
        if left == 0 { return index }
        left -= 1
      }
      return nil
    }
    if let index = index(ofHead: number, in: pair.left) { return index }
    return index(ofHead: number - pair.left.sum.heads, in: pair.right)
      .map { $0 + pair.left.sum.count }
  }

  /// What of the slices at the indices `range` reaches out.
  ///
  /// - Complexity: O(log *n*).
  func reach(in range: Range<Int>) -> InlineReach {
    root.map { Self.reach(of: $0, in: range) } ?? []
  }

  private static func reach(of node: Node, in range: Range<Int>) -> InlineReach {
    let range = range.clamped(to: 0..<node.sum.count)
    if range.isEmpty || node.sum.reach.isEmpty { return [] }
    if range.count == node.sum.count { return node.sum.reach }
    guard let pair = node.children else {
      return node.slices[range].reduce([]) { $0.union($1.reach) }
    }
    let count = pair.left.sum.count
    return reach(of: pair.left, in: range)
      .union(reach(of: pair.right, in: range.lowerBound - count..<range.upperBound - count))
  }

  /// The first of the indices `range` at which something of `wanted` reaches out.
  ///
  /// - Complexity: O(log² *n*).
  func first(in range: Range<Int>, reaching wanted: InlineReach) -> Int? {
    var (low, high) = (range.lowerBound, range.upperBound)
    guard low < high, !reach(in: range).isDisjoint(with: wanted) else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if reach(in: low..<middle).isDisjoint(with: wanted) { low = middle } else { high = middle }
    }
    return low
  }

  /// The last of the indices `range` at which something of `wanted` reaches out.
  ///
  /// - Complexity: O(log² *n*).
  func last(in range: Range<Int>, reaching wanted: InlineReach) -> Int? {
    var (low, high) = (range.lowerBound, range.upperBound)
    guard low < high, !reach(in: range).isDisjoint(with: wanted) else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if reach(in: middle..<high).isDisjoint(with: wanted) { high = middle } else { low = middle }
    }
    return low
  }
}
