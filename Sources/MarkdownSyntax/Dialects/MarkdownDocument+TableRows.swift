import CommonMark
import TextEditing

extension MarkdownDocument {
  /// The rows of a long table that a range touches, to be read below its first two lines; nil of other
  /// text, and of a table that is not seen at once to be one.
  ///
  /// A row means below these two lines what it means in its table. CommonMark reads all of the table as
  /// one paragraph, which is long where there are 100,000 rows.
  ///
  /// The table is in no list and no quote, and each of its lines begins with a pipe or a letter, as no other
  /// block does: `| a | b |`, `a | b`.
  ///
  /// - Complexity: O(*m*) in the length of the table before the end of the range.
  func tableRows(around range: Range<Int>) -> DocumentRegion? {
    guard let place = slices.place(containing: range.lowerBound), place.slice.prefix == 0,
      !place.slice.isInner, place.slice.length >= Self.longTable
    else { return nil }
    let start = place.start
    let count = buffer.utf8Count
    let underline = lineEnd(from: start, limit: count)
    let body = lineEnd(from: underline, limit: count)
    let end = lineEnd(from: range.upperBound, limit: count)
    guard body <= range.lowerBound, isTableTop(start..<underline, underline..<body),
      areRows(in: body..<end)
    else { return nil }
    var rows = range.lowerBound..<end
    while !isLineStart(rows.lowerBound) { rows = rows.lowerBound - 1..<end }
    return region(ofRows: rows, below: start..<body)
  }

  /// A shorter table is read whole.
  private static let longTable = 512

  /// Whether two lines begin a table: `| a |` and `|---|`.
  private func isTableTop(_ header: Range<Int>, _ delimiters: Range<Int>) -> Bool {
    func text(_ line: Range<Int>) -> [UInt8] {
      var text = buffer.bytes(in: line)
      while text.last?.isMarkdownSpace == true { text.removeLast() }
      return text
    }
    guard !header.isEmpty, !delimiters.isEmpty,
      buffer.byte(atUTF8: header.lowerBound).beginsRow
    else { return false }
    let columns = text(delimiters).withUnsafeBufferPointer {
      $0.contains(0x7C) ? TableRow.delimiterColumns(of: $0.indices, in: $0) : nil
    }
    return columns
      == text(header).withUnsafeBufferPointer { TableRow.cells(of: $0.indices, in: $0).count }
  }

  /// Whether all lines of a stretch are surely rows: `| a`, `a`; not `|`, which ends a table, nor `- a`.
  private func areRows(in range: Range<Int>) -> Bool {
    /// What stands of a line so far.
    enum Line { case nothing, pipe, row }
    var line = Line.nothing
    var wasReturn = false
    var isEach = true
    buffer.forEachChunk(in: range) { chunk in
      let hasReturn = chunk.firstOffset(of: 0x0D, from: 0) < chunk.count
      var index = 0
      while index < chunk.count {
        // Most bytes are of rows, and most lines end with a line feed alone.
        if line == .row, !hasReturn {
          index = chunk.firstOffset(of: 0x0A, from: index)
          if index == chunk.count { break }
        }
        let byte = chunk[index]
        index += 1
        switch line {
        case .nothing:
          if byte == 0x0A, wasReturn { break }
          isEach = byte.beginsRow
          line = byte == 0x7C ? .pipe : .row
        case .pipe where byte == 0x0A || byte == 0x0D: isEach = false
        case .pipe: if !byte.isMarkdownSpace { line = .row }
        case .row: if byte == 0x0A || byte == 0x0D { line = .nothing }
        }
        if !isEach { return false }
        wasReturn = byte == 0x0D
      }
      return true
    }
    return isEach && line != .pipe
  }

  /// Rows, with the first two lines of their table before them, and the line behind.
  private func region(ofRows rows: Range<Int>, below top: Range<Int>) -> DocumentRegion? {
    guard let first = slices.place(containing: rows.lowerBound),
      let last = slices.place(containing: rows.upperBound)
    else { return nil }
    var definesAny = false
    slices.forEach(in: first.index..<last.index + 1) { if $0.group != 0 { definesAny = true } }
    // What is defined beside the rows is not read with them.
    if definesAny { return nil }
    let behind = lineEnd(from: rows.upperBound, limit: buffer.utf8Count)
    let text = buffer.bytes(in: top) + buffer.bytes(in: rows.lowerBound..<behind)
    let prefix = definitionsInForce(for: labels(in: text), in: first.index...last.index)
    return DocumentRegion(
      bytes: prefix + text, range: rows, prefixCount: prefix.count + top.count)
  }
}

extension UInt8 {
  /// Whether a line that begins with the byte begins no block but a table or a paragraph: `|`, `a`, not `-`.
  fileprivate var beginsRow: Bool { self == 0x7C || isASCIILetter || self >= 0x80 }
}
