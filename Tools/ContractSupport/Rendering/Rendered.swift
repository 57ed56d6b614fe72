import CommonMark

/// The rendered document according to libcmark's tree, flattened to a list of events.
package struct Rendered: Hashable, Sendable {
  package struct Leaf: Hashable, Sendable {
    package var kind: MarkdownTree.Kind
    package var events: Range<Int>
    /// The start of the leaf according to libcmark, 1-based; the column counts UTF-8 bytes.
    package var line: Int, column: Int
    package var quoteDepth: Int
  }

  package var events: [Event] = []
  package var leaves: [Leaf] = []
  /// The 1-based lines on which a block starts.
  package var blockLines: Set<Int> = []

  package init(_ tree: MarkdownTree) {
    var walk = Walk(tree: tree)
    walk.visit(0)
    events = walk.events
    leaves = walk.leaves
    blockLines = walk.blockLines
  }
}

private struct Walk {
  let tree: MarkdownTree
  var events: [Event] = []
  var leaves: [Rendered.Leaf] = []
  var blockLines: Set<Int> = []
  var marks: MarkSet = []
  var images = 0
  var quotes = 0

  init(tree: MarkdownTree) { self.tree = tree }

  func bytes(_ range: Range<Int32>) -> [UInt8] {
    Array(tree.bytes[Int(range.lowerBound)..<Int(range.upperBound)])
  }

  mutating func add(_ kind: Event.Kind) {
    events.append(Event(kind: kind, marks: marks, isInImage: images > 0))
  }

  mutating func addCharacters(_ range: Range<Int32>) {
    for scalar in String(decoding: bytes(range), as: UTF8.self).unicodeScalars {
      add(.character(scalar))
    }
  }

  mutating func children(of index: Int) {
    var child = index + 1
    while child < Int(tree.nodes[index].end) {
      visit(child)
      child = Int(tree.nodes[child].end)
    }
  }

  /// Adds `open`, the events of `body`, and `close`, and links `open` and `close` as partners.
  mutating func enclose(_ open: Event.Kind, _ close: Event.Kind, body: (inout Walk) -> Void) {
    let start = events.count
    add(open)
    body(&self)
    events[start].partner = events.count
    add(close)
    events[events.count - 1].partner = start
  }

  mutating func visit(_ index: Int) {
    let node = tree.nodes[index]
    if node.kind.isBlock { visitBlock(index, node) } else { visitInline(index, node) }
  }

  mutating func visitBlock(_ index: Int, _ node: MarkdownTree.Node) {
    if node.kind != .document { blockLines.insert(Int(node.startLine)) }
    switch node.kind {
    case .codeBlock, .htmlBlock, .thematicBreak:
      add(
        .opaqueBlock(node.kind, info: bytes(node.destination), literal: bytes(node.literal)))
    default:
      let open = Event.Kind.openBlock(
        node.kind, number: node.number, listKind: node.listKind, isTight: node.isTight)
      enclose(open, .closeBlock(node.kind)) { walk in
        walk.quotes += node.kind == .blockQuote ? 1 : 0
        let start = walk.events.count
        walk.children(of: index)
        if node.kind.holdsInlines {
          walk.leaves.append(
            Rendered.Leaf(
              kind: node.kind, events: start..<walk.events.count, line: Int(node.startLine),
              column: Int(node.startColumn), quoteDepth: walk.quotes))
        }
        walk.quotes -= node.kind == .blockQuote ? 1 : 0
      }
    }
  }

  mutating func visitInline(_ index: Int, _ node: MarkdownTree.Node) {
    switch node.kind {
    case .text: addCharacters(node.literal)
    case .softBreak: add(.softBreak)
    case .lineBreak: add(.hardBreak)
    case .htmlInline: add(.html(bytes(node.literal)))
    case .code: mark(.code) { $0.addCharacters(node.literal) }
    case .strong: mark(.strong) { $0.children(of: index) }
    case .emphasis: mark(.emphasis) { $0.children(of: index) }
    case .link:
      let open = Event.Kind.openLink(
        destination: bytes(node.destination), title: bytes(node.title))
      enclose(open, .closeLink) { $0.children(of: index) }
    case .image:
      let open = Event.Kind.openImage(
        destination: bytes(node.destination), title: bytes(node.title))
      enclose(open, .closeImage) { walk in
        walk.images += 1
        walk.children(of: index)
        walk.images -= 1
      }
    default: preconditionFailure("libcmark put a \(node.kind) among the inlines")
    }
  }

  mutating func mark(_ mark: MarkSet, body: (inout Walk) -> Void) {
    enclose(.openMark(mark), .closeMark(mark)) { walk in
      let outer = walk.marks
      walk.marks.insert(mark)
      body(&walk)
      walk.marks = outer
    }
  }
}
