import MarkdownSyntax

extension BlockPrinter {
  /// Makes what follows a line in its paragraph a block of its own. Marks and links that extend over
  /// the line's end are closed there and opened again.
  ///
  /// - Throws: `noSpelling` if the end is in what cannot be cut, such as an image.
  mutating func cut(after line: Int) throws(Outcome.Unchanged) {
    guard let delimiters = try cutDelimiters(after: line), let leaf = rows[line].leaf else {
      return
    }
    if let place = hardBreak(after: line), source[place] == .backslash {
      // The backslash of a hard break is removed together with its line ending.
      let text = rows[line].body.lowerBound..<place
      rows[line].body = text.dropLast(source[text].reversed().prefix { $0.isBlank }.count)
    }
    if !delimiters.closing.isEmpty {
      // A delimiter cannot close after a blank.
      let blanks = source[rows[line].body].reversed().prefix { $0.isBlank }.count
      rows[line].body = rows[line].body.dropLast(blanks)
    }
    rows[line].tail = delimiters.closing
    rows[line + 1].head = delimiters.opening
    rows.complete(line + 1)
    let fresh = freshLeaf()
    for next in line + 1..<rows.count {
      if rows[next].leaf != leaf { break }
      rows[next].leaf = fresh
    }
  }

  /// The delimiters that close and open what extends over a line's end; nil if the line after it is
  /// not in the same leaf.
  ///
  /// - Throws: `noSpelling` if the leaf cannot be cut there.
  @discardableResult
  func cutDelimiters(
    after line: Int
  ) throws(Outcome.Unchanged) -> (closing: [UInt8], opening: [UInt8])? {
    guard line >= 0, line + 1 < rows.count, let leaf = rows[line].leaf,
      rows[line + 1].leaf == leaf
    else { return nil }
    guard let delimiters = delimiters(after: line) else { throw .noSpelling }
    return delimiters
  }

  /// The lines around one that cannot be parted from it, because a label, an image or a tag extends
  /// over their ends.
  func unparted(_ line: Int) -> Range<Int> {
    var (low, high) = (line, line + 1)
    while low > 0, rows[low - 1].leaf == rows[line].leaf, cannotCut(after: low - 1) { low -= 1 }
    while high < rows.count, rows[high].leaf == rows[line].leaf, cannotCut(after: high - 1) {
      high += 1
    }
    return low..<high
  }

  private func cannotCut(after line: Int) -> Bool {
    rows[line].leaf != nil && delimiters(after: line) == nil
  }

  /// Where the backslash or the blanks of a hard break at a line's end begin.
  func hardBreak(after line: Int) -> Int? {
    let body = rows[line].body
    guard let origin = rows[line].origin else { return nil }
    let breaks = rows.crossing(origin).breaks
    let next = breaks.partitionPoint { $0.range.lowerBound >= body.lowerBound }
    guard next < breaks.count, breaks[next].range.lowerBound < body.upperBound else { return nil }
    return breaks[next].range.lowerBound
  }

  /// The delimiters that close the marks and links around an offset, and those that open them again;
  /// nil in what cannot be cut.
  ///
  /// - Parameter isWhole: whether an image, a tag or an address cannot be cut. Otherwise, these become
  ///   text.
  func delimiters(at offset: Int, isWhole: Bool = true) -> (closing: [UInt8], opening: [UInt8])? {
    let line = rows.sourceLines.line(at: offset)
    guard let origin = rows[line].origin else { return ([], []) }
    let tree = rows.tree(withInlinesOf: origin)
    return delimiters(at: offset, among: tree.nodes, of: tree, isWhole: isWhole)
  }

  private func delimiters(after line: Int) -> (closing: [UInt8], opening: [UInt8])? {
    guard let origin = rows[line].origin else { return ([], []) }
    // A command may have cut the line before.
    if rows[line].body.upperBound != rows[line].line?.upperBound {
      return delimiters(at: rows[line].body.upperBound)
    }
    return delimiters(
      at: rows[line].body.upperBound, among: rows.crossing(origin).inlines,
      of: rows.tree(withInlinesOf: origin), isWhole: true)
  }

  private func delimiters(
    at offset: Int, among nodes: some Sequence<SyntaxTree.Node>, of tree: SyntaxTree, isWhole: Bool
  ) -> (closing: [UInt8], opening: [UInt8])? {
    var (closing, opening) = ([UInt8](), [UInt8]())
    for node in nodes where node.range.lowerBound < offset && offset < node.range.upperBound {
      switch node.kind {
      case .emphasis, .strong, .mark, .codeSpan, .link:
        guard offset >= node.content.lowerBound, offset <= node.content.upperBound else {
          if isWhole { return nil }
          continue
        }
        var end = Array(source[node.content.upperBound..<node.range.upperBound])
        if let link = tree.link(of: node) {
          switch link.form {
          case .shortcut, .collapsed:
            end = Array("][".utf8) + source[node.content] + [.rightBracket]
          case .inline, .full: break
          default: return nil
          }
        }
        opening += source[node.range.lowerBound..<node.content.lowerBound]
        closing = end + closing
      case .image, .inlineHTML, .footnoteReference, .island, .escape, .reference, .taskBox,
        .alertName:
        if isWhole { return nil }
      default: continue
      }
    }
    return (closing, opening)
  }

  /// The lines of formulas of several lines, such as `$$⏎a⏎$$`, which a block command must not cut.
  func formulas(on lines: [Int]) -> [Range<Int>] {
    guard dialect.extensions.contains(.math) else { return [] }
    var result: [Range<Int>] = []
    var reached = 0
    for line in lines where line >= reached && rows[line].kind == .paragraph {
      let all = rows.lines(ofLeafAt: line)
      reached = all.upperBound
      let contents = all.map { rows[$0].body }
      let found = source.withUnsafeBufferPointer { DisplayMath.formulas(of: contents, in: $0) }
      for formula in found where formula.count > 1 {
        result.append(all.lowerBound + formula.lowerBound..<all.lowerBound + formula.upperBound + 1)
      }
    }
    return result
  }

  func selectedWithoutFormulas() throws(Outcome.Unchanged) -> [Int] {
    let formulas = formulas(on: selected)
    if formulas.isEmpty { return selected }
    let rest = selected.filter { line in !formulas.contains { $0.contains(line) } }
    if rest.isEmpty { throw .inFormula }
    return rest
  }

  var reason: Outcome.Unchanged {
    for line in selected {
      if let reason = rows[line].kind.reason { return reason }
    }
    return .noText
  }
}

extension SyntaxTree.Kind {
  /// Why a command on text does not apply to a block; nil if it is text.
  var reason: Outcome.Unchanged? {
    switch self {
    case .code: .inCode
    case .html: .inHTML
    case .metadata: .inMetadata
    case .definition: .inDefinition
    case .table: .inTable
    case .rule: .onRule
    default: nil
    }
  }
}
