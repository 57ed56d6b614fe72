/// The inlines, rows and lines of blocks, which are read when a block ends.
extension BlockParser {
  /// Sets the range and the content of the block that ends, and appends what is in it.
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

  /// Sets the range and the label of a definition.
  mutating func fillDefinition(_ place: Int) {
    let node = self[place]
    self[place].upper = tree.lines[Int(node.lines.upperBound) - 1].end
    setContent(of: place, tree.links[Int(node.number)].label ?? self[place].range)
  }

  /// Appends the label of the footnote that begins.
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

  /// Appends the info string of code, and the lines of code or HTML as texts.
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
    for (blanks, line) in lines {
      append(
        .text, line.lowerBound..<Swift.max(line.lowerBound, line.upperBound),
        number: Int32(truncatingIfNeeded: blanks))
    }
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
          addCell(cell, mark: mark)
        }
      }
      end(place)
    }
  }

  private func row(_ number: Int) -> Range<Int> {
    Int(tree.lines[number].first)..<Int(tree.lines[number].end)
  }

  private mutating func addCell(_ cell: Range<Int>, mark: UInt8) {
    let place = nodeCount
    let content = source.trimming(cell)
    append(.cell, cell, content: content, mark: mark)
    if !content.isEmpty { addInlines(of: [content], tabs: [], unescapesPipes: true) }
    end(place)
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

  /// Appends the break between the last node of a paragraph and a line, if there is none.
  private mutating func addBreak(before line: Range<Int>) {
    let last = self[nodeCount - 1]
    guard last.kind != .paragraph, last.upper < line.lowerBound else { return }
    append(.softBreak, Int(last.upper)..<line.lowerBound)
  }

  /// Appends the box of a task or the name of an alert, and removes it from the leaf.
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
}
