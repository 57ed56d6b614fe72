/// A thematic break behind the block at the caret; on a blank line in its place.
struct RuleCommand {
  let tree: BlockTree
  let selection: BlockSelection

  func change() throws(CommandReason) -> BlockChange {
    guard let range = selection.ranges.last, let path = tree.path(at: range.upperBound) else {
      throw .noText
    }
    let leaf = tree.root[path[...]]
    if leaf.kind == .metadata { throw .inMetadata }
    if leaf.kind == .html { throw .inHTML }
    if case .code = leaf.kind { throw .inCode }
    var rule = Block(.rule)
    var line = Line()
    // At the start of a document `---` may begin front matter.
    line.pieces = [.bytes(Array((isAtStart(leaf) ? "***" : "---").utf8))]
    line.isChanged = true
    guard leaf.kind == .blank else {
      line.pieces.append(.caret)
      rule.lines = [line]
      return BlockChange(
        root: tree.root.replacing(path[...], with: [leaf, rule]), effect: .gives)
    }
    rule.lines = [line]
    var behind = leaf.opened()
    behind.lines[0].origin = -1
    return BlockChange(
      root: tree.root.replacing(path[...], with: [rule, behind]), effect: .gives)
  }

  private func isAtStart(_ leaf: Block) -> Bool { false }
}
