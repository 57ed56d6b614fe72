import MarkdownSyntax

extension BlockPrinter {
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
      let text = Array(lines[1..<max(1, lines.count - (node.isClosed ? 1 : 0))].map(text).joined())
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

  private func text(_ line: Int) -> [UInt8] {
    source[rows[line].indent.source] + source[rows[line].body] + [.lineFeed]
  }

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

/// Rows of fields between tabs, commas or semicolons (RFC 4180); `""` in a quoted field is a quote.
struct DelimitedText {
  private(set) var rows: [[[UInt8]]] = []
  var isEven: Bool { rows.allSatisfy { $0.count == rows[0].count } }

  /// Reads a text; nil if a quote is not closed or if there are no rows.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init?(_ text: [UInt8], separator: UInt8) {
    var row: [[UInt8]] = []
    var field: [UInt8] = []
    // The position: in quotes, or after the closing quote, which a second quote turns into text.
    var (isQuoted, isClosed) = (false, false)
    func end(ofRow isLast: Bool) {
      row.append(Array(field.trimmed))
      (field, isClosed) = ([], false)
      if !isLast { return }
      if row.contains(where: { !$0.isEmpty }) || row.count > 1 { rows.append(row) }
      row = []
    }
    var index = 0
    while index < text.count {
      let rest = text[index...]
      let plain = rest.prefix {
        $0 != .quotationMark && (isQuoted || $0 != separator && !$0.isLineEnding)
      }
      field += plain
      index = plain.endIndex + 1
      if plain.endIndex == text.count { break }
      let byte = text[plain.endIndex]
      if isQuoted {
        (isQuoted, isClosed) = (false, true)
      } else if byte == .quotationMark, isClosed || field.allSatisfy({ $0.isBlank }) {
        field = isClosed ? field + [byte] : []
        (isQuoted, isClosed) = (true, false)
      } else if byte == separator {
        end(ofRow: false)
      } else if byte.isLineEnding {
        end(ofRow: true)
      } else {
        field.append(byte)
      }
    }
    if isQuoted { return nil }
    end(ofRow: true)
    if rows.isEmpty { return nil }
  }

  init?(_ text: [UInt8]) {
    let readings = [UInt8.tab, .semicolon, .comma].compactMap {
      text.contains($0) ? DelimitedText(text, separator: $0) : nil
    }.filter { $0.rows[0].count > 1 }
    guard let reading = readings.first(where: { $0.isEven }) ?? readings.first else { return nil }
    self = reading
  }
}

struct TableText {
  let rows: [[[UInt8]]]
  var alignments: [SyntaxTree.Alignment] = []

  private static let maximumWidth = 40

  /// The lines, with aligned pipes. Rows that are too short stay short.
  ///
  /// - Complexity: O(*n*) in the length of the cells.
  var lines: [[UInt8]] {
    let count = rows.map { $0.count }.max() ?? 0
    var widths = [Int](repeating: 3, count: count)
    for row in rows {
      for (column, cell) in row.enumerated() {
        let width = min(Self.maximumWidth, DisplayWidth.columns(of: cell[...]))
        widths[column] = max(widths[column], width)
      }
    }
    func line(_ cells: [[UInt8]]) -> [UInt8] {
      var line: [UInt8] = [.verticalLine]
      for (column, cell) in cells.enumerated() {
        let free = max(0, widths[column] - DisplayWidth.columns(of: cell[...]))
        line += [.space] + cell + [UInt8](repeating: .space, count: free) + [.space, .verticalLine]
      }
      return line
    }
    let header =
      (rows.first ?? []) + [[UInt8]](repeating: [], count: count - (rows.first?.count ?? 0))
    let delimiters = widths.enumerated().map { column, width in
      (column < alignments.count ? alignments[column] : .none).dashes(width)
    }
    return [line(header), line(delimiters)] + rows.dropFirst().map(line)
  }
}

extension [UInt8] {
  var textLines: [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    var last: UInt8?
    for byte in self {
      if byte.isLineEnding {
        if byte != .lineFeed || last != .carriageReturn { lines.append([]) }
      } else {
        lines[lines.count - 1].append(byte)
      }
      last = byte
    }
    return lines
  }

  /// The text of a cell: line endings become `<br>`, and pipes are escaped.
  var asCell: [UInt8] {
    var result: [UInt8] = []
    for byte in trimmed.textLines.joined(separator: Array("<br>".utf8)) {
      if byte == .verticalLine, result.last != .backslash { result.append(.backslash) }
      result.append(byte)
    }
    return result
  }
}
