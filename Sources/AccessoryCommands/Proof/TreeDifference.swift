import CommonMark

/// The stretch of inline nodes in which two trees differ: all before and behind it is the same.
///
/// From `a⏎b⏎c` to `a⏎**b**⏎c` it is the text of the second line, and the strong with its text.
struct TreeDifference {
  /// The nodes of the first tree, and what is in their place in the second.
  private(set) var old = 0..<0
  private(set) var new = 0..<0

  /// Finds it; nil where trees differ outside the inlines of a leaf, or inside a node that the stretch is
  /// but a part of.
  ///
  /// - Complexity: O(both trees).
  init?(_ first: MarkdownTree, _ second: MarkdownTree, inLeaf leaf: Int) {
    guard first.nodes.indices.contains(leaf) else { return nil }
    let nodes = (first.nodes.count, second.nodes.count)
    let most = min(nodes.0, nodes.1)
    var before = 0
    while before < most, Self.isSame(before, of: first, before, of: second) { before += 1 }
    var behind = 0
    while behind < most - before,
      Self.isSame(nodes.0 - behind - 1, of: first, nodes.1 - behind - 1, of: second),
      Self.endsBehind(nodes.0 - behind - 1, of: first, nodes.1 - behind - 1, of: second)
    { behind += 1 }
    // What begins in it ends in it: the `b` behind `**a` is another than the `b` behind `a`.
    var reach = -1
    while reach != behind {
      reach = behind
      for index in before..<nodes.0 - behind {
        behind = min(behind, nodes.0 - Int(first.nodes[index].end))
      }
      for index in before..<nodes.1 - behind {
        behind = min(behind, nodes.1 - Int(second.nodes[index].end))
      }
    }
    old = before..<nodes.0 - behind
    new = before..<nodes.1 - behind
    guard leaf < before, old.upperBound <= Int(first.nodes[leaf].end) else { return nil }
    for index in 0..<before {
      let end = Int(first.nodes[index].end)
      if end <= before {
        guard first.nodes[index].end == second.nodes[index].end else { return nil }
      } else {
        guard first.nodes[index].kind.isBlock, end >= old.upperBound,
          Self.endsBehind(index, of: first, index, of: second)
        else { return nil }
      }
    }
  }

  /// Whether as many nodes follow one node with all that is in it as another: behind the first of `*a* b`, one.
  private static func endsBehind(
    _ one: Int, of first: MarkdownTree, _ other: Int, of second: MarkdownTree
  ) -> Bool {
    first.nodes.count - Int(first.nodes[one].end) == second.nodes.count
      - Int(second.nodes[other].end)
  }

  /// Whether two nodes are the same but for what is in them. Those of `*a*` and `*b*` are, those of `a`
  /// and `b` are not.
  private static func isSame(
    _ one: Int, of first: MarkdownTree, _ other: Int, of second: MarkdownTree
  ) -> Bool {
    let (node, twin) = (first.nodes[one], second.nodes[other])
    guard node.kind == twin.kind, node.number == twin.number, node.listKind == twin.listKind,
      node.isTight == twin.isTight
    else { return false }
    return first.bytes.withUnsafeBytes { bytes in
      second.bytes.withUnsafeBytes { others in
        areSame(bytes, node.literal, others, twin.literal)
          && areSame(bytes, node.destination, others, twin.destination)
          && areSame(bytes, node.title, others, twin.title)
      }
    }
  }

  /// Whether two stretches have the same bytes, eight at once.
  private static func areSame(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int32>, _ others: UnsafeRawBufferPointer,
    _ other: Range<Int32>
  ) -> Bool {
    var (place, twin) = (Int(range.lowerBound), Int(other.lowerBound))
    let end = Int(range.upperBound)
    guard end &- place == Int(other.upperBound) &- twin else { return false }
    while place &+ 8 <= end {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if others.loadUnaligned(fromByteOffset: twin, as: UInt64.self) != word { return false }
      place &+= 8
      twin &+= 8
    }
    while place < end {
      guard bytes[place] == others[twin] else { return false }
      place &+= 1
      twin &+= 1
    }
    return true
  }
}
