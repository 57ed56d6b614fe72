import MarkdownSyntax
import TextEditing

/// The lines of a text with their prefixes. A command on blocks edits the prefixes; a line whose
/// prefixes and content do not change keeps its bytes.
struct BlockRows {
  let source: [UInt8]
  let tree: SyntaxTree
  let dialect: Dialect
  private let inlineTree: InlineTree
  private(set) var rows: [BlockRow] = []
  var containers: [RowContainer] = []
  var ending: [UInt8] = [.lineFeed]
  var usesTabs = false
  /// Whether what a command writes after tabs reaches to a tab stop, not only to the content.
  var endsAtStops = true

  /// A line. One that is never written to keeps its bytes.
  subscript(line: Int) -> BlockRow {
    _read { yield rows[line] }
    _modify {
      rows[line].isRead = false
      yield &rows[line]
    }
  }
  var count: Int { rows.count }
  var indices: Range<Int> { rows.indices }

  mutating func insert(_ row: BlockRow, at line: Int) { rows.insert(row, at: line) }
  mutating func replace(_ lines: Range<Int>, with new: [BlockRow]) {
    rows.replaceSubrange(lines, with: new)
  }

  /// Reads the lines of a text.
  ///
  /// - Complexity: O(*n*), and O(*d*) for each line in *d* containers.
  ///
  /// - Parameter part: the range whose inlines are read now, because they will be needed.
  init(
    _ source: [UInt8], in dialect: Dialect, _ context: ReadingContext, inlinesOf part: Range<Int>
  ) {
    (self.source, self.dialect) = (source, dialect)
    tree = SyntaxTree(source, in: dialect, context, inlinesOf: part)
    inlineTree = InlineTree(dialect, context, tree, part)
    rows.reserveCapacity(tree.lines.count + 1)
    source.withUnsafeBufferPointer { bytes in
      var reader = RowReader(tree, bytes)
      while let row = reader.next(&containers) { rows.append(row) }
    }
    if dialect.extensions.contains(.tasks) { takeBoxes() }
    takeHashes()
    // The first lines of a region may not be the document's.
    if let last = rows.last(where: { !$0.ending.isEmpty }) { ending = Array(source[last.ending]) }
    if rows.last.map({ !$0.ending.isEmpty }) ?? true {
      // The empty line after the last line ending.
      var row = BlockRow()
      row.body = source.count..<source.count
      (row.line, row.start) = (row.body, source.count)
      rows.append(row)
    }
    usesTabs = rows.contains { row in
      row.prefixes.contains { prefix in
        containers[prefix.container].isItem
          && (source[prefix.lead.source].contains(.tab) || source[prefix.pad.source].contains(.tab))
      }
    }
  }

  /// The tree with the inlines of a leaf.
  ///
  /// Most commands need none, so that they are read when the first one does.
  func tree(withInlinesOf leaf: Int) -> SyntaxTree {
    inlineTree.read(source, tree.nodes[leaf].range)
  }

  func crossing(_ leaf: Int) -> (inlines: [SyntaxTree.Node], breaks: [SyntaxTree.Node]) {
    _ = tree(withInlinesOf: leaf)
    return (inlineTree.crossing, inlineTree.hardBreaks)
  }

  func inlines(_ leaf: Int) -> InlineLeaf? {
    let own = tree.nodes[leaf]
    let tree = tree(withInlinesOf: leaf)
    let first = tree.nodes.partitionPoint { $0.start >= own.start }
    guard
      let index = tree.nodes[first...].firstIndex(where: {
        $0.kind == own.kind && $0.lines == own.lines
      })
    else { return nil }
    return InlineLeaf(
      index, of: tree, in: source, hasFootnotes: dialect.extensions.contains(.footnotes))
  }

  /// Takes the boxes of tasks from the texts of their items, also without text after them: `- [ ]`.
  private mutating func takeBoxes() {
    for line in rows.indices {
      let row = rows[line]
      guard row.kind == .paragraph, let prefix = row.prefixes.last, !prefix.sign.isEmpty,
        containers[prefix.container].isItem, let box = box(at: row.body)
      else { continue }
      containers[prefix.container].box = Array(source[box])
      rows[line].body = box.upperBound..<row.body.upperBound
      let isAlone = line + 1 == rows.count || rows[line + 1].leaf != row.leaf
      if rows[line].body.isEmpty, isAlone { rows[line].clear() }
    }
  }

  func box(at text: Range<Int>) -> Range<Int>? {
    guard text.count >= 3, source[text.lowerBound] == .leftBracket,
      source[text.lowerBound + 2] == .rightBracket,
      LeafPrefix.isState(source[text.lowerBound + 1], dialect.extensions),
      text.count == 3 || source[text.lowerBound + 3].isBlank
    else { return nil }
    let end = source[(text.lowerBound + 3)..<text.upperBound].firstIndex { !$0.isBlank }
    return text.lowerBound..<(end ?? text.upperBound)
  }

  private mutating func takeHashes() {
    for line in rows.indices where rows[line].kind == .heading && !isSetext(rows[line].leaf) {
      let text = rows[line].body
      var start = text.lowerBound
      while start < text.upperBound, source[start] == .numberSign { start += 1 }
      while start < text.upperBound, source[start].isBlank { start += 1 }
      var end = text.upperBound
      while end > start, source[end - 1].isBlank { end -= 1 }
      var hashes = end
      while hashes > start, source[hashes - 1] == .numberSign { hashes -= 1 }
      if hashes < end, hashes == start || source[hashes - 1].isBlank {
        end = hashes
        while end > start, source[end - 1].isBlank { end -= 1 }
      }
      rows[line].head = Array(source[text.lowerBound..<start])
      rows[line].tail = Array(source[end..<text.upperBound])
      rows[line].body = start..<end
    }
  }

  func isSetext(_ leaf: Int?) -> Bool {
    guard let leaf, leaf >= 0, tree.nodes[leaf].kind == .heading else { return false }
    return tree.nodes[leaf].mark != .numberSign
  }
}

private struct RowReader {
  private let tree: SyntaxTree
  private let bytes: Bytes
  private var line = 0
  private var node = 1
  /// The containers and leaves that are open, with their number among the containers.
  private var open: [(node: Int, container: Int)] = []
  /// Those that ended with the block before.
  private var behind: [(node: Int, container: Int)] = []
  private var leaf: Int?
  private var lists: [Int] = []

  init(_ tree: SyntaxTree, _ bytes: Bytes) { (self.tree, self.bytes) = (tree, bytes) }

  mutating func next(_ containers: inout [RowContainer]) -> BlockRow? {
    guard line < tree.lines.count else { return nil }
    defer { line += 1 }
    let own = tree.lines[line]
    let number = Int32(truncatingIfNeeded: line)
    // Blocks that end before this line. Blank lines after a quote's last block may have its marker.
    let ended = open.firstIndex { tree.nodes[$0.node].lines.upperBound <= number } ?? open.count
    behind = open[ended...] + behind
    open.removeSubrange(ended...)
    if let leaf, tree.nodes[leaf].lines.upperBound <= number { self.leaf = nil }
    var row = BlockRow()
    while node < tree.nodes.count {
      let next = tree.nodes[node]
      guard next.lines.lowerBound <= number else { break }
      switch next.kind {
      case .list:
        while let last = lists.last, tree.nodes[last].endIndex <= node { lists.removeLast() }
        lists.append(node)
        node += 1
      case .quote, .item, .footnote:
        var container = RowContainer(kind: next.kind, marker: [], width: 0, node: node)
        if next.kind == .item, let list = lists.last(where: { tree.nodes[$0].endIndex > node }) {
          container.list = list
        }
        behind = []
        container.hint = line
        open.append((node, containers.count))
        containers.append(container)
        node += 1
        if next.kind == .footnote, node < tree.nodes.count, tree.nodes[node].kind == .label {
          node += 1
        }
      default:
        leaf = node
        node = next.endIndex
      }
    }
    if leaf != nil { behind = [] }
    var cursor = LineCursor(Int(own.start)..<Int(own.end))
    var isLazy = false
    for (place, index) in open {
      var prefix = RowPrefix(container: index)
      let container = tree.nodes[place]
      if isLazy {
        row.prefixes.append(prefix)
        continue
      }
      let start = cursor
      let isFirst = container.lines.lowerBound == number
      if isFirst {
        containers[index].width = container.skipMarker(&cursor, in: bytes)
      } else if !container.continues(on: &cursor, in: bytes) {
        isLazy = true
        row.prefixes.append(prefix)
        continue
      }
      if container.kind == .quote || isFirst {
        let indent = start.indent(in: bytes)
        prefix.lead = .read(indent.columns, start.offset..<indent.first)
        let end = signEnd(of: container, at: indent.first, cursor.offset)
        (prefix.sign, prefix.place) = ([UInt8](bytes[indent.first..<end]), indent.first)
        var marker = start
        marker.advance(to: end, in: bytes)
        prefix.pad = .read(cursor.column - marker.column, end..<Swift.max(end, cursor.offset))
        if isFirst { containers[index].marker = prefix.sign }
      } else {
        prefix.lead = .read(cursor.column - start.column, start.offset..<cursor.offset)
      }
      row.prefixes.append(prefix)
    }
    if leaf == nil, !isLazy {
      // Markers of quotes that ended with the block before, perhaps in items that did, too.
      var (end, ended) = (cursor, [RowPrefix]())
      for (place, index) in behind {
        let start = end
        let indent = end.indent(in: bytes)
        guard tree.nodes[place].continues(on: &end, in: bytes) else { break }
        var prefix = RowPrefix(container: index)
        if tree.nodes[place].kind == .quote {
          prefix.lead = .read(indent.columns, start.offset..<indent.first)
          (prefix.sign, prefix.place) = ([.greaterThan], indent.first)
          prefix.pad = .read(end.offset - indent.first - 1, indent.first + 1..<end.offset)
          row.prefixes += ended + [prefix]
          (cursor, ended) = (end, [])
        } else {
          prefix.lead = .read(end.column - start.column, start.offset..<end.offset)
          ended.append(prefix)
        }
      }
      if !behind.isEmpty, row.prefixes.count == open.count { behind = [] }
    }
    let indent = cursor.indent(in: bytes)
    row.indent = .read(indent.columns, cursor.offset..<indent.first)
    row.start = indent.first
    row.body = indent.first..<Swift.max(indent.first, Int(own.end))
    (row.leaf, row.origin) = (leaf, leaf)
    if let leaf {
      row.kind = tree.nodes[leaf].kind
      row.level = tree.nodes[leaf].level ?? 0
    }
    (row.line, row.isRead) = (Int(own.start)..<Int(own.end), true)
    let following = line + 1 < tree.lines.count ? Int(tree.lines[line + 1].start) : bytes.count
    row.ending = Int(own.end)..<following
    return row
  }

  private func signEnd(of node: SyntaxTree.Node, at start: Int, _ limit: Int) -> Int {
    if node.kind == .quote { return start + 1 }
    var end = start
    while end < limit, !bytes[end].isBlank { end += 1 }
    if node.kind == .footnote { return end }
    // `-` at a line's end, or before a tab that is used in part.
    return Swift.max(start + 1, end)
  }
}

/// The tree of a text with the inlines that were needed so far.
private final class InlineTree {
  private let dialect: Dialect
  private let context: ReadingContext
  private var tree: SyntaxTree
  private var part: Range<Int>
  private(set) var crossing: [SyntaxTree.Node] = []
  private(set) var hardBreaks: [SyntaxTree.Node] = []

  init(_ dialect: Dialect, _ context: ReadingContext, _ tree: SyntaxTree, _ part: Range<Int>) {
    (self.dialect, self.context, self.tree, self.part) = (dialect, context, tree, part)
    findCrossing()
  }

  func read(_ source: [UInt8], _ range: Range<Int>) -> SyntaxTree {
    if part.overlaps(range) { return tree }
    part = part.isEmpty ? range : part.joined(with: range)
    tree = SyntaxTree(source, in: dialect, context, inlinesOf: part)
    findCrossing()
    return tree
  }

  private func findCrossing() {
    let ends = tree.lines.map { Int($0.end) }
    hardBreaks = tree.nodes.filter { $0.kind == .hardBreak }
    crossing = tree.nodes.filter { node in
      guard node.lines.isEmpty, ![.text, .softBreak, .hardBreak].contains(node.kind) else {
        return false
      }
      let next = ends.partitionPoint { $0 > node.range.lowerBound }
      return next < ends.count && ends[next] < node.range.upperBound
    }
  }
}

/// A quote, an item or a footnote whose lines begin with a marker or with blanks.
struct RowContainer {
  var kind: SyntaxTree.Kind
  /// The marker: `>`, `-`, `12.` or `[^a]:`.
  var marker: [UInt8]
  /// The columns of blanks that its further lines need, if it is an item or a footnote.
  var width: Int
  /// The box of a task with the blanks after it, such as `[x] `; empty for other items.
  var box: [UInt8] = []
  /// Its place in the tree that was read; nil if a command made it.
  var node: Int?
  /// A line near its first one, at which the search for that begins.
  var hint = 0
  /// The place in the tree of the list of an item that was read.
  var list: Int?

  var isItem: Bool { kind == .item }
  var isOrdered: Bool { kind == .item && marker.count > 1 }
  /// The bullet, or the character after the number.
  var delimiter: UInt8 { marker.last ?? 0 }
  var isOpen: Bool { box.count > 1 && box[1] == .space }
  var number: Int { marker.dropLast().reduce(0) { $0 &* 10 &+ Int($1 & 15) } }
  var nextMarker: [UInt8] {
    isOrdered ? Array(String(number + 1).utf8) + [delimiter] : marker
  }
}

/// The blanks at a place of a line: the columns wanted, those that were read, and their source.
struct Blanks: Equatable {
  var columns = 0
  var old = 0
  var source = 0..<0

  static func new(_ columns: Int) -> Blanks { Blanks(columns: columns) }
  static func read(_ columns: Int, _ source: Range<Int>) -> Blanks {
    Blanks(columns: columns, old: columns, source: source)
  }
  var isNew: Bool { source.isEmpty && old == 0 && columns > 0 }
}

/// What a line has of a container: blanks, a marker and blanks; only blanks on further lines of an
/// item; nothing on a line that continues a paragraph without its prefixes (CommonMark 0.30 §5.1).
struct RowPrefix {
  var container: Int
  var lead = Blanks()
  /// The marker; empty if the line has none.
  var sign: [UInt8] = []
  var place: Int?
  var pad = Blanks()
}

/// A line: its containers from the outermost to the innermost, the blanks before its content, and
/// the content.
struct BlockRow {
  var prefixes: [RowPrefix] = []
  var indent = Blanks()
  /// The part of the source that is the content; of a heading, the text.
  var body = 0..<0
  /// The source before and after it, such as the hashes of a heading with their blanks.
  var head: [UInt8] = []
  var tail: [UInt8] = []
  /// An offset of the source before which a backslash is written.
  var escape: Int?
  /// Replacements of parts of the body, in ascending order, such as the blanks around a cell.
  var edits: [TextEdit.Replacement] = []
  /// The block without blocks in it: its place in the tree, or a negative number for a new one; nil
  /// if the line is blank.
  var leaf: Int?
  var kind = SyntaxTree.Kind.document
  var level = 0
  /// The offset of the source where the content begins: the box, the hashes or the text.
  var start = 0
  /// The line in the source, without its line ending; nil for a line that is new.
  var line: Range<Int>?
  var ending = 0..<0
  /// The block in the tree that the content was read in.
  var origin: Int?
  var isRead = false
  /// Whether the line may be read as anything, as a line of code that comes out of its block.
  var isFree = false
  /// Whether text will be typed on the line. It is read with a word, and its blanks are written.
  var isOpen = false

  var isBlank: Bool { leaf == nil }
  var isEmpty: Bool { head.isEmpty && body.isEmpty && tail.isEmpty }
  var innermost: Int? { prefixes.last?.container }
  /// Changes to the source of the text, including an added backslash.
  var changes: [TextEdit.Replacement] {
    escape.map { [.init($0..<$0, with: [.backslash])] } ?? edits
  }

  mutating func clear() {
    (leaf, origin, kind, level) = (nil, nil, .document, 0)
  }

  func index(of container: Int) -> Int? { prefixes.firstIndex { $0.container == container } }
  func holds(_ container: Int) -> Bool { prefixes.contains { $0.container == container } }
  func hasSign(of container: Int) -> Bool {
    prefixes.contains { $0.container == container && !$0.sign.isEmpty }
  }
}
