import MarkdownSyntax
import TextEditing

extension BlockPrinter {
  /// Removes a box, a marker, a quote mark or a heading's hashes, joins two lines, or deletes a
  /// character. A mark that would lose one delimiter loses both.
  ///
  ///     - [ ] ‸a → - ‸a → ‸a    a⏎⏎‸b → a⏎‸b → a‸b    **a**‸ → a‸
  mutating func backspace() throws(Outcome.Unchanged) -> Outcome {
    let (line, at) = (selected[0], selections[0].lowerBound)
    let row = rows[line]
    guard at > 0, let own = row.line else { throw .nowhereToMove }
    if row.isBlank { return try backspaceOnBlank(line, at) }
    let leaf = rows.lines(ofLeafAt: line)
    switch row.kind {
    case .code where !rows.isIndentedCode(row): return try backspaceInCode(line, at, leaf)
    case .table:
      if isAtCellStart(at, row.body) { throw .inTable }
      return at <= row.body.lowerBound ? deletion(at) : deletionInText(at)
    case .paragraph, .heading: break
    default: return deletion(at)
    }
    if at > row.body.lowerBound { return deletionInText(at) }
    if at < row.body.lowerBound, at > own.lowerBound { return deletion(at) }
    let isFirst = line == leaf.lowerBound
    let opens = rows.opensItem(line)
    if row.kind == .heading, row.head.count > 0 {
      if row.head.count - row.level > 1 { return deletion(at) }
    } else if hasLooseBlank(row, opens) {
      return deletion(at)
    }
    if !isFirst { return join(line, at: row.body.lowerBound) }
    if let last = row.innermost, rows.containers[last].kind == .footnote, row.hasSign(of: last) {
      return deletion(at)
    }
    if row.kind == .heading, !row.head.isEmpty {
      _ = try heading(.paragraph)
      caret = (line, 0)
      return key(.removed)
    }
    guard let container = row.innermost else { return try joinWithBlock(line, row.body.lowerBound) }
    let isItem = rows.containers[container].isItem
    if isItem, opens { return leaveMarker(of: container, line) }
    let isFirstInQuote = line == 0 || !rows[line - 1].holds(container)
    if rows.containers[container].kind == .quote, isFirstInQuote {
      return leaveQuote(container, leaf, caret: line)
    }
    return try joinWithBlock(line, row.body.lowerBound)
  }

  func deletion(_ place: Int) -> Outcome {
    guard var buffer = try? TextBuffer(utf8: source) else { return .unchanged(.noText) }
    buffer.selectedTextRange = BufferRange(utf8: place..<place)
    return removal(of: buffer.backwardDeletion ?? place..<place)
  }

  private func removal(of range: Range<Int>) -> Outcome {
    .typing(TextEdit([.init(range, with: "")]), caret: range.lowerBound)
  }

  // MARK: Markers

  /// Whether a blank before a line's text is not a part of a container's prefix, as in `a⏎   ‸b`, or
  /// one of several after a marker, as in `-  ‸a`.
  private func hasLooseBlank(_ row: BlockRow, _ opensItem: Bool) -> Bool {
    let blanks = source[row.indent.source]
    if row.indent.columns > 0 {
      // A tab is a part of the prefix, too.
      let isPart =
        row.prefixes.last.map { $0.sign.isEmpty ? $0.lead.columns > 0 : $0.pad.columns > 0 }
        ?? false
      if blanks.count > 1
        || blanks.count == 1 && !(isPart && blanks.first == .tab && row.indent.columns < 4)
      {
        return true
      }
    }
    guard opensItem, let prefix = row.prefixes.last else { return false }
    let container = rows.containers[prefix.container]
    if container.box.count > 4 { return true }
    // Lists are often indented by four columns.
    return container.box.isEmpty && prefix.pad.source.count > 1 && container.width % 4 != 0
  }

  private mutating func leaveMarker(of item: Int, _ line: Int) -> Outcome {
    if !rows.containers[item].box.isEmpty {
      rows.setBox(of: item, to: [])
      caret = (line, 0)
      return key(.removed)
    }
    let lead = rows[line].prefixes.last?.lead
    takeOff(item)
    keepTab(lead, on: line)
    caret = (line, 0)
    return key(.removed)
  }

  /// Keeps the tab before a marker that is gone, so that the text stands at its stop.
  private mutating func keepTab(_ lead: Blanks?, on line: Int) {
    if let lead, lead.columns < 4, source[lead.source].contains(.tab), !rows[line].prefixes.isEmpty
    {
      rows[line].indent = lead
    }
  }

  private mutating func leaveQuote(_ quote: Int, _ lines: Range<Int>, caret line: Int) -> Outcome {
    var end = lines.upperBound
    while end < rows.count, rows[end].isBlank, rows[end].innermost == quote { end += 1 }
    let lead = rows[lines.lowerBound].prefixes.last?.lead
    unwrap(quote, on: lines.lowerBound..<end, caret: line)
    keepTab(lead, on: lines.lowerBound)
    var rest = rows.containers[quote]
    rest.node = nil
    let other = rows.add(rest)
    for line in end..<rows.count { rows.exchange(quote, for: other, on: line) }
    return key(.removed)
  }

  private mutating func backspaceOnBlank(_ line: Int, _ at: Int) throws(Outcome.Unchanged)
    -> Outcome
  {
    let row = rows[line]
    if let item = row.innermost, rows.opensItem(line) {
      if at > 1, source[at - 2].isBlank, source[at - 1].isBlank { return deletion(at) }
      let box = rows.containers[item].box
      if !box.isEmpty, at < row.body.lowerBound { return deletion(at) }
      // What is in the item stays in the one above.
      if box.isEmpty, line > 0, !isEmpty(item) { return join(line, at: at) }
      return leaveMarker(of: item, line)
    }
    // A tab is a part of the item's prefix.
    let isTab =
      row.indent.columns < 4
      && row.prefixes.last.map { source[$0.lead.source].last == .tab } ?? false
    if row.indent.columns > 0, !isTab, let own = row.line, at > own.lowerBound {
      return deletion(at)
    }
    if let quote = row.innermost, rows.containers[quote].kind == .quote,
      line == 0 || !rows[line - 1].holds(quote)
    {
      return leaveQuote(quote, line..<line + 1, caret: line)
    }
    guard line > 0 else { throw .nowhereToMove }
    // The numbers that Enter restarts when it leaves the list go on.
    if line + 1 < rows.count, rows.opensItem(line + 1), let next = rows.item(of: line + 1),
      rows.containers[next].isOrdered, rows.containers[next].number == 1,
      case let siblings = rows.siblings(of: next), let place = siblings.firstIndex(of: next),
      place > 0,
      rows.lines(of: siblings[place - 1]).last == line - 1,
      rows.containers[siblings[place - 1]].number > 0
    {
      let start = rows.containers[siblings[0]].number
      remove(line)
      rows.renumber(siblings, from: rows.areConstant(Array(siblings[..<place])) ? nil : start)
      caret = (
        line - 1,
        source[rows[line - 1].body].count + rows[line - 1].head.count + rows[line - 1].tail.count
      )
      return key(.moved)
    }
    return join(line, at: at)
  }

  // MARK: Joining

  private func join(_ line: Int, at place: Int) -> Outcome {
    guard line > 0, let above = rows[line - 1].line else { return deletion(place) }
    var end = above.upperBound
    // The backslash of a hard break goes with its line ending.
    if let place = hardBreak(after: line - 1), source[place] == .backslash { end = place }
    return removal(of: end..<max(end, place))
  }

  private mutating func joinWithBlock(_ line: Int, _ place: Int) throws(Outcome.Unchanged)
    -> Outcome
  {
    guard line > 0, let above = rows[line - 1].line, let own = rows[line].line else {
      throw .nowhereToMove
    }
    let row = rows[line - 1]
    let leaf = rows.lines(ofLeafAt: line - 1)
    switch row.kind {
    case _ where row.isBlank && !rows.opensItem(line - 1):
      let range = above.lowerBound..<own.lowerBound
      let caret = selections[0].lowerBound - range.count
      return .typing(TextEdit([.init(range, with: "")]), caret: caret)
    case .heading where rows.isSetext(row.leaf) || !row.tail.drop(while: { $0.isBlank }).isEmpty:
      // Before its underline or its closing hashes.
      let text = rows.isSetext(row.leaf) ? rows[leaf.upperBound - 2].body : row.body
      let end = text.upperBound - source[text].reversed().prefix { $0.isBlank }.count
      let edit = TextEdit([
        .init(end..<end, with: Array(source[place..<own.upperBound])),
        .init(above.upperBound..<own.upperBound, with: ""),
      ])
      return .plan(Plan(edit: edit, selections: [end..<end], effect: .typed))
    case .heading, .paragraph, .definition, .document: return join(line, at: place)
    default:
      selected = [line - 1]
      throw reason
    }
  }

  /// Joins a line of code to the one above, but not to a fence. Removes an empty code block.
  private mutating func backspaceInCode(
    _ line: Int, _ at: Int, _ lines: Range<Int>
  ) throws(Outcome.Unchanged) -> Outcome {
    let row = rows[line]
    let start = row.indent.source.lowerBound
    if line == lines.lowerBound || at != start && at > row.line?.lowerBound ?? 0 {
      return deletion(at)
    }
    let isClosed = row.leaf.map { rows.tree.nodes[$0].isClosed } ?? false
    let inner = (lines.lowerBound + 1)..<max(lines.lowerBound + 1, lines.upperBound - 1)
    if inner.count < 2, inner.allSatisfy({ rows[$0].isEmpty && rows[$0].indent.columns == 0 }) {
      rows.replace(lines.lowerBound + 1..<lines.upperBound, with: [])
      let first = lines.lowerBound
      rows[first].clear()
      rows[first].body = rows[first].body.lowerBound..<rows[first].body.lowerBound
      rows[first].indent = Blanks()
      rows[first].isFree = true
      caret = (first, 0)
      return key(.removed)
    }
    if line == lines.lowerBound + 1 || line == lines.upperBound - 1 && isClosed { throw .inCode }
    return join(line, at: start)
  }

  // MARK: Text

  /// Whether only blanks are between a place and the start of its cell. There is no cell after the
  /// last pipe of a row.
  private func isAtCellStart(_ at: Int, _ row: Range<Int>) -> Bool {
    if source[min(at, row.upperBound)..<row.upperBound].allSatisfy({ $0.isBlank }) {
      return at <= row.lowerBound
    }
    var index = at
    while index > row.lowerBound, source[index - 1].isBlank { index -= 1 }
    if index <= row.lowerBound { return true }
    let isEscaped = index - 1 > row.lowerBound && source[index - 2] == .backslash
    return source[index - 1] == .verticalLine && !isEscaped
  }

  private func deletionInText(_ at: Int) -> Outcome {
    guard case .plan(let plain) = deletion(at), var range = plain.edit.replacements.first?.range
    else {
      return deletion(at)
    }
    let node = rows.tree.nodes.last { $0.range.lowerBound < at && at <= $0.range.upperBound }
    switch node?.kind {
    case .emphasis, .strong, .mark, .codeSpan:
      guard let node else { break }
      if node.content.lowerBound < at, at <= node.content.upperBound { break }
      let edit = TextEdit([
        .init(node.range.lowerBound..<node.content.lowerBound, with: ""),
        .init(node.content.upperBound..<node.range.upperBound, with: ""),
      ])
      let caret = edit.mapping(utf8Offset: at, bias: .before)
      return .plan(Plan(edit: edit, selections: [caret..<caret], effect: .typed))
    case .escape, .reference:
      if at != node?.range.upperBound { return deletion(at) }
      range = node?.range ?? range
    case .link, .image, .inlineHTML, .footnoteReference, .island, .taskBox, .alertName,
      .delimiterRow, .row, .table:
      if let node, node.kind == .link, node.content.lowerBound < at, at <= node.content.upperBound {
        break
      }
      return deletion(at)
    default:
      guard
        let cell = rows.tree.nodes.last(where: {
          $0.range.lowerBound <= at && at <= $0.range.upperBound && $0.kind == .cell
        })
      else {
        break
      }
      if at <= cell.content.lowerBound || at > cell.content.upperBound { return deletion(at) }
    }
    let replacement = SelectionReplacement(range, in: source, options, context)
    guard case .plan(let plan) = replacement.outcome(typing: [], isKey: true),
      !plan.selections.isEmpty,
      // A letter typed before a delimiter and removed again leaves no escape.
      !plan.edit.replacements.contains(where: { $0.bytes.contains(.backslash) })
    else { return removal(of: range) }
    return .plan(plan)
  }
}
