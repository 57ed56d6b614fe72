import MarkdownSyntax

/// Converts delimited text to a table, and a table to delimited text.
///
/// The text of a table is in a code block with the info string `csv` or `tsv`. Its fields are the
/// Markdown of the cells.
struct TableTextCommand {
  let tree: BlockTree
  let selection: BlockSelection

  /// Returns the selected lines, or those of the code block at the caret, as a table.
  func table() throws(Outcome.Unchanged) -> BlockChange {
    guard let lines = selection.lines.first, let start = tree.root.path(toLine: lines.lowerBound),
      let end = tree.root.path(toLine: lines.upperBound)
    else { throw .noText }
    let leaf = tree.root[start[...]]
    if start == end, leaf.kind == .code(isFenced: true) { return try table(of: leaf, at: start) }
    guard start.dropLast() == end.dropLast(), let first = start.last, let last = end.last else {
      throw .noText
    }
    // Blank lines between lines of text do not end the text.
    let parent = tree.root[start.dropLast()]
    let leaves = parent.children[first...last]
    guard leaves.allSatisfy({ $0.kind == .paragraph || $0.kind == .blank }),
      leaves.contains(where: { $0.kind == .paragraph })
    else { throw selection.reason(in: tree.root) }
    /// Whether a line becomes a row: each line of a paragraph at a caret, or the first of
    /// `⟦a,b⟧⏎c`.
    func isRow(_ line: Line) -> Bool { selection.isCaret || selection.contains(line) }
    let paragraphs = leaves.filter { $0.kind == .paragraph }
    let text = paragraphs.flatMap { $0.lines.filter(isRow) }.flatMap { line in
      // A tab before the text is an empty first field.
      Array(tree.source[line.indent]) + tree.bytes(of: line) + [.lineFeed]
    }
    guard let rows = DelimitedText(text)?.rows else { throw .noText }
    let parts = paragraphs.map { leaf in
      selection.isCaret ? [leaf] : leaf.split(in: tree, isApart: isRow)
    }.joined()
    let before = parts.prefix { !$0.lines.contains(where: isRow) }
    let behind = parts.dropFirst(before.count).filter { !$0.lines.contains(where: isRow) }
    var children = parent.children
    children.replaceSubrange(first...last, with: before + [Self.table(rows)] + behind)
    return tree.change(start.dropLast(), to: [parent.withChildren(children)], .converted)
  }

  private func table(of code: Block, at path: BlockPath) throws(Outcome.Unchanged) -> BlockChange {
    let fence = tree.bytes(of: code.lines[0]).drop { $0.isBlank }
    let info = fence.drop { $0 == fence.first }.drop { $0.isBlank }.prefix { !$0.isWhite }
    let text = Array(
      tree.codeLines(of: code).map { tree.bytes(of: $0) }.joined(separator: [.lineFeed]))
    let isTabbed = info.elementsEqual("tsv".utf8)
    guard
      let rows = info.elementsEqual("csv".utf8) || isTabbed || info.isEmpty
        ? (isTabbed ? DelimitedText(text, separator: .tab) : nil)?.rows ?? DelimitedText(text)?.rows
          ?? DelimitedText(text, separator: .comma)?.rows : nil
    else { throw .inCode }
    return tree.change(path[...], to: [Self.table(rows)], .converted)
  }

  private static func table(_ rows: [[[UInt8]]]) -> Block {
    TableText(rows: rows.map { $0.map { $0.asCell } }).block
  }

  /// Returns the table at the caret as a code block of delimited text.
  func text(_ format: String?) throws(Outcome.Unchanged) -> BlockChange {
    let name = format.map { $0.isEmpty ? "csv" : $0 } ?? "csv"
    guard name == "csv" || name == "tsv" else { throw .badArgument }
    guard let table = TableModel(tree, at: selection.ranges[0].upperBound) else {
      throw .notInTable
    }
    let separator = name == "csv" ? UInt8.comma : .tab
    let text = table.rows.indices.filter { $0 != 1 }.flatMap { row in
      table.rows[row].indices.map { column in
        Array(tree.source[table.content(row, column)]).asField(separator)
      }.joined(separator: [separator]) + [.lineFeed]
    }
    // A field with a line ending has several lines.
    var lines = text.dropLast().split(separator: .lineFeed, omittingEmptySubsequences: false)
      .map { Line(writing: [.bytes(Array($0))]) }
    lines[0].pieces.insert(.caret, at: 0)
    let code = Block(fenced: lines, text: text, info: Array(name.utf8))
    return tree.change(table.path[...], to: [code], .converted)
  }
}

extension [UInt8] {
  /// Returns the Markdown of a cell as a field: `\|` becomes a pipe, `<br>` a line ending, and
  /// quotes are added if needed.
  fileprivate func asField(_ separator: UInt8) -> [UInt8] {
    var field: [UInt8] = []
    var index = 0
    while index < count {
      let rest = self[index...]
      if rest.starts(with: [.backslash, .verticalLine]) {
        field.append(.verticalLine)
        index += 2
      } else if rest.starts(with: "<br>".utf8) {
        field.append(.lineFeed)
        index += 4
      } else {
        field.append(self[index])
        index += 1
      }
    }
    guard field.contains(where: { $0 == separator || $0 == .quotationMark || $0 == .lineFeed })
    else { return field }
    return [.quotationMark] + field.flatMap { $0 == .quotationMark ? [$0, $0] : [$0] }
      + [.quotationMark]
  }
}
