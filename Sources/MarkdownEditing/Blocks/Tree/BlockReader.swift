import CommonMark
import MarkdownSyntax

/// Makes the blocks for commands from a syntax tree. Every line is in one leaf, even a blank one.
struct BlockReader {
  private struct Open {
    var block: Block
    let node: SyntaxTree.Node
    /// The end of its prefix on its first line.
    var cursor = LineCursor(0..<0)

    /// Whether its lines have a prefix, as in the quote `> a`, but not in a document or list.
    var hasPrefix: Bool { node.kind != .document && node.kind != .list }
  }

  private let reading: BlockReading
  private let leaves: LeafReader
  private let source: [UInt8]
  private let dialect: Dialect
  private let lines: [Range<Int>]
  private var open: [Open] = []
  /// The first line that is not in a block yet.
  private var next = 0

  /// Creates a reader; nil if more than `BlockTree.maximumDepth` blocks are nested.
  init?(_ leaves: LeafReader, _ dialect: Dialect, _ lines: [Range<Int>]) {
    self.leaves = leaves
    reading = leaves.reading
    self.dialect = dialect
    self.lines = lines
    source = reading.source
    var ends: [Int32] = []
    for (index, node) in reading.blocks.nodes.enumerated() where node.end > index + 1 {
      while let last = ends.last, Int(last) <= index { ends.removeLast() }
      ends.append(node.end)
      if ends.count > BlockTree.maximumDepth { return nil }
    }
  }

  mutating func document() -> Block {
    let all = reading.blocks.nodes
    open = [Open(block: Block(.document), node: all[0])]
    for (index, node) in all.enumerated().dropFirst() {
      let line = Int(node.lines.lowerBound)
      placeBlankLines(
        before: line, keeping: 1 + open.dropFirst().prefix { Int($0.node.end) > index }.count)
      switch node.kind {
      case .list, .quote, .item, .footnote:
        openContainer(node, index)
        let isEmpty = index + 1 == all.count || index + 1 == Int(node.end)
        if node.kind != .list, isEmpty || all[index + 1].lines.lowerBound > node.lines.lowerBound {
          append(.blank, [self.line(line, from: reading.blocks.lines[line].content)])
          next = line + 1
        }
      default:
        addLeaf(node, index)
        next = Int(node.lines.upperBound)
      }
    }
    placeBlankLines(before: lines.count, keeping: 1)
    return open[0].block
  }

  /// Returns the prefixes of the open containers on a line, and the end of the last one.
  private func prefixes(of number: Int) -> (line: Line, cursor: LineCursor) {
    var line = Line(origin: number, chain: open.filter { $0.hasPrefix }.map { $0.block.id })
    var cursor = LineCursor(lines[number])
    source.withUnsafeBufferPointer { bytes in
      for entry in open where entry.hasPrefix {
        let start = cursor.offset
        if Int(entry.node.lines.lowerBound) == number {
          cursor = entry.cursor
        } else if !entry.node.continues(on: &cursor, in: bytes) {
          return
        }
        line.prefixes.append(Line.Prefix(range: start..<cursor.offset, endColumn: cursor.column))
      }
    }
    line.cutTab = cursor.tabRemainder
    return (line, cursor)
  }

  /// Returns a line whose content begins at `start`, after blanks from `indent` on.
  private func line(_ number: Int, from start: Int32, indent: Int32? = nil) -> Line {
    var line = prefixes(of: number).line
    line.pieces = [.source(Int(start)..<lines[number].upperBound)]
    if let indent { line.indent = Int(indent)..<Int(start) }
    return line
  }

  /// Returns a line of text, whose content excludes the leading blanks.
  private func text(_ number: Int) -> Line {
    let own = reading.blocks.lines[number]
    return line(number, from: own.first, indent: own.content)
  }

  /// Returns a line of code or HTML.
  private func literal(_ number: Int) -> Line {
    let start = reading.blocks.lines[number].content
    return line(number, from: start, indent: start)
  }

  /// Adds blank lines to the innermost container that continues, or to the quote of their markers.
  private mutating func placeBlankLines(before limit: Int, keeping keep: Int) {
    var blanks: [(line: Line, depth: Int)] = []
    while next < limit {
      var line = prefixes(of: next).line
      let start = line.prefixes.last?.range.upperBound ?? lines[next].lowerBound
      line.pieces = [.source(start..<lines[next].upperBound)]
      let quotes = line.chain.prefix(line.prefixes.count)
      let quote = open.lastIndex { $0.block.kind == .quote && quotes.contains($0.block.id) } ?? 0
      blanks.append((line, quote + 1))
      next += 1
    }
    for (line, depth) in blanks {
      close(keeping: max(min(keep, open.count), min(depth, open.count)))
      append(.blank, [line])
    }
    close(keeping: keep)
  }

  private mutating func close(keeping keep: Int) {
    while open.count > keep {
      let closed = open.removeLast()
      open[open.count - 1].block.children.append(closed.block)
    }
  }

  private mutating func append(_ kind: Block.Kind, _ lines: [Line]) {
    open[open.count - 1].block.children.append(Block(kind, lines: lines))
  }

  private mutating func openContainer(_ node: SyntaxTree.Node, _ index: Int) {
    var entry = Open(block: Block(.quote), node: node)
    entry.block.id = index
    if node.kind == .list {
      entry.block.kind = .list(ListStyle(delimiter: node.mark))
      entry.block.isTight = node.isTight
      open.append(entry)
      return
    }
    let start = prefixes(of: Int(node.lines.lowerBound)).cursor
    entry.cursor = start
    _ = source.withUnsafeBufferPointer { node.skipMarker(&entry.cursor, in: $0) }
    if node.kind == .item { entry.block.kind = .item }
    if node.kind == .footnote { entry.block.kind = .footnote }
    entry.block.marker = marker(of: node, from: start, to: entry.cursor)
    open.append(entry)
  }

  private func marker(
    of node: SyntaxTree.Node, from start: LineCursor, to end: LineCursor
  ) -> Marker {
    var marker = Marker()
    marker.source = start.offset..<end.offset
    marker.place = marker.source
    marker.column = start.column
    let indent = source.withUnsafeBufferPointer { start.indent(in: $0) }
    marker.indent = indent.columns
    marker.sourceWidth = Int(node.indentation)
    guard node.kind == .item else { return marker }
    marker.number = Int(node.number)
    marker.delimiter = node.mark
    let sign = source[indent.first..<end.offset].firstIndex(of: node.mark) ?? indent.first
    let padding = source[min(sign + 1, end.offset)..<end.offset]
    if !padding.elementsEqual(Marker.blank) { marker.padding = Array(padding) }
    return marker
  }

  private mutating func addLeaf(_ node: SyntaxTree.Node, _ index: Int) {
    let numbers = Int(node.lines.lowerBound)..<Int(node.lines.upperBound)
    var block = Block(.paragraph)
    block.id = index
    switch node.kind {
    case .metadata:
      return append(.metadata, numbers.map { line($0, from: reading.blocks.lines[$0].start) })
    case .table: return append(.table, numbers.map { text($0) })
    case .definition:
      let parent = open.count - 1
      let last = open[parent].block.children.count - 1
      guard last >= 0, open[parent].block.children[last].kind == .definition else {
        return append(.definition, numbers.map { text($0) })
      }
      for number in numbers { open[parent].block.children[last].lines.append(text(number)) }
      return
    case .code:
      block.kind = .code(isFenced: node.mark != 0)
      block.lines = numbers.map { literal($0) }
    case .html:
      block.kind = .html
      block.lines = numbers.map { literal($0) }
    default:
      if node.kind == .rule { block.kind = .rule }
      if node.kind == .heading { block.kind = .heading(Int(node.number)) }
      block.lines = numbers.map { text($0) }
      takeHeading(&block, node)
    }
    block.show(leaves)
    let parent = open.count - 1
    open[parent].block.children.append(block)
    if open[parent].block.kind == .item, open[parent].block.children.count == 1,
      let box = open[parent].block.takeBox(source, dialect)
    {
      open[parent].block.children[0].show(leaves, from: box.upperBound)
    }
  }

  private func takeHeading(_ block: inout Block, _ node: SyntaxTree.Node) {
    guard node.kind == .heading else { return }
    if node.mark != .numberSign {
      block.heading.underline = block.lines.removeLast()
    } else if let line = block.lines[0].content,
      let (form, text) = HeadingForm.atx(on: line, in: source)
    {
      block.heading = form
      block.lines[0].pieces = [.source(text)]
    }
  }
}
