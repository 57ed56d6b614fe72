/// The inlines, rows and lines of blocks, which are read when a block ends.
extension BlockParser {
  mutating func fill(_ depth: Int) {
    let place = open[depth]
    let node = self[place]
    let last = Int(node.lines.upperBound) - 1
    let end =
      depth == 0
      ? Int32(truncatingIfNeeded: source.count)
      : last < Int(node.lines.lowerBound) ? node.start : tree.lines[last].end
    self[place].upper = end
    self[place].contentEnd = end
    switch node.kind {
    case .quote, .item, .footnote:
      // The start of the first block in it was noted.
      if node.contentStart == 0 { self[place].contentStart = end }
      return
    case .paragraph, .heading:
      self[place].contentStart = node.start
      if part.overlaps(self[place].range) { addLeaf(place, depth) }
    case .code, .html:
      self[place].contentStart = node.start
      addLiteral(node)
    case .table:
      self[place].contentStart = node.start
      addRows(node)
    case .metadata:
      setContent(of: place, from: lineStart(node, after: node.lines.lowerBound), to: last - 1)
    default: self[place].contentStart = node.start
    }
    states.append(contentsOf: repeatElement(State(), count: nodeCount - states.count))
  }

  mutating func fillDefinition(_ place: Int) {
    let node = self[place]
    self[place].upper = tree.lines[Int(node.lines.upperBound) - 1].end
    setContent(of: place, tree.links[Int(node.number)].label ?? self[place].range)
  }

  mutating func addFootnoteLabel(_ label: Range<Int>) {
    self[nodeCount - 1].number = known.footnote(Bytes(rebasing: source[label])) ?? 0
    append(.label, label.lowerBound - 2..<label.upperBound + 2, content: label)
    states.append(State())
  }

  private mutating func setContent(of place: Int, _ range: Range<Int>) {
    self[place].contentStart = Int32(truncatingIfNeeded: range.lowerBound)
    self[place].contentEnd = Int32(truncatingIfNeeded: range.upperBound)
  }

  /// Sets a content from an offset to the end of a line; it is empty if that end comes first.
  private mutating func setContent(of place: Int, from start: Int, to line: Int) {
    setContent(of: place, start..<Swift.max(start, Int(tree.lines[line].end)))
  }

  /// The start of the line after `line`, or the end of `line` if it is the block's last.
  private func lineStart(_ node: SyntaxTree.Node, after line: Int32) -> Int {
    line + 1 < node.lines.upperBound
      ? Int(tree.lines[Int(line) + 1].start) : Int(tree.lines[Int(line)].end)
  }

  private mutating func addLiteral(_ node: SyntaxTree.Node) {
    let place = nodeCount - 1
    if node.kind == .code, node.mark != 0 {
      let line = tree.lines[Int(node.lines.lowerBound)]
      let info = source.trimming(Int(node.start) + Int(node.number)..<Int(line.end))
      if !info.isEmpty { append(.info, info) }
      let last = Int(node.lines.upperBound) - (node.isClosed ? 2 : 1)
      setContent(of: place, from: lineStart(node, after: node.lines.lowerBound), to: last)
    }
    var lines: [(blanks: Int, line: Range<Int>)] = []
    tree.forEachLine(ofLiteral: node, in: source) { lines.append(($0, $1)) }
    // The blanks before a tag are text of the block.
    if node.kind == .html, let first = lines.first?.line.lowerBound {
      self[place].start = Int32(truncatingIfNeeded: first)
      self[place].contentStart = self[place].start
    }
    for (blanks, line) in lines { append(.text, line, number: Int32(truncatingIfNeeded: blanks)) }
  }

  // MARK: Tables

  private mutating func addRows(_ node: SyntaxTree.Node) {
    let first = Int(node.lines.lowerBound)
    let rule = row(first + 1)
    let alignments = TableRow.cells(of: rule, in: source).map { cell -> UInt8 in
      let cell = source.trimming(cell)
      guard let first = cell.first, let last = cell.last else { return 0 }
      switch (source[first] == .colon, source[last] == .colon) {
      case (true, true): return SyntaxTree.Alignment.center.rawValue
      case (true, false): return SyntaxTree.Alignment.left.rawValue
      case (false, true): return SyntaxTree.Alignment.right.rawValue
      case (false, false): return 0
      }
    }
    for number in first..<Int(node.lines.upperBound) {
      if number == first + 1 {
        append(.delimiterRow, rule)
        continue
      }
      let place = nodeCount
      append(
        .row, row(number), number: Int32(truncatingIfNeeded: Swift.max(0, number - first - 1)))
      if part.overlaps(row(number)) {
        for (cell, mark) in zip(TableRow.cells(of: row(number), in: source), alignments) {
          let place = nodeCount
          let content = source.trimming(cell)
          append(.cell, cell, content: content, mark: mark)
          if !content.isEmpty { addInlines(of: [content], tabs: [], unescapesPipes: true) }
          end(place)
        }
      }
      end(place)
    }
  }

  private func row(_ number: Int) -> Range<Int> {
    Int(tree.lines[number].first)..<Int(tree.lines[number].end)
  }

  // MARK: Paragraphs and headings

  private mutating func addLeaf(_ place: Int, _ depth: Int) {
    let node = self[place]
    var leaf = tree.leaf(node, in: source)
    setContent(of: place, leaf.content)
    // A lazy line begins with its blanks, even the first line after definitions.
    if leaf.content.lowerBound < Int(node.start) {
      self[place].start = Int32(truncatingIfNeeded: leaf.content.lowerBound)
    }
    let parent = open[depth - 1]
    if place == parent + 1 { addPrefix(&leaf, node.kind, in: self[parent].kind) }
    let hasDirectives = node.kind == .paragraph && extensions.contains(.directiveLines)
    var rest = leaf.lines[...]
    while !rest.isEmpty {
      let count =
        hasDirectives
        ? rest.prefix { DirectiveLine.replacement(for: $0, in: source) == nil }.count : rest.count
      if count > 0 {
        let part = rest.startIndex..<rest.startIndex + count
        addInlines(
          of: Array(leaf.lines[part]), tabs: leaf.tabs.isEmpty ? [] : Array(leaf.tabs[part]),
          unescapesPipes: isAboveTable)
      }
      rest = rest.dropFirst(count)
      guard let directive = rest.popFirst() else { return }
      addBreak(before: directive)
      append(
        .island, directive, number: Int32(bitPattern: SyntaxExtensions.directiveLines.rawValue))
      self[nodeCount - 1].end += 1
      append(.text, directive)
      if let next = rest.first { addBreak(before: next) }
    }
  }

  private mutating func addBreak(before line: Range<Int>) {
    let last = self[nodeCount - 1]
    guard last.kind != .paragraph, last.upper < line.lowerBound else { return }
    append(.softBreak, Int(last.upper)..<line.lowerBound)
  }

  private mutating func addPrefix(
    _ leaf: inout LeafLines, _ kind: SyntaxTree.Kind, in parent: SyntaxTree.Kind
  ) {
    let first = leaf.lines[0]
    if extensions.contains(.tasks), parent == .item,
      let box = LeafPrefix.task(at: first.lowerBound, in: source, extensions)
    {
      let isChecked = source[box.lowerBound + 1] != .space
      append(
        .taskBox, box, content: box.lowerBound + 1..<box.lowerBound + 2,
        mark: isChecked ? UInt8(ascii: "x") : 0)
      let start = Swift.min(source.skippingBlanks(from: box.upperBound), first.upperBound)
      leaf.lines[0] = Swift.max(start, first.lowerBound)..<Swift.max(start, first.upperBound)
      return
    }
    guard extensions.contains(.alerts), parent == .quote, kind == .paragraph,
      let name = LeafPrefix.alert(
        on: first, in: source, hasTitles: extensions.contains(.wikiLinks))
    else { return }
    let close = source[..<name.upperBound].lastIndex(of: .rightBracket) ?? name.upperBound
    append(.alertName, name, content: name.lowerBound + 2..<close)
    let start = Swift.min(source.skippingBlanks(from: name.upperBound), first.upperBound)
    leaf.lines[0] = start..<first.upperBound
    guard start == first.upperBound else { return }
    leaf.lines.removeFirst()
    if !leaf.tabs.isEmpty { leaf.tabs.removeFirst() }
  }

  /// The lines of a leaf as they are scanned, with a map to the source.
  struct Leaf {
    let text: Bytes
    let lines: [Range<Int>]
    let tabs: [Int]
    /// The source offset of each offset of `text`; empty if they are the same.
    var places: [Int] = []

    func source(_ range: Range<Int>) -> Range<Int> {
      places.isEmpty ? range : places[range.lowerBound]..<places[range.upperBound]
    }

    /// The lines, or parts of them, in a nonempty range, with their tabs.
    func lines(in range: Range<Int>) -> (lines: [Range<Int>], tabs: [Int]) {
      var low = Swift.max(0, lines.partitionPoint { $0.lowerBound > range.lowerBound } - 1)
      var result: [Range<Int>] = []
      var tabs: [Int] = []
      while low < lines.count, lines[low].lowerBound < range.upperBound || result.isEmpty {
        let line = lines[low]
        let isWhole = range.lowerBound <= line.lowerBound
        let start = Swift.max(line.lowerBound, range.lowerBound)
        result.append(start..<Swift.max(start, Swift.min(line.upperBound, range.upperBound)))
        if !self.tabs.isEmpty { tabs.append(isWhole ? self.tabs[low] : 0) }
        low += 1
      }
      return (result, tabs)
    }

    func lend<Result>(_ range: Range<Int>, _ body: (Bytes, SourceMap) -> Result) -> Result {
      let (lines, tabs) = lines(in: range)
      return LogicalText.lend(lines, tabs: tabs, of: text, body)
    }
  }

  mutating func addInlines(of lines: [Range<Int>], tabs: [Int], unescapesPipes: Bool) {
    if lines.count == 1, tabs.isEmpty, isPlain(lines[0]) { return append(.text, lines[0]) }
    let hasPipes =
      unescapesPipes
      && lines.contains { line in
        line.dropLast().contains { source[$0] == .backslash && source[$0 + 1] == .verticalLine }
      }
    guard hasPipes else {
      return add(Leaf(text: source, lines: lines, tabs: tabs))
    }
    var (bytes, places, copied): ([UInt8], [Int], [Range<Int>]) = ([], [], [])
    for line in lines {
      let start = bytes.count
      var index = line.lowerBound
      while index < line.upperBound {
        let isPipe =
          source[index] == .backslash && index + 1 < line.upperBound
          && source[index + 1] == .verticalLine
        places.append(index)
        index += isPipe ? 1 : 0
        bytes.append(source[index])
        index += 1
      }
      copied.append(start..<bytes.count)
      // The end of the line needs an offset of its own.
      places.append(line.upperBound)
      bytes.append(.lineFeed)
    }
    bytes.withUnsafeBufferPointer {
      add(Leaf(text: $0, lines: copied, tabs: tabs, places: places))
    }
  }

  mutating func tokens(of leaf: Leaf) -> [InlineToken] {
    let (text, lines) = (leaf.text, leaf.lines)
    // Addresses are found in single characters, so these must not be joined.
    let mayHoldAddress =
      extensions.contains(.bareLinks)
      && lines.contains { Bytes(rebasing: text[$0]).firstOffset(of: .atSign, from: 0) < $0.count }
    let joinsText = !mayHoldAddress && leaf.places.isEmpty
    let found = LogicalText.lend(lines, tabs: leaf.tabs, of: text) { text, map in
      var scan = InlineScan(
        text, map: map, references: known.references, expanded: expanded, syntax: syntax,
        joinsText: joinsText)
      scan.run()
      return (tokens: scan.tokens, expanded: scan.expanded)
    }
    expanded = found.expanded
    addresses = []
    guard mayHoldAddress else { return found.tokens }
    let tokens = BareAddresses(in: found.tokens).tokens
    if tokens.count > found.tokens.count {
      func bareLinks(_ tokens: [InlineToken]) -> Set<Int> {
        Set(tokens.lazy.filter { $0.kind == .openLink(.bare) }.map { $0.source.lowerBound })
      }
      addresses = bareLinks(tokens).subtracting(bareLinks(found.tokens))
    }
    return tokens
  }

  mutating func append(
    _ kind: SyntaxTree.Kind, _ range: Range<Int>, content: Range<Int>? = nil, number: Int32 = 0,
    mark: UInt8 = 0
  ) {
    let content = content ?? range
    tree.nodes.append(
      SyntaxTree.Node(
        kind: kind, mark: mark, number: number, lines: 0..<0,
        start: Int32(truncatingIfNeeded: range.lowerBound),
        end: Int32(truncatingIfNeeded: nodeCount + 1),
        upper: Int32(truncatingIfNeeded: range.upperBound),
        contentStart: Int32(truncatingIfNeeded: content.lowerBound),
        contentEnd: Int32(truncatingIfNeeded: content.upperBound)))
  }

  mutating func end(_ node: Int) { self[node].end = Int32(truncatingIfNeeded: nodeCount) }

  private func isPlain(_ range: Range<Int>) -> Bool {
    !range.isEmpty
      && source[range].allSatisfy {
        !$0.beginsInlineSyntax && $0 != .atSign && syntax?.stops(at: $0) != true
      }
  }

  private mutating func add(_ leaf: Leaf) {
    let tokens = tokens(of: leaf)
    for (index, token) in tokens.enumerated() {
      let range = leaf.source(token.source)
      switch token.kind {
      case .character(let scalar, let spelling), .codeCharacter(let scalar, let spelling):
        add(scalar, spelling, range)
      case .softBreak: append(.softBreak, range)
      case .hardBreak: append(.hardBreak, range)
      case .html: addVerbatim(.inlineHTML, token.source, of: leaf)
      case .island(let syntax): addIsland(syntax, token.source, of: leaf)
      case .openEmphasis: begin(.emphasis, range)
      case .openStrong: begin(.strong, range)
      case .openCode: begin(.codeSpan, range)
      case .openMark(let syntax): begin(.mark, range, number: Int32(bitPattern: syntax.rawValue))
      case .openLink(let form), .openImage(let form):
        tree.links.append(link(form, opening: index, tokens, leaf))
        let number = Int32(truncatingIfNeeded: tree.links.count - 1)
        let isLink = token.kind == .openLink(form)
        begin(isLink ? .link : .image, range, number: number)
      case .closeEmphasis, .closeStrong, .closeCode, .closeMark, .closeLink, .closeImage:
        guard let node = openInlines.popLast() else { continue }
        self[node].upper = Int32(truncatingIfNeeded: range.upperBound)
        self[node].contentEnd = Int32(truncatingIfNeeded: range.lowerBound)
        end(node)
        sealed = nodeCount
      }
    }
    while let node = openInlines.popLast() { end(node) }
  }

  private mutating func begin(_ kind: SyntaxTree.Kind, _ range: Range<Int>, number: Int32 = 0) {
    openInlines.append(nodeCount)
    append(kind, range, content: range.upperBound..<range.upperBound, number: number)
  }

  /// Appends a character, or adds it to the text before it.
  private mutating func add(
    _ scalar: Unicode.Scalar, _ spelling: InlineToken.Spelling, _ range: Range<Int>
  ) {
    let last = nodeCount - 1
    let value = Int32(truncatingIfNeeded: scalar.value)
    switch spelling {
    case .lineEnding: return append(.softBreak, range)
    case .escape: return append(.escape, range, number: value)
    case .reference where range.isEmpty: self[last].indentation = value
    case .reference: append(.reference, range, number: value)
    case .plain:
      let follows =
        last >= sealed && self[last].kind == .text
        && self[last].upper == range.lowerBound
      // A blank of a tab that a container used in part: only the first covers the tab.
      if range.isEmpty || scalar == " " && source[range.lowerBound] == .tab {
        let isFirst = !range.isEmpty || !follows
        if isFirst {
          append(.text, range.upperBound..<range.upperBound, number: 1)
        } else {
          self[last].number += 1
        }
      } else if scalar == "|", source[range.lowerBound] == .backslash {
        append(.escape, range, number: value)
      } else if follows {
        self[last].upper = Int32(truncatingIfNeeded: range.upperBound)
        self[last].contentEnd = self[last].upper
      } else {
        append(.text, range)
      }
    }
  }

  private mutating func addIsland(
    _ syntax: SyntaxExtensions, _ range: Range<Int>, of leaf: Leaf
  ) {
    guard syntax == .footnotes else {
      return addVerbatim(.island, range, of: leaf, number: Int32(bitPattern: syntax.rawValue))
    }
    let label = range.lowerBound + 2..<range.upperBound - 1
    guard let number = known.footnote(Bytes(rebasing: leaf.text[label])) else {
      return addTexts(range, of: leaf)
    }
    append(
      .footnoteReference, leaf.source(range), content: leaf.source(label), number: number)
  }

  private mutating func addVerbatim(
    _ kind: SyntaxTree.Kind, _ range: Range<Int>, of leaf: Leaf, number: Int32 = 0
  ) {
    let place = nodeCount
    append(kind, leaf.source(range), number: number)
    addTexts(range, of: leaf)
    end(place)
  }

  /// Appends a text for each line of a range, split at escaped pipes, with breaks between lines.
  private mutating func addTexts(_ range: Range<Int>, of leaf: Leaf) {
    let (lines, tabs) = leaf.lines(in: range)
    for (index, line) in lines.enumerated() {
      if index > 0 {
        append(.softBreak, leaf.source(lines[index - 1].upperBound..<line.lowerBound))
      }
      let blanks = tabs.isEmpty ? 0 : tabs[index]
      var start = line.lowerBound + (blanks > 0 ? 1 : 0)
      if !leaf.places.isEmpty {
        for offset in line
        where leaf.places[offset + 1] - leaf.places[offset] == 2
          && leaf.text[offset] == .verticalLine
        {
          append(.text, leaf.source(start..<offset))
          start = offset
          append(.escape, leaf.source(offset..<offset + 1), number: Int32(leaf.text[offset]))
          start = offset + 1
        }
      }
      append(
        .text, leaf.source(start..<Swift.max(start, line.upperBound)),
        number: Int32(truncatingIfNeeded: blanks))
    }
    sealed = nodeCount
  }

  // MARK: Links

  private func link(
    _ form: InlineToken.LinkForm, opening: Int, _ tokens: [InlineToken], _ leaf: Leaf
  ) -> SyntaxTree.Link {
    var link = SyntaxTree.Link(form: form)
    let partner = tokens[opening].partner
    guard tokens.indices.contains(partner) else { return link }
    let close = tokens[partner].source
    let text = tokens[opening].source.upperBound..<close.lowerBound
    switch form {
    case .inline:
      leaf.lend(close) { text, map in
        guard let parts = LinkTail.parts(in: text, at: 1) else { return }
        var map = map
        link.destination = LinkDestination.text(Bytes(rebasing: text[parts.destination]))
        link.destinationRange = leaf.source(map.source(parts.destination))
        link.title = parts.title.map { Unescaping.text(Bytes(rebasing: text[$0])) }
        link.titleRange = parts.title.map { leaf.source(map.source($0)) }
      }
    case .full:
      leaf.lend(close) { text, map in
        var map = map
        guard let label = LinkLabel.match(in: text, at: 1)?.label else { return }
        link.label = leaf.source(map.source(label))
        use(Bytes(rebasing: text[label]), &link)
      }
    case .collapsed, .shortcut:
      if !text.isEmpty { leaf.lend(text) { text, _ in use(text, &link) } }
    case .autolink, .emailAutolink, .bare:
      let isAddress =
        form == .emailAutolink || addresses.contains(tokens[opening].source.lowerBound)
      link.destination = Self.destination(
        tokens[opening + 1..<partner], form, isAddress: isAddress)
    }
    return link
  }

  private func use(_ label: Bytes, _ link: inout SyntaxTree.Link) {
    guard let index = known.definitions[LabelKey(label)] else { return }
    link.definition = index
    link.destination = tree.links[index].destination
    link.title = tree.links[index].title
  }

  /// The destination of an autolink or bare link, with the scheme that it lacks.
  private static func destination(
    _ tokens: ArraySlice<InlineToken>, _ form: InlineToken.LinkForm, isAddress: Bool
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for token in tokens {
      guard case .character(let scalar, _) = token.kind else { continue }
      bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
    guard form != .autolink else { return bytes }
    if !isAddress {
      return bytes.starts(with: "www".utf8) ? Array("http://".utf8) + bytes : bytes
    }
    let hasScheme =
      form == .bare
      && (bytes.starts(with: "mailto:".utf8) || bytes.starts(with: "xmpp:".utf8))
    return hasScheme ? bytes : Array("mailto:".utf8) + bytes
  }
}
