import CommonMark

/// Finds the blocks of a text, line by line, as the appendix of the specification describes (CommonMark 0.30,
/// “A parsing strategy”, phase 1), and as libcmark does where that differs.
///
/// Every line is read once, from the innermost block that it continues. A node is appended when its block opens; so
/// they are in preorder, and the open blocks are a stack.
struct BlockParser {
  let source: Bytes
  /// What is read besides CommonMark: tables and footnotes.
  let extensions: SyntaxExtensions
  private(set) var tree = SyntaxTree()
  /// The open blocks, from the document to the innermost, as indices of nodes.
  var open: ContiguousArray<Int> = [0]
  /// What is known of each node while its list may be open.
  var states: ContiguousArray<State> = []
  /// The place on the line that is read, and what follows it.
  var cursor = LineCursor(0..<0)
  var indent = LineCursor.Indent(first: 0, columns: 0, isBlankLine: true)
  /// The line that is read.
  var line = 0..<0
  /// Its number, from 0.
  var number: Int32 = 0
  /// How many blocks were open when the first block began on the line; nil if none began.
  var firstOpened: Int?
  /// Whether the line begins with `[` after lines of its paragraph that are all definitions.
  var followsDefinitions = false
  /// The kind of the last child of the root.
  var rootKind = SyntaxTree.Kind.paragraph

  struct State {
    /// The last child that is a block to libcmark; -1 for none.
    var lastChild = -1
    /// The sibling before it.
    var previous = -1
    /// Whether its last line is blank, as libcmark says: not of a quote.
    var endsBlank = false
    /// Whether libcmark has asked that: of a list that it has asked once it does not look at the items again.
    var isChecked = false
    /// Whether it is known of a list whether it is loose.
    var isDecided = false
    /// Whether a line of a paragraph has been taken for the delimiter row of a table with another number of columns:
    /// then cmark-gfm finds no table in it.
    var isNoTable = false
  }

  init(_ source: Bytes, _ extensions: SyntaxExtensions = []) {
    self.source = source
    self.extensions = extensions
    tree.nodes.reserveCapacity(source.count / 32 + 4)
    tree.lines.reserveCapacity(source.count / 32 + 4)
    states.reserveCapacity(source.count / 32 + 4)
    append(SyntaxTree.Node(kind: .document, lines: 0..<0, start: 0), previous: -1)
  }

  /// The tree of a text.
  ///
  /// - Parameters:
  ///   - extensions: what is read besides CommonMark.
  ///   - documentStart: where the document begins in the text, which metadata can follow; nil if the text is a later
  ///     part.
  /// - Complexity: O(*n*), and O(*d*) for each line in *d* containers.
  static func tree(
    of source: Bytes, _ extensions: SyntaxExtensions = [], documentStart: Int? = nil
  ) -> SyntaxTree {
    var parser = BlockParser(source, extensions)
    let metadata = documentStart.flatMap {
      FrontMatter.range(
        in: source, from: $0 + (source.holds("\u{FEFF}", at: $0) ? 3 : 0), extensions)
    }
    var lines = LineIterator(source)
    while let line = lines.next() {
      let start = line.lowerBound == 0 && source.holds("\u{FEFF}", at: 0) ? 3 : line.lowerBound
      guard start < source.count else { break }
      if let metadata, metadata.contains(start) {
        parser.readMetadata(start..<line.upperBound)
      } else {
        parser.read(start..<line.upperBound)
      }
    }
    return parser.closeDocument()
  }

  private mutating func begin(_ range: Range<Int>) {
    line = range
    firstOpened = nil
    followsDefinitions = false
    number = Int32(truncatingIfNeeded: tree.lines.count)
    cursor = LineCursor(range)
    indent = cursor.indent(in: source)
    let start = Int32(truncatingIfNeeded: range.lowerBound)
    tree.lines.append(
      SyntaxTree.Line(
        start: start, content: start, first: start, end: Int32(truncatingIfNeeded: range.upperBound)
      ))
  }

  private mutating func readMetadata(_ range: Range<Int>) {
    begin(range)
    if self[nodeCount - 1].kind == .metadata { return extend(nodeCount - 1) }
    add(.metadata, to: 0, at: range.lowerBound)
    close(keeping: 1)
  }

  mutating func read(_ range: Range<Int>) {
    begin(range)
    guard let depth = matchOpenBlocks() else { return }
    let isAnew = openBlocks(depth)
    addText(depth, isAnew: isAnew)
  }

  mutating func closeDocument() -> SyntaxTree {
    close(keeping: 0)
    return tree
  }

  /// Records where the containers of the line end.
  mutating func noteContent() {
    let last = tree.lines.count - 1
    tree.lines[last].content = Int32(truncatingIfNeeded: cursor.offset)
    tree.lines[last].first = Int32(truncatingIfNeeded: indent.first)
    tree.lines[last].tab = UInt8(truncatingIfNeeded: cursor.tabRemainder)
    tree.lines[last].columns = UInt8(clamping: indent.columns)
  }

  subscript(node: Int) -> SyntaxTree.Node {
    _read { yield tree.nodes[node] }
    _modify { yield &tree.nodes[node] }
  }

  mutating func append(_ node: SyntaxTree.Node, previous: Int) {
    tree.nodes.append(node)
    states.append(State(previous: previous))
  }

  /// Drops the first blocks besides the document, and all lines but the last.
  mutating func forget(_ count: Int) {
    tree.nodes.removeSubrange(1..<1 + count)
    states.removeSubrange(1..<1 + count)
    tree.lines.removeSubrange(..<(tree.lines.count - 1))
    for node in 1..<nodeCount {
      tree.nodes[node].lines = 0..<1
      if states[node].lastChild >= 0 { states[node].lastChild -= count }
      states[node].previous = -1
    }
    number = 0
    tree.nodes[0].lines = 0..<1
    states[0].lastChild = nodeCount > 1 ? 1 : -1
  }

  /// Hands out the definitions found so far, and forgets them.
  mutating func takeFoundDefinitions() -> [LinkDefinition] {
    defer { tree.definitions = [] }
    return tree.definitions
  }

  mutating func removeLastNode() -> (SyntaxTree.Node, State) {
    (tree.nodes.removeLast(), states.removeLast())
  }

  mutating func define(_ definition: LinkDefinition) -> Int32 {
    tree.definitions.append(definition)
    return Int32(truncatingIfNeeded: tree.definitions.count - 1)
  }

  var nodeCount: Int { tree.nodes.count }
}

extension BlockParser {
  /// Goes past what the open blocks take of the line; how many of them go on, or nil where the line closes a fence.
  private mutating func matchOpenBlocks() -> Int? {
    var depth = 1
    while depth < open.count {
      let node = tree.nodes[open[depth]]
      switch node.kind {
      case .quote, .item, .footnote:
        let isQuote = node.kind == .quote
        // An item that begins with a blank line ends with it.
        if indent.isBlankLine, node.kind == .item, states[open[depth]].lastChild < 0,
          indent.columns < Int(node.indentation)
        {
          noteContent()
          return depth
        }
        let container = OpenContainer(indentation: isQuote ? nil : Int(node.indentation))
        guard container.matches(&cursor, in: source) else {
          noteContent()
          return depth
        }
        indent = cursor.indent(in: source)
      case .code where node.mark == 0:
        noteContent()
        guard indent.columns >= 4 || indent.isBlankLine else { return depth }
        return depth + 1
      case .code:
        noteContent()
        guard closesFence(node) else { return depth + 1 }
        tree.nodes[open[depth]].lines = node.lines.lowerBound..<number + 1
        tree.nodes[open[depth]].isClosed = true
        close(keeping: depth)
        return nil
      case .html where node.number > 5, .paragraph:
        noteContent()
        return indent.isBlankLine ? depth : depth + 1
      case .table:
        noteContent()
        let isRow = !TableRow.cells(of: indent.first..<line.upperBound, in: source).isEmpty
        return isRow ? depth + 1 : depth
      case .heading, .metadata:
        noteContent()
        return depth
      case .document, .list, .html, .rule, .definition: break
      }
      depth += 1
    }
    noteContent()
    return depth
  }

  /// Whether the line closes a fenced code block (§4.5): `~~~~` closes the fence `~~~`, `~~` does not.
  private func closesFence(_ node: SyntaxTree.Node) -> Bool {
    guard indent.columns <= 3, indent.first < line.upperBound, source[indent.first] == node.mark
    else { return false }
    var end = indent.first
    while end < line.upperBound, source[end] == node.mark { end += 1 }
    // libcmark counts no more than 255 of an opening fence.
    guard end - indent.first >= Swift.max(3, Swift.min(Int(node.number), 255)) else { return false }
    while end < line.upperBound, source[end].isBlank { end += 1 }
    return end == line.upperBound
  }

  /// Adds what is left of the line to the innermost block.
  private mutating func addText(_ depth: Int, isAnew: Bool) {
    let container = isAnew ? open[open.count - 1] : open[depth - 1]
    if states[container].lastChild >= 0, indent.isBlankLine {
      states[states[container].lastChild].endsBlank = true
    }
    states[container].endsBlank = indent.isBlankLine && mayEndBlank(container)
    for index in 0..<(isAnew ? open.count - 1 : depth - 1) { states[open[index]].endsBlank = false }
    if !isAnew, depth < open.count {
      let top = open[open.count - 1]
      if !indent.isBlankLine, self[top].kind == .paragraph {
        tree.lines[tree.lines.count - 1].isLazy = true
        self[top].lines = self[top].lines.lowerBound..<number + 1
        return
      }
      close(keeping: depth)
    }
    let kind = self[container].kind
    switch kind {
    case .code:
      // Blank lines at the end of indented code are not of it.
      if self[container].mark != 0 || !indent.isBlankLine { extend(container) }
    case .html:
      extend(container)
      if HTMLBlock.isEnd(
        indent.first..<line.upperBound, in: source, ofKind: self[container].number)
      {
        close(keeping: open.count - 1)
      }
    default:
      if indent.isBlankLine { return }
      if kind == .paragraph, !isAnew, isAfterDefinitions(container) {
        // What is defined no longer depends on the lines that follow.
        _ = takeDefinitions(of: open.count - 1)
        close(keeping: open.count - 1)
        followsDefinitions = true
        return add(.paragraph, to: open.count - 1)
      }
      if kind == .paragraph || kind == .heading || kind == .table { return extend(container) }
      add(.paragraph, to: open.count - 1)
    }
  }

  /// Whether the line begins with `[` after lines of a paragraph that are all definitions: it continues none of them.
  private func isAfterDefinitions(_ paragraph: Int) -> Bool {
    let node = self[paragraph]
    guard source[indent.first] == 0x5B, indent.columns < 4, node.lines.count < 5,
      source[Int(node.start)] == 0x5B
    else { return false }
    let lines = Int(node.lines.lowerBound)..<Int(node.lines.upperBound)
    // libcmark takes a title that ends with `\"` for a whole one only if no other quote follows.
    guard !source[Int(node.start)..<line.lowerBound].contains(0x5C) else { return false }
    return LeafLines(lines, of: tree).definitions(in: source).ends.last == lines.count
  }

  private mutating func extend(_ node: Int) {
    self[node].lines = self[node].lines.lowerBound..<number + 1
  }

  /// Whether a blank line of the block counts for whether a list is loose: not in fenced code.
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
