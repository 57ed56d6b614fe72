extension SliceTree {
  /// The index of the last slice up to an index that does not begin inside a paragraph.
  ///
  /// - Complexity: O(log *n*).
  func head(through index: Int) -> Int { self.index(ofHead: heads(before: index + 1) - 1) ?? 0 }

  /// The index of the first slice behind an index that does not begin inside a paragraph; the
  /// number of slices where there is none.
  ///
  /// - Complexity: O(log *n*).
  func head(after index: Int) -> Int { self.index(ofHead: heads(before: index + 1)) ?? count }

  private func heads(before index: Int) -> Int {
    index < count ? find(max(0, index)) { $0.count }.before.heads : sum.heads
  }

  private func index(ofHead number: Int) -> Int? {
    guard number >= 0, number < sum.heads else { return nil }
    return find(number) { $0.heads }.before.count
  }

  /// What of the slices at the indices `range` reaches out.
  ///
  /// - Complexity: O(log *n*).
  func reach(in range: Range<Int>) -> InlineReach {
    withUnsafePointer(to: root) { Self.reach(of: $0, in: range) }
  }

  private static func reach(of node: UnsafePointer<Node>, in range: Range<Int>) -> InlineReach {
    let sum = node.pointee.sum
    let range = range.clamped(to: 0..<sum.count)
    if range.isEmpty || sum.reach.isEmpty { return [] }
    if range.count == sum.count { return sum.reach }
    var result: InlineReach = []
    if node.pointee.nodes.isEmpty {
      for index in range { result.formUnion(node.pointee.slices[index].reach) }
    } else {
      eachChild(of: node, in: range) { result.formUnion(reach(of: $0, in: $1)) }
    }
    return result
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
