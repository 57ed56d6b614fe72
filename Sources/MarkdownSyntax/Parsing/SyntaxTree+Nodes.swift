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

  /// What a link, an image or a definition points at.
  public struct Link: Hashable, Sendable {
    /// How a link is written; nil of a definition.
    package internal(set) var form: InlineToken.LinkForm?
    /// The destination as it reads, in UTF-8: without escapes and references, with `mailto:` or `http://` if the
    /// renderer adds it. That of a link by reference is the definition's.
    public internal(set) var destination: [UInt8] = []
    /// The title as it reads, in UTF-8; nil if there is none.
    public internal(set) var title: [UInt8]?
    /// The UTF-8 range of the destination, without `<` and `>`; nil of links by reference and autolinks.
    public internal(set) var destinationRange: Range<Int>?
    /// The UTF-8 range of the title, without its quotes; nil if there is none.
    public internal(set) var titleRange: Range<Int>?
    /// The UTF-8 range of the label after the text: `b` in `[a][b]`; nil if there is none.
    public internal(set) var label: Range<Int>?
    /// The index among ``SyntaxTree/links`` of the definition that a link by reference uses, or that is in force for
    /// a definition's label; nil of other links.
    var definition: Int?
  }

  /// What a link, an image or a definition points at; nil for another node.
  ///
  /// - Complexity: O(1).
  public func link(of node: Node) -> Link? {
    guard node.kind == .link || node.kind == .image || node.kind == .definition,
      links.indices.contains(Int(node.number))
    else { return nil }
    return links[Int(node.number)]
  }

  /// Whether the box of an item is checked, as in `- [x] a`; nil for an item without a box, and another node.
  ///
  /// - Complexity: O(1).
  public func isChecked(_ index: Int) -> Bool? {
    guard nodes[index].kind == .item, let box = firstInline(in: index, .taskBox) else { return nil }
    return box.mark != 0
  }

  /// The node that names the alert which a quote is: that of `NOTE` in `> [!NOTE]`; nil for another quote or node.
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
  /// The UTF-8 range: a block from its first marker or character to the end of its last line, without the ending; an
  /// inline with its delimiters.
  public var range: Range<Int> { Int(start)..<Int(Swift.max(start, upper)) }

  /// The UTF-8 range without delimiters: the text of a heading, the lines between fences, what a link shows. It may
  /// have the markers of containers in it.
  public var content: Range<Int> { Int(contentStart)..<Int(Swift.max(contentStart, contentEnd)) }

  /// The index past the node's last descendant.
  public var endIndex: Int { Int(end) }

  /// The level of a heading, from 1 to 6; nil for another node.
  public var level: Int? { kind == .heading ? Int(number) : nil }

  /// The number of an item, or that of a list's first item; nil for another node, and in a list with bullets.
  public var listNumber: Int? {
    (kind == .item || kind == .list) && (mark == .fullStop || mark == .rightParenthesis)
      ? Int(number) : nil
  }

  /// The alignment of a cell.
  public var alignment: SyntaxTree.Alignment {
    kind == .cell ? SyntaxTree.Alignment(rawValue: mark) ?? .none : .none
  }

  /// The construct of a dialect that a mark or an island is; empty for another node, and a caller's own island.
  public var syntax: SyntaxExtensions {
    guard kind == .mark || kind == .island else { return [] }
    return SyntaxExtensions(rawValue: UInt32(bitPattern: number))
  }

  /// The scalars that an escape or a reference stands for; none for another node.
  public var scalars: [Unicode.Scalar] {
    guard kind == .escape || kind == .reference else { return [] }
    let values = indentation == 0 ? [number] : [number, indentation]
    return values.compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) }
  }

  /// How many blanks come before a text, of a tab that a container cuts.
  package var blanks: Int { kind == .text ? Int(number) : 0 }
}
