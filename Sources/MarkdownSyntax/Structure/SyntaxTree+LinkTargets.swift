extension SyntaxTree {
  /// A part of a text that leads a reader to another place.
  public struct LinkTarget: Hashable, Sendable {
    /// The index of the link, image or definition among ``SyntaxTree/nodes``.
    public var node: Int
    /// The UTF-8 range to click: the written destination; otherwise the label or the text.
    public var range: Range<Int>
    /// The destination, without escapes and character references.
    public var destination: String
  }

  /// The links, images and definitions with their destinations, in document order.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  public var linkTargets: [LinkTarget] {
    nodes.indices.compactMap { index in
      let node = nodes[index]
      guard let link = link(of: node) else { return nil }
      let isWritten = link.form == .inline || node.kind == .definition
      let written = isWritten ? link.destinationRange.flatMap { $0.isEmpty ? nil : $0 } : link.label
      return LinkTarget(
        node: index, range: written ?? node.content,
        destination: String(decoding: link.destination, as: UTF8.self))
    }
  }
}
