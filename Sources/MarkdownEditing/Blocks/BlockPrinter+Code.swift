import MarkdownSyntax

extension BlockPrinter {
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

  var fence: [UInt8] {
    [UInt8](repeating: .backtick, count: Swift.max(3, longestRun(of: .backtick) + 1))
  }
}

extension BlockPrinter {
  mutating func quote() throws(Outcome.Unchanged) -> Plan.Effect {
    let change = try quoteChange()
    keepsParts = true
    if change.effect == .added { wrap(rows.extent(of: change.lines, at: 0), at: change.lines) }
    for quote in change.containers {
      unquote(change.lines.filter { rows[$0].holds(quote) }, in: quote)
    }
    return change.effect
  }

  func quoteChange() throws(Outcome.Unchanged) -> BlockChange {
    var change = BlockChange(lines: try linesToQuote())
    if let quote = quote(around: change.lines) {
      (change.containers, change.effect) = ([quote], .removed)
      return change
    }
    func isQuote(_ container: Int) -> Bool { rows.containers[container].kind == .quote }
    change.isPartly = change.lines.contains { line in
      rows[line].prefixes.contains { isQuote($0.container) }
    }
    if !change.isPartly { return change }
    let outermost = rows.extent(of: change.lines, at: 0)
      .filter { !rows[$0].isBlank || !rows[$0].prefixes.isEmpty }
      .map { rows[$0].prefixes.first?.container ?? -1 }
    // Only quotes are selected.
    if outermost.allSatisfy({ $0 >= 0 && isQuote($0) }) {
      (change.containers, change.effect) = (Set(outermost).sorted(by: >), .removed)
    }
    return change
  }

  /// Adds a callout, gives a quote or a callout another kind, or removes a callout of the same kind
  /// with its quote.
  ///
  ///     callout:tip    a‸ → > [!TIP]⏎> a‸    > [!NOTE]⏎> a‸ → > [!TIP]⏎> a‸
  ///
  /// - Parameter kind: the kind, in any case; nil for a note.
  /// - Throws: `badArgument` if the dialect does not have the kind.
  mutating func callout(_ kind: String?) throws(Outcome.Unchanged) -> Plan.Effect {
    let (change, name, old) = try calloutChange(kind)
    keepsParts = true
    let quote =
      change.containers.first ?? wrap(rows.extent(of: change.lines, at: 0), at: change.lines)
    if change.effect == .removed {
      unquote(change.lines, in: quote)
    } else if let old {
      let first = rows.first(of: quote)
      let end = source[old].firstIndex(of: .rightBracket) ?? old.upperBound - 1
      rows[first].head = name
      rows[first].body = end + 1..<rows[first].body.upperBound
      rows[first].origin = nil
    } else {
      insert(name: name, in: quote)
    }
    return change.effect
  }

  func calloutChange(
    _ kind: String?
  ) throws(Outcome.Unchanged) -> (change: BlockChange, name: [UInt8], old: Range<Int>?) {
    // Obsidian has user-defined kinds, and writes kinds in lower case.
    let hasTitles = dialect.extensions.contains(.wikiLinks)
    let word = Array((kind ?? "note").utf8)
    let name =
      Array("[!".utf8) + (hasTitles ? word : word.map { $0.isASCIILetter ? $0 & 0xDF : $0 })
      + [.rightBracket]
    let isName = name.withUnsafeBufferPointer {
      LeafPrefix.alert(on: 0..<name.count, in: $0, hasTitles: hasTitles) == 0..<name.count
    }
    if !isName { throw .badArgument }
    var change = BlockChange(lines: try linesToQuote())
    guard let quote = quote(around: change.lines) else { return (change, name, nil) }
    change.containers = [quote]
    guard let old = calloutName(of: quote) else { return (change, name, nil) }
    func small(_ name: some Sequence<UInt8>) -> [UInt8] {
      name.prefix { $0 != .rightBracket }.map { $0.smallLetter }
    }
    change.effect = small(source[old]) == small(name) ? .removed : .converted
    return (change, name, old)
  }

  private func linesToQuote() throws(Outcome.Unchanged) -> [Int] {
    if selected.contains(where: { rows[$0].kind == .metadata }) { throw .inMetadata }
    func isText(_ line: Int) -> Bool { !rows[line].isBlank || rows.opensItem(line) }
    guard let first = selected.first(where: isText), let last = selected.last(where: isText) else {
      return selected
    }
    return selected.filter { $0 >= first && $0 <= last }
  }

  private func quote(around lines: [Int]) -> Int? {
    guard let first = lines.first else { return nil }
    return rows[first].prefixes.last { prefix in
      rows.containers[prefix.container].kind == .quote
        && lines.allSatisfy { rows[$0].holds(prefix.container) }
    }?.container
  }

  /// The name of a callout, such as `[!NOTE]`; nil for another quote.
  func calloutName(of quote: Int) -> Range<Int>? {
    let first = rows.first(of: quote)
    guard dialect.extensions.contains(.alerts), rows[first].innermost == quote,
      rows[first].kind == .paragraph
    else { return nil }
    return source.withUnsafeBufferPointer {
      LeafPrefix.alert(
        on: rows[first].body, in: $0,
        hasTitles: dialect.extensions.contains(.wikiLinks))
    }
  }

  func isCalloutName(_ line: Int) -> Bool {
    guard let own = rows[line].innermost, rows.containers[own].kind == .quote,
      source[rows[line].body].starts(with: Array("[!".utf8)),
      line == 0 || !rows[line - 1].holds(own)
    else { return false }
    return calloutName(of: own) != nil
  }

  /// Takes the touched blocks or items out of a quote, with the blank lines beside them, or all of
  /// a callout. What follows them is another quote.
  private mutating func unquote(_ lines: [Int], in quote: Int) {
    guard let line = lines.first, let place = rows[line].index(of: quote) else { return }
    let all = rows.lines(of: quote)
    if let name = calloutName(of: quote) {
      let first = rows.first(of: quote)
      rows.unwrap(quote, on: all)
      remove(name: name, on: first, at: place, until: (all.last ?? first) + 1)
      return
    }
    func isGap(_ line: Int) -> Bool {
      all.contains(line) && rows[line].isBlank && rows[line].innermost == quote
    }
    var run = rows.extent(of: lines, at: place + 1)
    while isGap(run.lowerBound - 1) { run = run.lowerBound - 1..<run.upperBound }
    while isGap(run.upperBound) { run = run.lowerBound..<run.upperBound + 1 }
    let other = rows.add(rows.containers[quote])
    rows.containers[other].node = nil
    for line in all where line >= run.upperBound { rows.exchange(quote, for: other, on: line) }
    for line in run where place > 0 && rows[line].prefixes[place - 1].pad.columns == 0 {
      // `>> a` becomes `> a`.
      rows[line].prefixes[place - 1].pad = rows[line].prefixes[place].pad
    }
    rows.unwrap(quote, on: run)
    if isCaret, rows[line].isBlank, !rows.opensItem(line) { open(line) }
  }

  private mutating func remove(name: Range<Int>, on line: Int, at depth: Int, until end: Int) {
    let rest = source[name.upperBound..<rows[line].body.upperBound].drop { $0.isBlank }
    (rows[line].body, rows[line].origin) = (rest.startIndex..<rest.endIndex, nil)
    if !rest.isEmpty { return }
    var next = line + 1
    while next < end, rows[next].isBlank, !rows.opensItem(next) { next += 1 }
    if next == end {
      for gone in (line + 1..<end).reversed() { remove(gone) }
      rows[line].clear()
      if isCaret { open(line) }
      return
    }
    rows[next].prefixes.replaceSubrange(..<depth, with: rows[line].prefixes.prefix(depth))
    for gone in (line..<next).reversed() { remove(gone) }
  }

  /// Puts lines in a new quote at the left edge; on a blank line in an item, inside the item.
  @discardableResult
  private mutating func wrap(_ run: Range<Int>, at lines: [Int]) -> Int {
    let quote = rows.add(RowContainer(kind: .quote, marker: [.greaterThan], width: 0))
    let line = lines[0]
    let isInItem = isCaret && rows.item(of: line) != nil
    guard rows[line].isBlank, !rows.opensItem(line),
      isInItem || run.allSatisfy({ rows[$0].isBlank && rows[$0].prefixes.isEmpty })
    else {
      rows.wrap(run, in: quote, at: 0)
      return quote
    }
    if isInItem { rows.complete(line) }
    rows.wrap([line], in: quote, at: isInItem ? rows[line].prefixes.count : 0)
    rows[line].indent = Blanks()
    rows[line].prefixes[rows[line].prefixes.count - 1].pad = .new(1)
    if isCaret { open(line) }
    return quote
  }

  mutating func open(_ line: Int) {
    rows[line].isOpen = true
    caret = (line, 0)
  }

  private mutating func insert(name: [UInt8], in quote: Int) {
    let line = rows.first(of: quote)
    guard let place = rows[line].index(of: quote) else { return }
    var row = BlockRow()
    row.prefixes = Array(rows[line].prefixes[...place])
    if row.prefixes[place].pad.columns == 0, rows[line].isBlank {
      row.prefixes[place].pad = .new(1)
    }
    (row.head, row.kind) = (name, .paragraph)
    rows[line].prefixes.replaceSubrange(
      ...place, with: rows[line].prefixes[...place].map { rows.further($0) })
    let isText =
      rows[line].innermost == quote && (rows[line].kind == .paragraph || rows[line].isOpen)
    row.leaf = isText ? rows[line].leaf ?? freshLeaf() : freshLeaf()
    if isText {
      (rows[line].leaf, rows[line].kind) = (row.leaf, .paragraph)
    } else if !rows[line].isBlank || rows.opensItem(line) {
      insert(rows.blank(in: row.prefixes), at: line)
    }
    insert(row, at: line)
  }
}
