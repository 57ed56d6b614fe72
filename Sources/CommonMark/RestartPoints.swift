internal import CCommonMark

/// A place in a source from which a fresh parser reads what follows as one that has read all
/// before it does.
///
/// libcmark decides line by line. On the line that starts a child of the root it closes all that
/// was open, and what it may open there in the middle of a document is a part of what it may open
/// at the start of one. The same holds for an item of a list at the root, which opens list and
/// item again, and, since every line of a quote writes its markers, for the children and items in
/// a quote at the root; but of such a list a fresh parser counts and closes only the rest.
package struct RestartPoint: Hashable, Sendable {
  /// The byte offset of the line.
  package var offset: Int
  /// Whether a child of the root starts here; else what starts belongs to the one before.
  package var isRootChild: Bool
  /// The kind of the root's child.
  package var kind: MarkdownTree.Kind

  /// Makes a point of its parts.
  package init(offset: Int, isRootChild: Bool, kind: MarkdownTree.Kind) {
    self.offset = offset
    self.isRootChild = isRootChild
    self.kind = kind
  }

  /// Quotes in quotes further in hold no points.
  private static let depthLimit = 16

  /// Parses `source` with libcmark and gives its restart points in source order.
  ///
  /// - Throws: ``ParsingRefusal`` where the source exceeds `limits`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of `source`.
  package static func points(
    in source: UnsafeBufferPointer<UInt8>, limits: ParsingLimits
  ) throws(ParsingRefusal) -> [RestartPoint] {
    try limits.admit(source)
    return parseDocumentToRead(source) { document in
      var gatherer = RestartGatherer(source)
      gatherer.gatherRoot(document)
      return gatherer.points
    }
  }

  /// Walks the upper nodes of a tree and the lines of its source side by side.
  private struct RestartGatherer {
    private(set) var points: [RestartPoint] = []
    private var lines: LineCursor
    private var line: CInt = 0
    private var offset = 0

    init(_ source: UnsafeBufferPointer<UInt8>) { lines = LineCursor(source) }

    mutating func gatherRoot(_ document: OpaquePointer) {
      var child = cmark_node_first_child(document)
      while let node = child {
        let kind = TreeCopier.kind(of: node)
        append(node, isRootChild: true, kind)
        gather(below: node, kind, depth: 1)
        child = cmark_node_next(node)
      }
    }

    private mutating func gather(
      below node: OpaquePointer, _ kind: MarkdownTree.Kind, depth: Int
    ) {
      let type = cmark_node_get_type(node)
      guard type == CMARK_NODE_LIST || type == CMARK_NODE_BLOCK_QUOTE else { return }
      var child = cmark_node_first_child(node)
      while let inner = child {
        append(inner, isRootChild: false, kind)
        if type == CMARK_NODE_BLOCK_QUOTE, depth < RestartPoint.depthLimit {
          gather(below: inner, kind, depth: depth + 1)
        }
        child = cmark_node_next(inner)
      }
    }

    /// Appends the line of `node`, where it is not that of the point before.
    private mutating func append(
      _ node: OpaquePointer, isRootChild: Bool, _ kind: MarkdownTree.Kind
    ) {
      let start = cmark_node_get_start_line(node)
      guard start > line else { return }
      while line < start {
        guard let range = lines.next() else { return }
        offset = range.lowerBound
        line += 1
      }
      points.append(RestartPoint(offset: offset, isRootChild: isRootChild, kind: kind))
    }
  }
}
