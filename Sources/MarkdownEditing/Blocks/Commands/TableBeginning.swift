import MarkdownSyntax

extension BlockTree {
  /// Begins a table from its header: Enter or Tab after `| a | b |` adds the other two rows. Returns
  /// nil if the caret is not after a header alone in a paragraph.
  func beginningTable(at caret: Int) -> BlockChange? {
    guard dialect.extensions.contains(.tables), let path = path(at: caret) else { return nil }
    let leaf = root[path[...]]
    guard leaf.kind == .paragraph, leaf.lines.count == 1, let content = leaf.lines[0].content,
      source[content].first == .verticalLine, content.lowerBound < caret,
      source[caret..<max(caret, content.upperBound)].allSatisfy({ $0.isBlank }),
      TableModel.isClosed(Array(source[content]))
    else { return nil }
    let cells = source.withUnsafeBufferPointer { TableRow.cells(of: content, in: $0) }
    let isEmpty = cells.allSatisfy { source.content(ofCell: $0).isEmpty }
    guard cells.count > 1, !isEmpty else { return nil }
    var delimiters = Line(writing: [.bytes([.verticalLine])])
    var row = Line(writing: [.bytes([.verticalLine, .space]), .caret])
    for (index, cell) in cells.enumerated() {
      let width = DisplayWidth.columns(of: source[cell])
      let blanks = source[cell].first?.isBlank == true ? [UInt8.space] : []
      let dashes = [UInt8](repeating: .hyphen, count: max(3, width - 2 * blanks.count))
      let delimiter = blanks + dashes + blanks
      delimiters.pieces.append(.bytes(delimiter + [.verticalLine]))
      let free = delimiter.count - (index == 0 ? 1 : 0)
      row.pieces.append(.bytes([UInt8](repeating: .space, count: free) + [.verticalLine]))
    }
    let table = Block(.table, lines: [leaf.lines[0], delimiters, row])
    return change(path[...], to: [table], .added)
  }
}
