/// A parsed document as one flat value: libcmark's tree in preorder, copied out of C.
package struct MarkdownTree: Hashable, Sendable {
  /// What a node is; the cases are libcmark's node types.
  package enum Kind: UInt8, Hashable, Sendable {
    case document, blockQuote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak
    case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, link, image

    /// Whether a node of this kind is a block (CommonMark 0.30 §4, §5). True of `.paragraph`, not
    /// of `.text`.
    package var isBlock: Bool { rawValue <= Kind.thematicBreak.rawValue }
    /// Whether a node of this kind is a leaf block that holds inlines. True of `# a` and of a
    /// paragraph, not of a code block.
    package var holdsInlines: Bool { self == .paragraph || self == .heading }
  }

  /// What the items of a list begin with (CommonMark 0.30 §5.2).
  package enum ListKind: UInt8, Hashable, Sendable {
    /// `-`, `+` or `*`.
    case bullet
    /// A number and a period: `1.`
    case period
    /// A number and a parenthesis: `1)`
    case parenthesis
  }

  /// A node: its kind, its place in the preorder, and its attributes.
  package struct Node: Hashable, Sendable {
    /// What the node is.
    package var kind: Kind
    /// The index just past the node's last descendant in `nodes`.
    package var end: Int32
    /// The 1-based line on which a block starts; 0 for inlines, whose positions libcmark gets wrong.
    package var startLine: Int32 = 0
    /// The 1-based UTF-8 column at which a block starts; 0 for inlines.
    package var startColumn: Int32 = 0
    /// Heading level, the start number of an ordered list, or which tag of an element raw HTML is; else 0.
    package var number: Int32 = 0
    /// What the items of a list begin with; `bullet` for a node that is not a list.
    package var listKind = ListKind.bullet
    /// Whether a list is tight: `- a⏎- b`, not `- a⏎⏎- b`.
    package var isTight: Bool = false
    /// The literal of text, code, HTML and code blocks, as a range of `bytes`.
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

    /// Which tag of an HTML element raw HTML is.
    package enum ElementEdge: Int32 {
      case none, start, end
    }
    /// Whether raw HTML is the start tag or the end tag of an element that lies in one node: both in
    /// `*<b>a</b>*`, neither in `*<b>a*</b>`.
    package var elementEdge: ElementEdge {
      get { kind == .htmlInline ? ElementEdge(rawValue: number) ?? .none : .none }
      set { number = newValue.rawValue }
    }

    /// Makes a node of `kind` without attributes.
    package init(kind: Kind, end: Int32) {
      self.kind = kind
      self.end = end
    }
  }

  /// The nodes in preorder; the first is the document.
  package var nodes: [Node]
  /// The UTF-8 bytes that the nodes' literals, destinations and titles are ranges of.
  package var bytes: [UInt8]

  /// Makes a tree of its parts.
  package init(nodes: [Node], bytes: [UInt8]) {
    self.nodes = nodes
    self.bytes = bytes
  }

  /// The UTF-8 bytes of text, code, HTML or a code block; empty for any other node.
  package func literal(of node: Node) -> ArraySlice<UInt8> { bytes[node.literal.inInt] }
  /// The destination of a link or image, or the info string of a code block, as UTF-8.
  package func destination(of node: Node) -> ArraySlice<UInt8> { bytes[node.destination.inInt] }
  /// The title of a link or image, as UTF-8.
  package func title(of node: Node) -> ArraySlice<UInt8> { bytes[node.title.inInt] }
}

extension Range<Int32> {
  package var inInt: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
