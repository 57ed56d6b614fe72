/// Whether libcmark reads a text as the tree that was wanted.
enum BlockProof {
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
    isSame(wanted.root, wanted, read.root, read)
  }

  /// Whether two blocks and what is in them are the same: `- a` and `-  a`, not `1. a`.
  private static func isSame(
    _ wanted: Block, _ wantedTree: BlockTree, _ read: Block, _ readTree: BlockTree
  ) -> Bool {
    guard wanted.kind == read.kind else { return false }
    switch wanted.kind {
    case .document, .quote: break
    case .list:
      // libcmark 0.30 does not count a blank line behind a rule: such a list stays as it was.
      guard wanted.isTightAsSpelled == read.isTight || wanted.isTight == read.isTight else {
        return false
      }
      if !isSameNumber(wanted, read) { return false }
    case .item:
      guard wanted.marker.box?.isDone == read.marker.box?.isDone else { return false }
    case .paragraph, .heading, .code, .html: return !wanted.isJudged || wanted.words == read.words
    case .rule, .blank: return true
    case .table where !wanted.isJudged: return wanted.lines.count == read.lines.count
    case .table, .definition, .metadata:
      return wanted.lines.count == read.lines.count
        && zip(wanted.lines, read.lines).allSatisfy {
          wantedTree.bytes(of: $0).elementsEqual(readTree.bytes(of: $1))
        }
    }
    let left = wanted.children.filter { $0.kind != .blank }
    let right = read.children.filter { $0.kind != .blank }
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { isSame($0, wantedTree, $1, readTree) }
  }

  /// Whether two lists begin with the same number, if they are ordered: `3. a` and `3. b`, not
  /// `1. a`.
  private static func isSameNumber(_ wanted: Block, _ read: Block) -> Bool {
    guard case .list(let style) = wanted.kind, style.isOrdered else { return true }
    let first = wanted.children.first { $0.kind == .item }
    let other = read.children.first { $0.kind == .item }
    return first?.marker.number == other?.marker.number
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
