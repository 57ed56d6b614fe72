/// A parsed document as one flat value: libcmark's tree in preorder, copied out of C.
package struct MarkdownTree: Hashable, Sendable {
  /// The kind of a node; the cases are libcmark's node types.
  package enum Kind: UInt8, Hashable, Sendable {
    case document, blockQuote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak
    case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, link, image

    package var isBlock: Bool { rawValue <= Kind.thematicBreak.rawValue }
    package var holdsInlines: Bool { self == .paragraph || self == .heading }
  }

  /// The markers of a list's items (CommonMark 0.30 §5.2).
  package enum ListKind: UInt8, Hashable, Sendable {
    /// `-`, `+` or `*`.
    case bullet
    /// A number and a period: `1.`
    case period
    /// A number and a parenthesis: `1)`
    case parenthesis
  }

  /// A node: its kind, the end of its descendants, and its attributes.
  package struct Node: Hashable, Sendable {
    package var kind: Kind
    /// The index just after the node's last descendant in `nodes`.
    package var end: Int32
    /// The 1-based line on which a block starts; 0 for inlines, whose lines libcmark gets wrong.
    package var startLine: Int32 = 0
    /// The 1-based UTF-8 column at which a block starts; 0 for inlines.
    package var startColumn: Int32 = 0
    /// A heading's level, an ordered list's first number, or raw HTML's `elementEdge`; otherwise 0.
    package var number: Int32 = 0
    /// The marker of a list's items; `bullet` for a node that is not a list.
    package var listKind = ListKind.bullet
    package var isTight: Bool = false
    /// The text of a text, code, HTML or code block node, as a range of `bytes`.
    package var literal: Range<Int32> = 0..<0
    /// The destination of a link or image, or the info string of a code block, in `bytes`.
    package var destination: Range<Int32> = 0..<0
    /// The title of a link or image, in `bytes`.
    package var title: Range<Int32> = 0..<0

    /// The level of a heading, 1 to 6; nil for any other node.
    package var headingLevel: Int? { kind == .heading ? Int(number) : nil }
    /// The number that an ordered list begins with; nil for any other node.
    package var listStart: Int? {
      kind == .list && listKind != .bullet ? Int(number) : nil
    }

    /// The role of raw HTML in an element whose two tags have the same parent.
    package enum ElementEdge: Int32 {
      case none, start, end
    }
    /// Whether raw HTML is the start or end tag of an element whose two tags have the same parent.
    /// For example, both tags of `*<b>a</b>*` are, but neither tag of `*<b>a*</b>`.
    package var elementEdge: ElementEdge {
      get { kind == .htmlInline ? ElementEdge(rawValue: number) ?? .none : .none }
      set { number = newValue.rawValue }
    }

    package init(kind: Kind, end: Int32) {
      self.kind = kind
      self.end = end
    }
  }

  /// The nodes in preorder; the first is the document.
  package var nodes: [Node]
  /// The UTF-8 bytes that the nodes' literals, destinations and titles are ranges of.
  package var bytes: [UInt8]

  package init(nodes: [Node], bytes: [UInt8]) {
    self.nodes = nodes
    self.bytes = bytes
  }

  /// The UTF-8 bytes of text, code, HTML or a code block; empty for any other node.
  package func literal(of node: Node) -> ArraySlice<UInt8> { bytes[node.literal.inInt] }
  /// The destination of a link or image, or the info string of a code block, as UTF-8.
  package func destination(of node: Node) -> ArraySlice<UInt8> { bytes[node.destination.inInt] }
  package func title(of node: Node) -> ArraySlice<UInt8> { bytes[node.title.inInt] }
}

extension Range<Int32> {
  package var inInt: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
