import CommonMark

extension SyntaxTree {
  /// The first line, from 0, whose blocks differ from those of libcmark's tree; nil if all agree.
  ///
  /// Kinds, nesting, levels, markers, tightness and the text of code and HTML are compared.
  /// ``hasSameInlines(_:as:of:in:)`` compares the inlines of a leaf.
  package func disagreement(
    with tree: MarkdownTree, in source: Bytes,
    _ body: (_ own: Int, _ other: Int) -> Void = { _, _ in }
  ) -> Int? {
    var open: [(own: Int, other: Int)] = []
    var (own, other) = (0, 0)
    var line: Int32 = 0
    while true {
      while own < nodes.count, nodes[own].kind == .definition { own += 1 }
      while let last = open.last, last.own <= own || last.other <= other {
        guard last.own <= own, last.other <= other else { return Int(line) }
        open.removeLast()
      }
      guard own < nodes.count, other < tree.nodes.count else {
        return own < nodes.count || other < tree.nodes.count ? Int(line) : nil
      }
      let node = nodes[own]
      line = node.lines.lowerBound
      guard isSame(node, tree.nodes[other], of: tree, in: source) else { return Int(line) }
      switch node.kind {
      case .document, .quote, .list, .item:
        open.append((Int(node.end), Int(tree.nodes[other].end)))
        other += 1
      default:
        body(own, other)
        other = Int(tree.nodes[other].end)
        own = Int(node.end) - 1
      }
      own += 1
    }
  }

  private func isSame(
    _ own: Node, _ other: MarkdownTree.Node, of tree: MarkdownTree, in source: Bytes
  ) -> Bool {
    switch (own.kind, other.kind) {
    case (.document, .document), (.quote, .blockQuote), (.item, .item), (.rule, .thematicBreak),
      (.paragraph, .paragraph):
      return true
    case (.list, .list):
      let kind: MarkdownTree.ListKind =
        own.mark == .fullStop ? .period : own.mark == .rightParenthesis ? .parenthesis : .bullet
      return kind == other.listKind && own.isTight == other.isTight
        && (kind == .bullet || Int(own.number) == other.listStart)
    case (.heading, .heading): return Int(own.number) == other.headingLevel
    case (.code, .codeBlock), (.html, .htmlBlock):
      var left = tree.literal(of: other)
      forEachLine(ofLiteral: own, in: source) { blanks, line in
        for _ in 0..<blanks {
          if left.first == .space { left.removeFirst() } else { left = [0xFF] }
        }
        for byte in source[line] {
          let bytes: [UInt8] = byte == 0 ? [0xEF, 0xBF, 0xBD] : [byte]
          if left.starts(with: bytes) { left.removeFirst(bytes.count) } else { left = [0xFF] }
        }
        // A line ending of the source, or the one that libcmark adds.
        if left.first == .carriageReturn { left.removeFirst() }
        if left.first == .lineFeed { left.removeFirst() }
      }
      return left.isEmpty
    default: return false
    }
  }

  /// Whether a paragraph or a heading, read in CommonMark, has the inlines of libcmark's node for it:
  /// the same characters, nodes, destinations and titles.
  package func hasSameInlines(
    _ own: Int, as other: Int, of tree: MarkdownTree, in source: Bytes
  ) -> Bool {
    shown(own, in: source) == tree.shown(other)
  }

  /// The visible text of a leaf, with its structure as bytes from 0xF8 on, which UTF-8 does not have.
  private func shown(_ leaf: Int, in source: Bytes) -> [UInt8] {
    var result: [UInt8] = []
    var open: [Node] = []
    for index in leaf + 1..<nodes[leaf].endIndex {
      while let last = open.last, last.endIndex <= index {
        result += Shown.end
        open.removeLast()
      }
      let node = nodes[index]
      let parent = open.last?.kind
      switch node.kind {
      case .text:
        result += [UInt8](repeating: .space, count: node.blanks)
        for byte in source[node.range] { result += byte == 0 ? [0xEF, 0xBF, 0xBD] : [byte] }
      case .escape, .reference:
        for scalar in node.scalars {
          // libcmark 0.30 writes references to these two as a single byte that is not UTF-8.
          let isByte =
            node.kind == .reference && !ParsingLibrary.isSince31 && scalar.value | 1 == 0xFFFF
          result += isByte ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
        }
      case .softBreak:
        result +=
          parent == .codeSpan ? [.space] : parent == .inlineHTML ? [.lineFeed] : Shown.softBreak
      case .hardBreak: result += Shown.hardBreak
      default:
        let link = link(of: node)
        result += Shown.opening(node.kind, link?.destination ?? [], link?.title ?? [])
        open.append(node)
      }
    }
    for _ in open { result += Shown.end }
    return result
  }

  /// Passes each line of a code or HTML block to `body`, with the blanks left of a tab before it.
  package func forEachLine(
    ofLiteral node: Node, in source: Bytes, _ body: (_ blanks: Int, _ line: Range<Int>) -> Void
  ) {
    let isFenced = node.kind == .code && node.mark != 0
    var numbers = Int(node.lines.lowerBound) + (isFenced ? 1 : 0)..<Int(node.lines.upperBound)
    if isFenced, node.isClosed { numbers.removeLast() }
    for number in numbers {
      let line = lines[number]
      var cursor = LineCursor(line, in: source)
      if node.kind == .code {
        var left = isFenced ? Int(node.indentation) : 4
        while left > 0, cursor.isAtBlank(in: source) {
          cursor.advance(columns: 1, in: source)
          left -= 1
        }
      }
      let blanks = cursor.tabRemainder
      body(blanks, cursor.offset + (blanks > 0 ? 1 : 0)..<Int(line.end))
    }
  }
}

/// The bytes of what a leaf shows besides its characters.
private enum Shown {
  static let softBreak: [UInt8] = [0xF9]
  static let hardBreak: [UInt8] = [0xFA]
  static let end: [UInt8] = [0xFB]

  static func opening(
    _ kind: SyntaxTree.Kind, _ destination: [UInt8], _ title: [UInt8]
  ) -> [UInt8] {
    [0xFC, kind.rawValue] + destination + [0xFD] + title + [0xFD]
  }
}

extension MarkdownTree {
  /// The visible text of a leaf, in the bytes of ``SyntaxTree/shown(_:in:)``.
  fileprivate func shown(_ leaf: Int) -> [UInt8] {
    var result: [UInt8] = []
    var open: [Int] = []
    for index in leaf + 1..<Int(nodes[leaf].end) {
      while let last = open.last, last <= index {
        result += Shown.end
        open.removeLast()
      }
      let node = nodes[index]
      func begin(_ kind: SyntaxTree.Kind) {
        result += Shown.opening(kind, Array(destination(of: node)), Array(title(of: node)))
        open.append(Int(node.end))
      }
      switch node.kind {
      case .softBreak: result += Shown.softBreak
      case .lineBreak: result += Shown.hardBreak
      case .emphasis: begin(.emphasis)
      case .strong: begin(.strong)
      case .link: begin(.link)
      case .image: begin(.image)
      case .code, .htmlInline:
        let kind: SyntaxTree.Kind = node.kind == .code ? .codeSpan : .inlineHTML
        result += Shown.opening(kind, [], []) + literal(of: node) + Shown.end
      default: result += literal(of: node)
      }
    }
    for _ in open { result += Shown.end }
    return result
  }
}
