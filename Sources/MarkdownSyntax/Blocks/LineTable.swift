import CommonMark

/// Where each line of a text begins and ends; LF, CR and CRLF end a line, as in libcmark.
package struct LineTable {
  /// From where each line begins (the first past a BOM, which is not content) to its ending.
  private var lines: ContiguousArray<Range<Int>> = []

  package init(_ source: Bytes) {
    let mark = source.holds("\u{FEFF}", at: 0) ? 3 : 0
    lines.reserveCapacity(source.count / 32 + 8)
    var start = mark
    var nextFeed = source.firstOffset(of: 0x0A, from: start)
    var nextReturn = source.firstOffset(of: 0x0D, from: start)
    while start < source.count {
      // Each is sought again only once it is passed, or a file of CRs alone would cost its square.
      if nextFeed < start { nextFeed = source.firstOffset(of: 0x0A, from: start) }
      if nextReturn < start { nextReturn = source.firstOffset(of: 0x0D, from: start) }
      let end = Swift.min(nextFeed, nextReturn)
      lines.append(start..<end)
      start = end + (end == nextReturn && nextFeed == end + 1 ? 2 : 1)
    }
  }

  /// The number of lines.
  package var count: Int { lines.count }

  /// The content of the 1-based `line`.
  package subscript(line: Int) -> Range<Int> { lines[line - 1] }
}
