#if SwiftCMark
  internal import CSwiftCMark
#else
  internal import CCommonMark
#endif

package struct MarkdownTree: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    case document, blockQuote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak
    case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, link, image

    package var isBlock: Bool { rawValue <= Kind.thematicBreak.rawValue }
    package var holdsInlines: Bool { self == .paragraph || self == .heading }
  }

  package enum ListKind: UInt8, Hashable, Sendable {
    case bullet
    case period
    case parenthesis
  }

  package struct Node: Hashable, Sendable {
    package var kind: Kind
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
    package var literal: Range<Int32> = 0..<0
    package var destination: Range<Int32> = 0..<0
    package var title: Range<Int32> = 0..<0

    package var headingLevel: Int? { kind == .heading ? Int(number) : nil }
    package var listStart: Int? {
      kind == .list && listKind != .bullet ? Int(number) : nil
    }

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
  package var bytes: [UInt8]

  package init(nodes: [Node], bytes: [UInt8]) {
    self.nodes = nodes
    self.bytes = bytes
  }

  package func literal(of node: Node) -> ArraySlice<UInt8> { bytes[node.literal.inInt] }
  package func destination(of node: Node) -> ArraySlice<UInt8> { bytes[node.destination.inInt] }
  package func title(of node: Node) -> ArraySlice<UInt8> { bytes[node.title.inInt] }

  /// Parses `source` with libcmark and copies its tree. Several threads may call it at once.
  ///
  /// The source is UTF-8 with line endings of any kind. A BOM at its start is not content, and a
  /// NUL reads as U+FFFD (CommonMark 0.30 §2.3). Bytes that are not UTF-8 stay as they are.
  /// libcmark joins adjacent text nodes; the blanks of a hard break may leave an empty one.
  ///
  /// - Throws: ``ParsingRefusal`` if the source exceeds `limits`; libcmark is not called then.
  package init(
    parsing source: [UInt8], limits: ParsingLimits = .standard
  ) throws(ParsingRefusal) {
    self = try source.withUnsafeBufferPointer { (bytes) throws(ParsingRefusal) in
      try MarkdownTree(parsing: bytes, limits: limits)
    }
  }

  /// Parses the UTF-8 that `source` points to with libcmark, and copies the tree.
  ///
  /// - Throws: ``ParsingRefusal`` if the source exceeds `limits`, and libcmark is not called then; or
  ///   if another library answers.
  package init(
    parsing source: UnsafeBufferPointer<UInt8>, limits: ParsingLimits = .standard
  ) throws(ParsingRefusal) {
    try limits.admit(source)
    let tree: MarkdownTree? = parseDocumentToRead(source) { document in
      // swift-cmark and cmark-gfm number the types of nodes in another way.
      guard cmark_node_get_type(document) == CMARK_NODE_DOCUMENT else { return nil }
      var copier = TreeCopier(byteCount: source.count)
      copier.copy(document)
      var tree = MarkdownTree(nodes: copier.nodes, bytes: copier.bytes)
      if copier.hasInlineHTML { tree.joinElements() }
      return tree
    }
    guard let tree else { throw .otherLibrary }
    self = tree
  }

  /// Marks the tags that belong to an element. A pair with different parents stays raw HTML.
  private mutating func joinElements() {
    var pairs = ElementPairs()
    var ends: [Int32] = []
    for index in nodes.indices {
      if nodes[index].kind.isBlock {
        (pairs, ends) = (ElementPairs(), [])
        continue
      }
      while let end = ends.last, end <= index {
        ends.removeLast()
        pairs.leave()
      }
      if nodes[index].end > index + 1 {
        ends.append(nodes[index].end)
        pairs.enter()
      } else if nodes[index].kind == .htmlInline,
        let start = pairs.read(literal(of: nodes[index]), at: index)
      {
        nodes[start].elementEdge = .start
        nodes[index].elementEdge = .end
      }
    }
  }
}

extension Range<Int32> {
  package var inInt: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}

/// The greatest size, in bytes, of a source that is parsed into temporary memory. Untouched memory
/// costs nothing, except with 32-bit addresses: WebAssembly never frees it.
private let mostLent = MemoryLayout<Int>.size > 4 ? 1 << 21 : 1 << 16

/// Parses `source` and lends the document to `body`, which only reads it.
///
/// For a small source, all that libcmark allocates is in temporary memory, freed as a whole.
private func parseDocumentToRead<Result>(
  _ source: UnsafeBufferPointer<UInt8>, _ body: (CMarkNode) -> Result
) -> Result {
  guard source.count <= mostLent, let start = source.baseAddress else {
    return parseDocument(source, body)
  }
  // A real text needs some kilobytes for the parser, and a node for every 5 to 20 bytes. The heap
  // provides the rest.
  return withUnsafeTemporaryAllocation(byteCount: 6144 + 32 * source.count, alignment: 16) {
    memory in
    let document = start.withMemoryRebound(to: CChar.self, capacity: source.count) { text in
      // Only this file calls the shim: each object file has a region of its own in a thread.
      parse_in_region(
        text, source.count, CMARK_OPT_SOURCEPOS,
        memory.baseAddress?.assumingMemoryBound(to: CChar.self), memory.count)
    }
    guard let document else { preconditionFailure("libcmark gives a document for every source") }
    defer { free_parsed_in_region(document) }
    return body(document)
  }
}

func parseDocument<Result>(
  _ source: UnsafeBufferPointer<UInt8>, _ body: (CMarkNode) -> Result
) -> Result {
  // libcmark compares pointers, so it gets one even if there are no bytes.
  let document = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { none in
    none[0] = 0
    let start = source.baseAddress ?? UnsafePointer(none.baseAddress)
    // Without SOURCEPOS the positions of blocks that span lines are wrong.
    return start?.withMemoryRebound(to: CChar.self, capacity: source.count) { text in
      parse_on_heap(text, source.count, CMARK_OPT_SOURCEPOS)
    }
  }
  guard let document else { preconditionFailure("libcmark gives a document for every source") }
  defer { cmark_node_free(document) }
  return body(document)
}

/// Pairs the start and end tags of HTML elements, read one tag at a time.
///
/// A start tag and an end tag form an element if they have the same name and are in the same mark,
/// link or image. A start tag without an end tag there, such as `<br>`, is not part of a pair.
package struct ElementPairs {
  /// The start tags without an end tag, in lowercase; an open mark, link or image has no name.
  private var open: [(name: [UInt8], index: Int)] = []

  /// The greatest number of open tags that an end tag is compared with.
  private static let reach = 32

  package init() {}

  package mutating func enter() { open.append(([], -1)) }

  package mutating func leave() {
    while let last = open.popLast(), !last.name.isEmpty {}
  }

  /// Reads a piece of raw HTML. Returns the index of the start tag that it ends, if any.
  package mutating func read(_ html: some BidirectionalCollection<UInt8>, at index: Int) -> Int? {
    let isEnd = html.dropFirst().first == UInt8(ascii: "/")
    let name = html.dropFirst(isEnd ? 2 : 1).prefix { !" \t\r\n/>".utf8.contains($0) }.map {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
    }
    guard let first = name.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
      return nil
    }
    if !isEnd {
      if html.dropLast().last != UInt8(ascii: "/") { open.append((name, index)) }
      return nil
    }
    var place = open.count
    while place > 0, open.count - place < Self.reach, !open[place - 1].name.isEmpty {
      place -= 1
      guard open[place].name == name else { continue }
      defer { open.removeSubrange(place...) }
      return open[place].index
    }
    return nil
  }
}
