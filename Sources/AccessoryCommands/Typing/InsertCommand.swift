import MarkdownSyntax
import TextEditing

/// What typing does: the text stands at the caret, and no mark around it breaks; where it would, the
/// text stands outside (a blank at the end of `**bold‸**`).
struct InsertCommand {
  let tree: BlockTree
  let range: Range<Int>
  let text: [UInt8]
  let context: ProjectionContext

  func result() -> NewlineCommand.Result {
    let path = tree.path(at: range.lowerBound)
    let leaf = path.map { tree.root[$0[...]] }
    var bytes = text
    if leaf?.kind == .table {
      bytes = bytes.flatMap { $0 == 0x7C ? [0x5C, 0x7C] : [$0] }
    }
    if !range.isEmpty {
      let edit = SelectionDeletion(tree: tree, range: range, isReplaced: true).edit(bytes)
      let first = edit.replacements[0].range.lowerBound
      return .plain(edit, caret: first + bytes.count)
    }
    for place in places(leaf) {
      let edit = TextEdit([.init(place, with: bytes)])
      if isKept(by: edit) {
        return .plain(edit, caret: place.lowerBound + bytes.count)
      }
    }
    return .plain(
      TextEdit([.init(range, with: bytes)]), caret: range.lowerBound + bytes.count)
  }

  /// The caret, then behind the delimiters that close there.
  private func places(_ leaf: Block?) -> [Range<Int>] {
    var result = [range]
    guard range.isEmpty, let leaf, leaf.isText, let block = tree.leafBlock(leaf.id) else {
      return result
    }
    var place = range.lowerBound
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
