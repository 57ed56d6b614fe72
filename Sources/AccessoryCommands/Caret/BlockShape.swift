import CommonMark

/// What blocks a text stands in, paragraphs aside: to tell whether a word typed on a blank line
/// draws text from one container into another.
struct BlockShape: Equatable {
  private var items: [Int] = []

  /// Reads a tree without the bytes `left`; O(its size).
  init(_ tree: MarkdownTree, without left: [UInt8] = []) {
    var ends: [Int32] = []
    for (index, node) in tree.nodes.enumerated() {
      while let end = ends.last, end <= index { ends.removeLast() }
      if node.kind.isBlock {
        if node.kind == .paragraph { continue }
        items.append(-1 - (ends.count << 8 | Int(node.kind.rawValue)))
        // Of code and HTML every blank counts: a container begun farther right takes some.
        for byte in tree.literal(of: node) {
          items.append(ends.count << 8 | Int(byte))
        }
        ends.append(node.end)
        continue
      }
      let literal = tree.literal(of: node)
      if literal.elementsEqual(left) { continue }
      for byte in literal where byte > 0x20 { items.append(ends.count << 8 | Int(byte)) }
    }
  }
}
