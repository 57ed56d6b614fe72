import MarkdownSyntax

/// Compares what a document reads of its parts with a reading of the whole text. `Scripts/stress fuzz`
/// compiles this file, too.
enum RegionComparison {
  /// Returns the first fault of a document's blocks or of its regions, or nil.
  ///
  /// - Parameter ranges: Places in the regions; nil for every block.
  static func complaint(
    about document: MarkdownDocument, at ranges: [Range<Int>]? = nil,
    in dialect: Dialect = .commonMark
  ) throws -> String? {
    if let broken = document.brokenInvariant() { return broken }
    let count = document.buffer.utf8Count
    let whole = try SyntaxTree(document.buffer.utf8Bytes, in: dialect)
    func described(_ tree: SyntaxTree, in range: Range<Int>) -> [String] {
      tree.nodes.dropFirst().filter {
        let start = $0.range.lowerBound
        return range.contains(start) || range.upperBound == count && start == count
      }.map { node in
        let link = tree.link(of: node)
        return "\(node.kind) \(node.range) \(node.content) \(node.mark) \(node.isTight) "
          + "\(node.level ?? node.listNumber ?? 0) \(node.syntax.rawValue) \(node.scalars) "
          + "\(link?.destination ?? []) \(link?.title ?? [])"
      }
    }
    for range in ranges ?? document.blockStarts.map({ $0..<$0 }) {
      let part = try document.syntaxTree(of: range, in: dialect)
      let expected = described(whole, in: part.nodes[0].range)
      let found = described(part, in: part.nodes[0].range)
      if found != expected { return "at \(range), \(found) instead of \(expected)" }
    }
    return nil
  }
}
