import CommonMark
import MarkdownSyntax

/// Makes the leaves of the tree of one leaf of libcmark's: a paragraph may begin with definitions and
/// hold a table, and a setext heading ends with its underline.
struct LeafSplitter {
  let reader: BlockReader
  /// The last row of a table that a block ends which would end no paragraph.
  private(set) var endedRow: (line: Int, content: Range<Int>)?

  init(_ reader: BlockReader) { self.reader = reader }

  mutating func blocks(of leaf: Block) -> [Block] {
    var leaf = leaf
    var result: [Block] = []
    switch leaf.kind {
    case .paragraph, .heading: break
    default: return [leaf]
    }
    if let first = firstLine(ofNode: leaf.id), first > 0, first < leaf.lines.count {
      var definition = Block(.definition)
      definition.lines = Array(leaf.lines[..<first])
      result.append(definition)
      leaf.lines.removeFirst(first)
    }
    if isFootnote(leaf) {
      leaf.kind = .definition
      return result + [leaf]
    }
    if case .heading = leaf.kind, leaf.lines.count > 1 {
      leaf.heading.underline = leaf.lines.removeLast()
    }
    return result + tableSplit(leaf)
  }

  /// The first line of a leaf that is content: what stands above it is definitions.
  private func firstLine(ofNode node: Int) -> Int? {
    let leaves = reader.reading.leaves
    var low = 0
    var high = leaves.count
    while low < high {
      let middle = (low + high) / 2
      if leaves[middle].node < node { low = middle + 1 } else { high = middle }
    }
    guard low < leaves.count, leaves[low].node == node else { return nil }
    let start = Int(reader.reading.tree.nodes[node].startLine) - 1
    var line = start
    while line + 1 < reader.lines.count,
      reader.lines[line + 1].lowerBound <= leaves[low].content.lowerBound
    {
      line += 1
    }
    return line - start
  }

  /// Whether a paragraph begins with a footnote definition, in a dialect that has them: `[^a]: b`.
  private func isFootnote(_ leaf: Block) -> Bool {
    guard reader.dialect.extensions.contains(.footnotes), leaf.kind == .paragraph,
      let content = leaf.lines[0].content
    else { return false }
    let bytes = reader.source[content]
    guard bytes.starts(with: [0x5B, 0x5E]), let close = bytes.firstIndex(of: 0x5D) else {
      return false
    }
    return close + 1 < bytes.endIndex && bytes[close + 1] == 0x3A && close > bytes.startIndex + 2
  }

  /// The table of a paragraph, with what stands before and behind it.
  private mutating func tableSplit(_ leaf: Block) -> [Block] {
    guard reader.dialect.extensions.contains(.tables), leaf.lines.count > 1 else { return [leaf] }
    let rows = leaf.lines.compactMap { $0.content }
    guard rows.count == leaf.lines.count else { return [leaf] }
    guard let (start, end) = table(of: leaf, rows) else { return [leaf] }
    let isEnded =
      end < rows.count
      || leaf.heading.underline?.content.map { endsTable(reader.source[$0]) } ?? false
    if isEnded, !rows[end - 1].isEmpty {
      endedRow = (leaf.lines[end - 1].origin, rows[end - 1])
    }
    return parts(leaf, start, end)
  }

  /// Whether what libcmark takes for the underline of a heading is a block behind a table: a bullet or
  /// a rule, `-` or `---`.
  private func endsTable(_ underline: ArraySlice<UInt8>) -> Bool {
    let dashes = underline.count { $0 == 0x2D }
    return dashes == 1 || dashes > 2
  }

  /// How many columns of blanks a line has behind its containers; a row of a table has at most three.
  private func indentation(of line: Line) -> Int {
    if line.cutTab == 0, !reader.source[line.indent].contains(0x09) { return line.indent.count }
    let column = reader.source[reader.lines[line.origin].lowerBound..<line.indent.lowerBound]
      .endColumn()
    let start = line.cutTab > 0 ? column + 4 - column % 4 - line.cutTab : column
    return reader.source[line.indent].endColumn(from: column) - start
  }

  /// Whether a line stands where a row may stand: not the second of `> a⏎b`.
  private func isRow(_ line: Line) -> Bool { !line.isLazy && indentation(of: line) < 4 }

  /// The first and last line of the table in a paragraph; nil where there is none.
  private func table(of leaf: Block, _ rows: [Range<Int>]) -> (start: Int, end: Int)? {
    reader.source.withUnsafeBufferPointer { source -> (start: Int, end: Int)? in
      for index in rows.indices.dropFirst() where isRow(leaf.lines[index]) {
        guard let columns = TableRow.delimiterColumns(of: rows[index], in: source) else { continue }
        guard TableRow.cells(of: rows[index - 1], in: source).count == columns else { return nil }
        var end = index + 1
        while end < rows.count, isRow(leaf.lines[end]),
          !TableRow.beginsBlock(rows[end], in: source)
        {
          end += 1
        }
        return (index - 1, end)
      }
      return nil
    }
  }

  private func parts(_ leaf: Block, _ start: Int, _ end: Int) -> [Block] {
    var result: [Block] = []
    let words = leaf.words
    let breaks = words.breaks
    if start > 0 {
      var before = Block(.paragraph)
      before.lines = Array(leaf.lines[..<start])
      before.words = words.lines(0..<start, breaks)
      result.append(before)
    }
    var table = Block(.table)
    table.lines = Array(leaf.lines[start..<end])
    if end == leaf.lines.count, let underline = leaf.heading.underline {
      table.lines.append(underline)
    }
    result.append(table)
    if end < leaf.lines.count {
      var behind = Block(.paragraph)
      behind.lines = Array(leaf.lines[end...])
      behind.words = words.lines(end..<leaf.lines.count, breaks)
      result.append(behind)
    }
    return result
  }
}

/// Finds the box of a task: `[ ]` at the start of an item's first paragraph (GFM 0.29 §5.3).
struct TaskReader {
  let source: [UInt8]
  /// Whether the dialect has tasks, such as `- [ ] a`.
  let isOn: Bool

  init(_ source: [UInt8], _ dialect: Dialect) {
    self.source = source
    isOn = dialect.extensions.contains(.tasks)
  }

  /// Makes a task of an item whose first leaf begins with a box.
  func readBox(of block: inout Block) {
    guard isOn, block.kind == .item, let first = block.children.first, first.kind == .paragraph,
      let content = first.lines[0].content, let end = Self.box(at: content, in: source),
      end > content.lowerBound
    else { return }
    block.marker.box = Box(
      isDone: source[content.lowerBound + 1] != 0x20, source: content.lowerBound..<end)
    block.children[0].lines[0].pieces = [.source(end..<content.upperBound)]
    let words = block.children[0].words
    // `[`, its mark, `]` and the blanks are characters to libcmark.
    block.children[0].words = Array(words.dropFirst(end - content.lowerBound))
  }

  /// Where the text behind a box begins.
  static func box(at content: Range<Int>, in source: [UInt8]) -> Int? {
    let start = content.lowerBound
    guard content.count > 3, source[start] == 0x5B, source[start + 2] == 0x5D,
      source[start + 1] == 0x20 || source[start + 1] | 0x20 == 0x78
    else { return nil }
    var end = start + 3
    while end < content.upperBound, source[end] == 0x20 || source[end] == 0x09 { end += 1 }
    return end > start + 3 && end < content.upperBound ? end : nil
  }
}

extension HeadingForm {
  /// Reads `## text ##`; nil where the line is no ATX heading (CommonMark 0.30 §4.2).
  static func atx(on line: Range<Int>, in source: [UInt8]) -> (form: HeadingForm, text: Range<Int>)?
  {
    var start = line.lowerBound
    while start < line.upperBound, source[start] == 0x23 { start += 1 }
    guard start > line.lowerBound, start - line.lowerBound <= 6 else { return nil }
    var form = HeadingForm()
    form.hashes = line.lowerBound..<start
    var text = start
    while text < line.upperBound, source[text].isSpaceOrTab { text += 1 }
    form.padding = Array(source[start..<text])
    var end = line.upperBound
    while end > text, source[end - 1].isSpaceOrTab { end -= 1 }
    var hashes = end
    while hashes > text, source[hashes - 1] == 0x23 { hashes -= 1 }
    if hashes < end, hashes == text || source[hashes - 1].isSpaceOrTab {
      end = hashes
      while end > text, source[end - 1].isSpaceOrTab { end -= 1 }
    }
    if end < line.upperBound { form.closing = end..<line.upperBound }
    return (form, text..<end)
  }
}

extension UInt8 {
  /// Whether the byte is a space or a tab: `" "`, not `"\n"`.
  var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }
}

extension [UInt64] {
  /// The words of some of a paragraph's lines.
  ///
  /// - Parameter breaks: where its breaks are.
  /// - Complexity: O(*m*) in the number of words.
  func lines(_ range: Range<Int>, _ breaks: [Int]) -> [UInt64] {
    guard range.lowerBound <= breaks.count else { return [] }
    let start = range.lowerBound > 0 ? breaks[range.lowerBound - 1] + 1 : 0
    let end = range.upperBound <= breaks.count ? breaks[range.upperBound - 1] : count
    return Array(self[start..<end])
  }
}
