import MarkdownSyntax
import TextEditing

/// Backspace at a caret: removes a box, a marker or a level, joins two leaves, or deletes a
/// character. A mark that would lose one delimiter loses both. In other markup, such as a link's
/// address, the key deletes one character.
struct BackspaceCommand {
  let tree: BlockTree
  let caret: Int
  let context: ReadingContext
  var options = EditingOptions.standard

  func result() throws(Outcome.Unchanged) -> NewlineCommand.Result {
    guard caret > 0, let path = tree.path(at: caret) else { throw .nowhereToMove }
    let leaf = tree.root[path[...]]
    let parent = tree.root[path.dropLast()]
    let number = tree.line(at: caret)
    let index = leaf.lines.firstIndex { $0.origin == number } ?? 0
    let content = leaf.lines[index].content ?? caret..<caret
    if leaf.kind == .blank { return try onBlankLine(path, leaf, parent) }
    if case .code(isFenced: true) = leaf.kind { return try inCode(leaf, path, index, content) }
    if leaf.kind == .table, isAtCellStart(of: content) { throw .inTable }
    guard leaf.isText || leaf.kind == .table else { return plain() }
    guard caret <= content.lowerBound else { return inText(leaf) }
    if caret < content.lowerBound, caret > tree.lines[number].lowerBound { return plain() }
    if isAfterLooseBlank(leaf, index, path.last == 0 ? parent : leaf) { return plain() }
    if index > 0 { return joined(number, at: content.lowerBound) }
    // The label of a footnote is source.
    if parent.kind == .footnote, path.last == 0 { return plain() }
    if case .heading = leaf.kind, leaf.heading.underline == nil {
      return .tree(
        try HeadingCommand(target: .paragraph, tree: tree, selection: here).change())
    }
    if options.itemStart == .joins, path.last == 0, parent.kind == .item,
      parent.marker.box == nil, number > 0, let above = tree.root.path(toLine: number - 1),
      tree.root[above[...]].kind == .paragraph
    {
      return joined(number, at: content.lowerBound)
    }
    if let change = try outOf(parent, path, leaf) { return .tree(change) }
    return try joinedWithBlock(number, content.lowerBound, path)
  }

  /// Whether the blank before a line's content is not part of a container's prefix: the indentation
  /// in `a⏎   ‸b`, or one of several blanks after a marker, as in `-  ‸a`.
  private func isAfterLooseBlank(_ leaf: Block, _ index: Int, _ container: Block) -> Bool {
    if leaf.heading.hashes != nil { return leaf.heading.padding.count > 1 }
    let line = leaf.lines[index]
    // A tab is a part of the prefix, too.
    if !line.indent.isEmpty, line.indent.upperBound == caret {
      return line.cutTab == 0 || line.indent.count > 1
    }
    // Lists are often indented by four columns.
    return index == 0 && container.kind == .item && container.marker.padding.count > 1
      && container.marker.width % 4 != 0
  }

  private func onBlankLine(
    _ path: BlockPath, _ leaf: Block, _ parent: Block
  ) throws(Outcome.Unchanged) -> NewlineCommand.Result {
    // Removes one of several blanks after a marker: `-  ‸`.
    if parent.isEmptyItem, caret > 1, tree.source[caret - 2..<caret].allSatisfy({ $0.isBlank }) {
      return plain()
    }
    if !parent.isEmptyItem, let start = leaf.lines[0].content?.lowerBound, start < caret {
      return plain()
    }
    if let change = try outOf(parent, path, leaf) ?? numberedOn(path, parent) {
      return .tree(change)
    }
    return joined(tree.line(at: caret), at: caret)
  }

  private var here: BlockSelection { BlockSelection([caret..<caret], in: tree) }

  /// Removes an item's box or, without one, its marker; or moves the first block out of a quote.
  private func outOf(
    _ parent: Block, _ path: BlockPath, _ leaf: Block
  ) throws(Outcome.Unchanged) -> BlockChange? {
    if parent.kind == .quote, path.last == 0 {
      return try QuoteCommand(tree: tree, selection: here).change()
    }
    let isBlank = leaf.kind == .blank
    let hasBox = path.last == 0 && parent.marker.box != nil
    guard parent.kind == .item, isBlank ? hasBox || parent.isEmptyItem : path.last == 0 else {
      return nil
    }
    var item = parent
    if hasBox {
      item.marker.box = nil
      item.children[0] = isBlank ? leaf.opened() : leaf.rewritten()
      return tree.change(path.dropLast(), to: [item], .removed)
    }
    if isBlank { item.children = [leaf.opened()] }
    if options.itemStart == .outdents,
      let root = try? IndentCommand.outdented(
        tree.root.replacing(path.dropLast(), with: [item]), item: path.dropLast())
    {
      return BlockChange(root: root, effect: .moved)
    }
    let target: ListTarget = parent.marker.numberText.isEmpty ? .bullet : .ordered
    return try ListCommand(target: target, tree: tree, selection: here).change()
  }

  /// Removes a blank line before an ordered item with number 1, and continues the numbers. Enter
  /// restarts them when it leaves the list.
  private func numberedOn(_ path: BlockPath, _ list: Block) -> BlockChange? {
    guard case .list(let style) = list.kind, style.isOrdered, let index = path.last, index > 0,
      index + 1 < list.children.count, list.children[index - 1].kind == .item,
      list.children[index - 1].marker.number > 0, list.children[index + 1].marker.number == 1
    else { return nil }
    var joined = list
    joined.children.remove(at: index)
    let end = tree.lines[tree.line(at: caret) - 1].upperBound
    var change = tree.change(path.dropLast(), to: [joined.numbered(restarts: false)], .moved)
    change.selections = [end..<end]
    return change
  }

  /// Joins a line to the one above.
  private func joined(_ number: Int, at place: Int) -> NewlineCommand.Result {
    guard number > 0 else { return plain() }
    var end = tree.lines[number - 1].upperBound
    // The backslash of a hard break is removed with its line ending.
    if let above = tree.root.path(toLine: number - 1), tree.source[..<end].last == .backslash,
      let line = tree.root[above[...]].lines.firstIndex(where: { $0.origin == number - 1 }),
      tree.root[above[...]].endsInHardBreak(line)
    {
      end -= 1
    }
    return .removing(end..<max(end, place))
  }

  /// Joins a block to the one above. A blank line between them is removed first.
  private func joinedWithBlock(
    _ number: Int, _ start: Int, _ path: BlockPath
  ) throws(Outcome.Unchanged) -> NewlineCommand.Result {
    guard number > 0, let above = tree.root.path(toLine: number - 1) else { throw .nowhereToMove }
    let block = tree.root[above[...]]
    switch block.kind {
    case .blank:
      let range = tree.lines[number - 1].lowerBound..<tree.lines[number].lowerBound
      return .plain(TextEdit([.init(range, with: "")]), caret: caret - range.count)
    case .heading: return joined(toHeading: block, number, at: start)
    case .paragraph, .definition: return joined(number, at: start)
    default:
      let place = tree.lines[number - 1].lowerBound
      throw BlockSelection([place..<place], in: tree).reason(in: tree.root)
    }
  }

  /// Joins a line to the heading above, before its closing hashes or its underline.
  private func joined(toHeading heading: Block, _ number: Int, at place: Int)
    -> NewlineCommand.Result
  {
    guard let end = heading.lines.last?.content?.upperBound,
      heading.heading.closing != nil || heading.heading.underline != nil
    else { return joined(number, at: place) }
    let line = tree.lines[number].upperBound
    let edit = TextEdit([
      TextEdit.Replacement(end..<end, with: Array(tree.source[place..<line])),
      TextEdit.Replacement(tree.lines[number - 1].upperBound..<line, with: ""),
    ])
    return .plain(edit, caret: end)
  }

  /// Deletes the grapheme cluster before the caret.
  func plain() -> NewlineCommand.Result {
    guard var buffer = try? TextBuffer(utf8: tree.source) else {
      return .plain(TextEdit(), caret: caret)
    }
    buffer.selectedTextRange = BufferRange(utf8: caret..<caret)
    return .removing(buffer.backwardDeletion ?? caret..<caret)
  }

  /// Joins a line of code to the one above, but not to a fence. Removes an empty code block.
  private func inCode(
    _ leaf: Block, _ path: BlockPath, _ index: Int, _ content: Range<Int>
  ) throws(Outcome.Unchanged) -> NewlineCommand.Result {
    let start = tree.lines[leaf.lines[index].origin].lowerBound
    if index == 0 || caret != content.lowerBound && caret > start { return plain() }
    let inner = leaf.lines.dropFirst().dropLast()
    if inner.allSatisfy({ tree.bytes(of: $0).isEmpty }), inner.count < 2 {
      return .tree(try CodeBlockCommand(tree: tree, selection: here).change())
    }
    let isLast = index == leaf.lines.count - 1
    if index == 1 || isLast && tree.hasClosingFence(leaf) { throw .inCode }
    return joined(leaf.lines[index].origin, at: content.lowerBound)
  }

  /// Whether only blanks are between the caret and the start of a cell, as in `| a | ‸b |`. After the
  /// last pipe of a row there is no cell.
  private func isAtCellStart(of row: Range<Int>) -> Bool {
    if tree.source[min(caret, row.upperBound)..<row.upperBound].allSatisfy({ $0.isBlank }) {
      return caret <= row.lowerBound
    }
    var index = caret
    while index > row.lowerBound, tree.source[index - 1].isBlank { index -= 1 }
    if index <= row.lowerBound { return true }
    let isEscaped = index - 1 > row.lowerBound && tree.source[index - 2] == .backslash
    return tree.source[index - 1] == .verticalLine && !isEscaped
  }

  /// The tokens of the text or of the cell at the caret.
  private func tokens(of leaf: Block) -> [InlineToken] {
    if leaf.kind != .table { return tree.leafBlock(leaf.id).map { tree.tokens(of: $0) } ?? [] }
    return tree.cell(at: caret).map { tree.tokens(of: LeafBlock(node: 0, lines: [$0])) } ?? []
  }

  /// Removes a character, or both delimiters of a mark if one is before the caret.
  private func inText(_ leaf: Block) -> NewlineCommand.Result {
    guard case .plain(let plain, _) = self.plain(), var range = plain.replacements.first?.range
    else { return self.plain() }
    let tokens = tokens(of: leaf)
    guard
      let token = tokens.first(where: {
        $0.source.lowerBound < caret && caret <= $0.source.upperBound
      })
    else { return self.plain() }
    switch token.kind {
    case .character(_, let spelling):
      guard caret == token.source.upperBound else { return self.plain() }
      if spelling != .plain, spelling != .lineEnding { range = token.source }
    case .codeCharacter: break
    case let kind where kind.markBit != nil && token.partner >= 0:
      let other = tokens[token.partner].source
      let pair = kind.isOpening ? [token.source, other] : [other, token.source]
      let edit = TextEdit(pair.map { TextEdit.Replacement($0, with: "") })
      return .plain(edit, caret: edit.mapping(utf8Offset: caret, bias: .before))
    default: return self.plain()
    }
    let replacement = SelectionReplacement(range, in: tree.source, options, context)
    guard case .plan(let plan) = replacement.outcome(typing: [], isKey: true),
      let caret = plan.selections.first
    else { return .removing(range) }
    let edits = plan.edit.replacements
    // A letter typed before a delimiter and removed again leaves no escape.
    if edits.contains(where: { $0.bytes.contains(.backslash) }) { return .removing(range) }
    return .plain(plan.edit, caret: caret.lowerBound)
  }
}
