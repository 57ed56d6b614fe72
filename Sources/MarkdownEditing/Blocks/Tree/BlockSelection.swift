import MarkdownSyntax

/// The lines of a document that a command acts on.
struct BlockSelection {
  let ranges: [Range<Int>]
  /// The 0-based lines of each selection. If it ends at the start of a line, that line is not
  /// included (law 8).
  private(set) var lines: [ClosedRange<Int>]
  /// Whether the selection is one caret, such as `[3..<3]`, and the only one.
  let isCaret: Bool

  init(_ ranges: [Range<Int>], in tree: BlockTree, isAlone: Bool = true) {
    self.ranges = ranges
    isCaret = isAlone && ranges.count == 1 && ranges[0].isEmpty
    lines = ranges.map { range in
      let first = tree.line(at: range.lowerBound)
      var last = tree.line(at: range.upperBound)
      if last > first, tree.lines[last].lowerBound == range.upperBound { last -= 1 }
      return first...last
    }
  }

  func with(_ lines: [ClosedRange<Int>]) -> BlockSelection {
    var result = self
    result.lines = lines
    return result
  }

  /// Whether a line is selected, as the second one of `a⏎‸b` is.
  func contains(_ line: Line) -> Bool {
    guard line.origin >= 0 else { return false }
    let index = lines.partitionPoint { $0.upperBound >= line.origin }
    return index < lines.count && lines[index].lowerBound <= line.origin
  }

  /// Whether a line of a block is selected. For example, a caret in `b` touches the quote
  /// `> a⏎> b`.
  func touches(_ block: Block) -> Bool {
    if !block.isLeaf { return block.children.contains(where: touches) }
    return block.lines.contains(where: contains) || block.heading.underline.map(contains) ?? false
  }

  /// Whether all selected lines are in a block, as the second line of `> a⏎> b` is in the quote.
  func isInside(_ block: Block) -> Bool {
    guard let first = block.firstOrigin, let last = block.lastOrigin else { return false }
    return lines.allSatisfy { $0.lowerBound >= first && $0.upperBound <= last }
  }

  func leaves(of block: Block) -> [Block] {
    var leaves: [Block] = []
    add(leavesOf: block, to: &leaves)
    return leaves
  }

  private func add(leavesOf block: Block, to leaves: inout [Block]) {
    if block.isLeaf {
      if touches(block) { leaves.append(block) }
    } else {
      for child in block.children { add(leavesOf: child, to: &leaves) }
    }
  }

  /// Returns why a command on text does not apply to the selection.
  func reason(in root: Block) -> Outcome.Unchanged {
    for leaf in leaves(of: root) {
      switch leaf.kind {
      case .code: return .inCode
      case .html: return .inHTML
      case .metadata: return .inMetadata
      case .definition: return .inDefinition
      case .table: return .inTable
      case .rule: return .onRule
      default: continue
      }
    }
    return .noText
  }
}

extension BlockTree {
  /// Moves the caret's blank line into the item above if it is indented like the item's text, as in
  /// `1. a⏎␣␣␣‸`. A command then inserts its block there.
  func takingIndentedBlank(_ selection: BlockSelection) -> BlockTree {
    guard selection.isCaret, let path = root.path(toLine: selection.lines[0].lowerBound),
      let index = path.last, root[path[...]].kind == .blank,
      case let number = selection.lines[0].lowerBound,
      case let width = column(of: lines[number].upperBound)
    else { return self }
    var parent = root[path.dropLast()]
    guard let last = parent.children[..<index].lastIndex(where: { $0.kind != .blank }),
      case let blanks = Array(parent.children[(last + 1)...index]),
      let taking = parent.children[last].taking(blanks, upTo: width)
    else { return self }
    parent.children.replaceSubrange(last...index, with: [taking])
    var result = self
    result.root = root.replacing(path.dropLast(), with: [parent])
    return result
  }
}

extension BlockTree {
  /// Returns the source lines of each formula in a paragraph that has several lines.
  func formulas(in leaf: Block) -> [ClosedRange<Int>] {
    guard leaf.kind == .paragraph, leaf.lines.count > 1, dialect.extensions.contains(.math) else {
      return []
    }
    let contents = leaf.lines.compactMap { $0.content }
    guard contents.count == leaf.lines.count else { return [] }
    return source.withUnsafeBufferPointer { DisplayMath.formulas(of: contents, in: $0) }
      .filter { $0.count > 1 }
      .map { leaf.lines[$0.lowerBound].origin...leaf.lines[$0.upperBound].origin }
  }

  /// Whether an offset is inside a formula of several lines, as in `$$⏎a‸⏎$$`.
  func isInFormula(_ place: Int, of leaf: Block) -> Bool {
    formulas(in: leaf).contains { formula in
      let first = leaf.lines.first { $0.origin == formula.lowerBound }?.content?.lowerBound
      return (first ?? place) < place && place < lines[formula.upperBound].upperBound
    }
  }
}

extension Block {
  /// Appends blank lines to the innermost last item whose text begins at column `width` or before.
  fileprivate func taking(_ blanks: [Block], upTo width: Int) -> Block? {
    guard let last = children.last else { return nil }
    var result = self
    if let inner = isLeaf ? nil : last.taking(blanks, upTo: width) {
      result.children[children.count - 1] = inner
      return result
    }
    guard kind == .item, let line = firstLine, let index = line.chain.firstIndex(of: id),
      index < line.prefixes.count, line.prefixes[index].endColumn <= width
    else { return nil }
    result.children += blanks
    return result
  }
}

extension Block {
  /// The first source line of the block.
  var firstOrigin: Int? { firstLine?.origin }

  /// The last source line of the block.
  var lastOrigin: Int? { lastLine?.origin }

  /// Whether the block is a heading, such as `# a`, not `a`.
  var isHeading: Bool { if case .heading = kind { true } else { false } }

  /// Whether the block is a paragraph or a heading, such as `# a`, not `---`.
  var isText: Bool { kind == .paragraph || isHeading }

  /// Whether the block is a list, such as `- a`.
  var isList: Bool { if case .list = kind { true } else { false } }

  func withChildren(_ children: [Block]) -> Block {
    var result = self
    result.children = children
    return result
  }

  /// Returns the leaf with its lines marked as changed, so that their starts are escaped if needed.
  func rewritten(keepsIndent: Bool = false) -> Block {
    var result = self
    for index in result.lines.indices where isText {
      result.lines[index].isChanged = true
      result.lines[index].keepsIndent = keepsIndent
    }
    return result
  }

  /// Returns the block in which text will be typed on this blank line.
  func opened(as kind: Kind = .paragraph) -> Block {
    var line = lines.first ?? Line()
    line.write([.probe])
    return Block(kind, lines: [line], units: BlockProof.units)
  }
}
