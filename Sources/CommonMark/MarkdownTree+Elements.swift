extension MarkdownTree {
  /// Marks the tags that belong to an element. A pair with different parents stays raw HTML.
  mutating func joinElements() {
    var pairs = ElementPairs()
    var ends: [Int32] = []
    for index in nodes.indices {
      if nodes[index].kind.isBlock {
        (pairs, ends) = (ElementPairs(), [])
        continue
      }
      while let end = ends.last, end <= index {
        ends.removeLast()
        pairs.leave()
      }
      if nodes[index].end > index + 1 {
        ends.append(nodes[index].end)
        pairs.enter()
      } else if nodes[index].kind == .htmlInline,
        let start = pairs.read(literal(of: nodes[index]), at: index)
      {
        nodes[start].elementEdge = .start
        nodes[index].elementEdge = .end
      }
    }
  }

  /// The number of elements that no mark splits: both tags have the same parent. O(nodes).
  package var elementCount: Int { nodes.count { $0.elementEdge == .start } }
}
