/// A parsed document as one flat value: libcmark's tree in preorder, copied out of C.
public struct MarkdownTree: Hashable, Sendable {
  /// What a node is; the cases are libcmark's node types.
  public enum Kind: UInt8, Hashable, Sendable {
    case document, blockQuote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak
    case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, link, image

    /// Whether a node of this kind is a block (CommonMark 0.30 §4, §5).
    public var isBlock: Bool { rawValue <= Kind.thematicBreak.rawValue }
    /// Whether a node of this kind is a leaf block that holds inlines.
    public var holdsInlines: Bool { self == .paragraph || self == .heading }
  }

  /// A node: its kind, its place in the preorder, and its attributes.
  public struct Node: Hashable, Sendable {
    /// What the node is.
    public var kind: Kind
    /// The index just past the node's last descendant in `nodes`.
    public var end: Int32
    /// The 1-based line on which a block starts; 0 for inlines, whose positions libcmark gets wrong.
    public var startLine: Int32 = 0
    /// The 1-based UTF-8 column at which a block starts; 0 for inlines.
    public var startColumn: Int32 = 0
    /// Heading level, or the start number of an ordered list; else 0.
    public var number: Int32 = 0
    /// List: 0 bullet, 1 ordered with `.`, 2 ordered with `)`. Else 0.
    public var listKind: UInt8 = 0
    /// Whether a list is tight.
    public var isTight: Bool = false
    /// The literal of text, code, HTML and code blocks, as a range of `bytes`.
    public var literal: Range<Int32> = 0..<0
    /// The destination of a link or image, or the info string of a code block, in `bytes`.
    public var destination: Range<Int32> = 0..<0
    /// The title of a link or image, in `bytes`.
    public var title: Range<Int32> = 0..<0

    /// Makes a node of `kind` without attributes.
    public init(kind: Kind, end: Int32) {
      self.kind = kind
      self.end = end
    }
  }

  /// The nodes in preorder; the first is the document.
  public var nodes: [Node]
  /// The UTF-8 bytes that the nodes' literals, destinations and titles are ranges of.
  public var bytes: [UInt8]

  /// Makes a tree of its parts.
  public init(nodes: [Node], bytes: [UInt8]) {
    self.nodes = nodes
    self.bytes = bytes
  }
}
