import CommonMark
import MarkdownSyntax
import TextEditing

/// A document as it is read, for people: blocks, and in them inlines with their spans.
///
/// The blocks are those of libcmark, which reads them printed in CommonMark. The report names the
/// construct of the dialect: a heading that represents a cell is shown as a cell.
package struct TreeReport {
  let text: SourceText
  let reading: DocumentReading
  let syntax: InlineSyntax?
  /// The text that libcmark parsed.
  private let printed: TextBuffer

  /// Reads `text`.
  ///
  /// - Throws: a ``Failure`` of status `notDone` if `text` exceeds the parsing limits.
  package init(of text: SourceText, in dialect: Dialect = .commonMark) throws(Failure) {
    self.text = text
    syntax = InlineSyntax.known(dialect)
    do throws(ParsingRefusal) {
      reading = try DocumentReading(text.bytes, in: dialect)
    } catch {
      throw text.failure(error)
    }
    printed = TextBuffer(String(decoding: reading.document.text, as: UTF8.self))
  }

  /// Prints a line for each block and inline, indented by its depth.
  package func print(with painter: inout Painter) {
    var leaves = reading.leaves[...]
    var blocks = BlockStack()
    var tables = TableRows(startingAbove: delimiterRows)
    var walk = LocationWalk(over: text)
    for (index, node) in nodes.enumerated() where node.kind.isBlock {
      blocks.leave(at: index)
      let leaf = leaves.first.flatMap { $0.node == index ? $0 : nil }
      if leaf != nil { leaves.removeFirst() }
      let name = name(of: node, at: index)
      let place = walk.location(ofUTF8: leaf.map(start) ?? offset(of: node))
      let rows = tables.lines(before: name, at: place.line)
      if let name {
        for row in rows { printLine(row.name, place, row.depth + blocks.depth, with: &painter) }
        let depth = blocks.depth + tables.depth(of: name)
        print(node, name, at: place, depth: depth, with: &painter)
        if node.kind == .document { printFrontMatter(with: &painter) }
        if let leaf { printInlines(of: leaf, depth: depth + 1, with: &painter) }
      }
      blocks.enter(until: Int(node.end), isPrinted: name != nil)
    }
  }

  private var nodes: [MarkdownTree.Node] { reading.tree.nodes }

  private func print(
    _ node: MarkdownTree.Node, _ name: String, at place: TextLocation, depth: Int,
    with painter: inout Painter
  ) {
    let tree = reading.tree
    painter.add(indentation(depth))
    painter.add(name, .bold)
    if node.kind != .document { painter.add("  \(place.written)", .faint) }
    let destination = tree.destination(of: node)
    if !destination.isEmpty { painter.add("  \(quoted(destination))") }
    if node.kind == .codeBlock || node.kind == .htmlBlock {
      painter.add("  \(quoted(tree.literal(of: node)))")
    } else if let construct = construct(of: node), construct.kind.isShown {
      painter.add("  \(quoted(text.bytes[construct.source]))")
    }
    painter.add("\n")
  }

  private func printLine(
    _ name: String, _ place: TextLocation, _ depth: Int, with painter: inout Painter
  ) {
    painter.add(indentation(depth))
    painter.add(name, .bold)
    painter.add("  \(place.written)\n", .faint)
  }

  private func printFrontMatter(with painter: inout Painter) {
    guard let construct = reading.document.construct(atText: text.bytes.byteOrderMarkCount),
      construct.kind == .frontMatter
    else { return }
    let place = text.location(ofUTF8: construct.source.lowerBound)
    printLine("front matter", place, 1, with: &painter)
  }
}

extension TreeReport {
  /// The start of a block in the printed text. libcmark counts bytes, without a byte order mark.
  private func printedOffset(of node: MarkdownTree.Node) -> Int {
    guard let range = printed.utf8Range(ofLine: Int(node.startLine)) else { return 0 }
    let skipped = node.startLine == 1 ? text.bytes.byteOrderMarkCount : 0
    let offset = range.lowerBound + skipped + Int(node.startColumn) - 1
    return min(max(offset, range.lowerBound), range.upperBound)
  }

  private func offset(of node: MarkdownTree.Node) -> Int {
    reading.document.place(of: printedOffset(of: node), isBefore: true)
  }

  /// The start of a leaf in the source: the content of a cell, or libcmark's position of any other.
  private func start(of leaf: LeafBlock) -> Int {
    let node = nodes[leaf.node]
    return construct(of: node)?.kind == .cell
      ? leaf.content.lowerBound : offset(of: node)
  }

  /// The construct of the dialect at the start of a block.
  private func construct(
    of node: MarkdownTree.Node
  ) -> (kind: DialectConstruct, source: Range<Int>)? {
    node.kind == .document ? nil : reading.document.construct(atText: printedOffset(of: node))
  }

  /// The source lines that hold the delimiter row of a table.
  private var delimiterRows: Set<Int> {
    var rows: Set<Int> = []
    var walk = LocationWalk(over: text)
    for node in nodes where node.kind == .thematicBreak {
      guard let construct = construct(of: node), construct.kind == .delimiterRow else { continue }
      rows.insert(walk.location(ofUTF8: construct.source.lowerBound).line)
    }
    return rows
  }

  /// The printed name of a block; nil for a block that only the printed text has.
  private func name(of node: MarkdownTree.Node, at index: Int) -> String? {
    let construct = construct(of: node)
    switch (node.kind, construct?.kind) {
    case (.list, .footnote), (.list, .directive), (.heading, .directive),
      (.thematicBreak, .footnote):
      return nil
    case (.item, .footnote): return "footnote definition"
    case (.item, .directive): return "admonition"
    case (.thematicBreak, .directive): return "directive"
    case (.thematicBreak, .formula): return "formula"
    case (.thematicBreak, .delimiterRow): return TableRows.delimiterRow
    case (.heading, .cell): return TableRows.cell
    case (.item, _), (.blockQuote, _):
      guard index + 1 < Int(node.end), let inner = self.construct(of: nodes[index + 1]) else {
        break
      }
      if inner.kind == .task, node.kind == .item {
        return text.bytes[inner.source.lowerBound + 1] == .space ? "open task" : "done task"
      }
      if inner.kind == .alert { return "alert \(quoted(text.bytes[inner.source]))" }
    default: break
    }
    return commonMarkName(of: node)
  }

  private func commonMarkName(of node: MarkdownTree.Node) -> String {
    switch node.kind {
    case .document: "document"
    case .blockQuote: "quote"
    case .list: (node.isTight ? "tight " : "loose ") + listName(of: node)
    case .item: "item"
    case .codeBlock: "code block"
    case .htmlBlock: "HTML block"
    case .paragraph: "paragraph"
    case .heading: "heading \(node.number)"
    case .thematicBreak: "thematic break"
    default: "inline"
    }
  }

  private func listName(of node: MarkdownTree.Node) -> String {
    switch node.listKind {
    case .period: "ordered list from \(node.number)."
    case .parenthesis: "ordered list from \(node.number))"
    case .bullet: "bullet list"
    }
  }
}

extension DialectConstruct {
  /// Whether the source of the block is printed after its name.
  fileprivate var isShown: Bool {
    self == .footnote || self == .directive || self == .formula || self == .delimiterRow
  }
}

/// The blocks around the current one, and how many of them are printed.
private struct BlockStack {
  private var open: [(end: Int, isPrinted: Bool)] = []
  /// The indentation of the current block, in levels.
  private(set) var depth = 0

  mutating func leave(at index: Int) {
    while let last = open.last, last.end <= index {
      open.removeLast()
      if last.isPrinted { depth -= 1 }
    }
  }

  mutating func enter(until end: Int, isPrinted: Bool) {
    open.append((end, isPrinted))
    if isPrinted { depth += 1 }
  }
}

/// Finds the starts of tables and rows, since the printed text is a flat sequence of cells.
private struct TableRows {
  static let cell = "cell"
  static let delimiterRow = "delimiter row"

  private let delimiterRows: Set<Int>
  private var row = 0

  /// - Parameter rows: the lines of delimiter rows; a table begins on the line above each.
  init(startingAbove rows: Set<Int>) { delimiterRows = rows }

  /// The lines to print before a block: a table, a row, both or neither.
  mutating func lines(before name: String?, at line: Int) -> [(name: String, depth: Int)] {
    guard name == Self.cell else {
      if name != nil, name != Self.delimiterRow { row = 0 }
      return []
    }
    if line == row { return [] }
    row = line
    return delimiterRows.contains(line + 1) ? [("table", 0), ("row", 1)] : [("row", 1)]
  }

  /// The extra depth of a block, compared with its siblings in the printed text.
  func depth(of name: String) -> Int {
    name == Self.cell ? 2 : name == Self.delimiterRow ? 1 : 0
  }
}

/// The spaces before a line of a tree; they stop growing at a depth of 40.
func indentation(_ depth: Int) -> String {
  String(repeating: "  ", count: min(depth, 40))
}

/// Returns text in quotation marks, with its control characters spelled out.
func quoted(_ bytes: ArraySlice<UInt8>) -> String {
  "“\(TerminalText.name(String(decoding: bytes, as: UTF8.self)))”"
}
