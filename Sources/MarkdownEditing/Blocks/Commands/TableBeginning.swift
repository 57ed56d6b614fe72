import MarkdownSyntax

/// A table begun by typing its header: Enter or Tab after `| a | b |` adds the other two rows.
struct TableBeginning {
  let tree: BlockTree
  let caret: Int

  /// Returns the table in place of a paragraph; nil if the caret is not after a header alone in it.
  func change() -> BlockChange? {
    guard tree.dialect.extensions.contains(.tables), let path = tree.path(at: caret) else {
      return nil
    }
    let leaf = tree.root[path[...]]
    guard leaf.kind == .paragraph, leaf.lines.count == 1, let content = leaf.lines[0].content,
      tree.source[content].first == .verticalLine, content.lowerBound < caret,
      tree.source[caret..<max(caret, content.upperBound)].allSatisfy({ $0.isBlank }),
      TableModel.isClosed(Array(tree.source[content]))
    else { return nil }
    let cells = tree.source.withUnsafeBufferPointer { TableRow.cells(of: content, in: $0) }
    let isEmpty = cells.allSatisfy { tree.source.content(ofCell: $0).isEmpty }
    guard cells.count > 1, !isEmpty else { return nil }
    var delimiters = Line(writing: [.bytes([.verticalLine])])
    var row = Line(writing: [.bytes([.verticalLine, .space]), .caret])
    for (index, cell) in cells.enumerated() {
      let width = DisplayWidth.columns(of: tree.source[cell])
      let blanks = tree.source[cell].first?.isBlank == true ? [UInt8.space] : []
      let dashes = [UInt8](repeating: .hyphen, count: max(3, width - 2 * blanks.count))
      let delimiter = blanks + dashes + blanks
      delimiters.pieces.append(.bytes(delimiter + [.verticalLine]))
      let free = delimiter.count - (index == 0 ? 1 : 0)
      row.pieces.append(.bytes([UInt8](repeating: .space, count: free) + [.verticalLine]))
    }
    let table = Block(.table, lines: [leaf.lines[0], delimiters, row])
    return tree.change(path[...], to: [table], .added)
  }
}
