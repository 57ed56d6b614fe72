/// Where each line of a text begins and ends; LF, CR and CRLF end a line, as in libcmark.
struct LineTable {
  /// The offset at which each line begins; on the first line past a BOM, which is not content.
  private(set) var starts: [Int] = []
  /// The offset of each line's ending.
  private(set) var ends: [Int] = []

  init(_ source: Bytes) {
    let mark = source.holds("\u{FEFF}", at: 0) ? 3 : 0
    var start = mark
    var index = mark
    while index < source.count {
      let byte = source[index]
      if byte == 0x0A || byte == 0x0D {
        starts.append(start)
        ends.append(index)
        if byte == 0x0D, index + 1 < source.count, source[index + 1] == 0x0A { index += 1 }
        start = index + 1
      }
      index += 1
    }
    if start < source.count {
      starts.append(start)
      ends.append(source.count)
    }
  }

  /// The number of lines.
  var count: Int { starts.count }

  /// The content of the 1-based `line`.
  subscript(line: Int) -> Range<Int> { starts[line - 1]..<ends[line - 1] }
}
