import CommonMark

/// What of a tree breaks a rule of how runs are written, though every character has its marks.
///
/// Counted in libcmark's own tree: runs of four and more delimiters may nest otherwise than a
/// search meant them to.
struct RunRules {
  /// An open node of strong or emphasis.
  private struct Scope {
    var end: Int
    /// Whether a character other than white space is in it: in `*a*`, not in `*&#32;*`.
    var holdsMarkable = false
  }

  /// Nodes of the mark within others of it.
  private(set) var nested = 0
  /// Nodes of marks with nothing markable in them.
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

  /// Closes the nodes that end before `index`.
  private mutating func close(_ open: inout [Scope], before index: Int) {
    while let last = open.last, last.end <= index {
      open.removeLast()
      if !last.holdsMarkable { empty += 1 }
    }
  }
}

extension MarkdownTree.Kind {
  /// The mark that a node of this kind gives what is in it.
  var mark: MarkSet {
    switch self {
    case .strong: .strong
    case .emphasis: .emphasis
    default: []
    }
  }
}
