import MarkdownSyntax

extension [UInt8] {
  /// The Markdown of a list in a text that is not Markdown, as programs copy it: each line that is
  /// not blank begins with a sign such as `•`. Lines that are further in, or have other bullets, are
  /// in the item above.
  ///
  /// - Parameter hasTasks: whether boxes have a spelling.
  /// - Returns: nil if the text is not such a list of at least two lines.
  func asList(hasTasks: Bool) -> [UInt8]? {
    typealias Line = (indent: Int, sign: ListSign, text: [UInt8])
    var lines: [Line] = []
    for line in textLines {
      let text = line.drop { $0.isBlank }
      if text.isEmpty { continue }
      guard let sign = ListSign(text), sign.isCertain else { return nil }
      let indent = BlockRows.columns(of: line[..<text.startIndex], from: 0)
      lines.append((indent, sign, text.dropFirst(sign.count) + []))
    }
    // Numbers alone are Markdown, or numbered lines of prose.
    guard lines.count > 1, lines.contains(where: { $0.sign.number.isEmpty }) else { return nil }
    let isFlat = lines.allSatisfy { $0.indent == lines[0].indent }
    var open: [(key: Int, width: Int)] = []
    var result: [UInt8] = []
    for line in lines {
      // Boxes are of one level, whether or not they are checked.
      let sign = line.sign.box.isEmpty ? Int(line.sign.scalar.value) : 1
      if isFlat {
        if let level = open.firstIndex(where: { $0.key == sign }) {
          open.removeSubrange((level)...)
        }
      } else {
        while let last = open.last, last.key >= line.indent { open.removeLast() }
      }
      let marker = line.sign.number.isEmpty ? [.hyphen] : line.sign.number
      if !result.isEmpty { result.append(.lineFeed) }
      result += [UInt8](repeating: .space, count: open.reduce(0) { $0 + $1.width })
      result += marker + [.space] + (hasTasks ? line.sign.box : []) + line.text
      open.append((isFlat ? sign : line.indent, marker.count + 1))
    }
    return result
  }

  /// The fields of several cells: of a spreadsheet, or rows of a table in Markdown, without its
  /// delimiter row; nil for one cell.
  var cells: [[[UInt8]]]? {
    let lines = textLines.map { $0.trimmed }.filter { !$0.isEmpty }
    if !lines.isEmpty, lines.allSatisfy({ $0.first == .verticalLine && TableModel.isClosed($0) }) {
      let rows = lines.map { line in
        let line = Array(line)
        return line.withUnsafeBufferPointer { TableRow.cells(of: line.indices, in: $0) }
          .map { Array(line[line.content(ofCell: $0)]) }
      }.filter { row in
        !row.allSatisfy { $0.contains(.hyphen) && $0.allSatisfy { $0 == .hyphen || $0 == .colon } }
      }
      return rows.isEmpty || rows.allSatisfy({ $0.isEmpty }) ? nil : rows
    }
    guard contains(.tab), let table = DelimitedText(self, separator: .tab),
      table.rows.contains(where: { $0.count > 1 })
    else { return nil }
    return table.rows.map { $0.map { $0.asCell } }
  }
}
