import MarkdownSyntax

/// Checks that libcmark reads a text as the intended tree.
package enum BlockProof {
  /// The word typed at the caret of an empty block before libcmark judges (law 7).
  static let probe = Array(String(probeScalar).utf8)
  static let probeScalar: Unicode.Scalar = "\u{2C00}"
  /// The word as it is read.
  static let units = SeenUnit.text(probe)

  /// Whether two trees are the same document, apart from blank lines, as `a⏎⏎⏎b` and `a⏎⏎b` are.
  ///
  /// - Complexity: O(*n*) in the size of the trees.
  static func isSame(_ wanted: BlockTree, _ read: BlockTree) -> Bool {
    isSame(wanted.root, of: wanted, read.root, of: read)
  }

  /// Whether two blocks and everything in them are the same, as `- a` and `-  a`, not `1. a`.
  private static func isSame(
    _ wanted: Block, of tree: BlockTree, _ read: Block, of other: BlockTree
  ) -> Bool {
    guard wanted.kind == read.kind else { return false }
    switch wanted.kind {
    case .document, .quote, .footnote: break
    case .list(let style):
      // libcmark 0.30 ignores a blank line after a thematic break, so the list may stay tight.
      guard read.isTight == wanted.isTight || read.isTight == wanted.isTightAsSpelled,
        !style.isOrdered || wanted.firstNumber == read.firstNumber
      else { return false }
    case .item: if wanted.marker.box?.meaning != read.marker.box?.meaning { return false }
    case .paragraph, .heading:
      return !wanted.isCompared || wanted.isSameText(as: read)
        || read.agreedUnits.map { SeenUnit.trimmed($0) } == SeenUnit.trimmed(wanted.units)
    case .code, .html: return !wanted.isCompared || wanted.units == read.units
    case .rule, .blank: return true
    case .table, .definition, .metadata:
      guard wanted.lines.count == read.lines.count else { return false }
      if wanted.kind != .table || wanted.isCompared {
        return zip(wanted.lines, read.lines).allSatisfy {
          tree.bytes(of: $0) == other.bytes(of: $1)
        }
      }
    }
    let children = wanted.children.filter { $0.kind != .blank }
    let others = read.children.filter { $0.kind != .blank }
    return children.count == others.count
      && zip(children, others).allSatisfy { isSame($0, of: tree, $1, of: other) }
  }

  /// Whether two texts are the same document, for tests of the proof; `- [ ] a` is not `- [x] a`.
  ///
  /// - Throws: a refusal if one of the texts is not passed to libcmark.
  package static func isSame(
    _ wanted: [UInt8], _ read: [UInt8], in dialect: Dialect
  ) throws(Outcome.Refusal) -> Bool {
    isSame(
      try BlockTree(wanted, in: dialect, context: .document),
      try BlockTree(read, in: dialect, context: .document))
  }
}

extension Block {
  /// The number of a list's first item: `3. a` may equal `3. b`, not `1. a`.
  fileprivate var firstNumber: Int? { children.first { $0.kind == .item }?.marker.number }

  /// Whether a list is tight by its blank lines (CommonMark 0.30 §5.3), as `- a⏎- b` is.
  var isTightAsSpelled: Bool {
    for (index, child) in children.enumerated() {
      if child.kind == .blank, children[..<index].contains(where: { $0.kind == .item }),
        children[index...].contains(where: { $0.kind == .item })
      {
        return false
      }
      guard child.kind == .item else { continue }
      for (place, inner) in child.children.enumerated()
      where inner.kind == .blank && place > 0 && child.children[place - 1].kind != .rule {
        if child.children[place...].contains(where: { $0.kind != .blank }) { return false }
      }
    }
    return true
  }
}
