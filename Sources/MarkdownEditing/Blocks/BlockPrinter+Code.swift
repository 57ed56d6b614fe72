import MarkdownSyntax

extension BlockPrinter {
  /// Puts the selected lines between fences, or takes the lines of a code block out of it as they
  /// are.
  ///
  ///     *a*‸ → ```⏎*a*‸⏎```    ```⏎*a*‸⏎``` → *a*‸
  mutating func codeBlock() throws(Outcome.Unchanged) -> Plan.Effect {
    let (change, depth) = try codeChange()
    let lines = change.lines[0]..<change.lines[change.lines.count - 1] + 1
    if change.effect == .added {
      try fence(lines, at: depth)
    } else {
      takeOutOfFences(lines)
    }
    return change.effect
  }

  /// Decides which lines become code, inside how many containers, or are taken out of a code block.
  func codeChange() throws(Outcome.Unchanged) -> (change: BlockChange, depth: Int) {
    var lines = selected
    for formula in formulas(on: lines) { lines += formula.filter { !lines.contains($0) } }
    lines.sort()
    if lines.contains(where: { rows[$0].kind == .metadata }) { throw .inMetadata }
    if let leaf = rows[lines[0]].leaf, rows[lines[0]].kind == .code,
      lines.allSatisfy({ rows[$0].leaf == leaf })
    {
      return (BlockChange(lines: Array(rows.lines(ofLeafAt: lines[0])), effect: .removed), 0)
    }
    let (run, depth) = blocks(at: lines)
    if rows[run.lowerBound].prefixes[..<depth].contains(where: {
      !$0.sign.isEmpty && !rows.containers[$0.container].box.isEmpty
    }) {
      throw .inTask
    }
    if !rows[run.lowerBound].isBlank { try cutDelimiters(after: run.lowerBound - 1) }
    if rows[run.upperBound - 1].kind == .paragraph { try cutDelimiters(after: run.upperBound - 1) }
    let isPartly = lines.contains { rows[$0].kind == .code }
    return (BlockChange(lines: Array(run), isPartly: isPartly), depth)
  }

  /// The lines that become code, and the number of containers around them: the selected lines of
  /// paragraphs, and whole lists and other blocks.
  private func blocks(at lines: [Int]) -> (lines: Range<Int>, depth: Int) {
    let texts = lines.filter { !rows[$0].isBlank || rows.opensItem($0) }
    let chosen = texts.isEmpty ? [lines[0], lines[lines.count - 1]] : texts
    let (first, last) = (chosen[0], chosen[chosen.count - 1])
    var depth = rows[first].prefixes.count
    if !texts.isEmpty {
      for line in chosen { depth = min(depth, rows.sharedDepth(first, line)) }
    }
    let isOne = rows[first].leaf != nil && rows[first].leaf == rows[last].leaf
    if first != last, !isOne, depth > 0, case let outer = rows[first].prefixes[depth - 1],
      !outer.sign.isEmpty, rows.containers[outer.container].isItem
    {
      // An item that is selected with its contents is part of its list.
      depth -= 1
    }
    func extent(_ line: Int) -> Range<Int> {
      rows[line].prefixes.count <= depth && rows[line].kind == .paragraph
        ? line..<line + 1 : rows.extent(of: line, at: depth, joinsLists: true)
    }
    var run = extent(first).joined(with: extent(last))
    // Blank lines at the ends that are in the same containers.
    func isInside(_ line: Int) -> Bool { rows[line].prefixes.count >= depth }
    if let line = lines.first, line < run.lowerBound, isInside(line) { run = line..<run.upperBound }
    if let line = lines.last, line >= run.upperBound, isInside(line) {
      run = run.lowerBound..<line + 1
    }
    return (run, depth)
  }

  /// Writes fences around lines, inside the first `depth` containers that they are in.
  private mutating func fence(_ run: Range<Int>, at depth: Int) throws(Outcome.Unchanged) {
    let (first, last) = (run.lowerBound, run.upperBound - 1)
    // Marks that extend over the ends are closed outside, while the lines are literal.
    let (before, after) = (rows[first], rows[last])
    if first > 0, rows[first - 1].leaf == rows[first].leaf, !rows[first].isBlank {
      try cut(after: first - 1)
      rows[first].head = before.head
    }
    if rows[last].kind == .paragraph {
      try cut(after: last)
      (rows[last].body, rows[last].tail) = (after.body, after.tail)
    }
    let leaf = freshLeaf()
    rows.complete(first)
    var outer = Array(rows[first].prefixes.prefix(depth))
    let further = outer.map { rows.further($0) }
    if let own = outer.indices.last, !outer[own].sign.isEmpty, outer[own].pad.columns == 0,
      rows.containers[outer[own].container].isItem
    {
      outer[own].pad = .new(1)
    }
    for line in run {
      if !rows[line].isBlank { rows.complete(line) }
      makeLiteral(line, at: depth, leaf)
    }
    rows[first].prefixes.replaceSubrange(..<depth, with: further)
    if isCaret, run.count == 1, rows[first].isEmpty { open(first) }
    var row = BlockRow()
    (row.leaf, row.kind, row.prefixes) = (leaf, .code, outer)
    row.head = run.flatMap { source[rows[$0].body] + [.lineFeed] }.fence
    if depth > 0, rows[first].indent.columns < 4, !rows[first].isEmpty {
      row.indent = rows[first].indent
    }
    insert(row, at: first)
    row.prefixes = further
    insert(row, at: run.upperBound + 1)
  }

  /// Makes a line of code of a line, with everything after the prefixes of its outer containers.
  private mutating func makeLiteral(_ line: Int, at depth: Int, _ leaf: Int) {
    guard let own = rows[line].line else { return }
    if rows[line].prefixes.count > depth {
      let inner = rows[line].prefixes[depth]
      let start = rows[line].prefixes[..<depth].reduce(own.lowerBound) {
        max($0, $1.lead.source.upperBound, $1.pad.source.upperBound)
      }
      rows[line].indent = inner.lead.source.isEmpty ? Blanks() : inner.lead
      rows[line].body = max(start, inner.lead.source.upperBound)..<own.upperBound
      rows[line].prefixes.removeSubrange(depth...)
    } else if !rows[line].isBlank {
      rows[line].body = min(rows[line].start, own.upperBound)..<own.upperBound
    }
    (rows[line].head, rows[line].tail, rows[line].escape) = ([], [], nil)
    (rows[line].leaf, rows[line].origin, rows[line].kind, rows[line].level) = (leaf, nil, .code, 0)
  }

  /// Takes the lines of a code block out of their fences, or to the left by four columns.
  private mutating func takeOutOfFences(_ all: Range<Int>) {
    let (first, leaf) = (all.lowerBound, rows[all.lowerBound].leaf ?? 0)
    var lines = all
    if rows.isIndentedCode(rows[first]) {
      for line in lines { rows[line].indent.columns = max(0, rows[line].indent.columns - 4) }
    } else if all.count == 1 + (rows.tree.nodes[leaf].isClosed ? 1 : 0) {
      if all.count > 1 { remove(first + 1) }
      (rows[first].body, rows[first].indent) = (rows[first].start..<rows[first].start, Blanks())
      rows[first].clear()
      if isCaret { open(first) }
      return
    } else {
      let end = rows.tree.nodes[leaf].isClosed ? all.upperBound - 1 : all.upperBound
      if isCaret, !(first + 1..<end).contains(selected[0]) {
        caret = selected[0] == first ? (first + 1, 0) : (end - 1, rows[end - 1].body.count)
      }
      if end < all.upperBound { remove(end) }
      rows[first + 1].prefixes = rows[first].prefixes
      remove(first)
      lines = first..<end - 1
    }
    let fresh = freshLeaf()
    for line in lines {
      rows[line].isFree = true
      if rows[line].body.isEmpty {
        rows[line].clear()
      } else {
        (rows[line].leaf, rows[line].kind) = (fresh, .paragraph)
      }
    }
  }

  /// The line at or after which a thematic break is inserted.
  func ruleLine() throws(Outcome.Unchanged) -> Int {
    guard let line = selected.last else { throw .noText }
    switch rows[line].kind {
    case .metadata: throw .inMetadata
    case .html: throw .inHTML
    case .code: throw .inCode
    default: break
    }
    if rows.isEmptyItem(line), let item = rows.item(of: line), !rows.containers[item].box.isEmpty {
      throw .inTask
    }
    return line
  }

  /// Inserts a thematic break after the block at the caret, or on its blank line.
  ///
  ///     a‸ → a⏎⏎---‸    # a‸ → # a⏎---‸
  mutating func rule() throws(Outcome.Unchanged) -> Plan.Effect {
    var line = try ruleLine()
    // A rule that stays in its item, as in `- ***`, and cannot end front matter.
    let item = rows.isEmptyItem(line) ? rows.item(of: line).map { rows.containers[$0] } : nil
    let isRisky = source.starts(with: Array("---".utf8)) && rows[0].kind != .metadata
    let sign: UInt8 =
      item?.delimiter == .asterisk
      ? (isRisky ? .underscore : .hyphen)
      : item?.delimiter == .hyphen || isRisky ? .asterisk : .hyphen
    if rows[line].isBlank {
      rows.complete(line)
      rows.padMarker(on: line)
      rows[line].indent = Blanks()
    } else {
      let all = rows.lines(ofLeafAt: line)
      var row = BlockRow()
      row.prefixes = rows[all.lowerBound].prefixes.map { rows.further($0) }
      let indent = rows[all.lowerBound].indent
      if !row.prefixes.isEmpty, indent.columns < 4 { row.indent = indent }
      line = all.upperBound
      insert(row, at: line)
    }
    let depth = rows[line].prefixes.count
    let isInserted = rows[line].line == nil
    let rest = rows.indices[(line + 1)...].prefix { rows.sharedDepth(line, $0) == depth }
    (rows[line].leaf, rows[line].kind, rows[line].head) = (freshLeaf(), .rule, [sign, sign, sign])
    caret = (line, 3)
    if !isInserted, rest.allSatisfy({ rows[$0].isBlank && rows[$0].prefixes.count == depth }) {
      // Text is typed after the rule.
      if rest.isEmpty {
        var next = BlockRow()
        next.prefixes = rows[line].prefixes.map { rows.further($0) }
        insert(next, at: line + 1)
      }
      open(line + 1)
    }
    if line > 0, [.paragraph, .table, .definition].contains(rows[line - 1].kind),
      rows[line - 1].prefixes.count == depth, rows.sharedDepth(line - 1, line) == depth
    {
      insert(rows.blank(in: rows[line].prefixes), at: line)
    }
    return .added
  }
}

extension [UInt8] {
  func longestRun(of byte: UInt8) -> Int {
    var longest = 0
    var run = 0
    for other in self {
      run = other == byte ? run + 1 : 0
      longest = Swift.max(longest, run)
    }
    return longest
  }

  /// The fence of a block of code with this text.
  var fence: [UInt8] {
    [UInt8](repeating: .backtick, count: Swift.max(3, longestRun(of: .backtick) + 1))
  }
}
