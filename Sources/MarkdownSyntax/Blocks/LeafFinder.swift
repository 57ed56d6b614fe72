import CommonMark

/// Finds where the content of each leaf stands: block starts are libcmark's, the lines of a leaf
/// follow from them by the specification's rules for continuation lines.
struct LeafFinder {
  let tree: MarkdownTree
  let source: Bytes
  let table: LineTable
  private var containers: [OpenContainer] = []
  private(set) var leaves: [LeafBlock] = []

  init(_ tree: MarkdownTree, in source: Bytes) {
    self.tree = tree
    self.source = source
    table = LineTable(source)
    leaves.reserveCapacity(8)
  }

  /// Walks the blocks in order.
  mutating func run() {
    var index = 0
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      while let last = containers.last, index >= last.end { containers.removeLast() }
      switch node.kind {
      case .blockQuote, .item:
        containers.append(OpenContainer(node, at: cursor(for: node), in: source))
        index += 1
      case .document, .list:
        index += 1
      case .paragraph, .heading:
        appendLeaf(index)
        index = Int(node.end)
      default:
        index = Int(node.end)
      }
    }
  }

  /// Where the marker of a container is looked for: past the prefixes of those around it.
  private func cursor(for node: MarkdownTree.Node) -> LineCursor {
    let line = Int(node.startLine)
    if let last = containers.last, last.line == line { return last.cursor }
    var cursor = LineCursor(table[line])
    for container in containers { _ = container.matches(&cursor, in: source) }
    return cursor
  }

  private mutating func appendLeaf(_ index: Int) {
    let node = tree.nodes[index]
    let line = table[Int(node.startLine)]
    let start = line.lowerBound + Int(node.startColumn) - 1
    if node.kind == .heading,
      let content = ATXHeading.content(of: start..<line.upperBound, in: source)
    {
      leaves.append(LeafBlock(node: index, lines: [content]))
      return
    }
    var content = LeafLines(first: start..<line.upperBound)
    extend(&content, node)
    content.dropDefinitions(in: source)
    content.trimEnd(in: source)
    var leaf = LeafBlock(node: index, lines: content.lines, tabs: content.usedTabs)
    leaf.looseLines = content.loose
    leaves.append(leaf)
  }

  /// Adds the continuation lines of a paragraph or a setext heading.
  private func extend(_ content: inout LeafLines, _ node: MarkdownTree.Node) {
    let next = Int(node.end)
    let limit = next < tree.nodes.count ? Int(tree.nodes[next].startLine) : table.count + 1
    var line = Int(node.startLine) + 1
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
        if node.kind == .heading, indent.columns <= 3, SetextUnderline.matches(text, in: source),
          content.hasContent(in: source)
        {
          return
        }
        content.append(text, tab: 0, isLoose: indent.columns > 3)
      }
      line += 1
    }
  }
}
