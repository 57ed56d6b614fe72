import MarkdownSyntax

extension BlockPrinter {
  /// Makes a table of the selected lines, or those of the code block at the caret.
  ///
  ///     tableFromText()    ⟦a,b⏎1,2⟧ → | a   | b   |⏎| --- | --- |⏎| 1   | 2   |‸
  mutating func tableFromText() throws(Outcome.Unchanged) -> Plan.Effect {
    var (lines, table) = try delimitedLines()
    let start = lines[0]
    try cut(after: lines[lines.count - 1])
    if start > 0, rows[start - 1].leaf == rows[start].leaf {
      try cut(after: start - 1)
      insert(rows.separator(between: start - 1, and: start), at: start)
      lines = lines.map { $0 + 1 }
    }
    for line in (lines[0] + 1..<lines[lines.count - 1] + 1).reversed() { remove(line) }
    let new = TableText(rows: table.rows.map { $0.map { $0.asCell } }).lines
    write(new, of: .table, on: lines[0])
    caret = (lines[0] + new.count - 1, new[new.count - 1].count)
    return .converted
  }

  /// The lines that become a table, and their fields.
  func delimitedLines() throws(Outcome.Unchanged) -> (lines: [Int], text: DelimitedText) {
    guard let first = selected.first, let last = selected.last else { throw .noText }
    var lines = Array(first...last)
    var table: DelimitedText?
    if rows[first].kind == .code, !rows.isIndentedCode(rows[first]),
      rows[last].leaf == rows[first].leaf
    {
      let leaf = rows.lines(ofLeafAt: first)
      lines = Array(leaf)
      let fence = source[rows[leaf.lowerBound].body]
      let info = fence.drop { $0 == fence.first }.drop { $0.isBlank }.prefix { !$0.isWhite }
      let node = rows.tree.nodes[rows[first].leaf ?? 0]
      let text = Array(
        lines[1..<max(1, lines.count - (node.isClosed ? 1 : 0))].map(text).joined())
      let isTabbed = info.elementsEqual("tsv".utf8)
      guard isTabbed || info.isEmpty || info.elementsEqual("csv".utf8) else { throw .inCode }
      table =
        (isTabbed ? DelimitedText(text, separator: .tab) : nil) ?? DelimitedText(text)
        ?? DelimitedText(text, separator: .comma)
      if table == nil { throw .inCode }
    } else {
      if isCaret { lines = Array(rows.lines(ofLeafAt: first)) }
      lines = lines.filter { !rows[$0].isBlank }
      let around = rows[first].prefixes.map { $0.container }
      guard !lines.isEmpty, lines.allSatisfy({ rows[$0].kind == .paragraph }) else { throw reason }
      guard lines.allSatisfy({ rows[$0].prefixes.map { $0.container } == around }) else {
        throw .noText
      }
      table = DelimitedText(Array(lines.map(text).joined()))
    }
    guard let table, let start = lines.first, let end = lines.last else { throw .noText }
    try cutDelimiters(after: end)
    try cutDelimiters(after: start - 1)
    return (lines, table)
  }

  /// A line with its blanks: a tab before the text is an empty first field.
  private func text(_ line: Int) -> [UInt8] {
    source[rows[line].indent.source] + source[rows[line].body] + [.lineFeed]
  }

  /// Makes a code block of the table at the caret, with its cells as delimited text.
  ///
  ///     tableToText()    | a‸ | b |⏎|---|---| → ```csv⏎‸a,b⏎```
  mutating func tableToText() throws(Outcome.Unchanged) -> Plan.Effect {
    let name = try textFormat()
    let table = try table().table
    let separator = name == "csv" ? UInt8.comma : .tab
    let text = table.rows.indices.filter { $0 != 1 }.flatMap { row in
      table.rows[row].indices.map { column in
        Array(source[table.content(row, column)]).asField(separator)
      }.joined(separator: [separator]) + [.lineFeed]
    }
    let fence = [UInt8](repeating: .backtick, count: max(3, RunLengths(in: text).longest + 1))
    // A field with a line ending has several lines.
    let lines = text.dropLast().split(separator: .lineFeed, omittingEmptySubsequences: false)
    let first = table.lines.lowerBound
    for line in table.lines.dropFirst().reversed() { remove(line) }
    write([fence + Array(name.utf8)] + lines.map { Array($0) } + [fence], of: .code, on: first)
    caret = (first + 1, 0)
    return .converted
  }
}

extension BlockPrinter {
  /// The format that the argument names: `csv` or `tsv`.
  func textFormat() throws(Outcome.Unchanged) -> String {
    let name = argument.map { $0.isEmpty ? "csv" : $0 } ?? "csv"
    guard name == "csv" || name == "tsv" else { throw .badArgument }
    return name
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
