#if SwiftCMark
  internal import CSwiftCMark
#else
  internal import CCommonMark
#endif

struct TreeCopier {
  var nodes: [MarkdownTree.Node] = []
  var bytes: [UInt8] = []
  private(set) var hasInlineHTML = false

  init(byteCount: Int) {
    // Real documents have a node for every 10 to 20 bytes, and literals shorter than the source.
    nodes.reserveCapacity(byteCount / 8 + 8)
    bytes.reserveCapacity(byteCount)
  }

  /// Copies `root` and its descendants.
  ///
  /// While a node is open, its `end` is the index of its parent, so deep trees need no stack.
  mutating func copy(_ root: CMarkNode) {
    var current = root
    var open = -1
    while true {
      let index = nodes.count
      append(current)
      if let child = cmark_node_first_child(current) {
        nodes[index].end = Int32(truncatingIfNeeded: open)
        open = index
        current = child
        continue
      }
      nodes[index].end = Int32(truncatingIfNeeded: nodes.count)
      guard let next = following(current, closing: &open) else { return }
      current = next
    }
  }

  private mutating func following(
    _ node: CMarkNode, closing open: inout Int
  ) -> CMarkNode? {
    var node = node
    while open >= 0 {
      if let next = cmark_node_next(node) { return next }
      guard let parent = cmark_node_parent(node) else { return nil }
      let outer = Int(nodes[open].end)
      nodes[open].end = Int32(truncatingIfNeeded: nodes.count)
      open = outer
      node = parent
    }
    return nil
  }

  private mutating func append(_ source: CMarkNode) {
    var node = MarkdownTree.Node(kind: Self.kind(of: source), end: 0)
    if node.kind.isBlock {
      node.startLine = cmark_node_get_start_line(source)
      node.startColumn = cmark_node_get_start_column(source)
    }
    switch node.kind {
    case .htmlInline:
      hasInlineHTML = true
      node.literal = copy(cmark_node_get_literal(source))
    case .text, .code, .htmlBlock:
      node.literal = copy(cmark_node_get_literal(source))
    case .codeBlock:
      node.literal = copy(cmark_node_get_literal(source))
      node.destination = copy(cmark_node_get_fence_info(source))
    case .link, .image:
      node.destination = copy(cmark_node_get_url(source))
      node.title = copy(cmark_node_get_title(source))
    case .heading:
      node.number = cmark_node_get_heading_level(source)
    case .list:
      node.isTight = cmark_node_get_list_tight(source) != 0
      if cmark_node_get_list_type(source) == CMARK_ORDERED_LIST {
        node.number = cmark_node_get_list_start(source)
        node.listKind =
          cmark_node_get_list_delim(source) == CMARK_PAREN_DELIM ? .parenthesis : .period
      }
    default: break
    }
    nodes.append(node)
  }

  private mutating func copy(_ text: UnsafePointer<CChar>?) -> Range<Int32> {
    let start = Int32(truncatingIfNeeded: bytes.count)
    guard let text, text.pointee != 0 else { return start..<start }
    let count = strlen(text)
    text.withMemoryRebound(to: UInt8.self, capacity: count) { text in
      bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
    }
    return start..<Int32(truncatingIfNeeded: bytes.count)
  }

  static func kind(of node: CMarkNode) -> MarkdownTree.Kind {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_DOCUMENT: .document
    case CMARK_NODE_BLOCK_QUOTE: .blockQuote
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .codeBlock
    case CMARK_NODE_HTML_BLOCK: .htmlBlock
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .code
    case CMARK_NODE_HTML_INLINE: .htmlInline
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    default: preconditionFailure("libcmark's parser makes no custom nodes")
    }
  }
}
