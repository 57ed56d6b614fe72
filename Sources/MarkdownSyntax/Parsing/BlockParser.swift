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
  private(set) var steps = 0
  var tree = SyntaxTree()
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
    addText(depth, isAnew: openBlocks(depth))
  }

  mutating func closeDocument() -> SyntaxTree {
    close(keeping: 0)
    return tree
  }

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

  mutating func removeLastNode() -> (SyntaxTree.Node, State) {
    (tree.nodes.removeLast(), states.removeLast())
  }

  var nodeCount: Int { tree.nodes.count }

  var number: Int32 { Int32(truncatingIfNeeded: tree.lines.count - 1) }

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
    let end = source.skipping(from: indent.first, upTo: line.upperBound) { $0 == node.mark }
    // libcmark counts at most 255 characters of an opening fence.
    guard end - indent.first >= Swift.max(3, Swift.min(Int(node.number), 255)) else { return false }
    return source.skipping(from: end, upTo: line.upperBound) { $0.isBlank } == line.upperBound
  }

  mutating func addText(_ depth: Int, isAnew: Bool) {
    let container = isAnew ? open[open.count - 1] : open[depth - 1]
    let last = states[container].lastChild
    if last >= 0, indent.isBlankLine { states[last].endsBlank = true }
    states[container].endsBlank = indent.isBlankLine && mayEndBlank(container)
    for node in open[..<(isAnew ? open.count - 1 : depth - 1)] { states[node].endsBlank = false }
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

  mutating func openBlocks(_ depth: Int) -> Bool {
    var container = depth - 1
    var mayBeLazy = self[open[open.count - 1]].kind == .paragraph
    var isAnew = false
    while true {
      let kind = self[open[container]].kind
      if kind == .code || kind == .html { return isAnew }
      guard indent.first < line.upperBound else { return isAnew }
      if indent.columns > 3 {
        if mayBeLazy { return isAnew }
        cursor.advance(columns: 4, in: source)
        add(.code, to: container, at: cursor.offset)
        return true
      }
      switch openBlock(in: container, kind, mayBeLazy: mayBeLazy) {
      case .none: return isAnew
      case .leaf: return true
      case .container: break
      }
      isAnew = true
      mayBeLazy = false
      container = open.count - 1
    }
  }

  private enum Opened {
    case none, leaf, container
  }

  private mutating func skipLine() {
    cursor.advance(to: line.upperBound, in: source)
    indent = cursor.indent(in: source)
  }

  private mutating func openBlock(
    in container: Int, _ kind: SyntaxTree.Kind, mayBeLazy: Bool
  ) -> Opened {
    let text = indent.first..<line.upperBound
    switch source[indent.first] {
    case .greaterThan:
      add(.quote, to: container)
      skipMarker()
      return .container
    case .numberSign:
      guard ATXHeading.content(of: text, in: source) != nil else { return .none }
      let hashes = source.skipping(from: text.lowerBound, upTo: text.upperBound) {
        $0 == .numberSign
      }
      add(
        .heading, to: container, mark: .numberSign,
        number: Int32(truncatingIfNeeded: hashes - text.lowerBound))
      cursor.advance(to: hashes, in: source)
      indent = cursor.indent(in: source)
      return .leaf
    case .backtick, .tilde:
      let mark = source[text.lowerBound]
      let end = source.skipping(from: text.lowerBound, upTo: text.upperBound) { $0 == mark }
      guard end - text.lowerBound >= 3,
        mark == .tilde || !source[end..<text.upperBound].contains(.backtick)
      else { return .none }
      add(
        .code, to: container, mark: mark,
        number: Int32(truncatingIfNeeded: end - text.lowerBound))
      self[open[open.count - 1]].indentation = Int32(
        truncatingIfNeeded: indent.first - cursor.offset)
      return .leaf
    case .lessThan:
      let mayBeAnyTag = kind != .paragraph && !mayBeLazy
      guard let html = HTMLBlock.kind(of: text, in: source, mayBeAnyTag: mayBeAnyTag) else {
        return .none
      }
      add(.html, to: container, number: html)
      return .leaf
    case .leftBracket:
      if extensions.contains(.footnotes), openFootnote(text, container) { return .container }
    case .equalsSign, .hyphen, .asterisk, .underscore, .plusSign, UInt8.digits:
      let opened = openMarker(text, container, kind)
      if opened != .none || indent.isBlankLine { return opened }
    default: break
    }
    let isTable = kind == .paragraph && extensions.contains(.tables) && openTable(text, container)
    return isTable ? .leaf : .none
  }

  /// Opens a footnote, which may interrupt a paragraph and contains lines indented by four columns.
  private mutating func openFootnote(_ text: Range<Int>, _ container: Int) -> Bool {
    let line = Bytes(rebasing: source[..<text.upperBound])
    guard let end = FootnoteLabel.end(in: line, at: text.lowerBound), end < text.upperBound,
      source[end] == .colon
    else { return false }
    add(.footnote, to: container)
    if readsInlines { addFootnoteLabel(text.lowerBound + 2..<end - 1) }
    skipMarker()
    return true
  }

  /// Makes a table of a paragraph's last line and the current line, if that is its delimiter row.
  private mutating func openTable(_ text: Range<Int>, _ container: Int) -> Bool {
    let paragraph = open[container]
    guard !states[paragraph].cannotBeTable,
      let columns = TableRow.delimiterColumns(of: text, in: source)
    else { return false }
    let header = tree.lines[Int(number) - 1]
    let isTable =
      TableRow.cells(of: Int(header.first)..<Int(header.end), in: source).count == columns
    states[paragraph].cannotBeTable = !isTable
    guard isTable, takeDefinitions(of: container) else { return false }
    let node = open[container]
    if self[node].lines.lowerBound + 1 < number {
      self[node].lines = self[node].lines.lowerBound..<number - 1
      isAboveTable = true
      add(.table, to: container, at: Int(header.first))
      isAboveTable = false
    }
    let table = open[open.count - 1]
    self[table].kind = .table
    self[table].start = header.first
    self[table].lines = number - 1..<number + 1
    self[table].number = Int32(truncatingIfNeeded: columns)
    skipLine()
    return true
  }

  /// Opens the block of a line with a marker: a setext underline, a thematic break or an item.
  private mutating func openMarker(
    _ text: Range<Int>, _ container: Int, _ kind: SyntaxTree.Kind
  ) -> Opened {
    let byte = source[text.lowerBound]
    if kind == .paragraph, SetextUnderline.matches(text, in: source) {
      guard takeDefinitions(of: container) else { return .none }
      let node = open[container]
      self[node].kind = .heading
      self[node].mark = byte
      self[node].number = byte == .equalsSign ? 1 : 2
      self[node].lines = self[node].lines.lowerBound..<number + 1
      skipLine()
      return .none
    }
    // What keeps `- - a` from being a break also does so after the first marker.
    if text.lowerBound >= breakMiss {
      guard let miss = ThematicBreak.miss(in: text, of: source) else {
        add(.rule, to: container)
        skipLine()
        return .leaf
      }
      breakMiss = miss
    }
    guard let marker = ListMarker(text, in: source, interrupts: kind == .paragraph) else {
      return .none
    }
    var container = container
    if kind != .list || self[open[container]].mark != marker.mark {
      add(.list, to: container, mark: marker.mark, number: marker.number)
      container = open.count - 1
    }
    add(.item, to: container, mark: marker.mark, number: marker.number)
    skipMarker()
    return .container
  }

  private mutating func skipMarker() {
    let node = open[open.count - 1]
    let indentation = self[node].skipMarker(&cursor, in: source)
    self[node].indentation = Int32(truncatingIfNeeded: indentation)
    indent = cursor.indent(in: source)
    noteContent()
  }

  private mutating func add(
    _ kind: SyntaxTree.Kind, to container: Int, at start: Int? = nil, mark: UInt8 = 0,
    number value: Int32 = 0
  ) {
    var container = container
    while !self[open[container]].kind.mayHold(kind) {
      // libcmark decides whether a list is loose before it closes the blocks in it.
      if self[open[container]].kind == .list { decideLooseness(of: open[container]) }
      container -= 1
    }
    close(keeping: container + 1)
    if container == 0 { beginsRootChild = true }
    let parent = open[container]
    let node = nodeCount
    append(
      SyntaxTree.Node(
        kind: kind, mark: mark, number: value, lines: number..<number + 1,
        start: Int32(truncatingIfNeeded: start ?? indent.first)),
      previous: states[parent].lastChild)
    states[parent].lastChild = node
    // The content of a container begins with its first block.
    if self[parent].contentStart == 0 { self[parent].contentStart = self[node].start }
    open.append(node)
  }

  mutating func close(keeping count: Int) {
    while open.count > count {
      finish()
      open.removeLast()
    }
  }

  private mutating func finish() {
    let depth = open.count - 1
    switch self[open[depth]].kind {
    case .paragraph:
      if !takeDefinitions(of: depth) {
        let (_, state) = removeLastNode()
        states[open[depth - 1]].lastChild = state.previous
        return
      }
    case .list: decideLooseness(of: open[depth])
    default: break
    }
    if readsInlines { fill(depth) }
    let node = open[depth]
    self[node].end = Int32(truncatingIfNeeded: nodeCount)
    if depth > 0 { extend(open[depth - 1], to: self[node].lines.upperBound) }
  }

  private mutating func extend(_ container: Int, to line: Int32) {
    let lines = self[container].lines
    if line > lines.upperBound { self[container].lines = lines.lowerBound..<line }
  }

  /// Makes nodes of the definitions that the innermost block, a paragraph, begins with. Returns
  /// whether any of its text is left, as in `[a]: b⏎c`.
  mutating func takeDefinitions(of depth: Int) -> Bool {
    let lines = tree.contentLines(of: self[open[depth]])
    if lines.isEmpty { return false }
    let start = Int(self[open[depth]].start)
    guard start < source.count, source[start] == .leftBracket else { return true }
    let found = LeafLines(lines, of: tree).definitions(in: source)
    if found.isEmpty { return true }
    var (paragraph, state) = removeLastNode()
    var first = lines.lowerBound
    var isOfFootnote = false
    for (definition, end) in found {
      var definition = definition
      isOfFootnote =
        isOfFootnote
        || definition.text.withUnsafeBufferPointer { FootnoteLabel.end(in: $0, at: 0) != nil }
      definition.isOfFootnote = isOfFootnote
      let next = lines.lowerBound + end
      tree.definitions.append(definition)
      append(
        SyntaxTree.Node(
          kind: .definition, number: Int32(truncatingIfNeeded: tree.definitions.count - 1),
          lines: Int32(truncatingIfNeeded: first)..<Int32(truncatingIfNeeded: next),
          start: tree.lines[first].first, end: Int32(truncatingIfNeeded: nodeCount + 1)),
        previous: -1)
      if readsInlines { fillDefinition(nodeCount - 1) }
      extend(open[depth - 1], to: self[nodeCount - 1].lines.upperBound)
      first = next
    }
    let isLeft = first < lines.upperBound
    let line = Int32(truncatingIfNeeded: first)
    paragraph.lines = line..<(isLeft ? paragraph.lines.upperBound : line)
    paragraph.start = isLeft ? tree.lines[first].first : Int32(truncatingIfNeeded: indent.first)
    let parent = open[depth - 1]
    open[depth] = nodeCount
    states[parent].lastChild = nodeCount
    append(paragraph, previous: -1)
    states[nodeCount - 1] = state
    return isLeft
  }

  mutating func decideLooseness(of list: Int) {
    if states[list].isDecided { return }
    states[list].isDecided = true
    self[list].isTight = !isLoose(list)
  }

  private mutating func isLoose(_ list: Int) -> Bool {
    var item = list + 1
    while item < nodeCount {
      let end = self[item].end > 0 ? Int(self[item].end) : nodeCount
      let isLast = end == nodeCount
      if states[item].endsBlank, !isLast { return true }
      var child = item + 1
      while child < end {
        if self[child].kind != .definition, !isLast || child != states[item].lastChild,
          endsBlank(child)
        {
          return true
        }
        child = self[child].end > 0 ? Int(self[child].end) : end
      }
      item = end
    }
    return false
  }

  private mutating func endsBlank(_ node: Int) -> Bool {
    var node = node
    while !states[node].isChecked {
      states[node].isChecked = true
      guard self[node].kind == .list || self[node].kind == .item, states[node].lastChild >= 0 else {
        break
      }
      node = states[node].lastChild
    }
    return states[node].endsBlank
  }
}

extension SyntaxTree.Kind {
  fileprivate func mayHold(_ kind: SyntaxTree.Kind) -> Bool {
    switch self {
    case .document, .quote, .item, .footnote: kind != .item
    case .list: kind == .item
    default: false
    }
  }
}
