import MarkdownSyntax

/// Rows of fields between tabs, commas or semicolons (RFC 4180); `""` in a quoted field is a quote.
struct DelimitedText {
  /// The fields of each row, trimmed. Empty lines are left out.
  private(set) var rows: [[[UInt8]]] = []
  /// Whether all rows have the same number of fields, as those of `a,b⏎c,d` do.
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

  /// Reads a text by a separator that all rows have equally often, or else one of the first row.
  init?(_ text: [UInt8]) {
    let readings = [UInt8.tab, .semicolon, .comma].compactMap {
      text.contains($0) ? DelimitedText(text, separator: $0) : nil
    }.filter { $0.rows[0].count > 1 }
    guard let reading = readings.first(where: { $0.isEven }) ?? readings.first else { return nil }
    self = reading
  }
}

/// Rows of cells to write as a table. The first row is its header.
struct TableText {
  /// The cells of each row, as Markdown.
  let rows: [[[UInt8]]]
  var alignments: [SyntaxTree.Alignment] = []

  /// The maximum width to which cells are padded, in columns.
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
  /// The lines of a text with CRLF, CR or LF.
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
