import MarkdownSyntax
import TextEditing

/// Pastes Markdown at a caret. In the caret's containers, it is read as the same blocks as alone.
///
/// In text, the first and the last of several paragraphs join the text around the caret. A list
/// pasted into an item becomes items of its list. Code takes the text literally, a cell in one
/// line.
struct PasteCommand {
  let tree: BlockTree
  let caret: Int
  let text: [UInt8]

  /// Whether the text has no line ending, such as `a`.
  private var isOneLine: Bool { !text.contains { $0.isLineEnding } }

  func result() -> NewlineCommand.Result {
    guard let path = tree.path(at: caret) else { return plain() }
    let leaf = tree.root[path[...]]
    switch leaf.kind {
    case .table:
      guard tree.isInCell(caret) else { return plain() }
      return .typing(text.asCell, at: caret)
    case .code(let isFenced): return literal(leaf, isFenced: isFenced)
    case .blank: return (onBlankLine() ?? nil).map { .tree($0) } ?? plain()
    case .paragraph, .heading:
      if tree.isInFormula(caret, of: leaf) { return plain() }
      return inText(path, leaf).map { .tree($0) } ?? plain()
    default: return plain()
    }
  }

  /// The blocks of the pasted text, without blank lines around them. Nil for front matter and
  /// footnotes, which cannot be inside another block.
  private var blocks: [Block]? {
    guard let pasted = try? BlockTree(text, in: tree.dialect) else { return nil }
    if pasted.root.holds([.metadata, .footnote]) { return nil }
    let (_, blocks, _) = pasted.root.children.withoutBlankEnds
    return blocks.isEmpty ? nil : blocks.map { $0.detached(from: pasted) }
  }

  /// The text as it is, with the prefixes of the caret's containers on its further lines.
  func plain() -> NewlineCommand.Result {
    let number = tree.line(at: caret)
    let isInside = caret > tree.lines[number].lowerBound
    let prefix = isInside ? tree.path(at: caret).map { tree.continuation(of: $0) } ?? [] : []
    return .typing(joined(prefix), at: caret)
  }

  /// The lines of the text with the document's line ending and a prefix between them.
  private func joined(_ prefix: [UInt8]) -> [UInt8] {
    let lines = text.textLines
    let bare = prefix[..<(prefix.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0)]
    return lines[0]
      + lines.dropFirst().enumerated().flatMap { index, line in
        tree.usualEnding + (line.isEmpty && index + 2 < lines.count ? Array(bare) : prefix) + line
      }
  }

  /// The text as lines of the caret's code block. A fence that it would close becomes longer.
  private func literal(_ leaf: Block, isFenced: Bool) -> NewlineCommand.Result {
    let number = tree.line(at: caret)
    guard let line = leaf.lines.first(where: { $0.origin == number }), let content = line.content,
      let path = tree.path(at: caret), let first = leaf.lines.first?.content
    else { return plain() }
    // With a tab that the container uses in part.
    let start = content.lowerBound + (line.cutTab > 0 ? 1 : 0)
    var prefix = Array(tree.source[tree.lines[number].lowerBound..<start])
    if prefix.contains(where: { !$0.isBlank && $0 != .greaterThan }) {
      prefix = tree.continuation(of: path)
    }
    if !isFenced {
      let rest = tree.source[start..<max(start, content.upperBound)]
      prefix += rest.first == .tab ? [.tab] : Array(rest.prefix { $0 == .space }.prefix(4))
    }
    let bytes = joined(prefix)
    let opening = tree.source[first].drop { $0.isBlank }
    guard isFenced, let fence = opening.first, line.origin != leaf.lines[0].origin else {
      return .typing(bytes, at: caret)
    }
    let length = opening.prefix { $0 == fence }.count
    let longest =
      text.textLines.map { line in
        let run = line.trimmed
        return run.allSatisfy { $0 == fence } ? run.count : 0
      }.max() ?? 0
    let missing = [UInt8](repeating: fence, count: max(0, longest + 1 - length))
    if longest < length { return .typing(bytes, at: caret) }
    var replacements = [
      TextEdit.Replacement(opening.startIndex..<opening.startIndex, with: missing),
      TextEdit.Replacement(caret..<caret, with: bytes),
    ]
    if tree.hasClosingFence(leaf), let end = leaf.lines.last?.content {
      let place = tree.source[end].firstIndex(of: fence) ?? end.upperBound
      // The caret is in the closing fence, not in the code.
      if place < caret { return .typing(bytes, at: caret) }
      replacements.append(TextEdit.Replacement(place..<place, with: missing))
    }
    return .plain(TextEdit(replacements), caret: caret + missing.count + bytes.count)
  }
}

extension PasteCommand {
  /// Puts the blocks in place of the caret's blank line, or returns nil for a line of text. Rows of
  /// cells from a spreadsheet become a table.
  private func onBlankLine() -> BlockChange?? {
    let selection = BlockSelection([caret..<caret], in: tree)
    let root = tree.takingIndentedBlank(selection).root
    guard let path = root.path(toLine: tree.line(at: caret)) else { return nil }
    if tree.dialect.extensions.contains(.tables), let rows = spreadsheetRows {
      let table = TableText(rows: rows.map { $0.map { $0.asCell } }).block
      return BlockChange(root: root.replacing(path[...], with: [table]), effect: .typed)
    }
    guard let blocks, !(isOneLine && blocks.map { $0.kind } == [.paragraph]) else { return nil }
    if let change = amongItems(blocks, path, in: root) { return change }
    return change(root, path[...], blocks)
  }

  /// The rows of a text from a spreadsheet: at least two, with the same number of cells.
  private var spreadsheetRows: [[[UInt8]]]? {
    guard let table = DelimitedText(text, separator: .tab), table.rows.count > 1, table.isEven,
      // Lines that all begin with a tab are indented.
      table.rows[0].count > 1, table.rows.contains(where: { !$0[0].isEmpty })
    else { return nil }
    return table.rows
  }

  /// Puts the blocks into the caret's text, or returns nil for a line or paragraph of text.
  private func inText(_ path: BlockPath, _ leaf: Block) -> BlockChange? {
    guard var blocks else { return nil }
    if let change = amongItems(blocks, path, in: tree.root) { return change }
    guard !isOneLine, blocks.map({ $0.kind }) != [.paragraph],
      let (left, right) = leaf.cut(at: caret, in: tree)
    else { return nil }
    var before = left.kind == .blank ? nil : left
    var behind = right.withoutProbe()
    if let own = before, let first = blocks.first, text.first?.isLineEnding == false,
      first.kind == .paragraph, own.kind == .paragraph || first.lines.count == 1
    {
      before = own.joined(with: first)
      blocks.removeFirst()
    }
    guard let last = blocks.indices.last else { return nil }
    let isJoined = blocks[last].kind == .paragraph && text.last?.isLineEnding == false
    blocks[last] = blocks[last].withCaretAtEnd()
    if let own = behind, isJoined {
      blocks[last] = blocks[last].joined(with: own, keepingBlanksFrom: caret, in: tree.source)
      behind = nil
    }
    return change(
      tree.root, path[...], blocks, after: before.map { [$0] } ?? [],
      before: behind.map { [$0] } ?? [])
  }

  /// Adds the items of a pasted list to the list of the caret's item; elsewhere, returns nil.
  private func amongItems(_ blocks: [Block], _ path: BlockPath, in root: Block) -> BlockChange? {
    guard blocks.count == 1, case .list = blocks[0].kind, let place = path.last else { return nil }
    let item = root[path.dropLast()]
    guard item.kind == .item, item.children[..<place].allSatisfy({ $0.kind == .blank }) else {
      return nil
    }
    var items = blocks[0].children.filter { $0.kind == .item }
    for index in items.indices {
      let box = items[index].marker.box ?? item.marker.box.map { _ in Box() }
      items[index].marker = item.marker.forNextItem
      items[index].marker.box = box
      items[index].marker.usesTabs = tree.isIndentedWithTabs(tree.line(at: caret))
    }
    guard let last = items.indices.last else { return nil }
    items[last] = items[last].withCaretAtEnd()
    var rest = Array(item.children[(place + 1)...])
    var before: [Block] = []
    let leaf = item.children[place]
    if leaf.kind != .blank {
      guard let (left, right) = leaf.cut(at: caret, in: tree) else { return nil }
      if left.kind == .blank {
        return change(root, path.dropLast(), items, before: [item])
      }
      before = [item.withChildren(Array(item.children[..<place]) + [left])]
      if let right = right.withoutProbe() {
        var second = Block(.item, children: [right] + rest)
        second.marker = item.marker.forNextItem
        return change(root, path.dropLast(), items, after: before, before: [second])
      }
    } else if place + 1 < item.children.count {
      rest = Array(rest.drop { $0.kind == .blank })
    }
    items[last].children += rest
    return change(root, path.dropLast(), items, after: before)
  }

  /// The tree with the pasted blocks at a path, after and before the parts of what was there; and a
  /// fallback whose text is not compared.
  private func change(
    _ root: Block, _ path: ArraySlice<Int>, _ blocks: [Block], after left: [Block] = [],
    before right: [Block] = []
  ) -> BlockChange {
    let hasCaret = blocks.contains { $0.hasCaret }
    var blocks = blocks
    if !hasCaret, let last = blocks.indices.last { blocks[last] = blocks[last].withCaretAtEnd() }
    func changed(_ blocks: [Block]) -> Block {
      let all = left + blocks + right
      return root[path].kind == .item
        ? root.replacingItem(path, with: all) : root.replacing(path, with: all)
    }
    var change = BlockChange(root: changed(blocks), effect: .typed)
    change.makeFallbacks = { [blocks] in [changed(blocks.map { $0.uncompared })] }
    return change
  }
}

extension Block {
  /// Whether the caret is in the block, as in `a‸`.
  fileprivate var hasCaret: Bool {
    lines.contains { $0.pieces.contains(.caret) }
      || heading.underline?.pieces.contains(.caret) == true || children.contains { $0.hasCaret }
  }

  /// The second part of a split leaf, without the caret and the proof's word. Nil if it is empty.
  fileprivate func withoutProbe() -> Block? {
    var result = self
    result.lines[0].pieces.removeAll { $0 == .caret }
    guard lines[0].pieces.contains(.probe) else { return result }
    guard lines.count > 1 else { return nil }
    let opening = result.lines.removeFirst().pieces.filter { $0 != .probe }
    result.lines[0].pieces.insert(contentsOf: opening, at: 0)
    result.lines[0].isChanged = true
    result.isCompared = false
    return result
  }

  /// Appends another leaf's text to the last line. Only the blocks are compared.
  ///
  /// - Parameter start: the offset from which blanks before the other text are kept.
  fileprivate func joined(
    with other: Block, keepingBlanksFrom start: Int = .max, in source: [UInt8] = []
  ) -> Block {
    var result = self
    let last = lines.count - 1
    // The blanks before the other text are outside the marks that it begins with.
    let first = other.lines[0].pieces.lazy.compactMap { piece in
      if case .source(let range) = piece { range.lowerBound } else { nil }
    }.first
    if let first, start < first {
      let blanks = source[start..<first].reversed().prefix { $0.isBlank }.count
      result.lines[last].pieces.append(.source(first - blanks..<first))
    }
    result.lines[last].pieces += other.lines[0].pieces
    result.lines[last].isChanged = true
    result.lines[last].keepsIndent = true
    result.lines += other.lines.dropFirst()
    result.isCompared = false
    return result
  }
}
