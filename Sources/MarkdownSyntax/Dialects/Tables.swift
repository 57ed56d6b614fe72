import CommonMark

/// The rows of a table.
package enum TableRow {
  /// The number of columns of a delimiter row, or nil if the line is another.
  package static func delimiterColumns(of line: Range<Int>, in source: Bytes) -> Int? {
    var index = line.lowerBound
    var columns = 0
    var isAfterPipe = true
    if index < line.upperBound, source[index] == .verticalLine { index += 1 }
    while true {
      skipBlanks(&index, line.upperBound, in: source)
      if index == line.upperBound { return columns > 0 ? columns : nil }
      guard isAfterPipe else { return nil }
      if source[index] == .colon { index += 1 }
      let dashes = index
      while index < line.upperBound, source[index] == .hyphen { index += 1 }
      guard index > dashes else { return nil }
      if index < line.upperBound, source[index] == .colon { index += 1 }
      skipBlanks(&index, line.upperBound, in: source)
      columns += 1
      isAfterPipe = index < line.upperBound && source[index] == .verticalLine
      if isAfterPipe { index += 1 }
    }
  }

  private static func skipBlanks(_ index: inout Int, _ end: Int, in source: Bytes) {
    while index < end,
      source[index].isBlank || source[index] == .verticalTab || source[index] == .formFeed
    {
      index += 1
    }
  }

  /// The cells of a row, from pipe to pipe, with the blanks around their content.
  package static func cells(of line: Range<Int>, in source: Bytes) -> [Range<Int>] {
    var end = line.upperBound
    while end > line.lowerBound, source[end - 1].isMarkdownSpace { end -= 1 }
    var cells: [Range<Int>] = []
    var start = line.lowerBound
    if start < end, source[start] == .verticalLine { start += 1 }
    var index = start
    while index < end {
      // A pipe after a backslash is escaped, even if that is escaped.
      if source[index] == .verticalLine, index == start || source[index - 1] != .backslash {
        cells.append(start..<index)
        start = index + 1
      }
      index += 1
    }
    if start < end { cells.append(start..<line.upperBound) }
    return cells
  }
}
