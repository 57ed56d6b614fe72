extension SyntaxTree {
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
    var definition: Int?
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
