/// Inserts a thematic break after the block at the caret, or in place of its blank line.
struct RuleCommand {
  let tree: BlockTree
  let selection: BlockSelection

  func change() throws(Outcome.Unchanged) -> BlockChange {
    guard let last = selection.lines.last?.upperBound, let path = tree.root.path(toLine: last)
    else {
      throw .noText
    }
    let leaf = tree.root[path[...]]
    if leaf.kind == .metadata { throw .inMetadata }
    if leaf.kind == .html { throw .inHTML }
    if case .code = leaf.kind { throw .inCode }
    var rule = Block(.rule)
    var line = Line()
    line.isChanged = true
    line.pieces = [.bytes(spelling(at: path))]
    let siblings = tree.root[path.dropLast()].children
    let isLast = path.last.map { siblings[($0 + 1)...].allSatisfy { $0.kind == .blank } } ?? true
    if leaf.kind == .blank, isLast, let index = path.last, index + 1 < siblings.count {
      return before(siblings, index, path, line)
    }
    if leaf.kind == .blank, isLast {
      // Text will be typed after the rule.
      rule.lines = [line]
      var behind = leaf.opened()
      behind.lines[0].origin = -1
      return BlockChange(
        root: tree.root.replacing(path[...], with: [rule, behind]), effect: .added)
    }
    line.pieces.append(.caret)
    rule.lines = [line]
    let blocks = leaf.kind == .blank ? [rule] : [leaf, rule]
    return BlockChange(root: tree.root.replacing(path[...], with: blocks), effect: .added)
  }

  /// Returns a rule in place of a blank line, with the caret in the blank line after it.
  private func before(
    _ siblings: [Block], _ index: Int, _ path: BlockPath, _ line: Line
  ) -> BlockChange {
    var rule = Block(.rule)
    rule.lines = [line]
    var behind = siblings[index + 1]
    behind.lines[0].pieces = [.caret]
    behind.lines[0].isChanged = true
    var children = siblings
    children.replaceSubrange(index...index + 1, with: [rule, behind])
    let container = tree.root[path.dropLast()].withChildren(children)
    let root =
      path.count == 1 ? container : tree.root.replacing(path.dropLast(), with: [container])
    return BlockChange(root: root, effect: .added)
  }

  /// Returns a rule that stays in the item, as `- ***` does; `- ---` is a rule without an item.
  private func spelling(at path: BlockPath) -> [UInt8] {
    let item = tree.root[path.dropLast()]
    let bullet = item.isEmptyItem ? item.marker.delimiter : 0
    let star = Array("***".utf8)
    if bullet == .asterisk { return mayBeMetadata ? Array("___".utf8) : Array("---".utf8) }
    return mayBeMetadata || bullet == .hyphen ? star : Array("---".utf8)
  }

  /// Whether another `---` could end front matter that begins in the document's first line.
  private var mayBeMetadata: Bool {
    tree.source.starts(with: Array("---".utf8)) && tree.root.children.first?.kind != .metadata
  }
}
