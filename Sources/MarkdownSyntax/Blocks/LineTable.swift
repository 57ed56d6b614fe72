/// Where each line of a text begins and ends; LF, CR and CRLF end a line, as in libcmark.
struct LineTable {
  /// From where each line begins (the first past a BOM, which is not content) to its ending.
  private var lines: ContiguousArray<Range<Int>> = []

  init(_ source: Bytes) {
    let mark = source.holds("\u{FEFF}", at: 0) ? 3 : 0
    lines.reserveCapacity(source.count / 32 + 8)
    var start = mark
    var index = mark
    while index < source.count {
      let byte = source[index]
      if byte == 0x0A || byte == 0x0D {
        lines.append(start..<index)
        if byte == 0x0D, index + 1 < source.count, source[index + 1] == 0x0A { index += 1 }
        start = index + 1
      }
      index += 1
    }
    if start < source.count { lines.append(start..<source.count) }
  }

  /// The number of lines.
  var count: Int { lines.count }

  /// The content of the 1-based `line`.
  subscript(line: Int) -> Range<Int> { lines[line - 1] }
}
