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
    package var lines: Range<Int32>
    /// The UTF-8 offset of the first nonblank byte; in indented code, after the four columns.
    package var start: Int32
    package var end: Int32 = 0
    /// The UTF-8 offsets after the last byte, and of the content; set with the inlines.
    package var upper: Int32 = 0
    package var contentStart: Int32 = 0
    package var contentEnd: Int32 = 0
  }

  package struct Line: Hashable, Sendable {
    package var start: Int32
    package var content: Int32
    /// The offset of the first nonblank byte after the line prefix.
    package var first: Int32
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
  var definitions: [LinkDefinition] = []
  package internal(set) var links: [Link] = []

  func contentLines(of node: Node) -> Range<Int> {
    let isSetext = node.kind == .heading && node.mark != .numberSign
    return Int(node.lines.lowerBound)..<Int(node.lines.upperBound) - (isSetext ? 1 : 0)
  }
}

extension SyntaxTree {
  func footnoteLabel(of node: Node, in source: Bytes) -> Range<Int>? {
    let line = Bytes(rebasing: source[..<Int(lines[Int(node.lines.lowerBound)].end)])
    let start = Int(node.start)
    return FootnoteLabel.end(in: line, at: start).map { start + 2..<$0 - 1 }
  }

  package func leaf(_ own: Node, in source: Bytes) -> LeafLines {
    if own.mark == .numberSign {
      let line = Int(own.start)..<Int(lines[Int(own.lines.lowerBound)].end)
      return LeafLines([ATXHeading.content(of: line, in: source) ?? line])
    }
    var content = LeafLines(contentLines(of: own), of: self)
    content.trimEnd(in: source)
    return content
  }

  /// The alignment of a table's column.
  public enum Alignment: UInt8, Hashable, Sendable {
    /// `---`
    case none = 0
    /// `:--`
    case left = 0x6C
    /// `:-:`
    case center = 0x63
    /// `--:`
    case right = 0x72
  }

  /// The destination and title of a link, an image or a definition.
  public struct Link: Hashable, Sendable {
    /// The form in which a link is written; nil for a definition.
    package internal(set) var form: InlineToken.LinkForm?
    /// The destination in UTF-8, without escapes and references, and with `mailto:` or `http://` if
    /// the renderer adds it. A link by reference has the definition's.
    public internal(set) var destination: [UInt8] = []
    /// The title in UTF-8, without escapes and references; nil if there is none.
    public internal(set) var title: [UInt8]?
    /// The UTF-8 range of the destination, without `<` and `>`; nil if a link is not inline.
    public internal(set) var destinationRange: Range<Int>?
    /// The UTF-8 range of the title, without its quotes; nil if there is none.
    public internal(set) var titleRange: Range<Int>?
    /// The UTF-8 range of the label after the text: `b` in `[a][b]`; nil if there is none.
    public internal(set) var label: Range<Int>?
    /// The index among ``SyntaxTree/links`` of the definition in force for the label, if any.
    package internal(set) var definition: Int?
  }

  /// The destination and title of a link, an image or a definition; nil for another node.
  ///
  /// - Complexity: O(1).
  public func link(of node: Node) -> Link? {
    guard node.kind == .link || node.kind == .image || node.kind == .definition,
      links.indices.contains(Int(node.number))
    else { return nil }
    return links[Int(node.number)]
  }

  /// Whether the box of an item is checked, as in `- [x] a`; nil for a node without a box.
  ///
  /// - Complexity: O(1).
  public func isChecked(_ index: Int) -> Bool? {
    guard nodes[index].kind == .item, let box = firstInline(in: index, .taskBox) else { return nil }
    return box.mark != 0
  }

  /// The node with the name of an alert, as in `> [!NOTE]`; nil for another quote or node.
  ///
  /// - Complexity: O(1).
  public func alertName(of index: Int) -> Node? {
    nodes[index].kind == .quote ? firstInline(in: index, .alertName) : nil
  }

  private func firstInline(in index: Int, _ kind: Kind) -> Node? {
    guard index + 2 < nodes[index].end, nodes[index + 2].kind == kind else { return nil }
    return nodes[index + 2]
  }
}

extension SyntaxTree.Node {
  /// The UTF-8 range: of a block, from its first marker or character to the end of its last line,
  /// without the ending; of an inline, with its delimiters.
  public var range: Range<Int> { Int(start)..<Int(Swift.max(start, upper)) }

  /// The UTF-8 range without delimiters: the text of a heading, the lines between fences, the text
  /// of a link. It may contain line prefixes.
  public var content: Range<Int> { Int(contentStart)..<Int(Swift.max(contentStart, contentEnd)) }

  /// The index after the node's last descendant.
  public var endIndex: Int { Int(end) }

  /// The level of a heading, from 1 to 6; nil for another node.
  public var level: Int? { kind == .heading ? Int(number) : nil }

  /// The number of an item, or of a list's first item; nil for another node or a bullet.
  public var listNumber: Int? {
    (kind == .item || kind == .list) && (mark == .fullStop || mark == .rightParenthesis)
      ? Int(number) : nil
  }

  /// The alignment of a cell.
  public var alignment: SyntaxTree.Alignment {
    kind == .cell ? SyntaxTree.Alignment(rawValue: mark) ?? .none : .none
  }

  /// The construct of a mark or an island; empty for another node, or a caller's own island.
  public var syntax: SyntaxExtensions {
    guard kind == .mark || kind == .island else { return [] }
    return SyntaxExtensions(rawValue: UInt32(bitPattern: number))
  }

  /// The scalars that an escape or a character reference denotes; none for another node.
  public var scalars: [Unicode.Scalar] {
    guard kind == .escape || kind == .reference else { return [] }
    let values = indentation == 0 ? [number] : [number, indentation]
    return values.compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) }
  }

  /// The number of blanks before a text that come from a tab that a container used in part.
  package var blanks: Int { kind == .text ? Int(number) : 0 }
}
