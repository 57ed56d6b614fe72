import CommonMark

/// The broken rules for writing runs, in a tree whose characters have their wanted marks.
///
/// libcmark's tree decides, because runs of four or more delimiters may nest in unexpected ways.
struct RunRules {
  /// An open node of strong or emphasis.
  private struct Scope {
    var end: Int
    /// Whether it contains a character other than white space: `*a*` does, `*&#32;*` does not.
    var holdsMarkable = false
  }

  /// The number of nodes of the mark inside others of the mark.
  private(set) var nested = 0
  /// The number of strong and emphasis nodes without markable characters.
  private(set) var empty = 0

  /// Reads `tree`; O(nodes and their text).
  init(_ tree: MarkdownTree, mark: MarkSet) {
    var imageEnd = 0
    var outermostEnd = 0
    var open: [Scope] = []
    for (index, node) in tree.nodes.enumerated() {
      close(&open, before: index)
      if index < imageEnd { continue }
      switch node.kind {
      case .image: imageEnd = Int(node.end)
      case .strong, .emphasis:
        open.append(Scope(end: Int(node.end)))
        guard node.kind.mark == mark else { continue }
        if index < outermostEnd { nested += 1 } else { outermostEnd = Int(node.end) }
      case .text, .code:
        let scalars = String(decoding: tree.literal(of: node), as: UTF8.self).unicodeScalars
        guard scalars.contains(where: { !isWhiteSpace($0) }) else { continue }
        for place in open.indices { open[place].holdsMarkable = true }
      default: break
      }
    }
    close(&open, before: .max)
  }

  private mutating func close(_ open: inout [Scope], before index: Int) {
    while let last = open.last, last.end <= index {
      open.removeLast()
      if !last.holdsMarkable { empty += 1 }
    }
  }
}

extension MarkdownTree.Kind {
  /// The mark that a node of this kind adds to its contents.
  var mark: MarkSet {
    switch self {
    case .strong: .strong
    case .emphasis: .emphasis
    default: []
    }
  }
}
