extension MarkdownTree {
  /// The beginning, up to a letter, of the start tag of an element that is read as a link.
  ///
  /// Callers write it for constructs that CommonMark lacks. Its private-use scalar makes it unique.
  package static let elementStart = Array("<x-mark id=\"\u{10FFFD}".utf8)
  /// The end tag of that element.
  package static let elementEnd = Array("</x-mark>".utf8)

  /// Replaces each pair of these tags by a link around the nodes between them, then marks the other
  /// tags that belong to an element. A pair with different parents stays raw HTML.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  mutating func joinElements() {
    joinMarks()
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

  private mutating func joinMarks() {
    let starts = nodes.indices.filter { isElement(nodes[$0], Self.elementStart) }
    if starts.isEmpty { return }
    var partner = [Int](repeating: -1, count: nodes.count)
    // The open nodes, and the start tags in each that have no end tag yet.
    var open: [(end: Int, starts: [Int])] = [(nodes.count, [])]
    for index in nodes.indices {
      while open.count > 1, open[open.count - 1].end <= index { open.removeLast() }
      let top = open.count - 1
      if Int(nodes[index].end) > index + 1 {
        open.append((Int(nodes[index].end), []))
      } else if isElement(nodes[index], Self.elementStart) {
        open[top].starts.append(index)
      } else if isElement(nodes[index], Self.elementEnd), let start = open[top].starts.popLast() {
        partner[start] = index
        partner[index] = start
      }
    }
    join(partner)
  }

  private mutating func join(_ partner: [Int]) {
    var removed: [Int32] = []
    removed.reserveCapacity(nodes.count + 1)
    var count: Int32 = 0
    for index in nodes.indices {
      removed.append(count)
      if partner[index] >= 0, partner[index] < index { count += 1 }
    }
    removed.append(count)
    var joined: [Node] = []
    joined.reserveCapacity(nodes.count)
    for index in nodes.indices where partner[index] < 0 || partner[index] > index {
      var node = nodes[index]
      if partner[index] > index {
        node.kind = .link
        node.end = Int32(truncatingIfNeeded: partner[index])
        node.destination = node.literal
        node.literal = 0..<0
      }
      node.end -= removed[Int(node.end)]
      joined.append(node)
    }
    nodes = joined
  }

  /// Whether a node is raw HTML that begins with `tag`. For example, `<a b>` begins with `<a `.
  private func isElement(_ node: Node, _ tag: [UInt8]) -> Bool {
    guard node.kind == .htmlInline, node.literal.count >= tag.count else { return false }
    return bytes[Int(node.literal.lowerBound)...].starts(with: tag)
  }
}
