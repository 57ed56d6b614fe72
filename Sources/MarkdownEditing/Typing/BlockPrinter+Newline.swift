import MarkdownSyntax
import TextEditing

extension BlockPrinter {
  /// Cuts the line at the caret. In an item, the second part is another item; an empty item leaves
  /// its list, and an empty line its quote.
  ///
  ///     - **a‸b** → - **a**⏎- **‸b**    - a⏎- ‸ → - a⏎⏎‸    > a‸b → > a⏎> ‸b
  ///
  /// - Parameter isBreak: whether the line stays in its block.
  mutating func newline(isBreak: Bool) throws(Outcome.Unchanged) -> Outcome {
    rows.endsAtStops = false
    var (line, at) = (selected[0], selections[0].lowerBound)
    guard let own = rows[line].line else { throw .noText }
    if rows[line].isBlank, !isBreak {
      if let item = rows[line].innermost, rows.isEmptyItem(line) {
        // An item that begins with two blank lines is empty.
        let isGap = line + 1 < rows.count && rows[line + 1].isBlank && !rows.opensItem(line + 1)
        if isGap { release(item) }
        if isEmpty(item) { return leave(item) }
      }
      if let outcome = leaveQuote(line) { return outcome }
    }
    var place = placeOfCut(at)
    let isSetext = rows.isSetext(rows[line].leaf)
    let under = isSetext ? rows.lines(ofLeafAt: line).upperBound - 1 : -1
    if line == under || line + 1 == under && place >= rows[line].body.upperBound {
      // Behind the underline.
      line = under
      (at, place) = (rows[line].body.upperBound, rows[line].body.upperBound)
    } else if at == own.lowerBound, !rows[line].isBlank {
      return insertLine(above: line)
    }
    let row = rows[line]
    let isHeading = row.kind == .heading && !isSetext
    if isBreak, isHeading { return typing(Array("<br>".utf8), at: at) }
    let isText = row.kind == .paragraph || row.kind == .heading
    if !row.isBlank, !isText || isInFormula(at, on: line) {
      let (prefix, start) = sourcePrefix(of: line)
      let indent = row.kind == .code ? source[start..<max(start, at)].prefix { $0.isBlank } : []
      return typing(rows.ending + (at > own.lowerBound ? prefix + indent : []), at: at)
    }
    place = min(max(place, row.body.lowerBound), row.body.upperBound)
    if !isBreak, isText || rows.isEmptyItem(line), let item = rows.item(of: line),
      rows.containers[item].number < 999_999_999
    {
      var trial = self
      trial.cut(item, on: line, at: place)
      if !isInText(at) || !trial.isProved { return trial.key(.typed) }
      if let outcome = trial.proved(.typed) { return outcome }
    }
    let rest = place..<row.body.upperBound
    let isEnd = source[rest].allSatisfy { $0.isBlank }
    let isParted = row.kind == .paragraph && !isBreak
    var next = newLine(after: line)
    // A second blank line leaves the item, unless this one is between its lines.
    while row.isBlank, !rows.opensItem(line), let last = next.prefixes.last?.container,
      rows.containers[last].kind != .quote, !hasText(below: line, in: last)
    {
      next.prefixes.removeLast()
    }
    (next.body, next.leaf, next.kind, next.level) = (rest, row.leaf, row.kind, row.level)
    next.origin = row.origin
    if isHeading {
      let delimiters = delimiters(at: place, isWhole: false) ?? ([], [])
      let tail = delimiters.closing + row.tail
      (next.head, next.leaf) = (delimiters.opening, freshLeaf())
      (next.kind, next.level) = (.paragraph, 0)
      if !tail.isEmpty { next.body = rest.dropFirst(source[rest].prefix { $0.isBlank }.count) }
      end(line, at: place, tail)
    } else if place == row.body.lowerBound, isParted, row.head.isEmpty, !isEnd {
      // The line becomes blank, and its text begins another paragraph.
      if line > 0, rows[line - 1].leaf == row.leaf { part(after: line - 1) }
      (next.head, next.leaf) = (rows[line].head, rows[line].leaf)
      rows[line] = row
      rows[line].body = place..<place
      rows[line].clear()
    } else {
      if isEnd, isParted { part(after: line) }
      rows[line].body = row.body.lowerBound..<min(place, rows[line].body.upperBound)
      if !isEnd { (next.tail, rows[line].tail) = (row.tail, []) }
      if isBreak, row.kind == .paragraph { breakHard(line) }
    }
    if isEnd {
      next.clear()
      (next.head, next.isFree) = ([], true)
    }
    caret = (line + 1, next.head.count)
    rows.insert(next, at: line + 1)
    return key(.typed)
  }

  func typing(_ bytes: [UInt8], at place: Int) -> Outcome {
    .typing(TextEdit([.init(place..<place, with: bytes)]), caret: place + bytes.count)
  }

  // MARK: Lines

  func newLine(after line: Int) -> BlockRow {
    var row = BlockRow()
    let model = rows[line]
    for prefix in model.prefixes {
      let container = rows.containers[prefix.container]
      var next = rows.further(prefix)
      if prefix.sign.isEmpty, prefix.lead.columns == 0, !model.isBlank {
        // The line has no prefix, since it continues a paragraph.
        let above = rows.rows[..<line].last {
          $0.prefixes.contains {
            $0.container == prefix.container && (!$0.sign.isEmpty || $0.lead.columns > 0)
          }
        }
        next =
          above?.prefixes.first { $0.container == prefix.container }.map { rows.further($0) }
          ?? next
      }
      if container.kind == .footnote, !prefix.sign.isEmpty {
        // What is typed after the first line of a footnote is often the next one.
        next.lead = Blanks()
      } else if container.kind == .quote, model.isBlank, next.pad.columns == 0, !next.sign.isEmpty {
        next.pad = .new(1)
      }
      row.prefixes.append(next)
    }
    if model.kind == .paragraph, let last = model.innermost, rows.containers[last].kind != .quote,
      case let first = rows.lines(ofLeafAt: line).lowerBound, rows[first].indent.columns < 4
    {
      row.indent = rows[first].indent
    }
    return row
  }

  private mutating func insertLine(above line: Int) -> Outcome {
    let (row, count) = (rows[line], rows[line].head.count)
    if line > 0, rows[line - 1].leaf == row.leaf, row.kind == .paragraph { part(after: line - 1) }
    let offset = (row.line?.lowerBound ?? 0) - row.start
    caret = (line + 1, offset == 0 ? rows[line].head.count - count : offset)
    var blank = BlockRow()
    blank.isFree = true
    rows.insert(blank, at: line)
    isProved = false
    return key(.typed)
  }

  private mutating func part(after line: Int) {
    let end = rows[line].body.upperBound
    if let delimiters = delimiters(at: end), !delimiters.closing.isEmpty {
      try? cut(after: line)
    } else if line + 1 < rows.count, rows[line + 1].leaf == rows[line].leaf {
      isProved = false
    }
  }

  /// What a new line has of the containers of one of code or other source, and where the source
  /// begins on that. A tab of which the containers use a part is theirs.
  func sourcePrefix(of line: Int) -> (bytes: [UInt8], start: Int) {
    let row = rows[line]
    var start = row.indent.source.lowerBound
    let isFirst = row.prefixes.contains {
      !$0.sign.isEmpty && rows.containers[$0.container].kind != .quote
    }
    if isFirst || row.kind != .code {
      var next = newLine(after: line)
      next.isFree = true
      return (rows.bytes(of: next), start)
    }
    let prefix = source[(row.line?.lowerBound ?? start)..<start]
    let width = row.prefixes.reduce(0) { $0 + $1.lead.columns + $1.sign.count + $1.pad.columns }
    if BlockRows.columns(of: prefix, from: 0) < width, start < source.count, source[start] == .tab {
      start += 1
    }
    return (Array(source[prefix.startIndex..<start]), start)
  }

  mutating func end(_ line: Int, at place: Int, _ tail: [UInt8]) {
    var end = place
    let start = rows[line].body.lowerBound
    while !tail.isEmpty, end > start, source[end - 1].isBlank { end -= 1 }
    rows[line].body = start..<end
    rows[line].tail = tail
  }

  private mutating func breakHard(_ line: Int) {
    switch options.lineBreak {
    case .soft: break
    case .backslash: rows[line].tail += [.backslash]
    case .spaces: rows[line].tail += [.space, .space]
    }
  }

  /// The place at which Enter cuts at a caret: outside of delimiters beside it, but where it is in an
  /// address, a tag or a name, which are text then.
  func placeOfCut(_ caret: Int) -> Int {
    var place = caret
    let inlines = rows.tree.nodes.reversed().filter {
      switch $0.kind {
      case .emphasis, .strong, .mark, .codeSpan, .link, .escape, .reference:
        $0.range.lowerBound < caret && caret < $0.range.upperBound
          || $0.range.upperBound == caret || $0.range.lowerBound == caret
      default: false
      }
    }
    for node in inlines where node.range.lowerBound < place && place < node.range.upperBound {
      if node.kind == .escape || node.kind == .reference {
        place = node.range.upperBound
      } else if place >= node.content.upperBound {
        let isAddress =
          node.kind == .link && place >= node.content.upperBound + 2
          && place + 1 < node.range.upperBound
        if isAddress { return caret }
        place = node.range.upperBound
      }
    }
    for node in inlines where node.range.lowerBound < place && place <= node.content.lowerBound {
      place = node.range.lowerBound
    }
    return place
  }

  func isInText(_ caret: Int) -> Bool {
    !rows.tree.nodes.contains { node in
      switch node.kind {
      case .image, .inlineHTML, .island, .footnoteReference:
        node.range.lowerBound < caret && caret < node.range.upperBound
      case .link: node.content.upperBound + 2 <= caret && caret + 1 < node.range.upperBound
      default: false
      }
    }
  }

  // MARK: Items

  func isEmpty(_ item: Int) -> Bool {
    let first = rows.first(of: item)
    return rows.lines(of: item).allSatisfy {
      rows[$0].isBlank && ($0 == first || !rows.opensItem($0))
    }
  }

  private mutating func release(_ item: Int) {
    for line in rows.lines(of: item).dropFirst() {
      guard let place = rows[line].index(of: item) else { continue }
      let lead = rows[line].prefixes.remove(at: place).lead
      let isOuter = place == rows[line].prefixes.count
      var blanks = isOuter ? rows[line].indent : rows[line].prefixes[place].lead
      blanks.columns += lead.columns
      blanks.old += lead.old
      if !lead.source.isEmpty {
        blanks.source =
          lead.source.lowerBound..<max(lead.source.upperBound, blanks.source.upperBound)
      }
      if isOuter { rows[line].indent = blanks } else { rows[line].prefixes[place].lead = blanks }
    }
  }

  private mutating func leave(_ item: Int) -> Outcome {
    if let parent = rows.parent(of: item), rows.containers[parent].isItem {
      let model = rows[rows.first(of: parent)].prefixes.first { $0.container == parent }
      let width = rows.containers[parent].width
      outdent(item)
      let line = rows.first(of: item)
      if let pad = model?.pad, pad.columns > 0, let last = rows[line].prefixes.indices.last {
        rows[line].prefixes[last].pad = pad
        rows.containers[item].width = width
      }
      caret = (line, rows.containers[item].box.count)
      return key(.moved)
    }
    let line = rows.first(of: item)
    takeOff(item)
    caret = (line, 0)
    return key(.removed)
  }

  private mutating func leaveQuote(_ line: Int) -> Outcome? {
    guard !rows.opensItem(line), let quote = rows[line].innermost,
      rows.containers[quote].kind == .quote, !hasText(below: line, in: quote)
    else { return nil }
    var first = line
    while first > 0, rows[first - 1].isBlank, !rows.opensItem(first - 1),
      rows[first - 1].innermost == quote
    {
      first -= 1
    }
    unwrap(quote, on: first..<rows.count, caret: line)
    for line in first..<line { rows[line].prefixes = rows.blank(in: rows[line].prefixes).prefixes }
    caret = (line, 0)
    return key(.removed)
  }

  /// Takes a quote off some lines. A caret's blank line keeps the blank after the marker around it.
  mutating func unwrap(_ quote: Int, on lines: Range<Int>, caret line: Int) {
    let prefixes = rows[line].prefixes.filter { $0.container != quote }
    rows.unwrap(quote, on: lines)
    if rows[line].isBlank { (rows[line].prefixes, rows[line].indent) = (prefixes, Blanks()) }
    caret = (line, 0)
  }

  private func hasText(below line: Int, in container: Int) -> Bool {
    rows.indices[(line + 1)...].contains {
      rows[$0].holds(container) && (!rows[$0].isBlank || rows.opensItem($0))
    }
  }

  func isInFormula(_ caret: Int, on line: Int) -> Bool {
    formulas(on: [line]).contains {
      rows[$0.lowerBound].body.lowerBound < caret
        && caret < rows[$0.upperBound - 1].body.upperBound
    }
  }

  /// Cuts an item. The second part gets what follows in it.
  ///
  ///     1. a‸b⏎   - c⏎2. d → 1. a⏎2. ‸b⏎   - c⏎3. d
  ///
  /// - Parameter takesLine: whether the next line of the text is the second part of a line cut at its
  ///   end, as it always is in a mark.
  mutating func cut(_ item: Int, on line: Int, at place: Int, takesLine: Bool = false) {
    let row = rows[line]
    let first = rows.first(of: item)
    guard let depth = rows[first].index(of: item) else { return }
    let isEmptied = place == row.body.lowerBound && !row.isBlank
    let rest = source[place..<row.body.upperBound].drop { $0.isBlank }
    let isContinued = !row.isBlank && line + 1 < rows.count && rows[line + 1].leaf == row.leaf
    if rest.isEmpty, isContinued, !isEmptied,
      let next = delimiters(at: rows[line + 1].body.lowerBound, isWhole: false),
      takesLine || !next.closing.isEmpty
    {
      return cut(item, on: line + 1, at: rows[line + 1].body.lowerBound)
    }
    let siblings = rows.siblings(of: item)
    let needsBlank = isApart(item, line)
    var own = rows.containers[item]
    (own.node, own.list) = (nil, nil)
    let isOpen = own.box.isEmpty || own.isOpen
    if !own.box.isEmpty, !(isEmptied && line == first) { own.box = Array("[ ] ".utf8) }
    let new = rows.add(own)
    var marker = rows[first].prefixes[depth]
    (marker.container, marker.place) = (new, nil)
    if marker.pad.columns == 0 || marker.pad.columns > 4 { marker.pad = .new(1) }
    var next = BlockRow()
    next.prefixes = rows[first].prefixes[..<depth].map { rows.further($0) } + [marker]
    (next.kind, next.leaf, next.origin, next.level) = (row.kind, row.leaf, row.origin, row.level)
    var index = line + 1
    if isEmptied {
      if line > first {
        // The line itself begins the item.
        if rows[line - 1].leaf == row.leaf { try? cut(after: line - 1) }
        next.line = row.line
        (next.start, next.ending) = (row.start, row.ending)
        index = line
      }
      (next.head, next.body, next.tail, next.leaf) = (
        rows[line].head, row.body, row.tail, rows[line].leaf
      )
      if line > first {
        rows.replace(line..<line + 1, with: [])
      } else {
        // The text keeps its check.
        if !isOpen { rows.containers[item].box[1] = .space }
        rows[line].clear()
        (rows[line].head, rows[line].tail, rows[line].body) = ([], [], place..<place)
      }
    } else {
      let delimiters = delimiters(at: place, isWhole: false) ?? ([], [])
      if !row.isBlank { end(line, at: place, delimiters.closing + row.tail) }
      if rest.isEmpty {
        next.clear()
        next.body = row.body.upperBound..<row.body.upperBound
        // A word there would continue in the next line.
        if line + 1 < rows.count, rows[line + 1].kind == .paragraph,
          rows[line + 1].innermost == item,
          !rows.opensItem(line + 1)
        {
          isProved = false
        }
      } else {
        (next.head, next.body) = (delimiters.opening, rest.startIndex..<row.body.upperBound)
        next.leaf = freshLeaf()
        if row.kind == .heading, !rows.isSetext(row.leaf) {
          (next.kind, next.level) = (.paragraph, 0)
        }
      }
      if isContinued {
        let fresh = next.leaf ?? freshLeaf()
        for line in line + 1..<rows.count where rows[line].leaf == row.leaf {
          rows[line].leaf = fresh
        }
      }
    }
    if needsBlank, index > 0, !rows[index - 1].isBlank || rows.opensItem(index - 1) {
      var blank = BlockRow()
      blank.prefixes = rows.blank(in: Array(next.prefixes.dropLast())).prefixes
      rows.insert(blank, at: index)
      index += 1
    }
    let box = rows.containers[new].box.count
    caret = (index, box + (row.kind == .heading && isEmptied ? 0 : next.head.count))
    let below = rows.lines(of: item).filter { $0 >= index }.map { $0 + 1 }
    rows.insert(next, at: index)
    rows.adopt(below, of: item, in: new)
    if own.isOrdered, !rows.areConstant(siblings) { rows.setNumber(of: new, to: own.number + 1) }
  }

  /// Whether a blank line is between the parts of an item that is cut, as it is in a loose list if the
  /// item's neighbour is apart.
  ///
  /// - Parameter line: the line that is cut; nil if other items are put beside the item.
  func isApart(_ item: Int, _ line: Int?) -> Bool {
    guard let list = rows.containers[item].list, !rows.tree.nodes[list].isTight else {
      return false
    }
    let all = rows.lines(of: item)
    func isGap(_ line: Int) -> Bool { rows[line].isBlank && !rows.opensItem(line) }
    if let line, case let leaf = rows.lines(ofLeafAt: line) {
      if all.contains(where: { $0 < leaf.lowerBound && isGap($0) && rows[$0].innermost == item })
        || leaf.lowerBound > 0 && all[0] < leaf.lowerBound && isGap(leaf.lowerBound - 1)
      {
        return true
      }
      if all.contains(where: { $0 >= leaf.upperBound && !isGap($0) }) {
        return isGap(leaf.upperBound)
      }
    }
    let siblings = rows.siblings(of: item)
    let end = (all.last { !isGap($0) } ?? all[0]) + 1
    if siblings.last != item { return isGap(end) }
    return siblings.first == item || isGap(all[0] - 1)
  }
}
