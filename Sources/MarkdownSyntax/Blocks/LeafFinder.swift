import CommonMark

/// Finds the content of each leaf, and the definitions. Block starts are libcmark's; the lines of a leaf follow from
/// them by the specification's rules for continuation lines. Definitions leave no node in libcmark's tree: they are the
/// lines between blocks that are not blank.
struct LeafFinder {
  let tree: MarkdownTree
  let source: Bytes
  let table: LineTable
  private var containers: [OpenContainer] = []
  private(set) var leaves: [LeafBlock] = []
  /// The definitions in document order.
  private(set) var definitions: [LinkDefinition] = []
  /// The first line that is not known to belong to a block.
  private var line = 1
  /// Whether the text may contain a definition: `[a]: b`, not `[a] b`.
  private let mayDefine: Bool

  init(_ tree: MarkdownTree, in source: Bytes) {
    self.tree = tree
    self.source = source
    table = LineTable(source)
    mayDefine = source.mayDefineLabels
    leaves.reserveCapacity(8)
  }

  /// Walks the blocks in order.
  mutating func run() {
    var index = 0
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      readDefinitions(before: Int(node.startLine))
      while let last = containers.last, index >= last.end { containers.removeLast() }
      switch node.kind {
      case .blockQuote, .item:
        line = Int(node.startLine)
        containers.append(OpenContainer(node, at: start(of: line).cursor, in: source))
        index += 1
      case .document, .list:
        index += 1
      case .paragraph, .heading:
        appendLeaf(index)
        index = Int(node.end)
      default:
        line = endOfBlock(node)
        index = Int(node.end)
      }
    }
    readDefinitions(before: table.count + 1)
  }

  /// Reads the definitions on the lines between two blocks, or before the end.
  private mutating func readDefinitions(before limit: Int) {
    while mayDefine, line < limit {
      let (start, depth) = start(of: line)
      let indent = start.indent(in: source)
      let end = table[line].upperBound
      line += 1
      guard !indent.isBlankLine, source[indent.first] == 0x5B else { continue }
      // The line before does not belong to a paragraph, so the containers that do not go on are closed.
      containers.removeLast(containers.count - depth)
      var content = LeafLines(first: indent.first..<end)
      extend(&content, to: limit, isHeading: false)
      definitions += content.takeDefinitions(in: source)
    }
  }

  /// The start of a line's content in the containers that go on there, and their number.
  private func start(of line: Int) -> (cursor: LineCursor, depth: Int) {
    if let last = containers.last, last.line == line { return (last.cursor, containers.count) }
    var cursor = LineCursor(table[line])
    let depth = containers.firstIndex { !$0.matches(&cursor, in: source) }
    return (cursor, depth ?? containers.count)
  }

  /// The line after the content of a block that holds no inlines, by its literal: the closing fence of fenced code.
  private func endOfBlock(_ node: MarkdownTree.Node) -> Int {
    let start = Int(node.startLine)
    if node.kind == .thematicBreak || !mayDefine { return start + 1 }
    let end = start + tree.literal(of: node).count { $0 == lineFeed }
    let indent = self.start(of: start).cursor.indent(in: source)
    return node.kind == .codeBlock && indent.columns <= 3 ? end + 1 : end
  }

  private mutating func appendLeaf(_ index: Int) {
    let node = tree.nodes[index]
    let first = table[Int(node.startLine)]
    let start = first.lowerBound + Int(node.startColumn) - 1
    line = Int(node.startLine) + 1
    if node.kind == .heading,
      let content = ATXHeading.content(of: start..<first.upperBound, in: source)
    {
      leaves.append(LeafBlock(node: index, lines: [content]))
      return
    }
    var content = LeafLines(first: start..<first.upperBound)
    let next = Int(node.end)
    let limit = next < tree.nodes.count ? Int(tree.nodes[next].startLine) : table.count + 1
    extend(&content, to: limit, isHeading: node.kind == .heading)
    // libcmark keeps no paragraph that is all definitions.
    definitions += content.takeDefinitions(in: source)
    content.trimEnd(in: source)
    var leaf = LeafBlock(node: index, lines: content.lines, tabs: content.usedTabs)
    leaf.looseLines = content.loose
    leaves.append(leaf)
  }

  /// Adds the continuation lines of a paragraph or a setext heading, which end before a line.
  private mutating func extend(_ content: inout LeafLines, to limit: Int, isHeading: Bool) {
    while line < limit {
      var cursor = LineCursor(table[line])
      let isLazy = containers.contains { !$0.matches(&cursor, in: source) }
      let indent = cursor.indent(in: source)
      if indent.isBlankLine { return }
      let end = table[line].upperBound
      if isLazy {
        content.append(cursor.offset..<end, tab: cursor.tabRemainder, isLoose: true)
      } else {
        let text = indent.first..<end
        if isHeading, indent.columns <= 3, SetextUnderline.matches(text, in: source),
          content.hasContent(in: source)
        {
          line += 1
          return
        }
        content.append(text, tab: 0, isLoose: indent.columns > 3)
      }
      line += 1
    }
  }
}
