import CommonMark
import MarkdownSyntax

/// The contents of a paragraph, a heading or a cell: what it shows, and the nodes around that.
struct InlineLeaf {
  let place: Int
  let isCell: Bool
  var items: [InlineItem] = []
  var nodes: [InlineNode] = []
  /// The destinations and titles of the links and images. A bare address is not a link.
  var targets: [Target] = []
  var elementCount = 0

  struct Target: Equatable {
    var destination: [UInt8]
    var title: [UInt8]?
  }

  private struct Open {
    var node: Int
    var end: Int
    var marks: MarkSet = []
    var link: Int32 = 0
    var isWord = false
    /// Its tags, with the number of nodes before each.
    var tags: [(item: Int, nodeCount: Int)] = []
  }

  /// Reads a leaf of a tree.
  ///
  /// - Parameter hasFootnotes: whether `[^a]` is a word even if that footnote is not defined.
  /// - Complexity: O(*n*) in the length of the leaf, if HTML elements are not nested deeply.
  init(_ place: Int, of tree: SyntaxTree, in source: [UInt8], hasFootnotes: Bool) {
    let own = tree.nodes[place]
    self.place = place
    isCell = own.kind == .cell
    items.reserveCapacity(own.content.count)
    nodes.append(
      InlineNode(kind: .leaf, range: own.range, content: own.content, parent: -1, items: 0..<0))
    var open = [Open(node: 0, end: own.endIndex)]
    var line = Int(own.lines.lowerBound)
    // Whether the line is the title of a callout, which is a leaf of its own for marks.
    var hasTitle = false
    var index = place + 1
    while true {
      while let last = open.last, last.end <= index {
        close(last, in: source)
        open.removeLast()
      }
      guard let parent = open.last else { break }
      let node = tree.nodes[index]
      let inner = index + 1
      index = node.endIndex
      let inCode = nodes[parent.node].kind == .code
      var item = InlineItem(
        kind: .object, isInWord: parent.isWord, marks: parent.marks,
        node: Int32(truncatingIfNeeded: parent.node), link: parent.link, start: node.start,
        end: Swift.max(node.start, node.upper))
      switch node.kind {
      case .text:
        item.kind = inCode ? .code : .character
        addText(node, item, in: source, hasFootnotes: hasFootnotes && !inCode)
        continue
      case .escape, .reference:
        let scalars = node.scalars
        item.kind = inCode ? .code : .character
        item.scalar = scalars.first ?? "\u{FFFD}"
        item.second = scalars.count > 1 ? scalars[1].value : 0
        item.isSolid = !isWhiteSpace(item.scalar)
      case .alertName: hasTitle = true
      case .softBreak where hasTitle:
        (item.kind, hasTitle) = (.barrier, false)
      case .softBreak, .hardBreak:
        item.kind = node.kind == .softBreak ? .softBreak : .hardBreak
        // The line that begins in the break.
        while line + 1 < tree.lines.count, Int(tree.lines[line + 1].start) <= node.range.upperBound
        { line += 1 }
        item.isPlain =
          source[node.range.lowerBound].isLineEnding
          && (!tree.lines[line].isLazy || node.range.upperBound == Int(tree.lines[line].content))
      case .inlineHTML:
        item.kind = .tag
        open[open.count - 1].tags.append((items.count, nodes.count))
      case .footnoteReference: item.isSolid = true
      case .taskBox: item.isPlain = true
      case .image:
        addTarget(of: node, in: tree)
        item.second = UInt32(truncatingIfNeeded: targets.count)
      case .island, .emphasis, .strong, .codeSpan, .mark, .link:
        if node.kind == .island, node.syntax.isDisjoint(with: [.mentions, .emoji]) {
          let isDisplay =
            node.syntax == .math && source[node.range].starts(with: "$$".utf8)
            && items.last?.isBreak ?? true
            && (index == own.endIndex || tree.nodes[index].kind == .softBreak)
          if isDisplay { item.kind = .barrier }
          item.isSolid =
            !isDisplay && node.syntax.isDisjoint(with: [.blockIdentifiers, .comments, .attributes])
          break
        }
        let own = InlineNode(
          node, form: tree.link(of: node)?.form, in: parent.node, at: items.count)
        if own.kind == .link { addTarget(of: node, in: tree) }
        nodes.append(own)
        open.append(
          Open(
            node: nodes.count - 1, end: node.endIndex, marks: parent.marks.union(own.mark),
            link: own.kind == .link ? Int32(truncatingIfNeeded: targets.count) : parent.link,
            isWord: own.kind == .word))
        index = inner
        continue
      default: break
      }
      items.append(item)
    }
  }

  private mutating func addText(
    _ node: SyntaxTree.Node, _ model: InlineItem, in source: [UInt8], hasFootnotes: Bool
  ) {
    var item = model
    // Blanks of a tab that a container used in part.
    for _ in 0..<node.blanks {
      item.source = node.range.lowerBound..<node.range.lowerBound
      items.append(item)
    }
    source.withUnsafeBufferPointer { source in
      var index = node.range.lowerBound
      if source[node.range].allSatisfy({
        $0 < 0x80 && $0 != 0 && (!hasFootnotes || $0 != .circumflex)
      }) {
        item.isPlain = true
        let plain = item
        items.append(
          contentsOf: node.range.lazy.map { index in
            var own = plain
            own.scalar = Unicode.Scalar(source[index])
            own.isSolid = source[index] > 0x20 || !source[index].isMarkdownSpace
            own.source = index..<index + 1
            return own
          })
        return
      }
      var wordEnd = index
      while index < node.range.upperBound {
        if index == wordEnd, item.isInWord, !model.isInWord {
          (item.isInWord, item.node) = (false, model.node)
        }
        if hasFootnotes, !item.isInWord, source[index] == .leftBracket,
          index + 1 < node.range.upperBound, source[index + 1] == .circumflex,
          let end = source[index..<node.range.upperBound].firstIndex(of: .rightBracket)
        {
          let word = index..<end + 1
          (item.isInWord, item.node) = (true, Int32(truncatingIfNeeded: nodes.count))
          wordEnd = end + 1
          let count = source[word].count { $0 & 0xC0 != 0x80 }
          nodes.append(
            InlineNode(
              kind: .word, range: word, content: word, parent: Int(model.node),
              items: items.count..<items.count + count))
        }
        let (scalar, length) = source.scalar(at: index)
        item.scalar = scalar
        item.isPlain = source[index] != 0
        item.isSolid = !isWhiteSpace(scalar)
        item.source = index..<index + length
        items.append(item)
        index += length
      }
    }
  }

  private mutating func addTarget(of node: SyntaxTree.Node, in tree: SyntaxTree) {
    let link = tree.link(of: node)
    targets.append(Target(destination: link?.destination ?? [], title: link?.title))
  }

  private mutating func close(_ open: Open, in source: [UInt8]) {
    let own = open.node
    if nodes[own].kind == .link,
      items[nodes[own].items.lowerBound...].allSatisfy({ $0.isBlank })
    {
      var item = InlineItem(
        kind: .object, marks: open.marks, node: Int32(truncatingIfNeeded: own), link: 0,
        start: 0, end: 0)
      item.source = nodes[own].content.upperBound..<nodes[own].content.upperBound
      item.second = UInt32(bitPattern: open.link)
      items.append(item)
    }
    nodes[own].items = nodes[own].items.lowerBound..<items.count
    if open.tags.count < 2 { return }
    var pairs = ElementPairs()
    var nodeCounts: [Int: Int] = [:]
    for (end, nodeCount) in open.tags {
      nodeCounts[end] = nodeCount
      guard let start = pairs.read(source[items[end].source], at: end),
        items[start..<end].contains(where: { $0.isCharacter || $0.kind == .object })
      else { continue }
      let (opening, closing) = (items[start].source, items[end].source)
      let element = nodes.count
      for item in start + 1..<end where items[item].node == own {
        items[item].node = Int32(truncatingIfNeeded: element)
      }
      for node in (nodeCounts[start] ?? 0)..<nodes.count
      where nodes[node].parent == own && opening.upperBound <= nodes[node].range.lowerBound
        && nodes[node].range.upperBound <= closing.lowerBound
      { nodes[node].parent = element }
      items[start].node = Int32(truncatingIfNeeded: element)
      items[end].node = Int32(truncatingIfNeeded: element)
      nodes.append(
        InlineNode(
          kind: .element, range: opening.lowerBound..<closing.upperBound,
          content: opening.upperBound..<closing.lowerBound, parent: own, items: start..<end + 1))
      elementCount += 1
    }
  }
}

extension InlineNode {
  fileprivate init(
    _ node: SyntaxTree.Node, form: InlineToken.LinkForm?, in parent: Int, at item: Int
  ) {
    let (kind, mark): (Kind, MarkSet) =
      switch node.kind {
      case .emphasis: (.emphasis, .emphasis)
      case .strong: (.strong, .strong)
      case .codeSpan: (.code, .code)
      case .mark: (.mark, .structure(node.syntax))
      case .link: (form == .bare ? .word : .link, [])
      default: (.word, [])
      }
    let content = node.kind == .island ? node.range : node.content
    self.init(
      kind: kind, mark: mark, range: node.range, content: content, parent: parent,
      items: item..<item, form: form)
  }
}

extension InlineLeaf {
  /// The item or node directly in a node that has an item. Nodes that are `gone` do not count.
  func kid(with item: Int, in node: Int, without gone: [Bool]) -> InlineKid {
    var kid = InlineKid.item(item)
    var parent = Int(items[item].node)
    while parent != node, parent >= 0 {
      if !gone[parent] { kid = .node(parent) }
      parent = nodes[parent].parent
    }
    return kid
  }

  func items(of kid: InlineKid) -> Range<Int> {
    switch kid {
    case .item(let item): item..<item + 1
    case .node(let node): nodes[node].items
    }
  }

  func source(of kid: InlineKid) -> Range<Int> {
    switch kid {
    case .item(let item): items[item].source
    case .node(let node): nodes[node].range
    }
  }

  /// The text of a link as the label of a reference: breaks are blanks.
  func label(of node: InlineNode, in source: [UInt8]) -> [UInt8] {
    var label: [UInt8] = []
    var place = node.content.lowerBound
    for item in items[node.items] where item.isBreak {
      label += source[place..<item.source.lowerBound] + [.space]
      place = item.source.upperBound
    }
    return label + source[place..<node.content.upperBound]
  }

  func between(_ first: Int, _ second: Int) -> Range<Int> {
    items[first].source.upperBound..<items[second].source.lowerBound
  }

  /// The items that a mark's command means by some UTF-8 ranges: those that can have the mark and
  /// touch a range, and the rest of words that a range cuts.
  func selected(by ranges: [Range<Int>], for mark: Mark) -> [Int] {
    let isCode = mark == .code
    var result: [Int] = []
    var end = 0
    for range in ranges {
      var index = max(end, items.partitionPoint { $0.source.upperBound > range.lowerBound })
      while index < items.count, items[index].source.lowerBound < range.upperBound {
        var part = index..<index + 1
        let node = nodes[Int(items[index].node)]
        // The start of a word may be before the range.
        if node.kind == .word { part = max(end, node.items.lowerBound)..<node.items.upperBound }
        result += part.filter {
          items[$0].canHave(isCode: isCode)
            && (node.kind == .word || range.overlaps(items[$0].source))
        }
        index = part.upperBound
        end = index
      }
    }
    return result
  }
}
