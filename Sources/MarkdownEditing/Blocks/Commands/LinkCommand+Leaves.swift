import MarkdownSyntax
import TextEditing

extension LinkCommand {
  /// Returns one edit that removes all links in the selected leaves and cells, as in `⟦[a](u)⟧`.
  func unlinkedEverywhere() throws(Outcome.Unchanged) -> Wanted {
    let lines = BlockSelection([selection], in: tree)
    var edit: [TextEdit.Replacement] = []
    let root = unlinking(tree.root, lines, &edit)
    if edit.isEmpty { throw .noLink }
    let whole = TextEdit(edit)
    var wanted = Wanted(
      edit: whole, path: [], selection: whole.mapping(utf8: selection))
    wanted.root = root
    return wanted
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
    let wanted = unlinked(links, block, [])
    edit += wanted.edit.replacements
    var result = block
    result.words = wanted.words ?? block.words
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
