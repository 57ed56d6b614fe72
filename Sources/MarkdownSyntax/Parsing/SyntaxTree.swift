import CommonMark

/// The blocks and inlines of a text with their places, in document order.
///
/// Nodes are in preorder: the descendants of the node at index `i` are those at `i + 1` up to its ``Node/endIndex``. Each has
/// its UTF-8 range, delimiters included, and the range of its content. The tree holds no text but what is not written
/// as it reads: the destinations and titles of links.
///
/// ```swift
/// let source = Array("# *a* b".utf8)
/// let tree = try SyntaxTree(source, in: .gitHub)
/// for node in tree.nodes where node.kind == .emphasis {
///   print(node.range, node.content)  // 2..<5 3..<4
/// }
/// ```
public struct SyntaxTree: Sendable {
  /// The kind of a block (CommonMark 0.30 §4, §5) or an inline (§6).
  public enum Kind: UInt8, Hashable, Sendable {
    /// The root, and blocks that hold blocks (§5).
    case document, quote, list, item
    /// Blocks without blocks in them, and a thematic break (§4).
    case paragraph, heading, code, html, rule
    /// A link reference definition. Its content is the label.
    case definition
    /// A table (GFM 0.29 §4.10), made of rows.
    case table
    /// The definition of a footnote with all that it holds (cmark-gfm): `[^a]: b`.
    case footnote
    /// Metadata at the very start, with the lines around it.
    case metadata
    /// A row of a table, made of cells; the row of dashes below the first has none.
    case row, delimiterRow, cell

    /// Characters that mean themselves; in code, HTML and islands the parts of one line.
    case text
    /// A character after a backslash (§2.4), or a character reference (§2.5).
    case escape, reference
    /// A line ending with the blanks around it and the markers of the next line's containers (§6.7, §6.8).
    case softBreak, hardBreak
    /// Text between asterisks or underscores (§6.2).
    case emphasis, strong
    /// A mark of a dialect: `~~a~~`. ``Node/syntax`` says which.
    case mark
    /// Text between backticks, with a destination, or a tag (§6.1, §6.3 to §6.6).
    case codeSpan, link, image, inlineHTML
    /// `[^a]`, if that footnote is defined. Its content is the label.
    case footnoteReference
    /// An inline of a dialect with no markup in it: `$a$`. ``Node/syntax`` says which.
    case island
    /// `[x]` at the start of an item; the first node of its first paragraph.
    case taskBox
    /// `[!NOTE]` at the start of a quote; the first node of its first paragraph. Its content is the name.
    case alertName
    /// What follows an opening fence: the first node of the code.
    case info
    /// `[^a]:`, the first node of a footnote's definition.
    case label
  }

  /// A block or an inline.
  public struct Node: Hashable, Sendable {
    /// The kind of the node.
    public package(set) var kind: Kind
    /// The bullet, or what follows the number of an item, of an item and its list; the byte that a fence is made
    /// of; `#` of an ATX heading, `=` or `-` of the line below a setext heading; `l`, `c` or `r` for the
    /// alignment of a cell; `x` in a checked box. Else 0.
    public package(set) var mark: UInt8 = 0
    /// Whether a list is tight: `- a⏎- b`, not `- a⏎⏎- b`.
    public package(set) var isTight = true
    /// Whether a fence closes the code: as the second `~~~` of `~~~⏎a⏎~~~` does.
    package var isClosed = false
    /// The level of a heading, the number of an item, the first number of a list, the length of a fence, the kind
    /// of an HTML block (§4.6), the index of a definition among ``SyntaxTree/definitions``, the columns of a table,
    /// the number of a row, a number that a footnote shares with its references, the index of a link among
    /// ``SyntaxTree/links``, the bits of a mark or an island, the scalar of an escape or a reference, the blanks before a
    /// text that a cut tab leaves.
    package var number: Int32 = 0
    /// By how many columns the lines of an item have to be indented; by how many blanks a fence is; the second
    /// scalar of a reference.
    package var indentation: Int32 = 0
    /// Its lines, from 0; of a block only.
    package var lines: Range<Int32>
    /// The UTF-8 offset of its first byte that is no blank; of indented code past the four columns.
    package var start: Int32
    /// The index past its last descendant.
    package var end: Int32 = 0
    /// The UTF-8 offsets past its last byte, and of its content; set with the inlines.
    package var upper: Int32 = 0
    package var contentStart: Int32 = 0
    package var contentEnd: Int32 = 0
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

  /// The nodes in preorder; the first is the document.
  public internal(set) var nodes: ContiguousArray<Node> = []
  package internal(set) var lines: ContiguousArray<Line> = []
  /// The link reference definitions, in document order.
  var definitions: [LinkDefinition] = []
  /// The links and images, and the definitions of links.
  package internal(set) var links: [Link] = []

  /// The lines of a node's content; of a setext heading without the line below it.
  func contentLines(of node: Node) -> Range<Int> {
    let isSetext = node.kind == .heading && node.mark != .numberSign
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

  /// The range of the label of a footnote's definition, without `[^` and `]`.
  func footnoteLabel(of node: Node, in source: Bytes) -> Range<Int>? {
    let line = Bytes(rebasing: source[..<Int(lines[Int(node.lines.lowerBound)].end)])
    let start = Int(node.start)
    return FootnoteLabel.end(in: line, at: start).map { start + 2..<$0 - 1 }
  }

  /// A paragraph or a heading as lines of inlines.
  ///
  /// - Parameter node: the number that the leaf gets.
  func leaf(_ own: Node, node: Int, in source: Bytes) -> LeafBlock {
    if own.mark == .numberSign {
      let line = Int(own.start)..<Int(lines[Int(own.lines.lowerBound)].end)
      return LeafBlock(node: node, lines: [ATXHeading.content(of: line, in: source) ?? line])
    }
    var content = LeafLines(contentLines(of: own), of: self)
    content.trimEnd(in: source)
    return LeafBlock(node: node, lines: content.lines, tabs: content.usedTabs)
  }
}
