import CommonMark
import MarkdownSyntax

/// Finds the first difference between our reading of a source and libcmark's.
enum Agreement {
  /// Returns the first fault in our reading of `source`, or nil if there is none.
  static func complaint(about source: [UInt8]) -> String? {
    guard let library = try? MarkdownTree(parsing: source),
      let own = try? SyntaxTree(source, in: .commonMark)
    else { return "libcmark was not asked" }
    if let gap = gap(in: own) { return gap }
    var complaint: String?
    let line = source.withUnsafeBufferPointer { bytes in
      own.disagreement(with: library, in: bytes) { leaf, other in
        guard complaint == nil, library.nodes[other].kind.holdsInlines,
          !own.hasSameInlines(leaf, as: other, of: library, in: bytes)
        else { return }
        complaint = "the leaf at \(own.nodes[leaf].content) is read otherwise"
      }
    }
    return line.map { "the block on line \($0 + 1) is another" } ?? complaint
  }

  /// Returns a gap between the inlines of a tree, or nil if they cover the leaves and each other.
  static func gap(in tree: SyntaxTree) -> String? {
    for (index, node) in tree.nodes.enumerated() {
      switch node.kind {
      case .paragraph, .heading, .emphasis, .strong, .link, .image: break
      default: continue
      }
      var end = node.content.lowerBound
      var child = index + 1
      while child < node.endIndex {
        let inline = tree.nodes[child]
        // A blank of a tab that a container used in part covers the tab.
        guard inline.range.lowerBound == end || inline.blanks > 0 else {
          return "a gap before \(inline.kind) at \(inline.range)"
        }
        end = inline.range.upperBound
        child = inline.endIndex
      }
      if end != node.content.upperBound {
        return "\(node.kind) ends at \(end), not \(node.content)"
      }
    }
    return nil
  }
}
