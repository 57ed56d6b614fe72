import MarkdownSyntax

extension BlockPrinter {
  /// Quotes the selected blocks, or removes one level of quotes.
  ///
  ///     a‸ → > a‸    > a⏎>⏎> b‸ → > a⏎⏎b‸    > [!NOTE]⏎> a‸ → a‸
  mutating func quote() throws(Outcome.Unchanged) -> Plan.Effect {
    let change = try quoteChange()
    keepsParts = true
    if change.effect == .added { wrap(rows.extent(of: change.lines, at: 0), at: change.lines) }
    for quote in change.containers {
      unquote(change.lines.filter { rows[$0].holds(quote) }, in: quote)
    }
    return change.effect
  }

  /// Decides which lines are quoted, or which quotes are removed from them.
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

  /// Decides which lines become a callout, or which quote is changed, with the name as it is written
  /// and the one that the quote has.
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

  /// The selected lines without blank lines at the ends, unless all are blank.
  private func linesToQuote() throws(Outcome.Unchanged) -> [Int] {
    if selected.contains(where: { rows[$0].kind == .metadata }) { throw .inMetadata }
    func isText(_ line: Int) -> Bool { !rows[line].isBlank || rows.opensItem(line) }
    guard let first = selected.first(where: isText), let last = selected.last(where: isText) else {
      return selected
    }
    return selected.filter { $0 >= first && $0 <= last }
  }

  /// The innermost quote that contains some lines.
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

  /// Whether a line is the first one of a callout.
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

  /// Removes the name of a callout; a title stays as text.
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

  /// Makes a line on which text will be typed of a blank one, with the caret.
  mutating func open(_ line: Int) {
    rows[line].isOpen = true
    caret = (line, 0)
  }

  /// Writes the name of a callout on a line of its own before the first line of a quote.
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
