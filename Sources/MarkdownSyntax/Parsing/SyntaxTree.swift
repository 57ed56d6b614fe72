import CommonMark

/// The blocks of a text with their places, in document order.
package struct SyntaxTree: Sendable {
  /// What a block is (CommonMark 0.30 §4, §5; the last three in dialects only).
  package enum Kind: UInt8, Hashable, Sendable {
    case document, quote, list, item
    case paragraph, heading, code, html, rule
    /// A link reference definition, which is no block to libcmark.
    case definition
    /// A table (GFM 0.29 §4.10).
    case table
    /// The definition of a footnote with all that it holds (cmark-gfm): `[^a]: b`.
    case footnote
    /// Metadata at the very start, with the lines around it.
    case metadata
  }

  /// A block.
  package struct Node: Hashable, Sendable {
    package var kind: Kind
    /// The bullet, or what follows the number of an item, of an item and its list; the byte that a fence is made
    /// of; `#` of an ATX heading, `=` or `-` of the line below a setext heading. Else 0.
    package var mark: UInt8 = 0
    /// Whether a list is tight: `- a⏎- b`, not `- a⏎⏎- b`.
    package var isTight = true
    /// Whether a fence closes the code: not if the text ends after `` ```⏎a ``.
    package var isClosed = false
    /// The level of a heading, the number of an item, the first number of a list, the length of a fence, the kind
    /// of an HTML block (§4.6), the index of a definition among ``SyntaxTree/definitions``.
    package var number: Int32 = 0
    /// By how many columns the lines of an item have to be indented; by how many blanks a fence is.
    package var indentation: Int32 = 0
    /// Its lines, from 0.
    package var lines: Range<Int32>
    /// The UTF-8 offset of its first byte that is no blank; of indented code past the four columns.
    package var start: Int32
    /// The index past its last descendant.
    package var end: Int32 = 0
  }

  /// A line of the text.
  package struct Line: Hashable, Sendable {
    /// The UTF-8 offset at which it begins.
    package var start: Int32
    /// Where the markers and the indentation of its containers end.
    package var content: Int32
    /// Its first byte past them that is no blank.
    package var first: Int32
    /// Where it ends, without its line ending.
    package var end: Int32
    /// How many columns of a tab at `content` are left.
    package var tab: UInt8 = 0
    /// How many columns there are from `content` to `first`; 255 if there are more.
    package var columns: UInt8 = 0
    /// Whether it continues a paragraph without the marker or the indentation of a container (§5.1): `b` in `> a⏎b`.
    package var isLazy = false
  }

  /// The blocks in preorder; the first is the document.
  package internal(set) var nodes: ContiguousArray<Node> = []
  package internal(set) var lines: ContiguousArray<Line> = []
  /// The link reference definitions, in document order.
  var definitions: [LinkDefinition] = []

  /// The lines of a node's content; of a setext heading without the line below it.
  func contentLines(of node: Node) -> Range<Int> {
    let isSetext = node.kind == .heading && node.mark != 0x23
    return Int(node.lines.lowerBound)..<Int(node.lines.upperBound) - (isSetext ? 1 : 0)
  }
}

extension SyntaxTree {
  /// The paragraphs and headings, each with its node in libcmark's tree of the same text; none where the trees have not
  /// the same.
  func leaves(of tree: MarkdownTree, in source: Bytes) -> [LeafBlock] {
    var leaves: [LeafBlock] = []
    var node = 0
    for own in nodes where own.kind == .paragraph || own.kind == .heading {
      while node < tree.nodes.count, !tree.nodes[node].kind.holdsInlines { node += 1 }
      guard node < tree.nodes.count else { return [] }
      leaves.append(leaf(own, node: node, in: source))
      node = Int(tree.nodes[node].end)
    }
    return leaves
  }

  /// A paragraph or a heading as lines of inlines.
  ///
  /// - Parameter node: the number that the leaf gets.
  func leaf(_ own: Node, node: Int, in source: Bytes) -> LeafBlock {
    if own.mark == 0x23 {
      let line = Int(own.start)..<Int(lines[Int(own.lines.lowerBound)].end)
      return LeafBlock(node: node, lines: [ATXHeading.content(of: line, in: source) ?? line])
    }
    var content = LeafLines(contentLines(of: own), of: self)
    content.trimEnd(in: source)
    return LeafBlock(node: node, lines: content.lines, tabs: content.usedTabs)
  }
}
