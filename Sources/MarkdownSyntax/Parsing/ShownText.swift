import CommonMark

/// A text as a reader sees it, without its link definitions: its blocks, inlines and characters, as
/// bytes that can be compared.
///
/// The structure is in bytes from 0xF8 on, which UTF-8 does not have.
package struct ShownText: Sendable {
  private var bytes: [UInt8] = []
  /// For each node, where its bytes begin, and the UTF-8 offset of the node in the source.
  private var places: [(shown: Int, source: Int)] = []

  /// Reads a tree.
  ///
  /// - Parameters:
  ///   - hidden: a UTF-8 range that is not shown.
  ///   - joinsLists: whether items count without their lists and numbers.
  /// - Complexity: O(*n*) in the length of the source.
  package init(
    _ tree: SyntaxTree, of source: [UInt8], without hidden: Range<Int>? = nil,
    joinsLists: Bool = false
  ) {
    bytes.reserveCapacity(source.count * 2)
    var open: [SyntaxTree.Node] = []
    var next = 0
    for (index, node) in tree.nodes.enumerated() where node.kind != .definition && index >= next {
      while let last = open.last, last.endIndex <= index {
        bytes.append(0xFB)
        open.removeLast()
      }
      if let hidden, index > 0, !node.range.isEmpty, hidden.lowerBound <= node.range.lowerBound,
        node.range.upperBound <= hidden.upperBound
      {
        next = node.endIndex
        continue
      }
      if joinsLists, node.kind == .list { continue }
      places.append((bytes.count, node.range.lowerBound))
      switch node.kind {
      case .text:
        let range = node.range
        bytes += [UInt8](repeating: .space, count: node.blanks)
        if let hidden, hidden.overlaps(range) {
          bytes += source[range.lowerBound..<max(range.lowerBound, hidden.lowerBound)]
          bytes += source[min(range.upperBound, hidden.upperBound)..<range.upperBound]
        } else {
          bytes += source[range]
        }
        if let parent = open.last?.kind, parent == .code || parent == .html { bytes.append(0xF9) }
      case .escape, .reference: for scalar in node.scalars { bytes += Array(String(scalar).utf8) }
      case .softBreak: bytes.append(0xF9)
      case .hardBreak: bytes.append(0xFA)
      case .link, .image:
        let link = tree.link(of: node)
        bytes += [0xFC, node.kind.rawValue] + (link?.destination ?? []) + [0xFD]
        bytes += link?.title.map { [0xFE] + $0 } ?? []
        bytes.append(0xFD)
        open.append(node)
      default:
        bytes += [0xFC, node.kind.rawValue, node.mark, node.isTight ? 1 : 0]
        let isNote = node.kind == .footnote || node.kind == .footnoteReference
        let hasNumber = !isNote && !(joinsLists && node.kind == .item)
        bytes += (hasNumber ? Array(String(node.number).utf8) : []) + [0xFD]
        if node.endIndex == index + 1 { bytes += source[node.content] }
        open.append(node)
      }
    }
  }

  /// The UTF-8 offset of the node of this text at which another text begins to differ; nil if it
  /// does not differ.
  package func difference(from other: ShownText) -> Int? {
    if bytes == other.bytes { return nil }
    let common = zip(bytes, other.bytes).prefix { $0 == $1 }.count
    return places[max(0, places.partitionPoint { $0.shown > common } - 1)].source
  }
}
