import CommonMark

/// The blocks and inlines of a text with their positions, in document order.
///
/// Nodes are in preorder: the descendants of the node at index `i` are those from `i + 1` up to its
/// ``Node/endIndex``. Each has its UTF-8 range with delimiters, and the range of its content. The
/// tree has no text except the destinations and titles of links, whose source may have escapes.
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
    /// The root, and blocks that contain blocks (§5).
    case document, quote, list, item
    /// Blocks without blocks in them, and a thematic break (§4).
    case paragraph, heading, code, html, rule
    /// A link reference definition. Its content is the label.
    case definition
    /// A table (GFM 0.29 §4.10), made of rows.
    case table
    /// The definition of a footnote with its contents (cmark-gfm): `[^a]: b`.
    case footnote
    /// Metadata at the very start, with the lines around it.
    case metadata
    /// A row of a table, made of cells; the row of dashes below the first has none.
    case row, delimiterRow, cell

    /// Literal characters; in code, HTML and islands, a part of one line.
    case text
    /// A character after a backslash (§2.4), or a character reference (§2.5).
    case escape, reference
    /// A line ending with the blanks around it and the next line's prefix (§6.7, §6.8).
    case softBreak, hardBreak
    /// Text between asterisks or underscores (§6.2).
    case emphasis, strong
    /// A mark of a dialect, such as `~~a~~`; ``Node/syntax`` tells which.
    case mark
    /// Text between backticks, with a destination, or a tag (§6.1, §6.3 to §6.6).
    case codeSpan, link, image, inlineHTML
    /// `[^a]`, if that footnote is defined. Its content is the label.
    case footnoteReference
    /// An inline of a dialect without markup in it, such as `$a$`; ``Node/syntax`` tells which.
    case island
    /// `[x]` at the start of an item; the first node of its first paragraph.
    case taskBox
    /// `[!NOTE]` at the start of a quote, with the name as content; first in the first paragraph.
    case alertName
    /// The text after an opening fence; the first node of the code.
    case info
    /// `[^a]:`, the first node of a footnote's definition.
    case label
  }

  /// A block or an inline.
  public struct Node: Hashable, Sendable {
    /// The kind of the node.
    public package(set) var kind: Kind
    /// The bullet of a list or item, or the character after its number; the character of a fence;
    /// `#` of an ATX heading, `=` or `-` of a setext heading; `l`, `c` or `r` for the alignment of
    /// a cell; `x` in a checked box; otherwise 0.
    public package(set) var mark: UInt8 = 0
    /// Whether a list is tight: `- a⏎- b`, not `- a⏎⏎- b`.
    public package(set) var isTight = true
    package var isClosed = false
    /// The level of a heading; the number of an item, or of a list's first item. The length of a
    /// fence; the kind of an HTML block (§4.6). The columns of a table; the index of a row. The
    /// index of a definition among ``SyntaxTree/definitions``, or of a link among
    /// ``SyntaxTree/links``. The number that a footnote shares with its references. The bits of a
    /// mark or island; the scalar of an escape or a character reference; the `blanks` of a text.
    package var number: Int32 = 0
    /// The columns by which lines of an item are indented; the blanks before a fence; the second
    /// scalar of a character reference.
    package var indentation: Int32 = 0
    /// The lines of a block, from 0.
    package var lines: Range<Int32>
    /// The UTF-8 offset of the first nonblank byte; in indented code, after the four columns.
    package var start: Int32
    /// The index after the last descendant.
    package var end: Int32 = 0
    /// The UTF-8 offsets after the last byte, and of the content; set with the inlines.
    package var upper: Int32 = 0
    package var contentStart: Int32 = 0
    package var contentEnd: Int32 = 0
  }

  package struct Line: Hashable, Sendable {
    /// The UTF-8 offset of its start.
    package var start: Int32
    /// The offset after the line prefix.
    package var content: Int32
    /// The offset of the first nonblank byte after the line prefix.
    package var first: Int32
    /// The offset of its end, without the line ending.
    package var end: Int32
    /// The number of columns left of a tab at `content`.
    package var tab: UInt8 = 0
    /// The number of columns from `content` to `first`; 255 if there are more.
    package var columns: UInt8 = 0
    package var isLazy = false
  }

  /// The nodes in preorder; the first is the document.
  public package(set) var nodes: ContiguousArray<Node> = []
  package internal(set) var lines: ContiguousArray<Line> = []
  /// The link reference definitions, in document order.
  var definitions: [LinkDefinition] = []
  /// The links, images and definitions.
  package internal(set) var links: [Link] = []

  /// The lines of a node's content, without the underline of a setext heading.
  func contentLines(of node: Node) -> Range<Int> {
    let isSetext = node.kind == .heading && node.mark != .numberSign
    return Int(node.lines.lowerBound)..<Int(node.lines.upperBound) - (isSetext ? 1 : 0)
  }
}

extension SyntaxTree {
  /// The range of the label of a footnote's definition, without `[^` and `]`.
  func footnoteLabel(of node: Node, in source: Bytes) -> Range<Int>? {
    let line = Bytes(rebasing: source[..<Int(lines[Int(node.lines.lowerBound)].end)])
    let start = Int(node.start)
    return FootnoteLabel.end(in: line, at: start).map { start + 2..<$0 - 1 }
  }

  /// The lines of inlines of a paragraph or a heading.
  package func leaf(_ own: Node, in source: Bytes) -> LeafLines {
    if own.mark == .numberSign {
      let line = Int(own.start)..<Int(lines[Int(own.lines.lowerBound)].end)
      return LeafLines([ATXHeading.content(of: line, in: source) ?? line])
    }
    var content = LeafLines(contentLines(of: own), of: self)
    content.trimEnd(in: source)
    return content
  }
}
