import CommonMark

/// Finds the blocks of a text line by line: phase 1 of the specification's parsing strategy
/// (CommonMark 0.30, appendix), but like libcmark if that differs.
///
/// A node is appended when its block opens, so nodes are in preorder; the open blocks are a stack.
struct BlockParser {
  let source: Bytes
  /// The constructs to read in addition to CommonMark: tables and footnotes.
  let extensions: SyntaxExtensions
  let isDocumentStart: Bool
  /// The sum of the numbers of open blocks over all lines.
  private(set) var steps = 0
  var tree = SyntaxTree()
  /// The open blocks, from the document to the innermost, as indices of nodes.
  var open: ContiguousArray<Int> = [0]
  /// The state of each node while its list may be open.
  var states: ContiguousArray<State> = []
  /// The position on the current line, and the indentation after it.
  var cursor = LineCursor(0..<0)
  var indent = LineCursor.Indent(first: 0, columns: 0, isBlankLine: true)
  var line = 0..<0
  /// The offset before which no thematic break begins.
  var breakMiss = 0
  var beginsRootChild = false
  private(set) var readsInlines = false
  private(set) var known = KnownLabels()
  /// The constructs of the dialect in inlines.
  private(set) var syntax: InlineSyntax?
  /// The part of the source whose leaves and rows are filled.
  private(set) var part = 0..<0
  /// Whether the paragraph that ends is directly above a table. Pipes in it are unescaped as in the
  /// table (cmark-gfm).
  var isAboveTable = false
  /// The number of bytes of destinations and titles that references have added.
  var expanded = 0
  /// The offsets at which the leaf's email addresses begin.
  var addresses: Set<Int> = []
  /// The indices of the open inlines.
  var openInlines: [Int] = []
  /// The number of first nodes to which no text is added.
  var sealed = 0

  struct State {
    /// The last child that libcmark counts as a block; -1 for none.
    var lastChild = -1
    /// The sibling before the node.
    var previous = -1
    var endsBlank = false
    /// Whether libcmark has already looked for a blank last line, and so does not look in the items
    /// again. For example, in `- - - a`, in the innermost list.
    var isChecked = false
    var isDecided = false
    /// Whether a line of a paragraph was a delimiter row with another number of columns. Then
    /// cmark-gfm finds no table in the paragraph. For example, in `a⏎-|-`.
    var cannotBeTable = false
  }

  init(_ source: Bytes, _ extensions: SyntaxExtensions = [], isDocumentStart: Bool = true) {
    self.source = source
    self.isDocumentStart = isDocumentStart
    self.extensions = extensions
    tree.nodes.reserveCapacity(source.count / 32 + 4)
    tree.lines.reserveCapacity(source.count / 32 + 4)
    states.reserveCapacity(source.count / 32 + 4)
    append(SyntaxTree.Node(kind: .document, lines: 0..<0, start: 0), previous: -1)
  }

  /// Parses the blocks of a text.
  static func tree(
    of source: Bytes, _ extensions: SyntaxExtensions = [], documentStart: Int? = nil
  ) -> SyntaxTree {
    var parser = BlockParser(source, extensions)
    return parser.read(documentStart: documentStart)
  }

  private mutating func read(documentStart: Int?) -> SyntaxTree {
    let metadata = documentStart.flatMap {
      FrontMatter.range(
        in: source, from: $0 + (source.holds("\u{FEFF}", at: $0) ? 3 : 0), extensions)
    }
    var lines = LineIterator(source)
    while let line = lines.next() {
      let isMetadata =
        metadata.map { line.upperBound > $0.lowerBound && line.lowerBound < $0.upperBound } ?? false
      read(line, isMetadata: isMetadata)
    }
    return closeDocument()
  }

  /// Parses the blocks of a text and the inlines of a part of it.
  static func tree(
    of source: Bytes, in dialect: Dialect, _ context: ReadingContext, inlinesOf part: Range<Int>
  ) -> SyntaxTree {
    var parser = BlockParser(source, dialect.extensions)
    parser.known = KnownLabels(
      in: source, dialect.extensions, documentStart: context.documentStart,
      footnotes: context.footnotes)
    parser.tree.links = parser.known.links
    parser.readsInlines = true
    parser.syntax = InlineSyntax.known(dialect)
    parser.part = part
    parser.tree.nodes.reserveCapacity(source.count / 16 + 4)
    return parser.read(documentStart: context.documentStart)
  }

  /// Reads a line, without its line ending.
  mutating func read(_ range: Range<Int>, isMetadata: Bool = false) {
    // The byte order mark of a document is not content.
    let isMarked = range.lowerBound == 0 && isDocumentStart && source.holds("\u{FEFF}", at: 0)
    line = (isMarked ? 3 : range.lowerBound)..<range.upperBound
    if line.lowerBound == source.count { return }
    beginsRootChild = false
    cursor = LineCursor(line)
    indent = cursor.indent(in: source)
    steps += open.count
    let start = Int32(truncatingIfNeeded: line.lowerBound)
    let end = Int32(truncatingIfNeeded: line.upperBound)
    tree.lines.append(SyntaxTree.Line(start: start, content: start, first: start, end: end))
    if isMetadata {
      let last = open[open.count - 1]
      return self[last].kind == .metadata
        ? extend(last) : add(.metadata, to: 0, at: line.lowerBound)
    }
    guard let depth = matchOpenBlocks() else { return }
    let isAnew = openBlocks(depth)
    addText(depth, isAnew: isAnew)
  }

  mutating func closeDocument() -> SyntaxTree {
    close(keeping: 0)
    return tree
  }

  /// Records where the prefix of the line ends.
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

  /// Forgets all lines except the last, and all blocks except those that begin on it.
  mutating func forgetClosed() {
    let count = open.count > 1 ? open[1] - 1 : nodeCount - 1
    for depth in open.indices.dropFirst() { open[depth] -= count }
    tree.nodes.removeSubrange(1..<1 + count)
    states.removeSubrange(1..<1 + count)
    tree.lines.removeSubrange(..<(tree.lines.count - 1))
    for node in 1..<nodeCount {
      tree.nodes[node].lines = 0..<1
      if states[node].lastChild >= 0 { states[node].lastChild -= count }
      states[node].previous = -1
    }
    tree.nodes[0].lines = 0..<1
    states[0].lastChild = nodeCount > 1 ? 1 : -1
  }

  /// Returns the definitions found so far, and forgets them.
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

  /// The index of the current line.
  var number: Int32 { Int32(truncatingIfNeeded: tree.lines.count - 1) }
}
