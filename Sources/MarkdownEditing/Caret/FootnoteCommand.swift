import MarkdownSyntax
import TextEditing

enum FootnoteAction: Hashable {
  case insert, jump, delete, renumber
}

/// Adds, deletes and renumbers footnotes, and moves between them. The text has all blocks with any.
struct FootnoteCommand {
  let options: EditingOptions
  let argument: String?
  let selection: Range<Int>
  let context: ReadingContext
  private let rows: BlockRows
  private var uses: [Use] = []

  private var source: [UInt8] { rows.source }

  private struct Use {
    var range: Range<Int>
    var label: Range<Int>
    var key: LabelKey
    var definition: Int?
    /// The number that is the label; nil for a name. More digits than a list's number can have are a
    /// name.
    var number: Int?
  }

  init(
    _ options: EditingOptions, _ argument: String?, at selection: Range<Int>, in source: [UInt8],
    _ context: ReadingContext
  ) {
    (self.options, self.argument) = (options, argument)
    (self.selection, self.context) = (selection, context)
    rows = BlockRows(source, in: options.dialect, context, inlinesOf: 0..<source.count)
    let nodes = rows.tree.nodes
    uses = nodes.indices.filter { nodes[$0].isUse(at: $0) }.map(use)
  }

  init(_ options: EditingOptions, at selection: Range<Int>, in rows: BlockRows) {
    (self.options, argument, self.selection) = (options, nil, selection)
    (context, self.rows) = (.document, rows)
  }

  private func use(_ index: Int) -> Use {
    let node = rows.tree.nodes[index]
    let isNote = node.kind == .footnote
    let label = isNote ? rows.tree.nodes[index + 1].content : node.content
    let text = Array(source[label])
    let isNumber = text.count < 10 && text.allSatisfy { $0.isASCIIDigit }
    return Use(
      range: node.range, label: label, key: LabelKey(text), definition: isNote ? index : nil,
      number: isNumber ? text.reduce(0) { $0 * 10 + Int($1 & 15) } : nil)
  }

  func outcome(_ action: FootnoteAction) -> Outcome {
    do throws(Outcome.Unchanged) {
      switch action {
      case .insert: return try inserting()
      case .jump: return try jumping()
      case .delete: return try deleting()
      case .renumber: return try renumbering()
      }
    } catch {
      return .unchanged(error)
    }
  }

  func check(_ action: FootnoteAction) throws(Outcome.Unchanged) {
    switch action {
    case .insert: try check(rows, at: rows.line(at: end))
    case .renumber: return
    case .jump, .delete: _ = try use()
    }
  }

  private var end: Int {
    let blanks = source[selection].reversed().prefix { $0.isWhite }.count
    return blanks < selection.count ? selection.upperBound - blanks : selection.lowerBound
  }

  private func check(_ rows: BlockRows, at line: Int) throws(Outcome.Unchanged) {
    switch rows[line].kind {
    case .document, .paragraph, .heading: return
    case .table:
      guard let table = TableModel(rows, at: end), table.row != 1,
        table.rows[table.row].prefix(table.count).contains(where: { $0.covers(end..<end) })
      else { throw .inTable }
    default: throw rows[line].kind.reason ?? .noText
    }
  }

  private func use() throws(Outcome.Unchanged) -> Use {
    let (nodes, end) = (rows.tree.nodes, selection.upperBound)
    let here = nodes.indices.filter {
      nodes[$0].isUse(at: $0) && nodes[$0].range.covers(end..<end)
    }
    guard let node = here.first(where: { nodes[$0].kind != .footnote }) ?? here.last else {
      throw .noFootnote
    }
    return use(node)
  }

  // MARK: Adding

  private func inserting() throws(Outcome.Unchanged) -> Outcome {
    let label = Array((argument ?? "").utf8)
    let isLabel = label.allSatisfy {
      !$0.isWhite && $0 != .leftBracket && $0 != .rightBracket && $0 != .backslash
    }
    guard !label.isEmpty, isLabel else { throw .badArgument }
    let reference = Array("[^".utf8) + label + [.rightBracket]
    let key = LabelKey(label)
    let isDefined = uses.contains { $0.definition != nil && $0.key == key }
    var reading = self.context
    reading.footnotes.insert(key)
    var printer = BlockPrinter(options, argument, [end..<end], in: source, reading)
    let line = printer.selected[0]
    try check(printer.rows, at: line)
    if printer.rows[line].isBlank {
      printer.write(reference, at: end, on: line)
      printer.caret = (line, reference.count)
      if !isDefined { printer.define(reference, near: line) }
      return printer.outcome(.added)
    }
    let place = CaretPlace(caret(end, on: printer.rows, line), in: source, options.dialect, reading)
    guard
      case .plan(let plan) = InlineInsertion(
        place: place, options: .standard.reading(options.dialect)
      )
      .outcome({ leaf, item, _ in .inserting(reference, at: item, of: leaf) }),
      let caret = plan.selections.first
    else { return .refused(.blocksDiffer(selection)) }
    if isDefined { return .plan(Plan(edit: plan.edit, selections: [caret], effect: .added)) }
    printer = BlockPrinter(options, argument, [caret], in: plan.edit.applying(to: source), reading)
    printer.define(reference, near: printer.selected[0])
    guard case .plan(var whole) = printer.outcome(.added) else {
      return .refused(.blocksDiffer(selection))
    }
    whole.edit = plan.edit.then(whole.edit)
    return .plan(whole)
  }

  /// An offset in the text of its line: not before its marker, and not in or after what closes a
  /// heading.
  private func caret(_ offset: Int, on rows: BlockRows, _ line: Int) -> Int {
    let row = rows[line]
    guard row.kind == .paragraph || row.kind == .heading else { return offset }
    if rows.isSetext(row.leaf), line > 0, line + 1 == rows.lines(ofLeafAt: line).upperBound {
      return min(offset, rows[line - 1].body.upperBound)
    }
    let isBefore = offset <= row.body.upperBound || row.tail.allSatisfy { $0.isBlank }
    return isBefore ? max(offset, row.body.lowerBound) : row.body.upperBound
  }

  private func jumping() throws(Outcome.Unchanged) -> Outcome {
    let use = try use()
    guard
      let other = uses.first(where: {
        ($0.definition == nil) != (use.definition == nil) && $0.key == use.key
      })
    else { throw .nowhereToMove }
    var caret = other.range.upperBound
    if other.definition != nil {
      caret = min(other.label.upperBound + 2, caret)
      caret += source[caret..<other.range.upperBound].prefix { $0.isBlank }.count
    }
    return .plan(Plan(edit: TextEdit(), selections: [caret..<caret], effect: .moved))
  }

  // MARK: Deleting and renumbering

  private func deleting() throws(Outcome.Unchanged) -> Outcome {
    let chosen = try use()
    var gone = uses.filter { $0.key == chosen.key }
    let notes = gone.filter { $0.definition != nil }
    let hasOthers = gone.contains { other in
      other.definition == nil && other.range != chosen.range
        && !notes.contains { $0.range.covers(other.range) }
    }
    if hasOthers, chosen.definition == nil { gone = [chosen] }
    var removed: [ClosedRange<Int>] = []
    for note in gone {
      guard let node = note.definition,
        let container = rows.containers.firstIndex(where: { $0.node == node })
      else { continue }
      let lines = rows.lines(of: container).filter {
        !rows[$0].isBlank || rows[$0].hasSign(of: container)
      }
      guard let first = lines.first, let last = lines.last else { continue }
      if let before = removed.last, first <= before.upperBound { continue }
      if let before = removed.last,
        rows.rows[before.upperBound + 1..<first].allSatisfy({ $0.isVoid })
      {
        removed[removed.count - 1] = before.lowerBound...last
      } else {
        removed.append(first...last)
      }
    }
    var replacements = removed.map(removal)
    for use in gone where use.definition == nil {
      let range = removal(of: use)
      if !removed.contains(where: { $0.contains(rows.line(at: use.range.lowerBound)) }) {
        replacements.append(.init(range, with: ""))
      }
    }
    var end = 0
    let edit = TextEdit(
      replacements.sorted { $0.range.lowerBound < $1.range.lowerBound }.map { own in
        defer { end = own.range.upperBound }
        return .init(max(end, own.range.lowerBound)..<own.range.upperBound, with: own.bytes)
      })
    return proved(edit, bias: .before, .removed, without: Set(removed.joined()))
  }

  /// The range of a reference, with the blanks before it at the end of a line, and after it at the
  /// start of a text.
  private func removal(of use: Use) -> Range<Int> {
    let row = rows[rows.line(at: use.range.lowerBound)]
    let (start, end) = (use.range.lowerBound, use.range.upperBound)
    guard row.kind == .paragraph || row.kind == .heading, row.body.covers(use.range) else {
      return use.range
    }
    let (text, rest) = (source[row.body.lowerBound..<start], source[end..<row.body.upperBound])
    if rest.allSatisfy({ $0.isBlank }) {
      return start - text.reversed().prefix { $0.isBlank }.count..<end
    }
    return text.allSatisfy { $0.isBlank }
      ? start..<end + rest.prefix { $0.isBlank }.count : use.range
  }

  private func removal(of lines: ClosedRange<Int>) -> TextEdit.Replacement {
    let (first, last) = (lines.lowerBound, lines.upperBound)
    func start(_ line: Int) -> Int {
      line < rows.count ? rows[line].line?.lowerBound ?? 0 : source.count
    }
    let before = (rows.rows[..<first].lastIndex { !$0.isVoid } ?? -1) + 1
    let after = rows.rows[(last + 1)...].firstIndex { !$0.isVoid } ?? rows.count
    if after == rows.count, before > 0 {
      return .init(
        (rows[before - 1].line?.upperBound ?? 0)..<source.count,
        with: source.last?.isLineEnding == true ? rows.ending : [])
    }
    return .init(start(first)..<start(before < first || first == 0 ? after : last + 1), with: "")
  }

  private func renumbering() throws(Outcome.Unchanged) -> Outcome {
    let numbered = uses.filter { $0.number != nil }
    if numbered.isEmpty { throw .noFootnote }
    var labels: [LabelKey: Int] = [:]
    for use in numbered.filter({ $0.definition == nil }) + numbered where labels[use.key] == nil {
      labels[use.key] = labels.count + 1
    }
    let replacements = numbered.compactMap { use -> TextEdit.Replacement? in
      let label = Array(String(labels[use.key] ?? 0).utf8)
      return label.elementsEqual(source[use.label]) ? nil : .init(use.label, with: label)
    }
    if replacements.isEmpty { throw .alreadySo }
    return proved(TextEdit(replacements), bias: .after, .converted, without: [])
  }

  // MARK: The proof

  /// The plan of an edit, if the new text shows the same except for references: `a[^1]` shows `a`.
  private func proved(
    _ edit: TextEdit, bias: TextEdit.Bias, _ effect: Plan.Effect, without removed: Set<Int>
  ) -> Outcome {
    let text = edit.applying(to: source)
    let read = BlockRows(text, in: options.dialect, context, inlinesOf: 0..<text.count)
    let reading = InlineReading(text, read.tree, in: options.dialect, context)
    guard rows.shown(without: removed) == read.shown(without: []),
      reading.libraryAgrees(on: text, at: [0..<text.count])
    else { return .refused(.blocksDiffer(selection)) }
    let caret = edit.mapping(utf8Offset: selection.upperBound, bias: bias)
    return .plan(Plan(edit: edit, selections: [caret..<caret], effect: effect))
  }
}

extension SyntaxTree.Node {
  fileprivate func isUse(at index: Int) -> Bool {
    kind == .footnoteReference || kind == .footnote && index + 1 < endIndex
  }
}

extension BlockRow {
  fileprivate var isVoid: Bool { isBlank && hasNoSign }
  fileprivate var hasNoSign: Bool { prefixes.allSatisfy { $0.sign.isEmpty } }
}

extension BlockRows {
  fileprivate struct Shown: Equatable {
    var kinds: [SyntaxTree.Kind]
    var level: Int
    var text: [InlineLeaf.Solid] = []
    var code: ArraySlice<UInt8> = []
    var blocks: [Int] = []
  }

  fileprivate func shown(without removed: Set<Int>) -> [Shown] {
    var texts = [[InlineLeaf.Solid]](repeating: [], count: count)
    for (index, node) in tree.nodes.enumerated() where node.kind.isLeaf {
      let leaf = InlineLeaf(index, of: tree, in: source, hasFootnotes: true)
      for item in leaf.items {
        let isReference = item.kind == .object && source[item.source].starts(with: "[^".utf8)
        guard !isReference, let solid = leaf.solid(item, source) else { continue }
        texts[line(at: item.source.lowerBound)].append(solid)
      }
    }
    var numbers: [Int: Int] = [:]
    return rows.enumerated().compactMap { line, row in
      let isText = row.kind == .paragraph || row.kind == .heading || row.isBlank
      let isEmpty = isText && texts[line].isEmpty
      if removed.contains(line) || isEmpty && row.hasNoSign { return nil }
      let own = row.prefixes.map { containers[$0.container] }
      let isCode = row.kind == .code || row.kind == .html
      return Shown(
        kinds: own.map { $0.kind } + [isEmpty ? .document : row.kind],
        level: isEmpty ? 0 : row.level, text: texts[line],
        code: isCode ? source[row.body] : [],
        blocks: (own.flatMap { [$0.list, $0.node] } + (isEmpty ? [] : [row.leaf])).map { block in
          let number = numbers[block ?? 0] ?? numbers.count
          numbers[block ?? 0] = number
          return number
        })
    }
  }
}

extension BlockPrinter {
  /// Writes a text on a blank line. It joins a paragraph that ends directly above.
  fileprivate mutating func write(_ text: [UInt8], at offset: Int, on line: Int) {
    let blanks = rows[line].indent.source
    if blanks.contains(offset), rows[line].indent.columns == blanks.count {
      rows[line].indent = .read(offset - blanks.lowerBound, blanks.lowerBound..<offset)
      rows[line].tail = Array(source[offset..<blanks.upperBound])
    }
    let containers = rows[line].prefixes.map { $0.container }
    let joins =
      line > 0 && rows[line - 1].kind == .paragraph && !rows.opensItem(line)
      && rows[line - 1].prefixes.map { $0.container } == containers
    rows.complete(line)
    (rows[line].head, rows[line].kind) = (text, .paragraph)
    rows[line].leaf = joins ? rows[line - 1].leaf : freshLeaf()
    if let last = rows[line].prefixes.indices.last, rows.opensItem(line),
      rows[line].prefixes[last].pad.columns == 0
    {
      rows[line].prefixes[last].pad.columns = 1
    }
    if line + 1 < rows.count, rows[line + 1].kind == .table {
      insert(rows.separator(between: line, and: line + 1), at: line + 1)
    }
  }

  /// Adds an empty definition of a footnote, with the caret in it: after the last definition, or at
  /// the end of the document.
  fileprivate mutating func define(_ reference: [UInt8], near line: Int) {
    func isNote(_ row: BlockRow) -> Bool {
      !row.isBlank
        && row.prefixes.first.map { rows.containers[$0.container].kind == .footnote } ?? false
    }
    let last = rows.rows.lastIndex(where: isNote) ?? rows.rows.lastIndex { !$0.isVoid }
    let end = (last ?? line) + 1
    let follows = isNote(rows[end - 1])
    let container = rows.add(RowContainer(kind: .footnote, marker: reference + [.colon], width: 4))
    var row = BlockRow()
    row.prefixes = [
      RowPrefix(container: container, sign: reference + [.colon], pad: .new(1))
    ]
    if end < rows.count, !rows[end].isBlank { insert(BlockRow(), at: end) }
    insert(row, at: end)
    if !follows { insert(BlockRow(), at: end) }
    caret = (follows ? end : end + 1, 0)
  }
}
