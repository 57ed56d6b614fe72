import MarkdownSyntax
import TextEditing

extension BlockPrinter {
  /// Pastes a text as the same blocks that it is alone, in the caret's containers. In text, the first
  /// and the last of several paragraphs join the text around the caret. A list pasted into an item
  /// becomes items of its list. Code takes the text as it is, and a cell in one line.
  ///
  ///     paste(- x⏎- y)    1. a‸⏎2. b → 1. a⏎2. x⏎3. y‸⏎4. b
  mutating func paste(_ text: [UInt8]) throws(Outcome.Unchanged) -> Outcome {
    if text.isEmpty { throw .badArgument }
    let (line, at) = (selected[0], selections[0].lowerBound)
    let row = rows[line]
    switch row.kind {
    case .table:
      guard rows.isInCell(at, on: line) else { return pasteLines(text) }
      if let cells = text.cells {
        var trial = self
        if let outcome = trial.fill(cells, at: at) { return outcome }
      }
      return typing(text.asCell, at: at)
    case .code: return pasteInCode(text, line, at)
    case .paragraph, .heading, .document:
      var text = text.asList(hasTasks: dialect.extensions.contains(.tasks)) ?? text
      if row.isBlank, let table = text.spreadsheet, dialect.extensions.contains(.tables) {
        text = Array(
          TableText(rows: table.map { $0.map { $0.asCell } }).lines.joined(separator: [.lineFeed]))
      }
      let pasted = BlockRows(text, in: dialect, .document, inlinesOf: 0..<0).closed
      let used = pasted.indices.filter { !pasted[$0].isBlank || pasted.opensItem($0) }
      guard !isInFormula(at, on: line), let first = used.first, let last = used.last,
        // Front matter and footnotes cannot be in another block.
        !used.contains(where: { line in
          pasted[line].kind == .metadata
            || pasted[line].prefixes.contains { pasted.containers[$0.container].kind == .footnote }
        })
      else { break }
      let isOfText = pasted[first].prefixes.isEmpty
      let isParagraph =
        isOfText && pasted[first].kind == .paragraph && used.count == last - first + 1
        && pasted[last].leaf == pasted[first].leaf
      let isOneLine = !text.contains { $0.isLineEnding }
      // A line or a paragraph is typed in a text, and a line on a blank line, too.
      if row.isBlank ? isParagraph && first == last : isParagraph || isOneLine && isOfText { break }
      for isItems in [true, false] {
        var trial = self
        if let outcome = isItems
          ? trial.pasteItems(pasted, first..<last + 1)
          : trial.pasteBlocks(pasted, first..<last + 1, text)
        {
          return outcome
        }
      }
    default: break
    }
    return pasteLines(text)
  }

  private func pasteLines(_ text: [UInt8]) -> Outcome {
    let (line, at) = (selected[0], selections[0].lowerBound)
    var next = newLine(after: line)
    next.isFree = true
    let isInside = at > rows[line].line?.lowerBound ?? 0
    return typing(text.lines(with: isInside ? rows.bytes(of: next) : [], rows.ending), at: at)
  }

  private func pasteInCode(_ text: [UInt8], _ line: Int, _ at: Int) -> Outcome {
    let (row, lines) = (rows[line], rows.lines(ofLeafAt: line))
    var (prefix, start) = sourcePrefix(of: line)
    let isIndented = rows.isIndentedCode(row)
    if isIndented {
      let blanks = source[start..<max(start, row.body.lowerBound)]
      prefix += blanks.first == .tab ? [.tab] : Array(blanks.prefix { $0 == .space }.prefix(4))
    }
    let bytes = text.lines(with: prefix, rows.ending)
    let opening = source[rows[lines.lowerBound].body]
    guard !isIndented, let fence = opening.first, line != lines.lowerBound else {
      return typing(bytes, at: at)
    }
    let length = opening.prefix { $0 == fence }.count
    let longest =
      text.textLines.map { $0.trimmed }.filter { $0.allSatisfy { $0 == fence } }.map { $0.count }
      .max() ?? 0
    if longest < length { return typing(bytes, at: at) }
    let missing = [UInt8](repeating: fence, count: longest + 1 - length)
    var replacements = [
      TextEdit.Replacement(opening.startIndex..<opening.startIndex, with: missing),
      TextEdit.Replacement(at..<at, with: bytes),
    ]
    if let leaf = row.leaf, rows.tree.nodes[leaf].isClosed {
      let place = rows[lines.upperBound - 1].body.lowerBound
      // The caret is in the closing fence, not in the code.
      if place < at { return typing(bytes, at: at) }
      replacements.append(TextEdit.Replacement(place..<place, with: missing))
    }
    let caret = at + missing.count + bytes.count
    return .plan(Plan(edit: TextEdit(replacements), selections: [caret..<caret], effect: .typed))
  }

  // MARK: Blocks

  private mutating func adopted(_ pasted: BlockRows, _ lines: Range<Int>, in outer: BlockRow)
    -> [BlockRow]
  {
    let (shift, at) = (rows.containers.count, selections[0].lowerBound)
    for var container in pasted.containers {
      container.node = nil
      container.list = container.list.map { -1 - shift - $0 }
      rows.containers.append(container)
    }
    let leaves = pasted.indices.map { _ in freshLeaf() }
    return lines.map { line in
      let row = pasted[line]
      var new = BlockRow()
      let own = row.prefixes.map { prefix in
        RowPrefix(
          container: prefix.container + shift, lead: .new(prefix.lead.columns), sign: prefix.sign,
          pad: .new(prefix.pad.columns))
      }
      new.prefixes =
        row.isEmpty && own.allSatisfy { $0.sign.isEmpty }
        ? rows.blank(in: outer.prefixes).prefixes + own : outer.prefixes + own
      let blanks = pasted.source[row.indent.source]
      let isWhole = BlockRows.columns(of: blanks, from: 0) == row.indent.columns
      new.head = isWhole ? Array(blanks) : [UInt8](repeating: .space, count: row.indent.columns)
      new.head += row.head + pasted.source[row.body] + row.tail
      if !own.isEmpty, !row.isEmpty || !own.allSatisfy({ $0.sign.isEmpty }) {
        new.prefixes[outer.prefixes.count].lead.columns += outer.indent.columns
      } else if !row.isEmpty {
        new.indent = outer.indent
      }
      new.body = at..<at
      (new.kind, new.level) = (row.kind, row.level)
      new.leaf = row.leaf.map { _ in leaves[pasted.lines(ofLeafAt: line).lowerBound] }
      return new
    }
  }

  private mutating func pasteBlocks(_ pasted: BlockRows, _ lines: Range<Int>, _ text: [UInt8])
    -> Outcome?
  {
    let (line, at) = (selected[0], selections[0].lowerBound)
    if rows[line].isBlank, !rows.opensItem(line) { rows.complete(line) }
    let row = rows[line]
    let outer = newLine(after: line)
    var new = adopted(pasted, lines, in: outer)
    for index in rows.containers.indices.suffix(pasted.containers.count) {
      if rows.containers[index].kind != .quote,
        pasted.parent(of: index - rows.containers.count + pasted.containers.count) == nil
      {
        rows.containers[index].width += outer.indent.columns
      }
    }
    let place =
      row.isBlank
      ? row.body.lowerBound : min(max(placeOfCut(at), row.body.lowerBound), row.body.upperBound)
    guard row.isBlank || isInText(at), !rows.isSetext(row.leaf) else { return nil }
    // The line is cut at the caret. A part without text goes.
    let isLeft = place > row.body.lowerBound
    let start = isLeft ? line + 1 : line
    let gap = isLeft ? place : min(max(at, row.indent.source.lowerBound), place)
    let blanks = source[gap..<row.body.upperBound].prefix { $0.isBlank }
    let isRight = gap + blanks.count < row.body.upperBound && !row.isBlank
    let hasLines = line > 0 && rows[line - 1].leaf == row.leaf && !row.isBlank
    if isRight {
      var right = outer
      (right.body, right.origin) = (gap + blanks.count..<row.body.upperBound, nil)
      (right.kind, right.leaf) = (.paragraph, row.leaf)
      rows.insert(right, at: line + 1)
    }
    if isLeft { rows[line].body = row.body.lowerBound..<place }
    if !isLeft { rows.replace(line..<line + 1, with: []) }
    if isLeft || hasLines {
      rows[start - 1].tail = []
      do throws(Outcome.Unchanged) { try cut(after: start - 1) } catch { return nil }
    }
    // The first and the last paragraph join the parts.
    func isText(_ new: BlockRow) -> Bool {
      new.kind == .paragraph && new.prefixes.count == outer.prefixes.count
    }
    let end = new[new.count - 1]
    let isJoined = isText(end) && text.last?.isLineEnding == false && !row.isBlank
    caret = (start, offsetOfEnd(end))
    if isJoined, start < rows.count, let leaf = rows[start].leaf, isRight || leaf < 0 {
      for index in new.indices where new[index].leaf == end.leaf { new[index].leaf = leaf }
    }
    if isJoined, isRight {
      rows[start].head = end.head + blanks + rows[start].head
      new.removeLast()
      caret?.line += 1
    }
    let joinsFirst =
      isLeft && text.first?.isLineEnding == false && isText(new[0])
      && (row.kind == .paragraph || new.count == 1 || new[1].leaf != new[0].leaf)
    if joinsFirst || !isLeft && hasLines && isText(new[0]) {
      let first = new[0].leaf
      for index in new.indices where new[index].leaf == first { new[index].leaf = row.leaf }
    }
    if isLeft {
      if joinsFirst { rows[line].tail += new.removeFirst().head }
      rows[line].tail += row.tail
      rows[line].origin = nil
      if let kind = new.first?.kind, !joinsFirst, kind == .table || kind == .html {
        var blank = BlockRow()
        blank.prefixes = rows.blank(in: outer.prefixes).prefixes
        new.insert(blank, at: 0)
      }
    } else {
      // The first block stands where the text was.
      new[0].prefixes = row.prefixes + new[0].prefixes.dropFirst(outer.prefixes.count)
      if let end = row.prefixes.indices.last, row.prefixes[end].pad.columns == 0,
        !row.prefixes[end].sign.isEmpty
      {
        new[0].prefixes[end].pad = .new(1)
      }
      (new[0].line, new[0].start, new[0].ending) = (row.line, row.start, row.ending)
    }
    caret?.line += new.count - 1
    rows.replace(start..<start, with: new)
    return proved(.typed)
  }

  private mutating func pasteItems(_ pasted: BlockRows, _ lines: Range<Int>) -> Outcome? {
    let (line, at) = (selected[0], selections[0].lowerBound)
    let row = rows[line]
    let lists = Set(
      lines.compactMap { line in
        pasted[line].prefixes.first.map { pasted.containers[$0.container].list }
      })
    guard lists.count == 1, lists.first != .some(nil),
      lines.allSatisfy({ !pasted[$0].prefixes.isEmpty || pasted[$0].isBlank }),
      let item = rows.item(of: line), case let first = rows.first(of: item),
      !row.isBlank || rows.opensItem(line), let depth = rows[first].index(of: item),
      case let leaf = rows.lines(ofLeafAt: line),
      (first..<leaf.lowerBound).allSatisfy({ rows[$0].isBlank })
    else { return nil }
    let host = rows.containers[item]
    guard row.isBlank || isInText(at) else { return nil }
    let (needsBlank, isConstant) = (isApart(item, nil), rows.areConstant(rows.siblings(of: item)))
    var outer = BlockRow()
    outer.prefixes = rows[first].prefixes[..<depth].map { rows.further($0) }
    var model = rows[first].prefixes[depth]
    if model.pad.columns == 0 || model.pad.columns > 4 { model.pad = .new(1) }
    var blank = BlockRow()
    blank.prefixes = rows.blank(in: outer.prefixes).prefixes
    // The item is cut, and a part without text gives way to the others.
    var index = line
    if !row.isBlank {
      let place = min(max(placeOfCut(at), row.body.lowerBound), row.body.upperBound)
      cut(item, on: line, at: place, takesLine: true)
      index = caret?.line ?? line
      if rows.isEmptyItem(first) {
        rows.replace(first..<index, with: [])
        index = first
      } else if needsBlank, !rows[index - 1].isBlank {
        rows.insert(blank, at: index)
        index += 1
      }
    }
    guard let right = rows.item(of: index) else { return nil }
    let isEmpty = rows.isEmptyItem(index)
    var below = isEmpty ? rows.lines(of: right).filter { $0 > index } : []
    if isEmpty {
      rows.replace(index..<index + 1, with: [])
      below = below.map { $0 - 1 }
      while below.count > 1, rows[below[0]].isBlank, !rows.opensItem(below[0]) {
        rows.replace(below[0]..<below[0] + 1, with: [])
        below = below.dropFirst().map { $0 - 1 }
      }
    }
    var new: [BlockRow] = []
    var items: [Int] = []
    for var row in adopted(pasted, lines, in: outer) {
      if let own = row.prefixes.dropFirst(depth).first?.container, row.hasSign(of: own) {
        if needsBlank, new.last.map({ !$0.isBlank }) ?? false { new.append(blank) }
        (row.prefixes[depth].lead, row.prefixes[depth].pad) = (model.lead, model.pad)
        row.prefixes[depth].sign = host.marker
        (rows.containers[own].marker, rows.containers[own].list) = (host.marker, nil)
        if rows.containers[own].box.isEmpty, !host.box.isEmpty {
          rows.containers[own].box = Array("[ ] ".utf8)
        }
        items.append(own)
      }
      new.append(row)
    }
    guard let last = items.last else { return nil }
    let number = host.number + (index == first ? 0 : 1)
    caret = (index + new.count - 1, offsetOfEnd(new[new.count - 1]))
    if needsBlank, !isEmpty { new.append(blank) }
    rows.replace(index..<index, with: new)
    rows.adopt(below.map { $0 + new.count }, of: right, in: last)
    for (index, own) in items.enumerated() {
      rows.setWidth(of: own, to: host.width, on: rows.lines(of: own).dropFirst(), aligns: true)
      if host.isOrdered, !isConstant { rows.setNumber(of: own, to: number + index) }
    }
    return proved(.typed)
  }

  private func offsetOfEnd(_ row: BlockRow) -> Int {
    let box =
      row.prefixes.last.map { $0.sign.isEmpty ? 0 : rows.containers[$0.container].box.count } ?? 0
    return box + row.head.count
  }
}

extension BlockRows {
  fileprivate var closed: BlockRows {
    guard let line = indices.last(where: { !self[$0].isBlank }), let leaf = self[line].leaf,
      self[line].kind == .code, !isIndentedCode(self[line]), !tree.nodes[leaf].isClosed
    else { return self }
    let first = self[lines(ofLeafAt: line).lowerBound]
    var row = BlockRow()
    row.prefixes = first.prefixes.map { further($0) }
    row.head = source[first.body].prefix { $0 == source[first.body.lowerBound] } + []
    let end = self[line].line?.upperBound ?? source.count
    return BlockRows(
      source[..<end] + ending + bytes(of: row), in: dialect, .document, inlinesOf: 0..<0)
  }

  func isInCell(_ place: Int, on line: Int) -> Bool {
    let row = self[line]
    guard let leaf = row.leaf,
      line != lines(ofLeafAt: line).lowerBound + 1 || tree.nodes[leaf].kind != .table
    else { return false }
    let cells = source.withUnsafeBufferPointer { TableRow.cells(of: row.body, in: $0) }
    return cells.contains { $0.lowerBound <= place && place <= $0.upperBound }
  }
}

extension [UInt8] {
  /// The lines of the text with an ending and a prefix between them; blank lines have none of the
  /// blanks at the prefix's end.
  fileprivate func lines(with prefix: [UInt8], _ ending: [UInt8]) -> [UInt8] {
    let lines = textLines
    let bare = Array(prefix[..<(prefix.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0)])
    return lines[0]
      + lines.dropFirst().enumerated().flatMap { index, line in
        ending + (line.isEmpty && index + 2 < lines.count ? bare : prefix) + line
      }
  }

  fileprivate var spreadsheet: [[[UInt8]]]? {
    guard let table = DelimitedText(self, separator: .tab), table.rows.count > 1, table.isEven,
      // Lines that all begin with a tab are indented.
      table.rows[0].count > 1, table.rows.contains(where: { !$0[0].isEmpty })
    else { return nil }
    return table.rows
  }
}
