/// The blocks that begin on a line.
extension BlockParser {
  /// Opens the blocks that begin at the cursor. Returns whether there are any.
  mutating func openBlocks(_ depth: Int) -> Bool {
    var container = depth - 1
    var mayBeLazy = self[open[open.count - 1]].kind == .paragraph
    var isAnew = false
    while true {
      let kind = self[open[container]].kind
      if kind == .code || kind == .html { return isAnew }
      guard indent.first < line.upperBound else { return isAnew }
      if indent.columns > 3 {
        if mayBeLazy { return isAnew }
        cursor.advance(columns: 4, in: source)
        let start = cursor.offset
        add(.code, to: container, at: start)
        return true
      }
      switch openBlock(in: container, kind, mayBeLazy: mayBeLazy) {
      case .none: return isAnew
      case .leaf: return true
      case .container: break
      }
      isAnew = true
      mayBeLazy = false
      container = open.count - 1
    }
  }

  private enum Opened {
    case none, leaf, container
  }

  private mutating func skipLine() {
    cursor.advance(to: line.upperBound, in: source)
    indent = cursor.indent(in: source)
  }

  private mutating func openBlock(
    in container: Int, _ kind: SyntaxTree.Kind, mayBeLazy: Bool
  ) -> Opened {
    let text = indent.first..<line.upperBound
    switch source[indent.first] {
    case .greaterThan:
      add(.quote, to: container)
      skipMarker()
      return .container
    case .numberSign: return openHeading(text, container)
    case .backtick, .tilde: return openFence(text, container)
    case .lessThan:
      let mayBeAnyTag = kind != .paragraph && !mayBeLazy
      guard let html = HTMLBlock.kind(of: text, in: source, mayBeAnyTag: mayBeAnyTag) else {
        return .none
      }
      add(.html, to: container)
      self[open[open.count - 1]].number = html
      return .leaf
    case .leftBracket:
      if extensions.contains(.footnotes), openFootnote(text, container) { return .container }
    case .equalsSign, .hyphen, .asterisk, .underscore, .plusSign, UInt8.digits:
      let opened = openMarker(text, container, kind)
      if opened != .none || indent.isBlankLine { return opened }
    default: break
    }
    let isTable = kind == .paragraph && extensions.contains(.tables) && openTable(text, container)
    return isTable ? .leaf : .none
  }

  /// Opens a footnote, which may interrupt a paragraph and contains lines indented by four columns.
  private mutating func openFootnote(_ text: Range<Int>, _ container: Int) -> Bool {
    let line = Bytes(rebasing: source[..<text.upperBound])
    guard let end = FootnoteLabel.end(in: line, at: text.lowerBound), end < text.upperBound,
      source[end] == .colon
    else { return false }
    add(.footnote, to: container)
    if readsInlines { addFootnoteLabel(text.lowerBound + 2..<end - 1) }
    skipMarker()
    return true
  }

  /// Makes a table of a paragraph's last line and the current line, if that is its delimiter row.
  private mutating func openTable(_ text: Range<Int>, _ container: Int) -> Bool {
    let paragraph = open[container]
    guard !states[paragraph].cannotBeTable,
      let columns = TableRow.delimiterColumns(of: text, in: source)
    else { return false }
    let header = tree.lines[Int(number) - 1]
    let isTable =
      TableRow.cells(of: Int(header.first)..<Int(header.end), in: source).count == columns
    states[paragraph].cannotBeTable = !isTable
    guard isTable, takeDefinitions(of: container) else { return false }
    let node = open[container]
    if self[node].lines.lowerBound + 1 < number {
      self[node].lines = self[node].lines.lowerBound..<number - 1
      isAboveTable = true
      add(.table, to: container, at: Int(header.first))
      isAboveTable = false
    }
    let table = open[open.count - 1]
    self[table].kind = .table
    self[table].start = header.first
    self[table].lines = number - 1..<number + 1
    self[table].number = Int32(truncatingIfNeeded: columns)
    skipLine()
    return true
  }

  private mutating func openHeading(_ text: Range<Int>, _ container: Int) -> Opened {
    guard ATXHeading.content(of: text, in: source) != nil else { return .none }
    add(.heading, to: container)
    let node = open[open.count - 1]
    var hashes = indent.first
    while hashes < line.upperBound, source[hashes] == .numberSign { hashes += 1 }
    self[node].mark = .numberSign
    self[node].number = Int32(truncatingIfNeeded: hashes - indent.first)
    cursor.advance(to: hashes, in: source)
    indent = cursor.indent(in: source)
    return .leaf
  }

  private mutating func openFence(_ text: Range<Int>, _ container: Int) -> Opened {
    let mark = source[text.lowerBound]
    var end = text.lowerBound
    while end < text.upperBound, source[end] == mark { end += 1 }
    guard end - text.lowerBound >= 3,
      mark == .tilde || !source[end..<text.upperBound].contains(.backtick)
    else { return .none }
    let indentation = indent.first - cursor.offset
    add(.code, to: container)
    let node = open[open.count - 1]
    self[node].mark = mark
    self[node].number = Int32(truncatingIfNeeded: end - text.lowerBound)
    self[node].indentation = Int32(truncatingIfNeeded: indentation)
    return .leaf
  }

  /// Opens the block of a line with a marker: a setext underline, a thematic break or an item.
  private mutating func openMarker(
    _ text: Range<Int>, _ container: Int, _ kind: SyntaxTree.Kind
  ) -> Opened {
    let byte = source[text.lowerBound]
    if kind == .paragraph, SetextUnderline.matches(text, in: source) {
      guard takeDefinitions(of: container) else { return .none }
      let node = open[container]
      self[node].kind = .heading
      self[node].mark = byte
      self[node].number = byte == .equalsSign ? 1 : 2
      self[node].lines = self[node].lines.lowerBound..<number + 1
      skipLine()
      return .none
    }
    // What keeps `- - a` from being a break also does so after the first marker.
    if text.lowerBound >= breakMiss {
      guard let miss = ThematicBreak.miss(in: text, of: source) else {
        add(.rule, to: container)
        skipLine()
        return .leaf
      }
      breakMiss = miss
    }
    guard let marker = ListMarker(text, in: source, interrupts: kind == .paragraph) else {
      return .none
    }
    return openItem(marker, container, kind)
  }

  private mutating func openItem(
    _ marker: ListMarker, _ container: Int, _ kind: SyntaxTree.Kind
  ) -> Opened {
    var container = container
    if kind != .list || self[open[container]].mark != marker.mark {
      add(.list, to: container)
      container = open.count - 1
      self[open[container]].mark = marker.mark
      self[open[container]].number = marker.number
    }
    add(.item, to: container)
    let node = open[open.count - 1]
    self[node].mark = marker.mark
    self[node].number = marker.number
    skipMarker()
    return .container
  }

  private mutating func skipMarker() {
    let node = open[open.count - 1]
    self[node].indentation = Int32(
      truncatingIfNeeded: self[node].skipMarker(&cursor, in: source))
    indent = cursor.indent(in: source)
    noteContent()
  }

  /// Opens a block in `container`, or in the innermost ancestor that may contain it.
  mutating func add(_ kind: SyntaxTree.Kind, to container: Int, at start: Int? = nil) {
    var container = container
    while !self[open[container]].kind.mayHold(kind) {
      // libcmark decides whether a list is loose before it closes the blocks in it.
      if self[open[container]].kind == .list { decideLooseness(of: open[container]) }
      container -= 1
    }
    close(keeping: container + 1)
    if container == 0 { beginsRootChild = true }
    let parent = open[container]
    let node = nodeCount
    append(
      SyntaxTree.Node(
        kind: kind, lines: number..<number + 1,
        start: Int32(truncatingIfNeeded: start ?? indent.first)),
      previous: states[parent].lastChild)
    states[parent].lastChild = node
    // The content of a container begins with its first block.
    if self[parent].contentStart == 0 { self[parent].contentStart = self[node].start }
    open.append(node)
  }
}

extension SyntaxTree.Kind {
  fileprivate func mayHold(_ kind: SyntaxTree.Kind) -> Bool {
    switch self {
    case .document, .quote, .item, .footnote: kind != .item
    case .list: kind == .item
    default: false
    }
  }
}
