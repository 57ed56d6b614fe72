import MarkdownSyntax
import TextEditing

/// Compares what a document reads of its parts with a reading of the whole text.
enum RegionComparison {
  /// Returns the first fault of a document's blocks or of some of its regions, or nil.
  static func complaint(
    about document: MarkdownDocument, at ranges: [Range<Int>], in dialect: Dialect = .commonMark
  ) throws -> String? {
    if let broken = document.brokenInvariant() { return broken }
    let source = document.buffer.utf8Bytes
    let whole = try SyntaxTree(source, in: dialect)
    for range in ranges {
      let part = try document.syntaxTree(of: range, in: dialect)
      let expected = described(whole, in: part.nodes[0].range, of: source.count)
      let found = described(part, in: part.nodes[0].range, of: source.count)
      if let first = zip(found, expected).first(where: { $0 != $1 }) {
        return "at \(range), \(first.0) instead of \(first.1)"
      }
      if found.count != expected.count {
        return "at \(range), \(found.count) nodes instead of \(expected.count)"
      }
    }
    return nil
  }

  /// The nodes below the root that begin in a range, as text.
  private static func described(
    _ tree: SyntaxTree, in range: Range<Int>, of count: Int
  ) -> [String] {
    tree.nodes.dropFirst().filter {
      range.contains($0.range.lowerBound)
        || range.upperBound == count && $0.range.lowerBound == count
    }.map { node in
      let link = tree.link(of: node)
      let size = node.level ?? node.listNumber ?? 0
      return "\(node.kind) \(node.range) \(node.content) \(node.mark) \(node.isTight) \(size)"
        + " \(node.syntax.rawValue) \(node.scalars) \(link?.destination ?? []) \(link?.title ?? [])"
    }
  }
}
