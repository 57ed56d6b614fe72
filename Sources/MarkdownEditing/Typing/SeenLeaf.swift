import MarkdownSyntax

/// The visible contents of a leaf, or of a table's cell.
struct SeenLeaf {
  /// The kind of the leaf, with a heading's level or a cell's column.
  var kind: [UInt8] = []
  /// The kinds of its containers, the outermost first: `[2, 0x80]` for an item in a bullet list.
  var containers: [UInt8] = []
  /// The kind of a footnote's definition among the containers.
  fileprivate static let footnote: UInt8 = 7
  /// Whether it is the text of a footnote, like the `b` of `[^a]: b`.
  var isInFootnote: Bool { containers.last == Self.footnote }
  /// The number of containers that it shares with the previous leaf.
  var shared = 0
  var units: [SeenUnit] = []
  /// The range of each unit in the source.
  var places: [Range<Int>] = []
  /// The inline tokens, if any.
  var tokens: [InlineToken] = []
  /// The range of its text, without markers, fences and closing hashes.
  var content = 0..<0
  /// The lines of its block.
  var lines = 0...0
  var block: Block
  /// The indices of the containers around it, and of the block.
  var path: BlockPath
  /// Whether it is a cell without a pipe on one side, like both cells of `a | b`.
  var isAtOpenEdge = false
  /// Whether it is a cell of a table, like the `a` of `| a |`.
  var isCell: Bool { block.kind == .table }
  /// Whether it contains inlines and can be joined with another: `# a`, not the cell of `| a |`.
  var isText: Bool { !isCell && !tokens.isEmpty }

  fileprivate init(_ block: Block, _ path: BlockPath, _ containers: [UInt8]) {
    self.block = block
    self.path = path
    self.containers = containers
  }

  fileprivate mutating func read(_ text: SeenText) { (units, places) = (text.units, text.places) }
}

extension BlockTree {
  /// The leaves with visible contents, and all cells, in order.
  ///
  /// - Complexity: O(*n*) in the length of the source.
  func seenLeaves() -> [SeenLeaf] {
    var result: [SeenLeaf] = []
    add(root, [], [], to: &result)
    for index in result.indices.dropFirst() {
      let (own, before) = (result[index].path.dropLast(), result[index - 1].path.dropLast())
      result[index].shared = zip(own, before).prefix { $0 == $1 }.count
    }
    return result
  }

  private func add(
    _ block: Block, _ path: BlockPath, _ containers: [UInt8], to result: inout [SeenLeaf]
  ) {
    var containers = containers
    switch block.kind {
    case .blank: return
    case .document: break
    case .quote: containers.append(1)
    case .list(let style): containers.append(style.isOrdered ? 3 : 2)
    case .item: containers.append(0x80 | (block.marker.box?.state ?? 0))
    case .footnote: containers.append(SeenLeaf.footnote)
    case .table:
      addCells(of: block, path, containers, to: &result)
      return
    default:
      var leaf = SeenLeaf(block, path, containers)
      read(&leaf)
      if leaf.units.contains(where: { $0.isSolid }) || !leaf.block.isText { result.append(leaf) }
      return
    }
    for (index, child) in block.children.enumerated() {
      add(child, path + [index], containers, to: &result)
    }
  }

  private func read(_ leaf: inout SeenLeaf) {
    let block = leaf.block
    let numbers = block.allLines.map { $0.origin }
    leaf.lines = (numbers.first ?? 0)...(numbers.last ?? 0)
    switch block.kind {
    case .heading(let level): leaf.kind = [1, UInt8(truncatingIfNeeded: level)]
    case .code: leaf.kind = [2]
    case .html: leaf.kind = [3]
    case .rule: leaf.kind = [4]
    case .definition: leaf.kind = [5]
    case .metadata: leaf.kind = [6]
    default: leaf.kind = [0]
    }
    if block.kind != .rule, let text = leafBlock(block.id) {
      let start = block.lines.first?.content?.lowerBound ?? text.content.lowerBound
      let first = max(start, text.content.lowerBound)
      leaf.content = first..<max(first, text.content.upperBound)
      leaf.tokens = seenTokens(of: text)
      leaf.read(SeenText(leaf.tokens, of: text, in: leaves.reading, from: first, .typing))
      return
    }
    readLines(of: &leaf, rawLines(of: block))
  }

  /// The lines of a block without inlines, except fences, indentation and a comment's delimiters.
  private func rawLines(of block: Block) -> [Range<Int>] {
    var lines = codeLines(of: block).compactMap { $0.content }
    switch block.kind {
    case .code(isFenced: false):
      return lines.map { line in
        let blanks = source[line].prefix(4).prefix { $0 == .space }.count
        let isTab = blanks < 4 && source[line].dropFirst(blanks).first == .tab
        return min(line.upperBound, line.lowerBound + blanks + (isTab ? 1 : 0))..<line.upperBound
      }
    case .metadata: return Array(lines.dropFirst().dropLast())
    case .html:
      guard let first = lines.first, let last = lines.last else { return [] }
      let comment = source[first.lowerBound..<last.upperBound]
      guard comment.starts(with: "<!--".utf8), comment.count > 6 else { return lines }
      let isClosed = comment.suffix(3).elementsEqual("-->".utf8)
      lines[lines.count - 1] = last.lowerBound..<last.upperBound - (isClosed ? 3 : 0)
      lines[0] = lines[0].lowerBound + 4..<lines[0].upperBound
      return lines
    default: return lines
    }
  }

  private func readLines(of leaf: inout SeenLeaf, _ lines: [Range<Int>]) {
    guard let start = lines.first?.lowerBound, let end = lines.last?.upperBound else {
      let place = leaf.block.lines[0].content?.upperBound ?? 0
      leaf.content = place..<place
      return
    }
    leaf.content = start..<end
    for (index, line) in lines.enumerated() {
      if index > 0 {
        leaf.units.append(SeenUnit(thing: .lineBreak(isHard: true)))
        leaf.places.append(lines[index - 1].upperBound..<line.lowerBound)
      }
      for (scalar, place) in source.scalars(in: line) {
        leaf.units.append(SeenUnit(thing: .character(scalar)))
        leaf.places.append(place)
      }
    }
  }

  private func addCells(
    of table: Block, _ path: BlockPath, _ containers: [UInt8], to result: inout [SeenLeaf]
  ) {
    for (row, line) in table.lines.enumerated() where row != 1 {
      guard let content = line.content else { continue }
      let cells = source.withUnsafeBufferPointer { TableRow.cells(of: content, in: $0) }
      for (column, cell) in cells.enumerated() {
        var leaf = SeenLeaf(table, path + [row, column], containers + [8])
        leaf.kind = [7, row == 0 ? 1 : 0, UInt8(truncatingIfNeeded: column)]
        leaf.lines = (table.lines.first?.origin ?? 0)...(table.lines.last?.origin ?? 0)
        leaf.content = source.content(ofCell: cell)
        leaf.isAtOpenEdge =
          cell.lowerBound == content.lowerBound || cell.upperBound == content.upperBound
        if !leaf.content.isEmpty {
          let text = LeafBlock(node: 0, lines: [leaf.content])
          leaf.tokens = seenTokens(of: text, isCell: true)
          leaf.read(SeenText(leaf.tokens, of: text, in: leaves.reading, .typing))
        }
        result.append(leaf)
      }
    }
  }

  /// The tokens of a leaf. An island that is shown as written, such as `@name`, becomes characters.
  /// In a cell's code, `\|` is one character.
  private func seenTokens(of leaf: LeafBlock, isCell: Bool = false) -> [InlineToken] {
    let tokens = tokens(of: leaf)
    var result: [InlineToken] = []
    var places: [Int] = []
    for token in tokens {
      if isCell, case .codeCharacter("|", _) = token.kind, let last = result.last,
        case .codeCharacter("\\", _) = last.kind
      {
        places.append(result.count - 1)
        result[result.count - 1] = InlineToken(
          token.kind, last.source.lowerBound..<token.source.upperBound)
        continue
      }
      places.append(result.count)
      guard case .island(let syntax) = token.kind,
        !syntax.isDisjoint(with: [.mentions, .emoji, .math])
      else {
        result.append(token)
        continue
      }
      result += source.scalars(in: token.source).map { InlineToken(.character($0, .plain), $1) }
    }
    for index in result.indices where result[index].partner >= 0 {
      result[index].partner = places[result[index].partner]
    }
    result.pairTags(in: source)
    return result
  }
}
