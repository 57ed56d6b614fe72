extension TreeBuilder {
  /// Appends a block with its inlines, its rows or its lines.
  mutating func addBlock(_ index: Int, parent: Int?) {
    var node = blocks.nodes[index]
    let last = Int(node.lines.upperBound) - 1
    node.upper = last < Int(node.lines.lowerBound) ? node.start : blocks.lines[last].end
    if node.kind == .document { node.upper = Int32(truncatingIfNeeded: source.count) }
    (node.contentStart, node.contentEnd) = (node.start, node.upper)
    let place = tree.nodes.count
    tree.nodes.append(node)
    switch node.kind {
    case .paragraph, .heading: if part.overlaps(node.range) { addLeaf(node, index, parent: parent) }
    case .code, .html: addLiteral(node)
    case .table: addRows(node)
    case .metadata:
      setContent(of: place, from: lineStart(node, after: node.lines.lowerBound), to: last - 1)
    case .definition:
      setContent(of: place, tree.links[Int(node.number)].label ?? node.range)
    case .footnote:
      if let label = blocks.footnoteLabel(of: node, in: source) {
        tree.nodes[place].number = footnote(Bytes(rebasing: source[label])) ?? 0
        append(.label, label.lowerBound - 2..<label.upperBound + 2, content: label)
      }
      setContainerContent(of: place, index)
    case .quote, .list, .item: setContainerContent(of: place, index)
    default: break
    }
  }

  private mutating func setContent(of place: Int, _ range: Range<Int>) {
    tree.nodes[place].contentStart = Int32(truncatingIfNeeded: range.lowerBound)
    tree.nodes[place].contentEnd = Int32(truncatingIfNeeded: range.upperBound)
  }

  /// Sets a content from an offset to the end of a line; it is empty if that end comes first.
  private mutating func setContent(of place: Int, from start: Int, to line: Int) {
    setContent(of: place, start..<Swift.max(start, Int(blocks.lines[line].end)))
  }

  private mutating func setContainerContent(of place: Int, _ index: Int) {
    let node = blocks.nodes[index]
    let isEmpty = node.end == index + 1
    tree.nodes[place].contentStart =
      isEmpty ? tree.nodes[place].upper : blocks.nodes[index + 1].start
  }

  /// The start of the line after `line`, or the end of `line` if it is the block's last.
  private func lineStart(_ node: SyntaxTree.Node, after line: Int32) -> Int {
    line + 1 < node.lines.upperBound
      ? Int(blocks.lines[Int(line) + 1].start) : Int(blocks.lines[Int(line)].end)
  }

  /// Appends the info string of code, and the lines of code or HTML as texts.
  private mutating func addLiteral(_ node: SyntaxTree.Node) {
    let place = tree.nodes.count - 1
    if node.kind == .code, node.mark != 0 {
      let line = blocks.lines[Int(node.lines.lowerBound)]
      let info = source.trimming(Int(node.start) + Int(node.number)..<Int(line.end))
      if !info.isEmpty { append(.info, info) }
      let last = Int(node.lines.upperBound) - (node.isClosed ? 2 : 1)
      setContent(of: place, from: lineStart(node, after: node.lines.lowerBound), to: last)
    }
    var lines: [(blanks: Int, line: Range<Int>)] = []
    blocks.forEachLine(ofLiteral: node, in: source) { lines.append(($0, $1)) }
    // The blanks before a tag are text of the block.
    if node.kind == .html, let first = lines.first?.line.lowerBound {
      tree.nodes[place].start = Int32(truncatingIfNeeded: first)
      tree.nodes[place].contentStart = tree.nodes[place].start
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
    let rule = line(first + 1)
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
      let row = tree.nodes.count
      append(
        .row, line(number), number: Int32(truncatingIfNeeded: Swift.max(0, number - first - 1)))
      if part.overlaps(line(number)) {
        for (cell, mark) in zip(TableRow.cells(of: line(number), in: source), alignments) {
          addCell(cell, mark: mark)
        }
      }
      end(row)
    }
  }

  private func line(_ number: Int) -> Range<Int> {
    Int(blocks.lines[number].first)..<Int(blocks.lines[number].end)
  }

  private mutating func addCell(_ cell: Range<Int>, mark: UInt8) {
    let place = tree.nodes.count
    let content = source.trimming(cell)
    append(.cell, cell, content: content, mark: mark)
    if !content.isEmpty { addInlines(of: [content], tabs: [], unescapesPipes: true) }
    end(place)
  }

  // MARK: Paragraphs and headings

  private mutating func addLeaf(_ node: SyntaxTree.Node, _ index: Int, parent: Int?) {
    var leaf = blocks.leaf(node, in: source)
    setContent(of: tree.nodes.count - 1, leaf.content)
    // A lazy line begins with its blanks, even the first line after definitions.
    if leaf.content.lowerBound < Int(node.start) {
      tree.nodes[tree.nodes.count - 1].start = Int32(truncatingIfNeeded: leaf.content.lowerBound)
    }
    if let parent, index == parent + 1 {
      addPrefix(&leaf, node.kind, in: blocks.nodes[parent].kind)
    }
    // Pipes in the paragraph above a table are unescaped as in the table (cmark-gfm).
    let isAboveTable =
      index + 1 < blocks.nodes.count && blocks.nodes[index + 1].kind == .table
      && blocks.nodes[index + 1].lines.lowerBound == node.lines.upperBound
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
      tree.nodes[tree.nodes.count - 1].end += 1
      append(.text, directive)
      if let next = rest.first { addBreak(before: next) }
    }
  }

  /// Appends the break between the last node of a paragraph and a line, if there is none.
  private mutating func addBreak(before line: Range<Int>) {
    let last = tree.nodes[tree.nodes.count - 1]
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
