extension SliceTree {
  /// Replaces the slices at the indices `range` by `slices`.
  ///
  /// If a leaf has room for them, only it and the sums above it change.
  ///
  /// - Complexity: O(log *n* + *m*) in the number of new slices.
  mutating func replaceSubrange(_ range: Range<Int>, with slices: [Slice]) {
    if count == 0 {
      self = SliceTree(slices)
      return
    }
    let come = Sum(of: slices)
    if root.replaceInLeaf(range, with: slices, come, height: height) == nil {
      setRoot(of: root.replacing(range, with: slices, height: height), height: height)
    }
  }
}

extension SliceTree.Node {
  typealias Sum = SliceTree.Sum

  /// The fewest slices in a leaf that is not the root.
  private static let leafMinimum = SliceTree.leafCapacity / 4
  /// The fewest nodes in a node that is not the root; at least two, so that they can be joined.
  private static let minimum = SliceTree.fanOut / 4

  /// Whether the node has too few elements for a node below the root: a leaf if `slices.isEmpty`.
  var isUnderfull: Bool {
    nodes.isEmpty ? slices.count < Self.leafMinimum : nodes.count < Self.minimum
  }

  /// Replaces the slices at the indices `range` if they are in one leaf that keeps a valid size.
  ///
  /// - Returns: The sum of the removed slices, or nil if nothing was changed.
  mutating func replaceInLeaf(
    _ range: Range<Int>, with new: [Slice], _ come: Sum, height: Int
  ) -> Sum? {
    let gone: Sum
    if height == 0 {
      let count = slices.count - range.count + new.count
      guard range.upperBound <= slices.count, count >= Self.leafMinimum,
        count <= SliceTree.leafCapacity
      else { return nil }
      gone = Sum(of: slices[range])
      if range.count == 1, new.count == 1 {
        slices[range.lowerBound] = new[0]
      } else {
        slices.replaceSubrange(range, with: new)
      }
    } else {
      let (index, start) = child(at: range.lowerBound)
      guard range.upperBound - start <= nodes[index].sum.count,
        let taken = nodes[index].replaceInLeaf(
          range.lowerBound - start..<range.upperBound - start, with: new, come, height: height - 1)
      else { return nil }
      gone = taken
    }
    sum.subtract(gone)
    sum.add(come)
    return gone
  }

  /// The child with the slice at an index, or the last child, and the number of slices before it.
  private func child(at index: Int) -> (child: Int, start: Int) {
    var (child, start) = (0, 0)
    while child < nodes.count - 1 {
      let count = nodes[child].sum.count
      if index - start < count { break }
      start += count
      child += 1
    }
    return (child, start)
  }

  /// Nodes of this level with other slices at the indices `range`; only one alone may be underfull.
  func replacing(
    _ range: Range<Int>, with new: [Slice], height: Int
  ) -> [SliceTree.Node] {
    if height == 0 {
      let all = slices[..<range.lowerBound] + new + slices[range.upperBound...]
      return Self.leaves(of: all, filledTo: SliceTree.leafCapacity)
    }
    let (first, start) = child(at: range.lowerBound)
    let (last, lastStart) = child(at: max(range.lowerBound, range.upperBound - 1))
    let lower = range.lowerBound - start
    var middle: [SliceTree.Node]
    if first == last {
      middle = nodes[first].replacing(
        lower..<range.upperBound - start, with: new, height: height - 1)
    } else {
      middle = nodes[first].replacing(
        lower..<nodes[first].sum.count, with: new, height: height - 1)
      middle += nodes[last].replacing(
        0..<range.upperBound - lastStart, with: [], height: height - 1)
    }
    let all = nodes[..<first] + middle + nodes[(last + 1)...]
    return Self.grouped(Self.filled(Array(all), around: first..<first + middle.count))
  }

  /// Leaves of slices, evenly filled, each with at most `limit`.
  static func leaves(of slices: ArraySlice<Slice>, filledTo limit: Int) -> [SliceTree.Node] {
    groups(of: slices.count, by: limit).map {
      let start = slices.startIndex
      return SliceTree.Node(
        slices: Array(slices[start + $0.lowerBound..<start + $0.upperBound]))
    }
  }

  /// Nodes with the given children, evenly filled.
  static func grouped(_ nodes: [SliceTree.Node]) -> [SliceTree.Node] {
    groups(of: nodes.count, by: SliceTree.fanOut).map { SliceTree.Node(nodes: Array(nodes[$0])) }
  }

  /// Divides `count` children into as few even groups as possible.
  private static func groups(of count: Int, by capacity: Int) -> [Range<Int>] {
    let groups = (count + capacity - 1) / capacity
    return (0..<groups).map { count * $0 / groups..<count * ($0 + 1) / groups }
  }

  /// Joins underfull siblings at the indices `range`, and their neighbours, with the next.
  private static func filled(
    _ nodes: [SliceTree.Node], around range: Range<Int>
  ) -> [SliceTree.Node] {
    var nodes = nodes
    var index = max(0, range.lowerBound - 1)
    var end = min(nodes.count, range.upperBound + 1)
    while index < end, nodes.count > 1 {
      guard nodes[index].isUnderfull else {
        index += 1
        continue
      }
      index = min(index, nodes.count - 2)
      let joined = joined(nodes[index], nodes[index + 1])
      nodes.replaceSubrange(index..<index + 2, with: joined)
      end += joined.count - 2
    }
    return nodes
  }

  /// Joins two siblings into one or two nodes.
  private static func joined(
    _ first: SliceTree.Node, _ second: SliceTree.Node
  ) -> [SliceTree.Node] {
    if first.nodes.isEmpty {
      return leaves(of: (first.slices + second.slices)[...], filledTo: SliceTree.leafCapacity)
    }
    let seam = first.nodes.count
    return grouped(filled(first.nodes + second.nodes, around: seam - 1..<seam + 1))
  }
}
