import MarkdownSyntax

/// Whether libcmark reads a text as the tree that was wanted.
package enum BlockProof {
  /// The word that is typed at the caret of an empty block before libcmark judges (law 7).
  static let probe = Array("\u{2C00}".utf8)
  /// What that word is to libcmark.
  static let words = [TreeSymbol.character("\u{2C00}", [])]

  /// Whether two trees are the same document. Blank lines do not count: `a⏎⏎⏎b` is the same as
  /// `a⏎⏎b`.
  ///
  /// - Parameters:
  ///   - wanted: the tree that a command gave.
  ///   - read: the tree of the text that was written for it.
  /// - Complexity: O(*n*) in the size of the trees.
  static func isSame(_ wanted: BlockTree, _ read: BlockTree) -> Bool {
    BlockSignature(wanted).isRead(from: read)
  }

  /// The same of what two texts are read as, so that wrong results can be handed to the proof: `- [ ] a` is not
  /// `- [x] a`.
  ///
  /// - Throws: a refusal where libcmark is not asked to parse one of them.
  package static func isSame(
    _ wanted: [UInt8], _ read: [UInt8], in dialect: Dialect
  ) throws(MarkOutcome.Refusal) -> Bool {
    isSame(
      try BlockTree(wanted, in: dialect, context: .document),
      try BlockTree(read, in: dialect, context: .document))
  }
}

extension Block {
  /// Whether a list is tight by its blank lines (CommonMark 0.30 §5.3). `- a⏎- b` is, `- a⏎⏎- b` is
  /// not.
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
