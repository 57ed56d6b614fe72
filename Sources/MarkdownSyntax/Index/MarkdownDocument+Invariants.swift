import TextEditing

extension MarkdownDocument {
  /// The first broken invariant of the index, as a sentence; nil if all hold.
  ///
  /// 1. The slices' lengths are positive and add up to the text's.
  /// 2. Each node's sums are those of its slices; all leaves are on one level, no node exceeds its
  ///    capacity, and none except the root has less than a quarter of it.
  /// 3. Each slice except the first begins a line.
  /// 4. Each group of definitions belongs to one slice, and their orders ascend.
  ///
  /// - Complexity: O(*n* log *n*) in the number of slices.
  package func brokenInvariant() -> String? {
    if let broken = Self.brokenInvariant(of: slices.root, height: slices.height, isRoot: true) {
      return broken
    }
    guard slices.sum.length == buffer.utf8Count else {
      return "the slices have \(slices.sum.length) bytes, the text \(buffer.utf8Count)"
    }
    var broken: String?
    var start = 0
    var order: UInt64 = 0
    var groups = 0
    slices.forEach(in: 0..<slices.count) { slice in
      if slice.length <= 0 { broken = "the slice at \(start) is empty" }
      if start > 0, !isLineStart(start) {
        broken = "the slice at \(start) begins inside a line"
      }
      if slice.group != 0 {
        groups += 1
        let next = definitions.order(of: slice.group)
        if next <= order { broken = "the definitions at \(start) are out of order" }
        order = next
      }
      start += slice.length
    }
    if groups != definitions.groupCount {
      broken = "\(groups) slices have definitions, \(definitions.groupCount) groups are known"
    }
    return broken
  }

  private static func brokenInvariant(
    of node: SliceTree.Node, height: Int, isRoot: Bool
  ) -> String? {
    if node.isUnderfull, !isRoot { return "a node is not full enough" }
    if height == 0 {
      if !node.nodes.isEmpty { return "a leaf has nodes below it" }
      if node.slices.count > SliceTree.leafCapacity { return "a leaf is too full" }
      return SliceTree.Sum(of: node.slices) == node.sum ? nil : "a leaf's sums are wrong"
    }
    if !node.slices.isEmpty || node.nodes.isEmpty { return "an inner node is a leaf" }
    if node.nodes.count > SliceTree.fanOut { return "an inner node is too full" }
    if isRoot, node.nodes.count == 1 { return "the root has one child" }
    if SliceTree.Sum(of: node.nodes) != node.sum { return "an inner node's sums are wrong" }
    for child in node.nodes {
      if let broken = brokenInvariant(of: child, height: height - 1, isRoot: false) {
        return broken
      }
    }
    return nil
  }

  /// The start of a slice.
  package struct SliceStart: Hashable, Sendable {
    /// The UTF-8 offset.
    package var offset: Int
    /// Whether it continues the root's child of the previous slice, as `- b` after the slice `- a`.
    package var isInner: Bool
    /// The line that opens the containers around it.
    package var prefix: [UInt8]
  }

  /// The starts of all slices.
  ///
  /// - Complexity: O(*n*) in the number of slices.
  package var sliceStarts: [SliceStart] {
    var result: [SliceStart] = []
    var start = 0
    slices.forEach(in: 0..<slices.count) { slice in
      result.append(
        SliceStart(offset: start, isInner: slice.isInner, prefix: prefixes[slice.prefix]))
      start += slice.length
    }
    return result
  }

  /// The definitions in force, in document order, each on a line.
  ///
  /// - Complexity: O(*n*) in the number of definitions.
  package var definitionsInForce: [[UInt8]] {
    var result: [[UInt8]] = []
    var seen: Set<LabelKey> = []
    slices.forEach(in: 0..<slices.count) { slice in
      for definition in definitions.definitions(of: slice.group)
      where seen.insert(definition.label).inserted {
        result.append(definition.text)
      }
    }
    return result
  }
}
