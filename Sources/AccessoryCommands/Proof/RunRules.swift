import CommonMark

/// What of a tree breaks a rule of how runs are written, though every character has its marks.
///
/// Counted in libcmark's own tree: runs of four and more delimiters may nest otherwise than a
/// search meant them to.
struct RunRules {
  /// What the characters of a text or code node have in common, or what another node has.
  struct Text {
    var node: Int
    var marks: MarkSet
    /// The outermost node of the mark that it stands in, or -1.
    var run: Int
  }

  /// A visible character outside image descriptions, a break, raw HTML or an image.
  struct Item {
    fileprivate(set) var text: Text
    /// Whether it is a visible character: `a`, not a line break or `<br>`.
    var isCharacter: Bool
    /// Whether it is a character other than white space: `a`, not `" "`.
    var isMarkable: Bool
  }

  /// An open node of strong or emphasis.
  private struct Scope {
    var end: Int
    var mark: MarkSet
    /// Whether a character other than white space is in it: in `*a*`, not in `*&#32;*`.
    var holdsMarkable = false
  }

  let tree: MarkdownTree
  let mark: MarkSet
  /// Which of the nodes that hold inlines is looked at.
  let leaf: Int
  /// What is seen of the leaf asked for, in order.
  private(set) var items: [Item] = []
  /// The HTML elements of the leaf: from the item that is the start tag up to the one that is the end tag.
  private(set) var elements: [Range<Int>] = []
  /// The start tags without an end tag so far.
  private var startTags: [Int] = []
  /// The node that each node stands in, or -1.
  private(set) var parents: ContiguousArray<Int32> = []
  /// For each item how many before it are markable; of those, how many have the mark.
  private(set) var markable: ContiguousArray<Int32> = []
  private(set) var marked: ContiguousArray<Int32> = []
  /// Nodes of the mark within others of it.
  private(set) var nested = 0
  /// Nodes of marks with nothing markable in them.
  private(set) var empty = 0

  /// Reads `tree`, and the characters of the leaf that is the `leaf`th to hold inlines; O(nodes and
  /// their text).
  init(_ tree: MarkdownTree, mark: MarkSet, leaf: Int) {
    self.tree = tree
    self.mark = mark
    self.leaf = leaf
    var leaves = -1
    var leafEnd = 0
    var imageEnd = 0
    var outermost = (node: -1, end: 0)
    var open: [Scope] = []
    for (index, node) in tree.nodes.enumerated() {
      close(&open, before: index)
      if node.kind.holdsInlines {
        leaves += 1
        if leaves == leaf { leafEnd = Int(node.end) }
      }
      if index < imageEnd { continue }
      if node.kind == .image { imageEnd = Int(node.end) }
      if !node.kind.mark.isEmpty {
        open.append(Scope(end: Int(node.end), mark: node.kind.mark))
        guard node.kind.mark == mark else { continue }
        if index < outermost.end {
          nested += 1
        } else {
          outermost = (index, Int(node.end))
        }
      } else if node.kind.isSeen {
        let own: MarkSet = node.kind == .code ? .code : []
        let text = Text(
          node: index, marks: open.reduce(own) { $0.union($1.mark) },
          run: index < outermost.end ? outermost.node : -1)
        read(text, &open, isKept: index < leafEnd)
      }
    }
    close(&open, before: .max)
    sumUp()
  }

  /// Notes what is asked for again and again; O(nodes and items).
  private mutating func sumUp() {
    parents.reserveCapacity(tree.nodes.count)
    var outer: [Int] = []
    for index in tree.nodes.indices {
      while let last = outer.last, Int(tree.nodes[last].end) <= index { outer.removeLast() }
      parents.append(Int32(truncatingIfNeeded: outer.last ?? -1))
      outer.append(index)
    }
    markable = LeafSums.sums(items.count) { items[$0].isMarkable }
    marked = LeafSums.sums(items.count) {
      items[$0].isMarkable && items[$0].text.marks.contains(mark)
    }
  }

  /// The items that stand in a node; O(log items).
  func items(in node: Int) -> Range<Int> {
    let end = Int(tree.nodes[node].end)
    let first = items.partitionPoint { $0.text.node > node }
    return first..<max(first, items.partitionPoint { $0.text.node >= end })
  }

  /// How many of some items are markable, and how many of those have the mark.
  func count(_ range: Range<Int>) -> (markable: Int, marked: Int) {
    (
      Int(markable[range.upperBound] - markable[range.lowerBound]),
      Int(marked[range.upperBound] - marked[range.lowerBound])
    )
  }

  /// The nodes around a node, the innermost first, as long as they do not hold another one; O(depth).
  func nodes(around node: Int, without other: Int? = nil) -> [Int] {
    var result: [Int] = []
    var next = Int(parents[node])
    while next >= 0 {
      if let other, next < other, other < Int(tree.nodes[next].end) { break }
      result.append(next)
      next = Int(parents[next])
    }
    return result
  }

  /// Closes the nodes that end before `index`.
  private mutating func close(_ open: inout [Scope], before index: Int) {
    while let last = open.last, last.end <= index {
      open.removeLast()
      if !last.holdsMarkable { empty += 1 }
    }
  }

  /// Reads the characters of a text or code node, or another node that is seen.
  private mutating func read(_ text: Text, _ open: inout [Scope], isKept: Bool) {
    let node = tree.nodes[text.node]
    guard node.kind == .text || node.kind == .code else {
      guard isKept else { return }
      switch node.elementEdge {
      case .none: break
      case .start: startTags.append(items.count)
      case .end: if let start = startTags.popLast() { elements.append(start..<items.count) }
      }
      items.append(Item(text: text, isCharacter: false, isMarkable: false))
      return
    }
    let bytes = tree.literal(of: node)
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let isMarkable = !isWhiteSpace(scalar)
      if isMarkable {
        for place in open.indices { open[place].holdsMarkable = true }
      }
      if isKept {
        items.append(Item(text: text, isCharacter: true, isMarkable: isMarkable))
      }
    }
  }

  /// How often a run that selected characters are part of is cut where nothing excuses it.
  ///
  /// - Parameter isSelected: whether a character of the leaf is.
  func cuts(isSelected: (Int) -> Bool) -> Int {
    var count = 0
    var character = -1
    var last: (item: Int, character: Int)?
    for index in items.indices where items[index].isCharacter {
      character += 1
      guard items[index].isMarkable else { continue }
      defer { last = (index, character) }
      guard let last, isCut(last.item, index) else { continue }
      let selected = (isSelected(last.character) ? 1 : 0) + (isSelected(character) ? 1 : 0)
      if selected == 2 || (selected == 1 && isAdjacent(last.item, index)),
        !isExcused(last.item, index), !isPartedByHTML(last.item, index)
      {
        count += 1
      }
    }
    return count
  }

  /// Whether two characters have the mark from different nodes: `a` and `b` of `**a** **b**`.
  private func isCut(_ left: Int, _ right: Int) -> Bool {
    items[left].text.marks.contains(mark) && items[right].text.marks.contains(mark)
      && items[left].text.run != items[right].text.run
  }

  /// Whether nothing but edges of marks stands between two characters. True of `a` and `b` in
  /// `a*b*`, not in `a b`.
  private func isAdjacent(_ left: Int, _ right: Int) -> Bool {
    guard right == left + 1 else { return false }
    let nodes = items[left].text.node + 1..<items[right].text.node
    return nodes.allSatisfy { !tree.nodes[$0].kind.mark.isEmpty }
      && !crossing(left, right).contains { tree.nodes[$0].kind == .link }
  }

  /// Whether another mark's node, a link or an element that begins or ends between two characters holds
  /// one without the mark, so that the mark cannot go around it. True of `a` and `b` in
  /// `**a** ***b** c*` for strong.
  private func isExcused(_ left: Int, _ right: Int) -> Bool {
    crossing(left, right).contains { node in
      let inside = count(items(in: node))
      return tree.nodes[node].kind.mark != mark && inside.markable > inside.marked
    }
      || elements.contains { element in
        let inside = count(element)
        return element.contains(left) != element.contains(right) && inside.markable > inside.marked
      }
  }

  /// The nodes that hold one of two characters, and not the other.
  private func crossing(_ left: Int, _ right: Int) -> [Int] {
    let (one, other) = (items[left].text.node, items[right].text.node)
    let nodes = nodes(around: one, without: other) + nodes(around: other, without: one)
    return nodes.filter { tree.nodes[$0].kind == .link || !tree.nodes[$0].kind.mark.isEmpty }
  }
}

extension MarkdownTree.Kind {
  /// The mark that a node of this kind gives what is in it.
  var mark: MarkSet {
    switch self {
    case .strong: .strong
    case .emphasis: .emphasis
    default: []
    }
  }

  /// Whether the contract compares what a node of this kind shows, apart from its descendants. True
  /// of `.text`, not of `.emphasis`.
  fileprivate var isSeen: Bool {
    switch self {
    case .text, .code, .softBreak, .lineBreak, .htmlInline, .image: true
    default: false
    }
  }
}
