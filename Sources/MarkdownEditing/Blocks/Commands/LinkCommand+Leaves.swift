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
      for line in block.lines where lines.contains(line) { unlinkCells(of: line, &edit) }
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

  private func unlinkCells(of line: Line, _ edit: inout [TextEdit.Replacement]) {
    guard let content = line.content, let table = TableModel(tree, at: content.lowerBound),
      table.row != 1
    else { return }
    for (column, cell) in table.rows[table.row].enumerated() {
      let place = table.content(table.row, column).clamped(to: selection.clamped(to: cell))
      var command = self
      command.selection = place
      if !place.isEmpty, let wanted = try? command.inCell(column, of: table, []) {
        edit += wanted.edit.replacements
      }
    }
  }
}
