import CommonMark

/// A text of a dialect with its blocks printed in CommonMark, for libcmark.
///
/// Blocks that CommonMark does not have are replaced by ones that it has and that behave the same
/// way: a table's cell is a heading of its own, a footnote an item.
package struct PrintedText: Sendable {
  /// The text for libcmark, as UTF-8.
  package let bytes: [UInt8]
  /// The end of each part that is printed in another way, in the source and in the text.
  private var ends: [(source: Int, text: Int)] = []

  package init(
    _ source: [UInt8], in dialect: Dialect, _ context: ReadingContext = .document
  ) throws(ParsingRefusal) {
    guard !dialect.isCommonMark, Constructs.mayOccur(in: source, dialect, context) else {
      bytes = source
      return
    }
    let pieces = try BlockPrinting(of: source, in: dialect, context).pieces
    var text: [UInt8] = []
    text.reserveCapacity(source.count + 16 * pieces.count)
    var position = 0
    // The sort is stable: an insertion is before a part that begins there.
    let ordered = pieces.sorted(byKey: { 2 * $0.source.lowerBound + ($0.source.isEmpty ? 0 : 1) })
    for piece in ordered where piece.source.lowerBound >= position {
      text += source[position..<piece.source.lowerBound] + piece.bytes
      position = piece.source.upperBound
      ends.append((position, text.count))
    }
    bytes = text + source[position...]
  }

  package func place(of offset: Int) -> Int {
    let next = ends.partitionPoint { $0.source > offset }
    return next == 0 ? offset : offset - ends[next - 1].source + ends[next - 1].text
  }

  /// The place in the source of an offset of the text, or the end of the part that it is in.
  package func source(of offset: Int) -> Int {
    let next = ends.partitionPoint { $0.text > offset }
    return next == 0 ? offset : offset - ends[next - 1].text + ends[next - 1].source
  }

  /// The paragraphs and headings of the text with the place of their content, and whether libcmark
  /// reads each as our own reader reads it in CommonMark; nil if it reads other blocks.
  ///
  /// - Throws: `ParsingRefusal` if the text exceeds the limits.
  package func leaves(
    in part: Range<Int>
  ) throws(ParsingRefusal) -> [(content: Range<Int>, isSame: Bool)]? {
    let library = try MarkdownTree(parsing: bytes)
    let own = SyntaxTree(bytes, in: .commonMark, .document, inlinesOf: part)
    var leaves: [(content: Range<Int>, isSame: Bool)] = []
    let line = bytes.withUnsafeBufferPointer { source in
      own.disagreement(with: library, in: source) { node, other in
        let content = own.nodes[node].content
        guard part.overlaps(own.nodes[node].range), library.nodes[other].kind.holdsInlines else {
          return
        }
        leaves.append((content, own.hasSameInlines(node, as: other, of: library, in: source)))
      }
    }
    return line == nil ? leaves : nil
  }
}

struct PrintedPiece {
  /// The UTF-8 range in the source; empty for an insertion.
  var source: Range<Int>
  var bytes: [UInt8]
}

/// Finds the blocks of a dialect, and how they are printed in CommonMark.
///
/// A cell is a heading, which has only inlines, on one line. A delimiter row is a thematic break.
/// Cells without a column are hidden. A footnote is an item of a list, and metadata an empty line.
struct BlockPrinting {
  private let tree: SyntaxTree
  private let source: Bytes
  private let extensions: SyntaxExtensions
  private(set) var pieces: [PrintedPiece] = []

  init(
    of source: [UInt8], in dialect: Dialect, _ context: ReadingContext
  ) throws(ParsingRefusal) {
    if let refusal = ParsingLimits.standard.refusal(of: source) { throw refusal }
    self = source.withUnsafeBufferPointer { bytes in
      let tree = BlockParser.tree(
        of: bytes, dialect.extensions, documentStart: context.documentStart)
      return BlockPrinting(tree, in: bytes, dialect.extensions)
    }
  }

  private init(_ tree: SyntaxTree, in source: Bytes, _ extensions: SyntaxExtensions) {
    self.tree = tree
    self.source = source
    self.extensions = extensions
    var open: [SyntaxTree.Node] = []
    for (index, node) in tree.nodes.enumerated() {
      while let last = open.last, last.end <= index { open.removeLast() }
      switch node.kind {
      case .document, .quote, .list, .item: open.append(node)
      case .footnote:
        open.append(node)
        writeFootnote(node)
      case .metadata:
        let end = FrontMatter.pastLineEnding(
          in: source, at: Int(tree.lines[Int(node.lines.upperBound) - 1].end))
        append(Int(node.start)..<end, [.lineFeed])
      case .table: writeTable(node, index)
      case .paragraph, .heading:
        let isFirst = index > 0 && tree.nodes[index - 1].end > index
        writeLeaf(node, in: isFirst ? open.last?.kind : nil)
      default: break
      }
    }
  }

  private mutating func append(_ range: Range<Int>, _ bytes: [UInt8]) {
    pieces.append(PrintedPiece(source: range, bytes: bytes))
  }

  private mutating func writeFootnote(_ node: SyntaxTree.Node) {
    let start = Int(node.start)
    let line = tree.lines[Int(node.lines.lowerBound)]
    let text = Bytes(rebasing: source[..<Int(line.end)])
    guard let label = tree.footnoteLabel(of: node, in: source) else { return }
    let content = text.skippingBlanks(from: label.upperBound + 2)
    // An item's content is in the same column as the definition's.
    var blanks = start
    while blanks > Int(line.start), source[blanks - 1] == .space { blanks -= 1 }
    let indentation = blanks == Int(line.start) ? start - blanks : 0
    let padding = indentation > 3 ? 3 : Swift.max(1, 3 - indentation)
    // An empty item would not interrupt a paragraph, as an empty footnote does.
    let rule = content == text.count ? Array("***".utf8) : []
    append(
      start..<content, [.plusSign] + [UInt8](repeating: .space, count: padding) + rule)
  }

  private mutating func writeLeaf(_ node: SyntaxTree.Node, in parent: SyntaxTree.Kind?) {
    let leaf = tree.leaf(node, in: source)
    if extensions.contains(.tasks), parent == .item,
      let box = LeafPrefix.task(at: leaf.content.lowerBound, in: source, extensions)
    {
      append(box, LeafPrefix.blank)
    }
    guard node.kind == .paragraph else { return }
    if extensions.contains(.alerts), parent == .quote,
      let name = LeafPrefix.alert(
        on: leaf.lines[0], in: source, hasTitles: extensions.contains(.wikiLinks))
    {
      append(name, LeafPrefix.blank)
    }
    if extensions.contains(.math) {
      for formula in DisplayMath.formulas(of: leaf.lines, in: source) {
        let end = leaf.lines[formula.upperBound].upperBound
        // No mark crosses a thematic break.
        append(leaf.lines[formula.lowerBound].lowerBound..<end, Array("___".utf8))
      }
    }
    guard extensions.contains(.directiveLines) else { return }
    for line in leaf.lines {
      if let bytes = DirectiveLine.replacement(for: line, in: source) {
        append(line, bytes)
      }
    }
  }

  private mutating func writeTable(_ node: SyntaxTree.Node, _ index: Int) {
    let first = Int(node.lines.lowerBound)
    let other = tree.nodes[index - 1]
    // Pipes in the paragraph above a table are unescaped as in the table (cmark-gfm).
    if other.kind == .paragraph, other.lines.upperBound == node.lines.lowerBound {
      for line in tree.leaf(other, in: source).lines { unescapePipes(in: line) }
    }
    let rule = tree.lines[first + 1]
    // The line prefix in the table.
    let prefix = Array(source[Int(rule.start)..<Int(rule.first)])
    for number in Int(node.lines.lowerBound)..<Int(node.lines.upperBound) {
      let line = Int(tree.lines[number].first)..<Int(tree.lines[number].end)
      if number == first + 1 {
        append(line, Array("***".utf8))
      } else {
        writeRow(line, prefix, columns: Int(node.number))
      }
    }
  }

  private mutating func writeRow(_ line: Range<Int>, _ prefix: [UInt8], columns: Int) {
    let marker = Array("######".utf8)
    var position = line.lowerBound
    for (index, cell) in TableRow.cells(of: line, in: source).prefix(columns).enumerated() {
      // Adds a blank to the existing ones, so that a word typed beside a pipe is in the cell.
      let begin = (index > 0 ? [.space, .numberSign, .lineFeed] + prefix : []) + marker + [.space]
      append(position..<cell.lowerBound, begin)
      unescapePipes(in: cell)
      position = cell.upperBound
    }
    var end = line.upperBound
    while end > position, source[end - 1].isBlank { end -= 1 }
    append(position..<Swift.max(position, end), [.space, .numberSign])
  }

  /// Replaces `\|`, which is a pipe to the inlines of a cell, even in code.
  private mutating func unescapePipes(in line: Range<Int>) {
    for index in line.dropLast()
    where source[index] == .backslash && source[index + 1] == .verticalLine {
      append(index..<index + 2, [.verticalLine])
    }
  }
}

/// Formulas on lines of a paragraph, from `$$` at the start of a line to `$$` at a line's end.
package enum DisplayMath {
  /// The first and last lines of the formulas in a paragraph: the last three lines of `a⏎$$⏎b⏎$$`.
  package static func formulas(
    of lines: [Range<Int>], in text: UnsafeBufferPointer<UInt8>
  ) -> [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    var line = 0
    while line < lines.count {
      guard let last = lastLine(of: lines, from: line, in: text) else {
        line += 1
        continue
      }
      result.append(line...last)
      line = last + 1
    }
    return result
  }

  private static func lastLine(of lines: [Range<Int>], from first: Int, in text: Bytes) -> Int? {
    let start = lines[first].lowerBound
    guard lines[first].count > 1, text[start] == .dollarSign, text[start + 1] == .dollarSign else {
      return nil
    }
    for line in first..<lines.count {
      var index = line == first ? start + 3 : lines[line].lowerBound
      let end = lines[line].upperBound
      while index < end {
        if text[index] == .dollarSign {
          // A single dollar does not end a formula, and a formula cannot contain one.
          guard index + 1 < end, text[index + 1] == .dollarSign else { return nil }
          return text[(index + 2)..<end].allSatisfy { $0.isBlank } ? line : nil
        }
        index += text[index] == .backslash ? 2 : 1
      }
    }
    return nil
  }
}
