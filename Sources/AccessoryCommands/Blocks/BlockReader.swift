import CommonMark
import MarkdownSyntax

/// Puts libcmark's blocks and the lines of a source together: every line stands in one leaf.
struct BlockReader {
  /// A container that is open: a list has no prefix of its own.
  private struct Open {
    var container: OpenContainer?
    var block: Block
    var end: Int
  }
  /// The leaf that lines are added to.
  private struct OpenLeaf {
    var block: Block
    var end: Int
    /// How many lines of its literal are still to come; for paragraphs as many as do.
    var remaining: Int
    /// The fence of a code block.
    var fence: [UInt8] = []
  }
  /// A blank line that has no place yet.
  private struct Pending {
    var line: Line
    /// How many open containers there are up to the last quote that the line is in.
    var depth: Int
  }

  let reading: DocumentReading
  let source: [UInt8]
  let dialect: Dialect
  let metadata: Range<Int>?
  /// The lines of tables' last rows that are headings to libcmark.
  let lastRows: Set<Int>
  /// The last rows of tables that a block ends which would end no paragraph, and their contents.
  private(set) var endedRows: [(line: Int, content: Range<Int>)] = []
  private(set) var lines: [Range<Int>] = []
  private(set) var root = Block(.document)
  private var open: [Open] = []
  /// The ids of the open quotes and items.
  private var chain: [Int] = []
  private var leaf: OpenLeaf?
  private var pending: [Pending] = []
  private var next = 1
  /// Whether more than `BlockTree.greatestDepth` containers nest: then the document is not read.
  private var isTooDeep = false

  init(
    _ reading: DocumentReading, _ source: [UInt8], _ dialect: Dialect, metadata: Range<Int>?,
    lastRows: Set<Int> = []
  ) {
    self.lastRows = lastRows
    self.reading = reading
    self.source = source
    self.dialect = dialect
    self.metadata = metadata
  }

  private var nodes: [MarkdownTree.Node] { reading.tree.nodes }

  /// Reads all lines; false where the document nests too deep.
  mutating func run() -> Bool {
    open = [Open(container: nil, block: Block(.document), end: nodes.count)]
    let table = source.withUnsafeBufferPointer { LineTable($0) }
    for line in 0..<table.count { lines.append(table[line + 1]) }
    // A text that ends with a line ending has an empty line behind it, where a caret can stand.
    if source.last == 0x0A || source.last == 0x0D || lines.isEmpty {
      lines.append(source.count..<source.count)
    }
    for line in lines.indices {
      read(line)
      if isTooDeep { return false }
    }
    endLeaf()
    place(keeping: 1)
    close(keeping: 1)
    root = open[0].block
    return true
  }

  private mutating func read(_ number: Int) {
    let range = lines[number]
    if let metadata, range.lowerBound >= metadata.lowerBound, range.lowerBound < metadata.upperBound
    {
      var line = Line(origin: number)
      line.pieces = [.source(range)]
      addLoose(.metadata, line)
      return
    }
    var (line, cursor, matched) = prefixes(of: number)
    let indent = source.withUnsafeBufferPointer { cursor.indent(in: $0) }
    if next < nodes.count, isStart(next, of: number) {
      if lastRows.contains(number), continueLeaf(&line, cursor, indent, number, isMatched: true) {
        leaf?.remaining = 0
        next = Int(nodes[next].end)
      } else {
        start(number, &line, &cursor, matched)
      }
      return
    }
    if continueLeaf(&line, cursor, indent, number, isMatched: matched == open.count) { return }
    if indent.isBlankLine {
      endLeaf()
      line.pieces = [.source(cursor.offset..<range.upperBound)]
      let quote = (0..<matched).last { open[$0].block.kind == .quote } ?? 0
      pending.append(Pending(line: line, depth: quote + 1))
      return
    }
    line.indent = cursor.offset..<indent.first
    line.pieces = [.source(indent.first..<range.upperBound)]
    endLeaf()
    // A definition leaves no node that would close the containers above: `- a⏎⏎[b]: /c`.
    var keep = matched
    while keep > 1, open[keep - 1].container == nil { keep -= 1 }
    place(keeping: keep)
    close(keeping: keep)
    line.chain = Array(line.chain.prefix(line.prefixes.count))
    addLoose(.definition, line)
  }

  /// Whether a node is a block that starts on the line with a 0-based number: the heading of `# a`
  /// on line 0.
  private func isStart(_ index: Int, of number: Int) -> Bool {
    nodes[index].kind.isBlock && Int(nodes[index].startLine) == number + 1
  }

  /// What the open containers take of a line.
  private func prefixes(of number: Int) -> (line: Line, cursor: LineCursor, matched: Int) {
    var line = Line(origin: number)
    var cursor = LineCursor(lines[number])
    var matched = 0
    source.withUnsafeBufferPointer { bytes in
      for index in open.indices {
        guard let container = open[index].container else {
          matched = index + 1
          continue
        }
        let start = cursor.offset
        guard container.matches(&cursor, in: bytes) else { break }
        line.prefixes.append(Line.Prefix(range: start..<cursor.offset, endColumn: cursor.column))
        matched = index + 1
      }
    }
    // A list that nothing follows in is matched as far as what stands in it is.
    line.chain = chain
    line.cutTab = cursor.tabRemainder
    return (line, cursor, matched)
  }

  /// Opens the blocks that begin on a line.
  private mutating func start(
    _ number: Int, _ line: inout Line, _ cursor: inout LineCursor, _ matched: Int
  ) {
    endLeaf()
    var keep = open.count
    while keep > 1, open[keep - 1].end <= next { keep -= 1 }
    place(keeping: keep)
    close(keeping: keep)
    if matched > keep {
      // A container that ends here took a part of the line, as an item does of a blank line.
      (line, cursor, _) = prefixes(of: number)
    } else {
      line.chain = chain
    }
    while next < nodes.count, isStart(next, of: number) {
      let node = nodes[next]
      switch node.kind {
      case .list:
        open.append(Open(container: nil, block: list(node), end: Int(node.end)))
        next += 1
      case .blockQuote, .item:
        openContainer(node, &line, &cursor)
      default:
        startLeaf(node, &line, cursor, number)
        return
      }
      if open.count > BlockTree.greatestDepth {
        isTooDeep = true
        return
      }
    }
    // An item with nothing on its first line.
    let rest = cursor.offset..<lines[number].upperBound
    line.cutTab = cursor.tabRemainder
    line.pieces = [.source(rest)]
    let isBlank = source[rest].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    addLoose(isBlank ? .blank : .definition, line)
  }

  private func list(_ node: MarkdownTree.Node) -> Block {
    let delimiter: UInt8 =
      switch node.listKind {
      case .bullet: UInt8(ascii: "-")
      case .period: UInt8(ascii: ".")
      case .parenthesis: UInt8(ascii: ")")
      }
    var block = Block(.list(ListStyle(delimiter: delimiter)))
    block.id = next
    block.isTight = node.isTight
    return block
  }

  private mutating func openContainer(
    _ node: MarkdownTree.Node, _ line: inout Line, _ cursor: inout LineCursor
  ) {
    var block = Block(node.kind == .item ? .item : .quote)
    block.id = next
    let start = cursor
    let container = source.withUnsafeBufferPointer { OpenContainer(node, at: cursor, in: $0) }
    cursor = container.cursor
    block.marker = marker(from: start, to: cursor, container.indentation)
    if node.kind == .item, let last = open.indices.last, case .list = open[last].block.kind {
      open[last].block.kind = .list(ListStyle(delimiter: block.marker.delimiter))
    }
    chain.append(next)
    line.chain = chain
    line.prefixes.append(Line.Prefix(range: start.offset..<cursor.offset, endColumn: cursor.column))
    line.cutTab = cursor.tabRemainder
    open.append(Open(container: container, block: block, end: Int(node.end)))
    next += 1
  }

  private func marker(from start: LineCursor, to end: LineCursor, _ width: Int?) -> Marker {
    var marker = Marker()
    marker.source = start.offset..<end.offset
    marker.place = marker.source
    marker.column = start.column
    let indent = source.withUnsafeBufferPointer { start.indent(in: $0) }
    marker.indent = indent.columns
    var index = indent.first
    guard let width else { return marker }
    while index < end.offset, source[index] >= 0x30, source[index] <= 0x39 {
      marker.number = marker.number * 10 + Int(source[index] - 0x30)
      index += 1
    }
    marker.delimiter = source[index]
    let padding = source[min(index + 1, end.offset)..<end.offset]
    if !padding.elementsEqual(Marker.blank) { marker.padding = Array(padding) }
    marker.sourceWidth = width
    return marker
  }
}

extension BlockReader {
  /// Begins a leaf with its first line.
  private mutating func startLeaf(
    _ node: MarkdownTree.Node, _ line: inout Line, _ cursor: LineCursor, _ number: Int
  ) {
    let range = lines[number]
    let indent = source.withUnsafeBufferPointer { cursor.indent(in: $0) }
    line.cutTab = cursor.tabRemainder
    let isText = node.kind == .paragraph || node.kind == .heading || node.kind == .thematicBreak
    let start = isText ? indent.first : cursor.offset
    line.indent = cursor.offset..<start
    line.pieces = [.source(start..<range.upperBound)]
    var block = Block(.paragraph)
    var remaining = 0
    var fence: [UInt8] = []
    switch node.kind {
    case .heading:
      block.kind = .heading(Int(node.number))
      remaining = Int.max
      if let form = HeadingForm.atx(on: start..<range.upperBound, in: source) {
        block.heading = form.form
        line.pieces = [.source(form.text)]
        remaining = 0
      }
    case .paragraph: remaining = Int.max
    case .thematicBreak: block.kind = .rule
    case .htmlBlock:
      block.kind = .html
      remaining = literalLines(node) - 1
    default:
      fence = self.fence(of: source[indent.first..<range.upperBound], indent.columns)
      block.kind = .code(isFenced: !fence.isEmpty)
      remaining = literalLines(node) - (fence.isEmpty ? 1 : 0)
    }
    block.id = next
    block.show(node: next, of: reading, in: dialect)
    block.lines = [line]
    leaf = OpenLeaf(block: block, end: Int(node.end), remaining: remaining, fence: fence)
    next = Int(node.end)
  }

  /// The backticks or tildes that a code block begins with; none of an indented one.
  private func fence(of line: ArraySlice<UInt8>, _ columns: Int) -> [UInt8] {
    guard columns < 4, let byte = line.first, byte == 0x60 || byte == 0x7E else { return [] }
    let run = Array(line.prefix { $0 == byte })
    return run.count > 2 ? run : []
  }

  private func literalLines(_ node: MarkdownTree.Node) -> Int {
    reading.tree.literal(of: node)
      .count { $0 == 0x0A }
  }

  /// Adds a line to the open leaf; false where it does not go on there.
  private mutating func continueLeaf(
    _ line: inout Line, _ cursor: LineCursor, _ indent: LineCursor.Indent, _ number: Int,
    isMatched: Bool
  ) -> Bool {
    guard let remaining = leaf?.remaining, let fence = leaf?.fence, let kind = leaf?.block.kind,
      remaining > 0 || !fence.isEmpty
    else { return false }
    let range = lines[number]
    switch kind {
    case .paragraph, .heading:
      if indent.isBlankLine { return false }
      line.indent = cursor.offset..<indent.first
      line.pieces = [.source(indent.first..<range.upperBound)]
    default:
      line.indent = cursor.offset..<cursor.offset
      line.pieces = [.source(cursor.offset..<range.upperBound)]
      if remaining == 0 {
        guard isMatched, isClosing(indent, range, fence) else { return false }
        leaf?.fence = []
      } else {
        leaf?.remaining -= 1
      }
    }
    leaf?.block.lines.append(line)
    return true
  }

  /// Whether a line closes a fenced code block (CommonMark 0.30 §4.5): `~~~~` closes the fence
  /// `~~~`, `~~` does not.
  private func isClosing(_ indent: LineCursor.Indent, _ range: Range<Int>, _ fence: [UInt8]) -> Bool
  {
    let rest = source[indent.first..<range.upperBound]
    guard indent.columns < 4, let byte = fence.first else { return false }
    let run = rest.prefix { $0 == byte }
    return run.count >= fence.count
      && rest.dropFirst(run.count).allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Adds a line of what libcmark has no node for to the innermost container.
  private mutating func addLoose(_ kind: Block.Kind, _ line: Line) {
    place(keeping: open.count)
    let top = open.count - 1
    if kind != .blank, open[top].block.children.last?.kind == kind {
      open[top].block.children[open[top].block.children.count - 1].lines.append(line)
      return
    }
    var block = Block(kind)
    block.lines = [line]
    open[top].block.children.append(block)
  }

  /// Puts the leaf into its container.
  private mutating func endLeaf() {
    guard let ended = leaf?.block else { return }
    leaf = nil
    let top = open.count - 1
    let isFirst = open[top].block.kind == .item && open[top].block.children.isEmpty
    if isPlain(ended) {
      open[top].block.children.append(ended)
    } else {
      let (blocks, row) = split(ended)
      open[top].block.children += blocks
      if let row { endedRows.append(row) }
    }
    if isFirst { TaskReader(source, dialect).readBox(of: &open[top].block) }
  }

  /// A leaf's blocks, and the row that ends it. A splitter shares `open`, and goes before one is added.
  private func split(_ leaf: Block) -> ([Block], (line: Int, content: Range<Int>)?) {
    var splitter = LeafSplitter(self)
    return (splitter.blocks(of: leaf), splitter.endedRow)
  }

  /// Whether a leaf is one block as it stands: one line holds neither a table nor, unless it begins with
  /// `[`, a definition. True of `a b`, not of `[a]: b`.
  private func isPlain(_ leaf: Block) -> Bool {
    guard leaf.kind == .paragraph else { return !leaf.isText }
    guard leaf.lines.count == 1 else { return false }
    return leaf.lines[0].content.map { $0.isEmpty || source[$0.lowerBound] != 0x5B } ?? false
  }

  /// Puts blank lines into the innermost container that goes on, or the quote whose marker they have.
  private mutating func place(keeping keep: Int) {
    for entry in pending {
      let depth = max(min(keep, open.count), min(entry.depth, open.count))
      close(keeping: depth)
      open[open.count - 1].block.children.append(.blank(entry.line))
    }
    pending = []
  }

  private mutating func close(keeping keep: Int) {
    while open.count > keep {
      let closed = open.removeLast()
      if closed.container != nil { chain.removeLast() }
      open[open.count - 1].block.children.append(closed.block)
    }
  }
}
