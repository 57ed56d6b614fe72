import MarkdownSyntax
import TextEditing

/// Adds, deletes and renumbers footnotes, and moves between them. The tree has all blocks with any.
struct FootnoteCommand {
  enum Action: Hashable {
    case insert, jump, delete, renumber
  }
  let engine: BlockEngine
  /// The label of a new footnote; nil for the next number.
  let argument: String?
  let place: EditingOptions.FootnotePlace

  private var tree: BlockTree { engine.tree }
  private var source: [UInt8] { engine.tree.source }
  private var selection: Range<Int> { engine.selection.ranges[0] }

  /// A reference or a definition, with the range of its label.
  private struct Use {
    var range: Range<Int>
    var label: Range<Int>
    /// Whether it is a definition, such as `[^1]: a`.
    var isDefinition: Bool
  }

  func outcome(_ action: Action) throws(Outcome.Unchanged) -> Outcome {
    let uses = uses()
    switch action {
    case .insert: return try inserting(uses)
    case .jump: return try jumping(uses)
    case .delete: return try deleting(uses)
    case .renumber: return try renumbering(uses)
    }
  }

  /// Returns why an action does not apply to a part of a document; nil if it does.
  static func reason(_ action: Action, in engine: BlockEngine) -> Outcome.Unchanged? {
    let command = FootnoteCommand(engine: engine, argument: nil, place: .end)
    switch action {
    case .insert:
      do throws(Outcome.Unchanged) { _ = try command.target() } catch { return error }
      return nil
    case .renumber: return nil
    case .jump, .delete: return command.isAtFootnote ? nil : .noFootnote
    }
  }

  /// Returns the path to the leaf in which a reference is written.
  private func target() throws(Outcome.Unchanged) -> BlockPath {
    let caret = selection.upperBound
    guard let path = tree.path(at: caret), case let leaf = tree.root[path[...]],
      leaf.isText || leaf.kind == .table
    else { throw engine.selection.reason(in: tree.root) }
    if leaf.kind == .table, !tree.isInCell(caret) { throw .inTable }
    return path
  }

  /// Whether the caret is in a definition or at a reference, as in `a[^1]‸`.
  private var isAtFootnote: Bool {
    let caret = selection.upperBound
    let path = tree.path(at: caret) ?? []
    if path.indices.contains(where: { tree.root[path[...$0]].kind == .footnote }) { return true }
    let cell = TableModel(tree, at: caret)?.content(around: caret..<caret)
      .map { LeafBlock(node: 0, lines: [$0]) }
    guard let leaf = tree.leaf(at: caret) ?? cell,
      let range = tree.tokens(of: leaf).first(where: {
        $0.kind == .island(.footnotes) && $0.source.covers(caret..<caret)
      })?.source
    else { return false }
    let label = LabelKey(Array(source[range.lowerBound + 2..<range.upperBound - 1]))
    return engine.context.footnotes.contains(label)
      || uses().contains { $0.isDefinition && key($0) == label }
  }

  /// Returns all references and definitions, in document order.
  private func uses() -> [Use] {
    guard let syntax = try? SyntaxTree(source, in: tree.dialect) else { return [] }
    return syntax.nodes.indices.compactMap { index in
      let node = syntax.nodes[index]
      switch node.kind {
      case .footnoteReference:
        return Use(range: node.range, label: node.content, isDefinition: false)
      case .footnote where index + 1 < node.endIndex:
        return Use(
          range: node.range, label: syntax.nodes[index + 1].content, isDefinition: true)
      default: return nil
      }
    }
  }

  private func key(_ use: Use) -> LabelKey { LabelKey(Array(source[use.label])) }

  /// Returns the number that is the label; nil for a name. More digits than a list's number can have
  /// are a name.
  private func number(_ use: Use) -> Int? {
    let label = source[use.label]
    guard label.count < 10, label.allSatisfy({ $0.isASCIIDigit }) else { return nil }
    return Int(String(decoding: label, as: UTF8.self))
  }

  /// Returns the number after the largest one that is a label.
  private func nextNumber(_ uses: [Use]) -> Int {
    var next = (uses.compactMap(number).max() ?? 0) + 1
    // A label with too many digits for a number.
    while uses.contains(where: { key($0) == LabelKey(Array(String(next).utf8)) }) { next += 1 }
    return next
  }

  /// Returns the reference or definition at the caret.
  private func use(_ uses: [Use]) throws(Outcome.Unchanged) -> Use {
    let caret = selection.upperBound
    let here = uses.filter { $0.range.lowerBound <= caret && caret <= $0.range.upperBound }
    guard let use = here.first(where: { !$0.isDefinition }) ?? here.last else { throw .noFootnote }
    return use
  }

  // MARK: The actions

  private func inserting(_ uses: [Use]) throws(Outcome.Unchanged) -> Outcome {
    let given = argument.map { Array($0.utf8) }
    let label = given ?? Array(String(nextNumber(uses)).utf8)
    let isLabel = label.allSatisfy {
      !$0.isWhite && $0 != .leftBracket && $0 != .rightBracket && $0 != .backslash
    }
    guard !label.isEmpty, isLabel else { throw .badArgument }
    let path = try target()
    let leaf = tree.root[path[...]]
    let at = place(in: leaf, tree.tokens(at: selection.upperBound))
    let reference = Array("[^".utf8) + label + [.rightBracket]
    let mark = TextEdit.Replacement(at..<at, with: reference)
    var root = tree.root.uncomparing(path[...])
    if uses.contains(where: { $0.isDefinition && key($0) == LabelKey(label) }) {
      let caret = at + reference.count
      return proved(TextEdit([mark]), selecting: caret, root, adding: (at, reference))
    }
    let index = anchor(of: path)
    let anchor = root.children[index]
    let end = tree.lines[anchor.lastOrigin ?? 0].upperBound
    let isParted = index + 1 == root.children.count || root.children[index + 1].kind == .blank
    let start =
      tree.usualEnding + (anchor.kind == .footnote ? [] : tree.usualEnding) + reference + [
        .colon, .space,
      ]
    let definition = Block(.paragraph, units: BlockProof.units)
    root.children.insert(Block(.footnote, children: [definition]), at: index + 1)
    let ending = isParted ? [] : tree.usualEnding
    // The last definition may be before the new reference.
    let isBefore = end < at
    let caret = end + (isBefore ? 0 : reference.count) + start.count
    let written = TextEdit.Replacement(end..<end, with: start + ending)
    return proved(
      TextEdit(isBefore ? [written, mark] : [mark, written]), selecting: caret, root,
      adding: (at, reference), typesAtCaret: true)
  }

  /// Returns the offset for a new reference: the end of the selection without white space, in the
  /// text of its line, and after a code span or address around it.
  private func place(in leaf: Block, _ tokens: [InlineToken]) -> Int {
    let blanks = source[selection].reversed().prefix { $0.isWhite }.count
    let end = blanks < selection.count ? selection.upperBound - blanks : selection.lowerBound
    let line =
      leaf.lines.first { $0.origin == tree.line(at: end) } ?? leaf.lines[leaf.lines.count - 1]
    guard let content = line.content else { return end }
    var place = min(max(end, content.lowerBound), content.upperBound)
    for element in tokens.elements
    where element.kind.isLiteral && element.all.lowerBound < place && element.all.contains(place) {
      place = element.all.upperBound
    }
    return LinkEdges.outside(place, tokens)
  }

  /// Returns the block before a new definition: the last footnote of the document, or the last
  /// block of the section or the document.
  private func anchor(of path: BlockPath) -> Int {
    let blocks = tree.root.children
    var range = 0..<blocks.count
    if place == .section {
      range = tree.root.section(atLine: engine.selection.lines[0].lowerBound) ?? range
    } else if let last = blocks.lastIndex(where: { $0.kind == .footnote }) {
      return last
    }
    return blocks[range].lastIndex { $0.kind != .blank } ?? path[0]
  }

  private func jumping(_ uses: [Use]) throws(Outcome.Unchanged) -> Outcome {
    let use = try use(uses)
    guard
      let other = uses.first(where: { $0.isDefinition != use.isDefinition && key($0) == key(use) })
    else { throw .nowhereToMove }
    var caret = other.range.upperBound
    if other.isDefinition {
      caret = min(other.label.upperBound + 2, caret)
      caret += source[caret..<other.range.upperBound].prefix { $0.isBlank }.count
    }
    return .plan(Plan(edit: TextEdit(), selections: [caret..<caret], effect: .moved))
  }

  private func deleting(_ uses: [Use]) throws(Outcome.Unchanged) -> Outcome {
    let chosen = try use(uses)
    let gone = uses.filter { key($0) == key(chosen) }
    var root = tree.root
    var replacements: [TextEdit.Replacement] = []
    /// The lines of definitions, from the last to the first; adjacent ones together.
    var removed: [ClosedRange<Int>] = []
    let definitions = gone.filter { $0.isDefinition }
    for use in gone.reversed() {
      // A definition is removed with its contents.
      let isInside = definitions.contains {
        $0.range != use.range && $0.range.contains(use.range.lowerBound)
      }
      guard !isInside, let path = tree.path(at: use.range.lowerBound) else { continue }
      guard use.isDefinition else {
        root = root.uncomparing(path[...])
        replacements.append(TextEdit.Replacement(use.range, with: ""))
        continue
      }
      let depth = path.indices.first { depth in
        let block = tree.root[path[...depth]]
        return block.kind == .footnote
          && block.marker.place?.contains(use.range.lowerBound) ?? false
      }
      guard let depth else { continue }
      root = root.replacing(path[...depth], with: [])
      let block = tree.root[path[...depth]]
      let lines = (block.firstOrigin ?? 0)...(block.lastOrigin ?? 0)
      if let next = removed.last, (lines.upperBound + 1..<next.lowerBound).allSatisfy(isBlank) {
        removed[removed.count - 1] = lines.lowerBound...next.upperBound
      } else {
        removed.append(lines)
      }
    }
    replacements += removed.map(removal)
    let edit = TextEdit(replacements.sorted { $0.range.lowerBound < $1.range.lowerBound })
    let caret = edit.mapping(utf8Offset: selection.upperBound, bias: .before)
    return proved(edit, selecting: caret, root)
  }

  /// Whether a line has no text, such as `␣␣`.
  private func isBlank(_ line: Int) -> Bool { source[tree.lines[line]].allSatisfy { $0.isBlank } }

  /// Returns the removal of some lines, with blank lines that are then not needed.
  private func removal(of lines: ClosedRange<Int>) -> TextEdit.Replacement {
    let (first, last) = (lines.lowerBound, lines.upperBound)
    var before = first
    while before > 0, isBlank(before - 1) { before -= 1 }
    var after = last + 1
    while after < tree.lines.count, isBlank(after) { after += 1 }
    if after == tree.lines.count, before > 0 {
      let hasEnding = source.last?.isLineEnding == true
      return TextEdit.Replacement(
        tree.lines[before - 1].upperBound..<source.count, with: hasEnding ? tree.usualEnding : [])
    }
    let end = before < first || first == 0 ? after : last + 1
    let upper = end < tree.lines.count ? tree.lines[end].lowerBound : source.count
    return TextEdit.Replacement(tree.lines[first].lowerBound..<upper, with: "")
  }

  private func renumbering(_ uses: [Use]) throws(Outcome.Unchanged) -> Outcome {
    let numbered = uses.filter { number($0) != nil }
    if numbered.isEmpty { throw .noFootnote }
    var labels: [LabelKey: Int] = [:]
    for use in numbered.filter({ !$0.isDefinition }) + numbered.filter({ $0.isDefinition })
    where labels[key(use)] == nil {
      labels[key(use)] = labels.count + 1
    }
    let replacements = numbered.compactMap { use -> TextEdit.Replacement? in
      let label = Array(String(labels[key(use)] ?? 0).utf8)
      return label.elementsEqual(source[use.label]) ? nil : .init(use.label, with: label)
    }
    if replacements.isEmpty { throw .alreadySo }
    var root = tree.root
    for use in numbered where !use.isDefinition {
      if let path = tree.path(at: use.range.lowerBound) { root = root.uncomparing(path[...]) }
    }
    let edit = TextEdit(replacements)
    let caret = edit.mapping(utf8Offset: selection.upperBound, bias: .after)
    return proved(edit, selecting: caret, root)
  }

  // MARK: The proof

  /// Returns the plan of an edit if the new text is read as `root` and shows the same text.
  private func proved(
    _ edit: TextEdit, selecting caret: Int, _ root: Block,
    adding added: (place: Int, text: [UInt8])? = nil, typesAtCaret: Bool = false
  ) -> Outcome {
    let effect: Plan.Effect = added != nil ? .added : edit.utf8Growth < 0 ? .removed : .converted
    let plan = Plan(edit: edit, selections: [caret..<caret], effect: effect)
    return engine.proved(plan, root, isTyped: typesAtCaret) { isKept(root, $0, added) }
  }

  /// Whether the visible text is the same except for the new reference: `a[^1]` shows `a`.
  private func isKept(
    _ root: Block, _ read: BlockTree, _ added: (place: Int, text: [UInt8])?
  ) -> Bool {
    var references = 0
    func shown(_ block: Block, of tree: BlockTree) -> [SeenUnit] {
      if !block.isLeaf { return block.children.flatMap { shown($0, of: tree) } }
      guard block.isText, block.id >= 0, let leaf = tree.leafBlock(block.id) else { return [] }
      return tree.seen(leaf).units.filter { unit in
        // The word that is typed in a new definition.
        if unit.thing == .character(BlockProof.probeScalar) { return false }
        guard case .object(let text) = unit.thing, text.starts(with: Array("[^".utf8)) else {
          return true
        }
        if text == added?.text { references += 1 }
        return false
      }
    }
    let old = shown(root, of: tree)
    let before = references
    let new = shown(read.root, of: read)
    let isCell =
      added.flatMap { tree.path(at: $0.place) }.map { tree.root[$0[...]].kind == .table } ?? false
    return old == new && (added == nil || isCell || references == 2 * before + 1)
  }
}

extension Block {
  /// Returns the tree with one leaf that the proof does not compare.
  func uncomparing(_ path: ArraySlice<Int>) -> Block {
    var leaf = self[path]
    leaf.isCompared = false
    return replacing(path, with: [leaf])
  }
}
