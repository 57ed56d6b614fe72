import CommonMark
import TextEditing

extension MarkdownDocument {
  /// The rows of a table that a range touches, after the table's first two lines. Nil for other
  /// text, and for a table that is not easily recognised.
  ///
  /// Directly below these two lines a row has the same meaning as in its table, which CommonMark
  /// reads as a paragraph. The table is a block at the root, and no line up to the end of the range
  /// may begin another block.
  ///
  /// - Complexity: O(*m*) in the length of the table before the end of the range.
  func tableRows(around range: Range<Int>, _ extensions: SyntaxExtensions) -> DocumentRegion? {
    guard let place = slices.place(containing: range.lowerBound), place.slice.prefix == 0,
      !place.slice.isInner
    else { return nil }
    let start = place.start
    let count = buffer.utf8Count
    let underline = lineEnd(from: start, limit: count)
    let body = lineEnd(from: underline, limit: count)
    let end = lineEnd(from: range.upperBound, limit: count)
    guard body <= range.lowerBound,
      isTableTop(buffer.bytes(in: start..<body), headerLength: underline - start),
      buffer.bytes(in: body..<end).withUnsafeBufferPointer({ $0.areTableRows(in: 0..<end - body) })
    else { return nil }
    var first = range.lowerBound
    while !isLineStart(first) { first -= 1 }
    let text =
      buffer.bytes(in: start..<body)
      + buffer.bytes(in: first..<lineEnd(from: end, limit: count))
    let prefix = definitionsInForce(for: labels(in: text), in: 0..<0, extensions)
    return DocumentRegion(
      bytes: prefix + text, range: first..<end, prefixCount: prefix.count + body - start)
  }

  /// Whether two lines begin a table, as `a | b` and `--|--` do. A line like `- |` is an item, one
  /// without a pipe may be a setext underline, and `[a]: |` is a definition.
  private func isTableTop(_ lines: [UInt8], headerLength: Int) -> Bool {
    lines.withUnsafeBufferPointer { text in
      let header = text.trimming(0..<headerLength)
      let delimiters = text.trimming(headerLength..<text.count)
      let begin = text[delimiters].prefix(2)
      guard text[header].first != .leftBracket, !text.holds("\u{FEFF}", at: 0),
        text.areTableRows(in: 0..<headerLength), delimiters.lowerBound == headerLength,
        begin.first != .hyphen || begin.last?.isBlank == false,
        text[delimiters].contains(.verticalLine)
      else { return false }
      return TableRow.delimiterColumns(of: delimiters, in: text)
        == TableRow.cells(of: header, in: text).count
    }
  }
}

extension Bytes {
  /// Whether all lines are rows of a table in any context: `| a`, `a`, `[a]`; not `|` or `- a`.
  fileprivate func areTableRows(in range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = Swift.min(firstOffset(of: .lineFeed, from: start), range.upperBound)
      let line = trimming(start..<end)
      guard isTableRow(line), !self[line].contains(.carriageReturn) else { return false }
      start = end + 1
    }
    return true
  }

  /// Whether a line begins like a row and no other block: `a | b`, `**a** | b`, `` `a` | b``.
  private func isTableRow(_ line: Range<Int>) -> Bool {
    func byte(_ offset: Int) -> UInt8 { offset < line.count ? self[line.lowerBound + offset] : 0 }
    return switch byte(0) {
    case .verticalLine: line.count > 1
    case .leftBracket: byte(1) != .circumflex
    case .backtick: byte(1) != .backtick || byte(2) != .backtick
    case .asterisk, .underscore: byte(byte(1) == byte(0) ? 2 : 1).isASCIILetter
    default: byte(0).isASCIILetter || byte(0) >= 0x80
    }
  }
}
