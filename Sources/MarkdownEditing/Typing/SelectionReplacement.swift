import MarkdownSyntax
import TextEditing

/// Replaces a selection by a text, or deletes it.
///
/// Everything outside the selection keeps its marks, link, cell and block. An element of which
/// nothing is left goes with its markup: Backspace in `a [⟦b](u) c⟧ d` gives `a  d`. The text gets
/// the marks and the link of the first selected character, and is source, as at a caret: no
/// character of it is escaped.
struct SelectionReplacement {
  private let reading: InlineReading
  private let options: EditingOptions
  private let range: Range<Int>
  private let isWhole: Bool
  private let blocks: [Int]
  private var source: [UInt8] { reading.source }

  init(
    _ range: Range<Int>, in source: [UInt8], _ options: EditingOptions, _ context: ReadingContext
  ) {
    (self.range, self.options) = (range, options)
    func read(_ part: Range<Int>) -> InlineReading {
      InlineReading(source, in: options.dialect, context, leavesIn: part)
    }
    let near = read(max(0, range.lowerBound - 1)..<min(source.count, range.upperBound + 1))
    let blocks = near.blocks(at: range)
    let isInLeaf =
      blocks.count == 1 && near.tree.nodes[blocks[0]].content.covers(range)
      && !source[range].contains { $0.isLineEnding } && !source.isLine(range)
    // What joins blocks or lines is compared with all leaves.
    reading = isInLeaf ? near : read(0..<source.count)
    isWhole = !isInLeaf
    self.blocks = isInLeaf ? blocks : reading.blocks(at: range)
  }

  var isInCell: Bool { blocks.first.map { reading.tree.nodes[$0].kind == .cell } ?? false }

  /// The start of the text if only a block's marker is selected, such as the `# ` of `# a`.
  var placeAfterMarker: Int? {
    guard blocks.count == 1, case let node = reading.tree.nodes[blocks[0]], node.kind.isLeaf,
      node.kind != .cell, range.upperBound <= node.content.lowerBound,
      !source[range].contains(where: { $0.isLineEnding }),
      // A part of a number is edited as text.
      source[range.upperBound..<node.content.lowerBound].allSatisfy({ $0.isBlank }),
      !source[range].allSatisfy({ $0.isBlank }),
      range.lowerBound == 0 || source[range.lowerBound - 1] == .greaterThan
        || source[range.lowerBound - 1].isMarkdownSpace
    else { return nil }
    return node.content.lowerBound
  }

  /// - Complexity: O(*n*) for each spelling that is read. Usually one is, and at most 60 for a leaf.
  ///
  /// - Parameter isKey: whether a key at a caret removes one character, and no line.
  func outcome(typing text: [UInt8], isKey: Bool = false) -> Outcome {
    let nodes = reading.tree.nodes
    let texts = blocks.filter { nodes[$0].kind.isLeaf }
    if text.isEmpty, !isKey, let outcome = lines() { return outcome }
    guard let first = texts.first, let last = texts.last else {
      if blocks.count == 1 { return inSource(blocks[0], text) }
      return parted(text) ?? parted(text, keepsSource: true) ?? plain(text)
    }
    if blocks.count == 1 { return inLeaf(reading.leaf(first), text, isKey: isKey) }
    // Removes the lines of a block that is selected with its marker, if the last block stays.
    let isLeft = reading.leaf(last).items.contains {
      $0.isMarked && range.upperBound <= $0.source.lowerBound
    }
    if isLeft, nodes[first].kind != .cell, range.lowerBound < nodes[first].content.lowerBound,
      let outcome = typedAfterRemoval(text) ?? parted(text)
    {
      return marked(outcome, text, like: reading.leaf(first))
    }
    if blocks.first == first, blocks.last == last, nodes[first].kind != .cell,
      nodes[last].kind != .cell, let outcome = joined(first, last, text)
    {
      return outcome
    }
    return parted(text) ?? parted(text, keepsSource: true) ?? plain(text)
  }

  private func joined(_ first: Int, _ last: Int, _ text: [UInt8]) -> Outcome? {
    let (head, tail) = (reading.tree.nodes[first], reading.tree.nodes[last])
    var leaf = reading.leaf(first).joined(with: reading.leaf(last))
    var extra: [InlinePiece] = []
    if head.kind == .heading, head.mark == .numberSign {
      // A heading has one line.
      for index in leaf.items.indices
      where leaf.items[index].isBreak && leaf.items[index].source.lowerBound >= range.upperBound {
        extra.append(InlinePiece(leaf.items[index].source, [.space], .text))
        leaf.items[index].kind = .character
      }
    } else if head.kind == .heading {
      let end = max(range.upperBound, tail.content.upperBound)
      extra.append(
        InlinePiece(at: end, Array(source[head.content.upperBound..<head.range.upperBound]), .text))
    }
    return replacement(in: leaf, removing: Set(blocks.dropFirst()), text, extra: extra)
  }

  private func typedAfterRemoval(_ text: [UInt8]) -> Outcome? {
    guard !text.isEmpty, !text.mayBeMarkup, case .plan(let removal)? = parted([]) else {
      return nil
    }
    let place = CaretPlace(
      removal.selections[0].lowerBound, in: removal.edit.applying(to: source), options.dialect,
      reading.context)
    guard place.isInText, place.leaf != nil,
      case .plan(let typing) = InlineInsertion(place: place, options: options, isTyped: true)
        .outcome({ _, item, _ in .typing(text, at: item) })
    else { return nil }
    return .plan(
      Plan(edit: removal.edit.then(typing.edit), selections: typing.selections, effect: .typed))
  }

  private func marked(_ outcome: Outcome, _ text: [UInt8], like leaf: InlineLeaf) -> Outcome {
    guard !text.isEmpty, !text.mayBeMarkup, case .plan(var plan) = outcome,
      let first = leaf.items.first(where: { $0.isSolid && $0.source.overlaps(range) })
    else { return outcome }
    for mark in Mark.allCases where first.marks.isSuperset(of: mark.bit) {
      let caret = plan.selections[0].lowerBound
      let typed = MarkCommand(.mark, mark, options: options).outcome(
        utf8: [caret - text.count..<caret], inWhole: plan.edit.applying(to: source),
        context: reading.context)
      guard case .plan(let own) = typed, let end = own.selections.first?.upperBound else {
        continue
      }
      plan.edit = plan.edit.then(own.edit)
      plan.selections = [end..<end]
    }
    return .plan(plan)
  }

  /// Whole lines without the rest of their blocks' lines; nil if that changes another block.
  private func lines() -> Outcome? {
    let prefix = source[source.lineStart(of: range.lowerBound)..<range.lowerBound]
    let other = source[source.lineStart(of: range.upperBound)..<range.upperBound]
    guard
      range.upperBound == source.count || source.isLineStart(range.upperBound) || prefix == other,
      source[range].contains(where: { $0.isLineEnding }),
      case let blocks = blocks.filter({ reading.tree.nodes[$0].range.overlaps(range) }),
      !blocks.isEmpty, blocks.allSatisfy({ range.lowerBound <= start(of: $0) })
    else { return nil }
    return isProved(TextEdit([.init(range, with: [])]), without: Set(blocks)) ? plain([]) : nil
  }

  private func isProved(
    _ edit: TextEdit, without removed: Set<Int>, editing edited: Set<Int> = []
  ) -> Bool {
    let text = edit.applying(to: source)
    let after = InlineReading(text, in: options.dialect, reading.context, leavesIn: 0..<text.count)
    let places = reading.places(
      of: [], in: after, without: removed, editing: edited, changesBlock: false)
    return places != nil && reading.libraryAgrees(on: text, at: [])
  }

  private func lineStart(of block: Int) -> Int {
    source.lineStart(of: reading.tree.nodes[block].range.lowerBound)
  }

  private func start(of block: Int) -> Int {
    let start = reading.tree.nodes[block].range.lowerBound
    let line = lineStart(of: block)
    // The innermost container that begins on this line.
    let item = reading.tree.nodes[..<block].last {
      ($0.kind == .item || $0.kind == .footnote) && $0.endIndex > block
    }
    guard let item, line <= item.range.lowerBound, item.range.lowerBound <= start else {
      return start
    }
    return item.range.lowerBound
  }

  private func plain(_ text: [UInt8]) -> Outcome { plain(text, in: range) }

  private func plain(_ text: [UInt8], in part: Range<Int>) -> Outcome {
    let caret = part.lowerBound + text.count
    return .typing(TextEdit([.init(part, with: text)]), caret: caret)
  }

  /// A selection in code, HTML or a definition. Fences stay if text between them is selected.
  private func inSource(_ block: Int, _ text: [UInt8]) -> Outcome {
    let node = reading.tree.nodes[block]
    guard node.kind == .code, !range.covers(node.range), case let part = part(of: block),
      !part.isEmpty
    else { return plain(text) }
    return plain(text, in: part)
  }

  /// The selected part of what a block without inlines shows: not fences, and not the prefixes and
  /// the indentation of lines.
  private func part(of block: Int) -> Range<Int> {
    let node = reading.tree.nodes[block]
    let part = range.clamped(to: node.content)
    if node.kind != .code { return part }
    func moved(_ offset: Int) -> Int {
      let line = source.lineStart(of: offset)
      let first = reading.tree.nodes[block..<node.endIndex].first {
        $0.kind == .text && offset < $0.range.lowerBound
      }
      guard let start = first?.range.lowerBound,
        !source[line..<start].contains(where: { $0.isLineEnding })
      else { return offset }
      return start
    }
    let start = moved(part.lowerBound)
    return start..<max(start, moved(part.upperBound))
  }

  // MARK: One leaf

  private func inLeaf(_ leaf: InlineLeaf, _ text: [UInt8], isKey: Bool) -> Outcome {
    let content = leaf.nodes[0].content
    if range.clamped(to: content).isEmpty, !content.covers(range) { return plain(text) }
    let items = leaf.selected(by: range, in: source)
    // A part of what a reader does not see is edited as source.
    if items.isEmpty {
      // A part of an image's description, without the brackets that are selected with it.
      if let cut = cuts(in: leaf).first { return plain(text, in: cut.part) }
      let mark = leaf.nodes.firstIndex {
        $0.isDelimited && ($0.opening.covers(range) || $0.closing.covers(range))
      }
      guard text.isEmpty, let mark else { return plain(text) }
      let change = leaf.unlinking(nodes: [mark])
      return InlinePlanner([(leaf, change, [])], of: reading, options)
        .outcome(of: [change], at: range)
    }
    if let outcome = replacement(in: leaf, removing: [], text, isKey: isKey) { return outcome }
    // A line that is left without a text becomes blank, with its delimiters.
    guard text.isEmpty else { return plain(text) }
    let whole = leaf.nodes.dropFirst().sorted { $0.range.count < $1.range.count }
      .reduce(range) { $1.content == $0 ? $1.range : $0 }
    return .typing(TextEdit([.init(whole, with: [])]), caret: whole.lowerBound)
  }

  /// The outcome for a leaf with the markers at its ends, if these are selected; nil if there is
  /// none.
  ///
  /// - Parameter removed: the blocks that are joined to the leaf.
  private func replacement(
    in leaf: InlineLeaf, removing removed: Set<Int>, _ text: [UInt8], extra: [InlinePiece] = [],
    isKey: Bool = false
  ) -> Outcome? {
    // Deleting all of a block's text also deletes a marker that is selected.
    let isAll = leaf.items.allSatisfy { !$0.isMarked || $0.source.overlaps(range) }
    let isMarked = isAll && !range.isEmpty && !leaf.nodes[0].content.covers(range) && !leaf.isCell
    for whole in isMarked ? [leaf.withMarkers(at: range), leaf] : [leaf] {
      let hasMarkers = whole.items.count > leaf.items.count
      let items = whole.selected(by: range, in: source)
      let isAlone = isAll && text.mayBeginMarkup && range.covers(leaf.nodes[0].content)
      let changes = whole.replacing(items, at: range, by: text, isAlone: isAlone, isKey: isKey)
      // A neighbour is written as a reference only if nothing else helps.
      for hasReferences in [false, true] {
        for var change in changes {
          change.cuts = cuts(in: whole)
          var (extra, options) = (extra, options)
          if change.key?.isEmpty == true { empty(whole, &extra) }
          if !hasReferences { options.edges = .plain }
          let goal = withoutLineEnd(whole, change, &extra)
          let planner = InlinePlanner([(goal, change, [])], of: reading, options)
          let breaks = change.removed.contains { whole.items[$0].isBreak }
          if breaks || isWhole { planner.removed = removed }
          (planner.changesBlock, planner.extra) = (hasMarkers || change.key != nil, extra)
          let outcome = planner.outcome(of: [change], at: range)
          if case .plan = outcome { return outcome }
        }
      }
    }
    return nil
  }

  private func withoutLineEnd(
    _ leaf: InlineLeaf, _ change: InlineChange, _ extra: inout [InlinePiece]
  ) -> InlineLeaf {
    let end = leaf.items.indices.first {
      leaf.items[$0].isBreak && !change.removed.contains($0)
        && range.contains(leaf.items[$0].source.lowerBound)
    }
    guard let end else { return leaf }
    let place = leaf.items[end].source
    extra.append(InlinePiece(without: place.clamped(to: range)))
    var result = leaf
    let rest = source[max(place.lowerBound, range.upperBound)..<place.upperBound]
    let isHard = rest.first == .backslash || rest.starts(with: "  ".utf8)
    result.items[end].kind = isHard ? .hardBreak : .softBreak
    return result
  }

  private func cuts(in leaf: InlineLeaf) -> [(item: Int, part: Range<Int>)] {
    leaf.items.indices.compactMap { index in
      let item = leaf.items[index]
      guard item.kind == .object, item.second != 0, item.source.overlaps(range),
        !range.covers(item.source),
        let image = reading.tree.nodes.first(where: {
          $0.kind == .image && $0.range == item.source
        })
      else { return nil }
      let part = range.clamped(to: image.content)
      return part.isEmpty ? nil : (index, part)
    }
  }

  /// What a leaf needs that has no text any more: no underline, and a pipe at an edge of a row.
  private func empty(_ leaf: InlineLeaf, _ extra: inout [InlinePiece]) {
    let (node, content) = (reading.tree.nodes[leaf.place], leaf.nodes[0].content)
    if leaf.isCell {
      let row = reading.tree.nodes[..<leaf.place].last { $0.kind == .row }?.range ?? node.range
      if content.lowerBound == row.lowerBound {
        extra.append(InlinePiece(at: content.lowerBound, [.verticalLine], .closing))
      }
      if content.upperBound == row.upperBound {
        extra.append(InlinePiece(at: content.upperBound, [.verticalLine], .text))
      }
    } else if node.kind == .heading, node.mark != .numberSign, extra.isEmpty {
      extra.append(InlinePiece(without: content.upperBound..<node.range.upperBound))
    }
  }

  // MARK: Several blocks

  /// Each block without its part, for cells, code and HTML: none changes its kind. Blocks that are
  /// selected as a whole go with their lines. The text is in the first one.
  ///
  /// - Parameter keepsSource: whether HTML and definitions stay as they are.
  private func parted(_ text: [UInt8], keepsSource: Bool = false) -> Outcome? {
    let nodes = reading.tree.nodes
    var changes: [InlinePlanner.Change] = []
    var extra: [InlinePiece] = []
    var (removed, edited): (Set<Int>, Set<Int>) = ([], [])
    var written = text
    for table in nodes.indices where nodes[table].kind == .table && range.covers(nodes[table].range)
    {
      extra.append(InlinePiece(without: lines(of: nodes[table])))
      removed.formUnion(table..<nodes[table].endIndex)
    }
    for block in blocks where !removed.contains(block) && nodes[block].kind != .delimiterRow {
      let node = nodes[block]
      if keepsSource, node.kind == .html || node.kind == .definition || node.kind == .metadata {
        continue
      }
      if range.covers(node.range), node.kind != .cell,
        block != blocks[0] || range.lowerBound < node.content.lowerBound
      {
        // With the blank lines after it.
        var lines = lines(of: node)
        if let next = blocks.first(where: { $0 > block }) {
          lines = lines.lowerBound..<max(lines.upperBound, lineStart(of: next))
          // The marker of an item stays for what else is in it.
          if let last = blocks.last, isFirst(block, inItemWith: last), block != last {
            lines = node.range.lowerBound..<lines.upperBound - source.usualEnding.count
          }
        }
        extra.append(InlinePiece(without: lines))
        removed.insert(block)
      } else if node.kind.isLeaf {
        let leaf = reading.leaf(block)
        guard
          var change = leaf.replacing(leaf.selected(by: range, in: source), at: range, by: written)
            .first
        else { continue }
        change.cuts = cuts(in: leaf)
        changes.append((leaf, change, []))
        written = []
      } else {
        let part = part(of: block)
        if part.isEmpty { continue }
        extra.append(InlinePiece(part, written, .text))
        edited.insert(block)
        written = []
      }
    }
    if !written.isEmpty {
      // On a line of its own.
      guard let first = extra.first?.range.lowerBound else { return nil }
      extra.append(InlinePiece(at: first, written + source.usualEnding, .wrapEnd))
    }
    if changes.isEmpty {
      guard let edit = extra.edit(of: source) else { return nil }
      // A cell beyond the columns of its table is not shown, and edited as source.
      if edit.isEmpty, !source[range].contains(where: { $0.isLineEnding || $0 == .verticalLine }) {
        return nil
      }
      var start = extra.first?.range.lowerBound ?? range.lowerBound
      if let first = blocks.first, edited.contains(first) {
        start = part(of: first).lowerBound
      } else if let last = blocks.last, written.isEmpty, nodes[last].kind.isLeaf {
        start = range.upperBound
      }
      let caret = edit.mapping(utf8Offset: start, bias: .before) + text.count
      guard !written.isEmpty || isProved(edit, without: removed, editing: edited) else {
        return nil
      }
      return .plan(Plan(edit: edit, selections: [caret..<caret], effect: .typed))
    }
    let planner = InlinePlanner(changes, of: reading, options)
    (planner.removed, planner.edited, planner.extra) = (removed, edited, extra)
    let outcome = planner.outcome(of: changes.map { $0.change }, at: range)
    guard case .plan(var plan) = outcome else { return nil }
    if let first = blocks.first, edited.contains(first) {
      let start = part(of: first).lowerBound
      let caret = plan.edit.mapping(utf8Offset: start, bias: .before) + text.count
      plan.selections = [caret..<caret]
    }
    return .plan(plan)
  }

  private func isFirst(_ block: Int, inItemWith other: Int) -> Bool {
    let item = reading.tree.nodes[..<block].lastIndex {
      $0.kind == .item && $0.endIndex > block
    }
    guard let item, other < reading.tree.nodes[item].endIndex else { return false }
    return !reading.tree.nodes[item + 1..<block].contains { !$0.kind.holdsBlocks }
  }

  private func lines(of node: SyntaxTree.Node) -> Range<Int> {
    let start = source.lineStart(of: node.range.lowerBound)
    var end = node.range.upperBound
    if end < source.count, source[end] == .carriageReturn { end += 1 }
    if end < source.count, source[end] == .lineFeed { end += 1 }
    return start..<end
  }
}

extension InlineLeaf {
  /// The items that a selection replaces. A tag or an image that it cuts is not one of them, nor a
  /// break whose line ending is not selected.
  fileprivate func selected(by range: Range<Int>, in source: [UInt8]) -> [Int] {
    items.indices.filter { index in
      let item = items[index]
      if item.kind == .barrier, item.second != 0 { return true }
      if item.kind == .object, item.isPlain { return false }
      if item.isBreak {
        return source[item.source.clamped(to: range)].contains { $0.isLineEnding }
      }
      return item.isCharacter
        ? item.source.overlaps(range) : !item.source.isEmpty && range.covers(item.source)
    }
  }

  /// The changes to try for a text in place of some items, or nothing. Nodes that hold nothing any
  /// more go.
  ///
  /// - Parameter isAlone: whether the text does not get the marks of the first item.
  fileprivate func replacing(
    _ selected: [Int], at selection: Range<Int>, by text: [UInt8], isAlone: Bool = false,
    isKey: Bool = false
  ) -> [InlineChange] {
    guard let first = selected.first else { return [] }
    var change = InlineChange(.typed)
    change.isTextPlain = isAlone
    var all = ItemSet()
    for item in selected { all.insert(item) }
    if !text.isEmpty {
      change.replaced = selected.first { items[$0].isSolid && items[$0].kind != .tag } ?? first
      change.text = text
    }
    for (index, node) in nodes.enumerated().dropFirst() {
      let own = node.items.filter { node.kind != .element || items[$0].kind != .tag }
      guard own.contains(where: { all.contains($0) }) else { continue }
      let isLeft = own.contains { !all.contains($0) && !items[$0].isBlank }
      // A link or an element that is selected with its delimiters does not hold the text.
      let isWhole =
        isAlone || (node.kind == .link || node.kind == .element) && selection.covers(node.range)
      let holdsText = change.replaced.map { node.items.contains($0) } ?? false
      if !isLeft, isWhole || !holdsText {
        change.unwrap(index, of: self)
      } else if node.isAutolink,
        selected.allSatisfy({ node.items.contains($0) })
      {
        return []
      }
    }
    // The tags of elements that stay are not removed.
    let kept = nodes.indices.filter { nodes[$0].kind == .element && !change.gone.contains($0) }
      .flatMap { [nodes[$0].items.lowerBound, nodes[$0].items.upperBound - 1] }
    for item in selected where !kept.contains(item) { change.remove(item) }
    if change.removed.isEmpty { return [] }
    if text.isEmpty, !isKey { removeEmptyLine(&change, first, selected.last ?? first) }
    let isEmptied =
      text.isEmpty
      && items.indices.allSatisfy { change.removed.contains($0) || items[$0].isBlank }
    if isEmptied { change.keepLetter() }
    return text.mayBeMarkup ? typing(change) : [change, freeing(selected, change)]
  }

  /// The changes to try for a text that may be markup: with the marks of the text that it replaces,
  /// or else in place of nothing. It is read as a letter, and written as it is.
  private func typing(_ change: InlineChange) -> [InlineChange] {
    guard let replaced = change.replaced else { return [change] }
    var letter = change
    (letter.text, letter.key) = (Array("x".utf8), change.text)
    let isMarked = !change.isTextPlain && Int(items[replaced].node) != 0
    guard isMarked else { return [letter] }
    letter.isTextPlain = true
    for (index, node) in nodes.enumerated().dropFirst() where node.items.contains(replaced) {
      let isLeft = node.items.contains { !change.removed.contains($0) && !items[$0].isBlank }
      if !isLeft { letter.unwrap(index, of: self) }
    }
    return [change, letter]
  }

  private func removeEmptyLine(_ change: inout InlineChange, _ first: Int, _ last: Int) {
    var (start, end) = (first, last)
    while start > 0, items[start - 1].isBlank, !items[start - 1].isBreak { start -= 1 }
    while end + 1 < items.count, items[end + 1].isBlank, !items[end + 1].isBreak { end += 1 }
    guard end + 1 < items.count, items[end + 1].isBreak, start > 0, items[start - 1].isBreak
    else { return }
    for item in start...end + 1 { change.remove(item) }
  }

  /// A change after which punctuation beside some items has no marks, because these could not end
  /// there.
  private func freeing(_ selected: [Int], _ change: InlineChange) -> InlineChange {
    var change = change
    func isFree(_ item: Int) -> Bool {
      items.indices.contains(item) && items[item].kind == .character
        && (items[item].isEdge || items[item].isBlank)
    }
    if var item = selected.first.map({ $0 - 1 }) {
      while isFree(item) {
        change.cleared.insert(item)
        item -= 1
      }
    }
    if var item = selected.last.map({ $0 + 1 }) {
      while isFree(item) {
        change.cleared.insert(item)
        item += 1
      }
    }
    return change
  }

  fileprivate func withMarkers(at range: Range<Int>) -> InlineLeaf {
    var result = self
    let content = nodes[0].content
    if range.lowerBound < content.lowerBound {
      result.items.insert(.gap(range.lowerBound..<content.lowerBound), at: 0)
      for node in nodes.indices.dropFirst() {
        let items = nodes[node].items
        result.nodes[node].items = items.lowerBound + 1..<items.upperBound + 1
      }
    }
    if content.upperBound < range.upperBound {
      result.items.append(.gap(content.upperBound..<range.upperBound))
    }
    result.nodes[0].items = 0..<result.items.count
    return result
  }

  fileprivate func joined(with other: InlineLeaf) -> InlineLeaf {
    var result = self
    result.items.append(.gap(nodes[0].content.upperBound..<other.nodes[0].content.lowerBound))
    let (itemCount, nodeCount) = (result.items.count, nodes.count - 1)
    let links = Int32(truncatingIfNeeded: targets.count)
    for var item in other.items {
      if item.node != 0 { item.node += Int32(truncatingIfNeeded: nodeCount) }
      if item.link != 0 { item.link += links }
      if !item.isCharacter, item.second != 0 { item.second += UInt32(bitPattern: links) }
      result.items.append(item)
    }
    for var node in other.nodes.dropFirst() {
      if node.parent != 0 { node.parent += nodeCount }
      node.items = node.items.lowerBound + itemCount..<node.items.upperBound + itemCount
      result.nodes.append(node)
    }
    result.targets += other.targets
    result.elementCount += other.elementCount
    result.nodes[0].range = nodes[0].range.joined(with: other.nodes[0].range)
    result.nodes[0].content = nodes[0].content.lowerBound..<other.nodes[0].content.upperBound
    result.nodes[0].items = 0..<result.items.count
    return result
  }
}

extension InlineItem {
  /// What is between or beside leaves.
  fileprivate static func gap(_ range: Range<Int>) -> InlineItem {
    var item = InlineItem(kind: .barrier, marks: [], node: 0, link: 0, start: 0, end: 0)
    item.source = range
    item.second = 1
    return item
  }
}

extension [UInt8] {
  var partsAtBlanks: (before: ArraySlice<UInt8>, core: ArraySlice<UInt8>, behind: ArraySlice<UInt8>)
  {
    let start = firstIndex { !$0.isBlank } ?? endIndex
    let end = self[start...].lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start
    return (self[..<start], self[start..<end], self[end...])
  }

  var mayBeMarkup: Bool {
    !String(decoding: self, as: UTF8.self).unicodeScalars.allSatisfy {
      $0 == " " || $0.properties.isAlphabetic || Escaping.isDigit($0)
    }
  }

  fileprivate var mayBeginMarkup: Bool {
    first.map {
      MarkSyntax.delimiterBytes.contains($0) || "!#$+-<>[\\^|".utf8.contains($0)
    } ?? false
  }

  var usualEnding: [UInt8] {
    guard let start = firstIndex(where: { $0.isLineEnding }) else { return [.lineFeed] }
    return self[start...].starts(with: [.carriageReturn, .lineFeed])
      ? [.carriageReturn, .lineFeed] : [self[start]]
  }

  func lineStart(of offset: Int) -> Int {
    self[..<offset].lastIndex { $0.isLineEnding }.map { $0 + 1 } ?? 0
  }

  fileprivate func isLineStart(_ offset: Int) -> Bool {
    offset == 0
      || self[offset - 1].isLineEnding
        && !(self[offset - 1] == .carriageReturn && offset < count && self[offset] == .lineFeed)
  }

  fileprivate func isLine(_ range: Range<Int>) -> Bool {
    (self[..<range.lowerBound].last { !$0.isBlank }?.isLineEnding ?? true)
      && (self[range.upperBound...].first { !$0.isBlank }?.isLineEnding ?? true)
  }

  /// The text for a cell: pipes are escaped, and line endings become blanks.
  var asCellText: [UInt8] {
    flatMap {
      $0 == .verticalLine ? [.backslash, .verticalLine] : $0.isLineEnding ? [.space] : [$0]
    }
  }
}
