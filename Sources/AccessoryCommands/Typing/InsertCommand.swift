import MarkdownSyntax
import TextEditing

/// What typing does: the text stands at the caret, and no mark around it breaks; where it would, the
/// text stands outside (a blank at the end of `**bold‸**`).
struct InsertCommand {
  let tree: BlockTree
  let caret: Int
  let text: [UInt8]
  let context: ProjectionContext

  func result() -> NewlineCommand.Result {
    let path = tree.path(at: caret)
    let leaf = path.map { tree.root[$0[...]] }
    let bytes = leaf?.kind == .table ? text.asCellText : text
    for place in places(leaf) {
      let edit = TextEdit([.init(place, with: bytes)])
      if isKept(by: edit) {
        return .plain(edit, caret: place.lowerBound + bytes.count)
      }
    }
    return .plain(
      TextEdit([.init(caret..<caret, with: bytes)]), caret: caret + bytes.count)
  }

  /// The caret, then behind the delimiters that close there.
  private func places(_ leaf: Block?) -> [Range<Int>] {
    var result = [caret..<caret]
    guard let leaf, leaf.isText, let block = tree.leafBlock(leaf.id) else {
      return result
    }
    var place = caret
    for token in tree.tokens(of: block) where token.source.lowerBound == place {
      guard token.kind.isClosing, !token.source.isEmpty else { continue }
      place = token.source.upperBound
      result.append(place..<place)
    }
    return result
  }

  /// Whether all that was shown is shown as it was, with something more in one place. True where
  /// `a c b` is made of `a b`.
  private func isKept(by edit: TextEdit) -> Bool {
    guard
      let after = try? BlockTree(
        edit.applying(to: tree.source), in: tree.dialect, context: context)
    else { return false }
    let old = tree.root.allWords
    let new = after.root.allWords
    let (start, end) = old.unchangedEnds(in: new)
    return start + end >= old.count
  }
}

extension Block {
  /// What all leaves show, one after the other.
  fileprivate var allWords: [UInt64] {
    isLeaf ? words : children.flatMap { $0.allWords }
  }
}
