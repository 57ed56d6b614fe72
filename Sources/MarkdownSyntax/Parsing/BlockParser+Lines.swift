/// The part of a line that continues open blocks, and the block that gets the rest.
extension BlockParser {
  /// Skips the part of the line that continues open blocks. Returns the number of blocks that
  /// continue, or nil if the line closes a fence.
  mutating func matchOpenBlocks() -> Int? {
    var depth = 1
    while depth < open.count, continuesContainer(open[depth]) { depth += 1 }
    noteContent()
    guard depth < open.count else { return depth }
    let node = tree.nodes[open[depth]]
    switch node.kind {
    case .code where node.mark == 0:
      return indent.columns > 3 || indent.isBlankLine ? depth + 1 : depth
    case .code:
      guard closesFence(node) else { return depth + 1 }
      extend(open[depth])
      tree.nodes[open[depth]].isClosed = true
      close(keeping: depth)
      return nil
    case .html: return node.number > 5 && indent.isBlankLine ? depth : depth + 1
    case .paragraph: return indent.isBlankLine ? depth : depth + 1
    case .table:
      let cells = TableRow.cells(of: indent.first..<line.upperBound, in: source)
      return cells.isEmpty ? depth : depth + 1
    case .rule: return depth + 1
    default: return depth
    }
  }

  /// Whether a container continues, as the list `- a` always does. Moves the cursor past the prefix
  /// of a quote, an item or a footnote.
  private mutating func continuesContainer(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    switch node.kind {
    case .list: return true
    case .quote, .item, .footnote: break
    default: return false
    }
    // An item that begins with a blank line ends with it.
    let isEmptyItem = node.kind == .item && states[index].lastChild < 0
    if isEmptyItem, indent.isBlankLine, indent.columns < Int(node.indentation) { return false }
    guard node.continues(on: &cursor, in: source) else { return false }
    indent = cursor.indent(in: source)
    return true
  }

  private func closesFence(_ node: SyntaxTree.Node) -> Bool {
    guard indent.columns <= 3, indent.first < line.upperBound, source[indent.first] == node.mark
    else { return false }
    var end = indent.first
    while end < line.upperBound, source[end] == node.mark { end += 1 }
    // libcmark counts at most 255 characters of an opening fence.
    guard end - indent.first >= Swift.max(3, Swift.min(Int(node.number), 255)) else { return false }
    while end < line.upperBound, source[end].isBlank { end += 1 }
    return end == line.upperBound
  }

  /// Adds the rest of the line to the innermost block.
  mutating func addText(_ depth: Int, isAnew: Bool) {
    let container = isAnew ? open[open.count - 1] : open[depth - 1]
    noteBlank(container, above: isAnew ? open.count - 1 : depth - 1)
    if !isAnew, depth < open.count {
      let top = open[open.count - 1]
      if !indent.isBlankLine, self[top].kind == .paragraph {
        tree.lines[tree.lines.count - 1].isLazy = true
        return extend(top)
      }
      close(keeping: depth)
    }
    switch self[container].kind {
    case .code:
      // Blank lines at the end of indented code are not part of it.
      if self[container].mark != 0 || !indent.isBlankLine { extend(container) }
    case .html:
      extend(container)
      let text = indent.first..<line.upperBound
      if HTMLBlock.isEnd(text, in: source, ofKind: self[container].number) {
        close(keeping: open.count - 1)
      }
    case _ where indent.isBlankLine: return
    case .paragraph, .heading, .table: extend(container)
    default: add(.paragraph, to: open.count - 1)
    }
  }

  /// Records which blocks end with a blank line.
  private mutating func noteBlank(_ container: Int, above depth: Int) {
    let last = states[container].lastChild
    if last >= 0, indent.isBlankLine { states[last].endsBlank = true }
    states[container].endsBlank = indent.isBlankLine && mayEndBlank(container)
    for node in open[..<depth] { states[node].endsBlank = false }
  }

  /// Adds the line to a block.
  mutating func extend(_ node: Int) {
    self[node].lines = self[node].lines.lowerBound..<number + 1
  }

  private func mayEndBlank(_ container: Int) -> Bool {
    let node = self[container]
    switch node.kind {
    case .quote, .heading, .rule, .table, .metadata: return false
    case .code: return node.mark == 0
    case .item: return states[container].lastChild >= 0 || node.lines.lowerBound < number
    default: return true
    }
  }
}
