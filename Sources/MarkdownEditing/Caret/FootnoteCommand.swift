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
      leaf.isText || leaf.kind == .table || leaf.kind == .blank
    else { throw engine.selection.reason(in: tree.root) }
    if leaf.kind == .table, !tree.isInCell(caret) { throw .inTable }
    return path
  }

  /// Whether the caret is in a definition or at a reference, as in `a[^1]‸`.
  private var isAtFootnote: Bool {
    let caret = selection.upperBound
    let path = tree.path(at: caret) ?? []
    if path.indices.contains(where: { tree.root[path[...$0]].kind == .footnote }) { return true }
    let cell = tree.cell(at: caret).map { LeafBlock(node: 0, lines: [$0]) }
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
    // A label with too many digits for a number, and references that are not defined.
    while uses.contains(where: { key($0) == LabelKey(Array(String(next).utf8)) })
      || isWritten(Array("[^\(next)]".utf8))
    {
      next += 1
    }
    return next
  }

  /// Whether a reference is in the source, perhaps as text, as `[^1]` is in `` `[^1]` ``.
  private func isWritten(_ reference: [UInt8]) -> Bool {
    source.indices.contains {
      source[$0] == .leftBracket && source[$0...].starts(with: reference)
    }
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
    let reference = Array("[^".utf8) + label + [.rightBracket]
    var context = engine.context
    context.footnotes.insert(LabelKey(label))
    let parting = parting(path)
    guard
      let parted = try? BlockTree(parting.applying(to: source), in: tree.dialect, context: context),
      case let place = CaretPlace(caret(in: parted), in: parted.source, tree.dialect, context),
      case .plan(let plan) = InlineInsertion(place: place, options: .standard.reading(tree.dialect))
        .outcome({
          leaf, item, _ in .inserting(reference, at: item, of: leaf)
        }),
      let end = plan.selections.first?.upperBound,
      case let edit = parting.then(plan.edit), case let text = edit.applying(to: source),
      let referring = try? BlockTree(text, in: tree.dialect, context: context)
    else { return .refused(.blocksDiffer(selection)) }
    if uses.contains(where: { $0.isDefinition && key($0) == LabelKey(label) }) {
      return .plan(Plan(edit: edit, selections: [end..<end], effect: .added))
    }
    return defining(reference, in: referring, path, after: edit)
  }

  /// Returns the plan that adds a definition to a text that has the reference already.
  private func defining(
    _ reference: [UInt8], in referring: BlockTree, _ path: BlockPath, after edit: TextEdit
  ) -> Outcome {
    var wanted = referring
    let index = anchor(of: path, in: referring)
    let anchor = wanted.root.children[index]
    let end = wanted.lines[anchor.lastOrigin ?? 0].upperBound
    let isParted =
      index + 1 == wanted.root.children.count || wanted.root.children[index + 1].kind == .blank
    let start =
      tree.usualEnding + (anchor.kind == .footnote ? [] : tree.usualEnding) + reference + [
        .colon, .space,
      ]
    let definition = Block(.paragraph, units: BlockProof.units)
    wanted.root.children.insert(Block(.footnote, children: [definition]), at: index + 1)
    let writing = TextEdit([
      .init(end..<end, with: start + (isParted ? [] : tree.usualEnding))
    ])
    let caret = end + start.count
    // A footnote without text is none.
    var text = writing.applying(to: referring.source)
    text.insert(contentsOf: BlockProof.probe, at: caret)
    guard let read = try? BlockTree(text, in: tree.dialect, context: engine.context),
      BlockProof.isSame(wanted, read)
    else { return .refused(.blocksDiffer(selection)) }
    return .plan(
      Plan(edit: edit.then(writing), selections: [caret..<caret], effect: .added))
  }

  /// Returns an edit that keeps a reference on a blank line apart from a block that would join it.
  private func parting(_ path: BlockPath) -> TextEdit {
    let number = tree.line(at: end)
    guard tree.root[path[...]].kind == .blank,
      let below = tree.root.path(toLine: number + 1), case let block = tree.root[below[...]],
      block.kind != .blank, !block.interruptsParagraph(isDirect: true)
    else { return TextEdit() }
    let place = tree.lines[number].upperBound
    let prefix = tree.continuation(of: path)
    let rest = prefix.prefix(prefix.count - prefix.reversed().prefix { $0.isBlank }.count)
    return TextEdit([.init(place..<place, with: tree.usualEnding + rest)])
  }

  /// The end of the selection in the text of its line: not before its marker, and not in or after
  /// what closes a heading.
  private func caret(in tree: BlockTree) -> Int {
    let number = tree.line(at: end)
    guard let path = tree.path(at: end), case let leaf = tree.root[path[...]], leaf.isText,
      let content = (leaf.lines.first { $0.origin == number } ?? leaf.lines.last)?.content
    else { return end }
    let rest = tree.source[min(tree.source.count, content.upperBound)...].prefix {
      !$0.isLineEnding
    }
    let caret = max(end, content.lowerBound)
    return caret > rest.endIndex || !rest.allSatisfy { $0.isBlank }
      ? min(caret, content.upperBound) : caret
  }

  /// The end of the selection without white space.
  private var end: Int {
    let blanks = source[selection].reversed().prefix { $0.isWhite }.count
    return blanks < selection.count ? selection.upperBound - blanks : selection.lowerBound
  }

  /// Returns the block before a new definition: the last footnote of the document, or the last
  /// block of the section or the document.
  private func anchor(of path: BlockPath, in tree: BlockTree) -> Int {
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
    let gone = removed(with: chosen, of: uses)
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
        // A leaf that has only references is removed with the first of them.
        let isLeaf = isFirst(use, in: tree.root[path[...]], withoutTextBut: gone)
        root = isLeaf ? root.replacing(path[...], with: []) : root.uncomparing(path[...])
        replacements.append(removal(of: use, at: path))
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
    let edit = TextEdit(replacements.withoutOverlaps)
    let caret = edit.mapping(utf8Offset: selection.upperBound, bias: .before)
    return proved(edit, selecting: caret, root)
  }

  /// Returns the references and definitions that are deleted: one of several references alone,
  /// otherwise the note with all of them.
  private func removed(with chosen: Use, of uses: [Use]) -> [Use] {
    let known = uses.filter { key($0) == key(chosen) }
    let notes = known.filter { $0.isDefinition }
    let hasOthers = known.contains { other in
      !other.isDefinition && other.range != chosen.range
        && !notes.contains { $0.range.covers(other.range) }
    }
    return hasOthers && !chosen.isDefinition ? [chosen] : known
  }

  /// Whether a leaf begins with a reference, and has nothing but references, as `[^1] [^1]` does.
  private func isFirst(_ use: Use, in leaf: Block, withoutTextBut gone: [Use]) -> Bool {
    guard leaf.kind == .paragraph, let start = leaf.lines.first?.content?.lowerBound,
      let end = leaf.lines.last?.content?.upperBound
    else { return false }
    var place = start
    for other in gone where start <= other.range.lowerBound && other.range.upperBound <= end {
      if source[place..<other.range.lowerBound].contains(where: { !$0.isWhite }) { return false }
      place = other.range.upperBound
    }
    return source[place..<end].allSatisfy { $0.isWhite }
      && source[start..<use.range.lowerBound].allSatisfy { $0.isWhite }
  }

  /// Returns the removal of a reference, with the blanks before it at the end of a line, and after
  /// it at the start of a text.
  private func removal(of use: Use, at path: BlockPath) -> TextEdit.Replacement {
    var range = use.range
    let leaf = tree.root[path[...]]
    if leaf.isText,
      let content = leaf.lines.first(where: { $0.origin == tree.line(at: range.lowerBound) })?
        .content
    {
      let rest = source[range.upperBound..<max(range.upperBound, content.upperBound)]
      let text = source[content.lowerBound..<range.lowerBound]
      if rest.allSatisfy({ $0.isBlank }) {
        range = range.lowerBound - text.reversed().prefix { $0.isBlank }.count..<range.upperBound
      } else if text.allSatisfy({ $0.isBlank }) {
        range = range.lowerBound..<range.upperBound + rest.prefix { $0.isBlank }.count
      }
    }
    return TextEdit.Replacement(range, with: "")
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

  /// Returns the plan of an edit if the new text is read as `root` and shows the same text except
  /// for references: `a[^1]` shows `a`.
  private func proved(_ edit: TextEdit, selecting caret: Int, _ root: Block) -> Outcome {
    let effect: Plan.Effect = edit.utf8Growth < 0 ? .removed : .converted
    let plan = Plan(edit: edit, selections: [caret..<caret], effect: effect)
    let outcome = engine.proved(plan, root) { shown(root, of: tree) == shown($0.root, of: $0) }
    return outcome.plan == nil ? .refused(.blocksDiffer(selection)) : outcome
  }

  /// Returns what the leaves show without references.
  private func shown(_ block: Block, of tree: BlockTree) -> [SeenUnit] {
    if !block.isLeaf { return block.children.flatMap { shown($0, of: tree) } }
    guard block.isText, block.id >= 0, let leaf = tree.leafBlock(block.id) else { return [] }
    let text = tree.seen(leaf)
    let references = text.tokens.map { $0.kind.isIsland ? $0.source : 0..<0 }
      .filter { tree.source[$0].starts(with: "[^".utf8) }
    return zip(text.units, text.places).filter { unit, place in
      (unit.isSolid || unit.isHardBreak) && !references.contains { $0.overlaps(place) }
    }.map { $0.0 }
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

extension [TextEdit.Replacement] {
  /// The replacements in ascending order, each without what one before it removes.
  fileprivate var withoutOverlaps: [TextEdit.Replacement] {
    var end = 0
    return sorted { $0.range.lowerBound < $1.range.lowerBound }.map { own in
      defer { end = own.range.upperBound }
      return .init(Swift.max(end, own.range.lowerBound)..<own.range.upperBound, with: own.bytes)
    }
  }
}
