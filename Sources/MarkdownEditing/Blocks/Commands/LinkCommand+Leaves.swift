import MarkdownSyntax
import TextEditing

extension LinkCommand {
  /// Returns one edit that removes all links in the selected leaves and cells, as in `⟦[a](u)⟧`.
  func unlinkedEverywhere() throws(Outcome.Unchanged) -> Wanted {
    let lines = BlockSelection([selection], in: tree)
    var edit: [TextEdit.Replacement] = []
    let root = unlinking(tree.root, lines, &edit)
    if edit.isEmpty { throw .noLink }
    return removing(edit, root, [])
  }

  /// Whether a block or one in it has a selected link, as in `⟦a [b](u)⟧`.
  func hasLink(_ block: Block, _ lines: BlockSelection) -> Bool {
    guard block.isLeaf else { return block.children.contains { hasLink($0, lines) } }
    guard block.isText || block.kind == .table else { return false }
    return block.lines.contains { line in
      guard let content = line.content, lines.contains(line) else { return false }
      return tree.source[content].contains { $0 == .leftBracket || $0 == .lessThan }
    } && !linksIfSelected(in: block).isEmpty
  }

  private func linksIfSelected(in block: Block) -> [InlineElement] {
    if let leaf = tree.leafBlock(block.id) { return links(in: tree.tokens(of: leaf)) }
    guard let content = block.lines.first?.content,
      let table = TableModel(tree, at: content.lowerBound)
    else { return [] }
    return table.rows.indices.filter { $0 != 1 }.flatMap { row in
      table.rows[row].indices.flatMap { column in
        let cell = LeafBlock(node: 0, lines: [table.content(row, column)])
        return links(in: tree.tokens(of: cell))
      }
    }
  }

  /// Returns the edit that removes links, after which the selection is at the same text.
  func removing(_ replacements: [TextEdit.Replacement], _ root: Block, _ path: BlockPath) -> Wanted
  {
    let edit = TextEdit(replacements)
    return Wanted(edit: edit, path: path, selection: edit.mapping(utf8: selection), root: root)
  }

  private func unlinking(
    _ block: Block, _ lines: BlockSelection, _ edit: inout [TextEdit.Replacement]
  ) -> Block {
    guard lines.touches(block) else { return block }
    if block.kind == .table {
      let count = edit.count
      unlinkCells(of: block, lines, &edit)
      var result = block
      result.isCompared = edit.count == count
      return result
    }
    guard block.isLeaf else {
      return block.withChildren(block.children.map { unlinking($0, lines, &edit) })
    }
    guard block.isText, let leaf = tree.leafBlock(block.id) else { return block }
    let links = links(in: tree.tokens(of: leaf))
    if links.isEmpty { return block }
    let (replacements, result) = unlinked(links, block, leaf)
    edit += replacements
    return result
  }

  private func unlinkCells(
    of block: Block, _ lines: BlockSelection, _ edit: inout [TextEdit.Replacement]
  ) {
    guard let content = block.lines.first?.content,
      var table = TableModel(tree, at: content.lowerBound)
    else { return }
    for row in table.rows.indices where row != 1 && lines.contains(block.lines[row]) {
      table.row = row
      for (column, cell) in table.rows[row].enumerated() {
        let place = table.content(row, column).clamped(to: selection.clamped(to: cell))
        var command = self
        command.selection = place
        if !place.isEmpty, let wanted = try? command.inCell(column, of: table, []) {
          edit += wanted.edit.replacements
        }
      }
    }
  }
}
