/// Inserts a thematic break after the block at the caret, or in place of its blank line.
struct RuleCommand {
  let tree: BlockTree
  let selection: BlockSelection

  func change() throws(Outcome.Unchanged) -> BlockChange {
    let (leaf, path) = try selection.lastLeaf(in: tree)
    if leaf.kind == .metadata { throw .inMetadata }
    if leaf.kind == .html { throw .inHTML }
    if case .code = leaf.kind { throw .inCode }
    var rule = Block(.rule, lines: [Line(writing: [.bytes(spelling(at: path))])])
    var container = tree.root[path.dropLast()]
    let index = path[path.count - 1]
    guard leaf.kind == .blank,
      container.children[(index + 1)...].allSatisfy({ $0.kind == .blank })
    else {
      rule.lines[0].pieces.append(.caret)
      return tree.inserting(rule, after: leaf, at: path)
    }
    guard index + 1 < container.children.count else {
      // Text will be typed after the rule.
      var behind = leaf.opened()
      behind.lines[0].origin = -1
      return tree.change(path[...], to: [rule, behind], .added)
    }
    // The caret moves to the blank line after it.
    container.children[index] = rule
    container.children[index + 1].lines[0].write([.caret])
    return tree.change(path.dropLast(), to: [container], .added)
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
