import CommonMark
import MarkdownSyntax

/// Finds the first difference between our reading of a source and libcmark's.
enum Agreement {
  /// Returns the first fault in our reading of `source`, or nil if there is none.
  static func complaint(about source: [UInt8]) -> String? {
    guard let reading = try? DocumentReading(source) else { return "libcmark was not asked" }
    let line = source.withUnsafeBufferPointer {
      reading.blocks.disagreement(with: reading.tree, in: $0)
    }
    if let line { return "the block on line \(line + 1) is another" }
    let count = reading.tree.nodes.filter(\.kind.holdsInlines).count
    guard reading.leaves.count == count else {
      return "\(reading.leaves.count) leaves instead of \(count)"
    }
    for leaf in reading.leaves {
      let tokens = reading.tokens(of: leaf)
      if let gap = gap(in: tokens, of: leaf) { return gap }
      if let stray = stray(in: tokens) { return stray }
      if !reading.agrees(tokens, on: leaf) {
        return "the leaf at \(leaf.content) is read otherwise: \(tokens.map(\.kind))"
      }
    }
    return nil
  }

  /// Returns a gap in the tokens of a leaf, or nil if they cover it.
  static func gap(in tokens: [InlineToken], of leaf: LeafBlock) -> String? {
    var end = leaf.content.lowerBound
    for (index, token) in tokens.enumerated() {
      if token.source.lowerBound != end { return "a gap before token \(index) at \(token.source)" }
      end = token.source.upperBound
    }
    return end == leaf.content.upperBound ? nil : "the tokens end at \(end), not \(leaf.content)"
  }

  /// Returns a token whose partner is wrong or that is not nested properly, or nil.
  private static func stray(in tokens: [InlineToken]) -> String? {
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      if token.kind.isOpening {
        open.append(index)
      } else if token.kind.isClosing {
        guard let opener = open.popLast(), token.partner == opener, tokens[opener].partner == index
        else { return "token \(index) closes another's node" }
      } else if token.partner != -1 {
        return "token \(index) needs no partner"
      }
    }
    return open.isEmpty ? nil : "token \(open) is not closed"
  }
}
