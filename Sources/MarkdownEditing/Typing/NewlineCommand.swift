import MarkdownSyntax
import TextEditing

/// Enter: splits an item, leaves the list from an empty item, or splits the line.
struct NewlineCommand {
  let tree: BlockTree
  let caret: Int
  var options = EditingOptions.standard

  /// The result of a key.
  enum Result {
    /// A tree that must be proved.
    case tree(BlockChange)
    /// An edit of the text, and the caret after it.
    case plain(TextEdit, caret: Int)
    /// The reason for doing nothing.
    case unchanged(Outcome.Unchanged)

    /// The insertion of some bytes, with the caret after them.
    static func typing(_ bytes: [UInt8], at place: Int) -> Result {
      .plain(TextEdit([.init(place..<place, with: bytes)]), caret: place + bytes.count)
    }

    /// The removal of a range, with the caret in its place.
    static func removing(_ range: Range<Int>) -> Result {
      .plain(TextEdit([.init(range, with: "")]), caret: range.lowerBound)
    }
  }

  func result() throws(Outcome.Unchanged) -> Result {
    if let result = partingParagraph() { return result }
    let number = tree.line(at: caret)
    guard let path = tree.path(at: caret),
      caret > tree.lines[number].lowerBound || isEmptyLine || tree.root[path[...]].kind == .table
        || tree.root[path[...]].heading.underline?.origin == number
    else { return plain(indent: []) }
    let leaf = tree.root[path[...]]
    let parent = tree.root[path.dropLast()]
    if leaf.kind == .table { return try inTable() }
    if parent.isEmptyItem {
      if options.leavingList == .none, let result = withoutMarker(path) { return result }
      return .tree(try leavingItem(path.dropLast()))
    }
    if leaf.kind == .blank {
      if let change = leavingQuote(path) { return .tree(change) }
      return plain(indent: [])
    }
    if leaf.isText, parent.kind == .item, !tree.isInFormula(caret, of: leaf),
      let change = cuttingItem(path, number)
    {
      return .tree(change)
    }
    if let underline = leaf.heading.underline, caret >= tree.lines[underline.origin - 1].upperBound
    {
      let end = tree.lines[underline.origin].upperBound
      return plain(at: end, indent: [])
    }
    return cuttingHeading(leaf) ?? cuttingCode(leaf, number)
  }

  /// Splits a line of code. In other blocks, inserts a plain line ending.
  private func cuttingCode(_ leaf: Block, _ number: Int) -> Result {
    guard case .code = leaf.kind, let line = leaf.lines.first(where: { $0.origin == number }),
      let content = line.content
    else { return plain(indent: []) }
    let before = tree.source[
      content.lowerBound..<max(content.lowerBound, min(caret, content.upperBound))]
    let indent = Array(before.prefix { $0.isBlank })
    // A new line of code repeats the prefix of its line, unless the prefix has an item's marker.
    let start = tree.source[tree.lines[number].lowerBound..<content.lowerBound]
    if start.contains(where: { !$0.isBlank && $0 != .greaterThan }) { return plain(indent: indent) }
    return .typing(tree.usualEnding + start + indent, at: caret)
  }

  /// Splits a heading: closing hashes stay with the first part, and marks and links are closed
  /// there and reopened. Nil if the heading has none of them.
  private func cuttingHeading(_ leaf: Block) -> Result? {
    guard case .heading = leaf.kind, leaf.heading.underline == nil,
      let content = leaf.lines[0].content, content.lowerBound <= caret, caret <= content.upperBound
    else { return nil }
    let place = tree.placeOfCut(caret)
    var cutter = InlineCutter(leaf, in: tree)
    let cut = cutter?.cut(at: place)
    let (closing, opening) = (cut?.closing ?? [], cut?.opening ?? [])
    let hashes = leaf.heading.closing ?? content.upperBound..<content.upperBound
    if closing.isEmpty, opening.isEmpty, hashes.isEmpty, place == caret { return nil }
    guard case .plain(let edit, _) = plain(at: place, indent: []),
      let ending = edit.replacements.first?.bytes
    else { return nil }
    var end = place
    while !closing.isEmpty, end > content.lowerBound, tree.source[end - 1].isBlank { end -= 1 }
    var start = place
    while start < content.upperBound, tree.source[start].isBlank { start += 1 }
    let bytes = closing + tree.source[hashes] + ending + opening
    let replacements =
      start == hashes.lowerBound
      ? [TextEdit.Replacement(end..<hashes.upperBound, with: bytes)]
      : [TextEdit.Replacement(end..<start, with: bytes)]
        + (hashes.isEmpty ? [] : [TextEdit.Replacement(hashes, with: "")])
    return .plain(TextEdit(replacements), caret: end + bytes.count)
  }

  /// Inserts a line break with the containers' prefix, but no marker. Cells and ATX headings, which
  /// end with their line, get a `<br>`.
  func lineBreak() throws(Outcome.Unchanged) -> Result {
    guard let path = tree.path(at: caret) else { return plain(indent: []) }
    let leaf = tree.root[path[...]]
    if leaf.kind == .table {
      guard tree.isInCell(caret) else { throw .inTable }
      return .typing(Array("<br>".utf8), at: caret)
    }
    if leaf.isHeading, leaf.heading.underline == nil {
      return .typing(Array("<br>".utf8), at: caret)
    }
    if case .code = leaf.kind { return try result() }
    guard leaf.kind == .paragraph, options.lineBreak != .soft,
      case .plain(let edit, let place) = plain(indent: []), let ending = edit.replacements.first
    else { return plain(indent: []) }
    let mark = Array((options.lineBreak == .backslash ? "\\" : "  ").utf8)
    return .plain(
      TextEdit([.init(ending.range, with: mark + ending.bytes)]), caret: place + mark.count)
  }

  private func inTable() throws(Outcome.Unchanged) -> Result {
    switch options.cellNewline {
    case .lineBreak where tree.isInCell(caret): return .typing(Array("<br>".utf8), at: caret)
    case .row, .lineBreak, .refused: throw .inTable
    }
  }

  /// Whether the caret's line is empty, like the second of `a⏎⏎b`.
  private var isEmptyLine: Bool { tree.lines[tree.line(at: caret)].isEmpty }

  func plain(indent: [UInt8]) -> Result { plain(at: caret, indent: indent) }

  /// A line ending with the containers' prefix.
  private func plain(at place: Int, indent: [UInt8]) -> Result {
    let number = tree.line(at: place)
    var text = tree.usualEnding
    if place > tree.lines[number].lowerBound, let path = tree.path(at: place) {
      text += tree.continuation(of: path) + indent
    }
    return .typing(text, at: place)
  }

  /// Splits the item at the caret. The second part gets everything after the text.
  private func cuttingItem(_ path: BlockPath, _ number: Int) -> BlockChange? {
    let leaf = tree.root[path[...]]
    let item = tree.root[path.dropLast()]
    guard let (left, right) = leaf.cut(at: caret, in: tree), let place = path.last else {
      return nil
    }
    var first = item
    let above = Array(item.children[..<place])
    let (leading, kept, _) = above.withoutBlankEnds
    if left.kind == .blank, place > 0, !kept.isEmpty {
      // Nothing is left before a later text of the item: `- a⏎⏎  ‸b`.
      first.children = leading + kept
    } else {
      // An empty item is proved with a word in it (law 7). Without the word, a `-` below text is a
      // setext underline, and `[ ]` is not a box.
      let isOpen = left.kind == .blank && (place == 0 || item.marker.box != nil)
      first.children = above + [isOpen ? left.opened() : left]
    }
    var second = Block(.item, children: [right] + item.children[(place + 1)...])
    second.id = item.id
    second.marker = item.marker.forNextItem
    second.marker.usesTabs = tree.isIndentedWithTabs(number)
    if left.kind == .blank, place == 0, let state = item.marker.box?.state, state != .space {
      // The text keeps its check.
      first.marker.box?.state = .space
      first.marker.box?.isChanged = true
      second.marker.box?.state = state
    }
    return BlockChange(
      root: tree.root.replacingItem(path.dropLast(), with: [first, second], cutAt: place),
      effect: .typed)
  }

  /// Removes only the marker of an empty item, if its list is not in an item; otherwise, nil.
  private func withoutMarker(_ path: BlockPath) -> Result? {
    guard tree.root[path.dropLast(3)].kind != .item,
      let marker = tree.root[path.dropLast()].marker.place
    else { return nil }
    return .removing(marker.lowerBound..<tree.lines[tree.line(at: caret)].upperBound)
  }

  /// Moves an empty item out by one level, or out of the list at the top level.
  private func leavingItem(_ path: ArraySlice<Int>) throws(Outcome.Unchanged) -> BlockChange {
    let item = tree.root[path]
    let list = tree.root[path.dropLast()]
    let outer = tree.root[path.dropLast(2)]
    var opened = item
    let leaf = item.children.first ?? .blankLine
    opened.children = [leaf.opened()]
    if outer.kind == .item {
      let root = try IndentCommand.outdented(
        tree.root.replacing(path, with: [opened]), item: Array(path))
      return BlockChange(root: root, effect: .moved)
    }
    guard let index = path.last else { throw .noText }
    return tree.change(path.dropLast(), to: list.parted(at: index, by: [leaf.opened()]), .removed)
  }

  /// Moves a blank line at the end of a quote out of the quote.
  private func leavingQuote(_ path: BlockPath) -> BlockChange? {
    let quote = tree.root[path.dropLast()]
    guard quote.kind == .quote, let index = path.last,
      quote.children[index...].allSatisfy({ $0.kind == .blank })
    else { return nil }
    let (_, before, _) = Array(quote.children[..<index]).withoutBlankEnds
    let blocks =
      (before.isEmpty ? [] : [quote.withChildren(before)]) + [quote.children[index].opened()]
      + quote.children[(index + 1)...]
    return tree.change(path.dropLast(), to: blocks, .removed)
  }
}

extension Marker {
  /// The marker of an item that a command adds after this marker's item.
  var forNextItem: Marker {
    var result = self
    result.source = nil
    result.place = nil
    result.number += 1
    if padding.isEmpty || padding.count > 4 { result.padding = [.space] }
    if box != nil { result.box = Box() }
    return result
  }
}

extension BlockTree {
  /// The content of the cell at an offset; nil in a row such as `|---|`.
  func cell(at place: Int) -> Range<Int>? {
    guard let path = path(at: place), case let leaf = root[path[...]], leaf.kind == .table,
      let row = leaf.lines.firstIndex(where: { $0.origin == line(at: place) }), row != 1,
      let content = leaf.lines[row].content, let delimiters = leaf.lines[1].content
    else { return nil }
    return source.withUnsafeBufferPointer { bytes in
      let count = TableRow.cells(of: delimiters, in: bytes).count
      let cells = TableRow.cells(of: content, in: bytes).prefix(count)
      return cells.first { $0.covers(place..<place) }.map { source.content(ofCell: $0) }
    }
  }

  /// Whether an offset is in a table.
  func isInTable(_ place: Int) -> Bool {
    path(at: place).map { root[$0[...]].kind == .table } ?? false
  }

  /// Whether an offset is in a cell, which can have text, as in `| a‸ |`, not in the row `|---|`.
  func isInCell(_ place: Int) -> Bool { cell(at: place) != nil }

  /// The prefix of a block's lines after its first. After a blank line, it is at most that line's
  /// prefix, so that the text typed next has the same depth.
  func continuation(of path: BlockPath) -> [UInt8] {
    var result: [UInt8] = []
    let leaf = root[path[...]]
    for count in 1..<max(1, path.count) {
      let block = root[path[..<count]]
      if block.kind == .quote { result += [.greaterThan, .space] }
      // The text typed after the first line of a footnote is often the next footnote.
      if block.kind == .footnote, leaf.firstOrigin != block.firstOrigin {
        result += [UInt8](repeating: .space, count: block.marker.width)
      }
      if block.kind == .item {
        if leaf.kind == .blank, !leaf.lines[0].isIndented(in: block, source) { break }
        result += [UInt8](repeating: .space, count: block.marker.width)
      }
    }
    // Tabs as in the lines of the block.
    let usesTabs = leaf.lines.contains { $0.origin >= 0 && isIndentedWithTabs($0.origin) }
    guard usesTabs, result.allSatisfy({ $0 == .space }) else { return result }
    return [UInt8](repeating: .tab, count: result.count / 4)
      + [UInt8](repeating: .space, count: result.count % 4)
  }

  /// The document's line ending.
  var usualEnding: [UInt8] { Array(BlockEdit.usualEnding(of: self)) }
}

extension Line {
  /// Whether the line is indented like an item's, or has its marker: `  ` after `- a`.
  fileprivate func isIndented(in item: Block, _ source: [UInt8]) -> Bool {
    guard let index = chain.firstIndex(of: item.id), index < prefixes.count else { return false }
    let prefix = source[prefixes[index].range]
    return prefix.count >= item.marker.width || prefix.contains(.tab)
  }
}

extension Block {
  /// Splits a leaf of text at a caret on one of its lines; nil if it is not on one.
  func cut(at caret: Int, in tree: BlockTree) -> (left: Block, right: Block)? {
    let number = tree.line(at: caret)
    guard isText, let index = lines.firstIndex(where: { $0.origin == number }),
      let content = lines[index].content, var cutter = InlineCutter(self, in: tree)
    else { return nil }
    // A name, a formula, a tag and an address are cut where the caret is, and are text then.
    let whole = tree.leafBlock(id).flatMap { tree.tokens(of: $0).whole(around: caret) }
    let cut = cutter.cut(at: whole ?? caret)
    let end = min(max(whole == nil ? cut.place : caret, content.lowerBound), content.upperBound)
    var left = ending(at: end, on: index, content, closing: cut.closing, in: tree)
    left.units = cutter.units(from: nil, to: cut)
    left.isCompared = whole == nil
    if left.units.isEmpty, whole == nil {
      var line = left.lines[0]
      line.write([])
      left = Block(.blank, lines: [line])
    }
    var start = end
    while start < content.upperBound, tree.source[start].isBlank { start += 1 }
    var units = cutter.units(from: cut, to: nil)
    var pieces: [Line.Piece] = [
      .bytes(cut.opening), .caret, .source(start..<content.upperBound),
    ]
    if units.isEmpty, whole == nil {
      (pieces, units) = ([.probe], BlockProof.units)
    } else if start == content.upperBound {
      if !cut.opening.isEmpty, let next = lines.dropFirst(index + 1).first?.content {
        return self.cut(at: next.lowerBound, in: tree)
      }
      // The item continues on the next line, so a word is typed here for the proof.
      pieces = [.bytes(cut.opening), .probe]
      units = cutter.units(typing: BlockProof.units, behind: cut)
    }
    let below = lines[(index + 1)...]
    var right = Block(.paragraph, lines: [Line(writing: pieces)] + below, units: units)
    right.isCompared = whole == nil
    return (left, right)
  }

  /// The leaf up to an offset on one of its lines, with its open marks closed there.
  private func ending(
    at place: Int, on index: Int, _ content: Range<Int>, closing: [UInt8], in tree: BlockTree
  ) -> Block {
    var end = place
    while !closing.isEmpty, end > content.lowerBound, tree.source[end - 1].isBlank { end -= 1 }
    var last = index
    var kept = content.lowerBound..<end
    if kept.isEmpty, index > 0, let above = lines[index - 1].content {
      // At a line's start, the first part ends with the line above, without a break's backslash.
      last = index - 1
      let isHard = endsInHardBreak(last) && tree.source[above].last == .backslash
      kept = isHard ? above.dropLast() : above
    }
    var result = self
    result.lines = Array(lines[...last])
    if kept != result.lines[last].content || !closing.isEmpty {
      result.lines[last].write([.source(kept), .bytes(closing)])
      result.lines[last].keepsIndent = true
    }
    return result
  }

  /// Replaces an item by several, and renumbers the list.
  ///
  /// - Parameter child: the child of the item that is cut, if one is.
  func replacingItem(
    _ path: ArraySlice<Int>, with items: [Block], cutAt child: Int? = nil
  ) -> Block {
    guard let index = path.last else { return self }
    let list = self[path.dropLast()]
    let isParted = !list.isTightAsSpelled && list.partsItem(index, cutAt: child)
    var children: [Block] = []
    for (offset, item) in items.enumerated() {
      if offset > 0, isParted { children.append(.blankLine) }
      children.append(item)
    }
    var result = list
    result.children.replaceSubrange(index...index, with: children)
    return replacing(path.dropLast(), with: [result.numbered(restarts: false)])
  }

  /// Whether a blank line is between the parts of an item of a loose list, as it is after the part
  /// that is cut: after `b` in `- a⏎- b⏎⏎  c`, not after `a`.
  private func partsItem(_ index: Int, cutAt child: Int?) -> Bool {
    if let child, case let blocks = children[index].children {
      if blocks[..<child].contains(where: { $0.kind == .blank }) { return true }
      let rest = blocks.dropFirst(child + 1)
      if rest.contains(where: { $0.kind != .blank }) { return rest.first?.kind == .blank }
    }
    let neighbours = children.dropFirst(index + 1).prefix(1) + children[..<index].suffix(1)
    return neighbours.first.map { $0.kind == .blank } ?? true
  }
}

extension BlockTree {
  /// The offset at which Enter cuts a text: the caret, or the other side of delimiters there.
  func placeOfCut(_ caret: Int) -> Int {
    tokens(at: caret).whole(around: caret) == nil ? placeOutsideDelimiters(caret) : caret
  }
}

extension [InlineToken] {
  /// An end of the mention, emoji name, formula, tag or link's address with an offset inside: the
  /// start, or the end of a link. Nil if there is none.
  fileprivate func whole(around offset: Int) -> Int? {
    let token = first { $0.source.lowerBound < offset && offset < $0.source.upperBound }
    switch token?.kind {
    case .island, .html: return token?.source.lowerBound
    case .closeLink, .closeImage:
      // The brackets and the parenthesis at the end are delimiters.
      return token.flatMap { token in
        let source = token.source
        return source.lowerBound + 2 <= offset && offset + 1 < source.upperBound
          ? source.upperBound : nil
      }
    default: return nil
    }
  }
}
