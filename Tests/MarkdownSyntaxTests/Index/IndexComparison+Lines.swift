import MarkdownSyntax

/// Comparison of code and HTML blocks, which may be cut before any line inside.
extension IndexComparison {
  /// Whether a node of the whole is a fenced code block or an HTML block.
  func isBlockOfLines(_ node: Int) -> Bool {
    let kind = whole.tree.nodes[node].kind
    return kind == .codeBlock || kind == .htmlBlock
  }

  /// Returns the first difference between a block's lines and its parts', perhaps only the first.
  func differenceOfLines(_ node: Int, _ places: [Place], isWhole: Bool) -> String? {
    let expected = whole.tree.nodes[node]
    let offset = whole.offset(of: node)
    var own: [[UInt8]] = []
    for (index, place) in places.enumerated() {
      let part = parts[place.part]
      let found = part.tree.nodes[place.node]
      guard found.kind == expected.kind, index > 0 || found.startColumn == expected.startColumn,
        index > 0 || bytes(found.title, part) == bytes(expected.title, whole)
      else { return "a block at \(offset) is another" }
      // The line that reopens the block, or its fence, is not one of its lines in the document.
      let opens = Int(found.startLine) <= part.opening
      var lines = Self.lines(of: bytes(found.literal, part))
      if opens, found.kind == .htmlBlock { lines.removeFirst() }
      let first = Int(found.startLine) + (opens || found.kind == .codeBlock ? 1 : 0)
      let count = part.lines.dropFirst(first - 1).prefix { $0 < limits[place.part] }.count
      own += lines.prefix(count)
    }
    let all = Self.lines(of: bytes(expected.literal, whole))
    guard isWhole ? own == all : own == Array(all.prefix(own.count)) else {
      return
        "the lines of the block at \(offset) are \(own.count) instead of \(all.count), or others"
    }
    return nil
  }

  private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      line.append(byte)
      let isPair = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      guard byte == 0x0A || byte == 0x0D, !isPair else { continue }
      lines.append(line)
      line = []
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
