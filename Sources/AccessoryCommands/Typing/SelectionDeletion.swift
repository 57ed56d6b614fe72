import MarkdownSyntax
import TextEditing

/// What goes where a selection is deleted: its text, and no half of a mark or a link. `**a⟦b** c⟧` keeps
/// its `**`; where nothing is left between two delimiters, they go.
struct SelectionDeletion {
  let tree: BlockTree
  let range: Range<Int>
  /// Whether something comes in its place: then the delimiters around it stay. In `**⟦a⟧**` they do
  /// for a letter typed, and go for Backspace.
  var isReplaced = false

  /// The stretches of the source that go, in ascending order; at least one.
  ///
  /// - Complexity: O(*n*) in the length of the block.
  var ranges: [Range<Int>] {
    guard let path = tree.path(at: range.lowerBound), path == tree.path(at: range.upperBound),
      let block = tree.leafBlock(tree.root[path[...]].id)
    else { return [range] }
    let tokens = tree.tokens(of: block)
    let result = Self.ranges(range, among: tokens)
    return result.count == 1 && !isReplaced ? [Self.widened(result[0], tokens)] : result
  }

  /// The edit, with something in the place of what goes.
  func edit(_ text: [UInt8] = []) -> TextEdit {
    var ranges = ranges
    let first = ranges.removeFirst()
    return TextEdit(
      [TextEdit.Replacement(first, with: text)] + ranges.map { TextEdit.Replacement($0, with: "") })
  }

  private static func ranges(_ range: Range<Int>, among tokens: [InlineToken]) -> [Range<Int>] {
    var kept: [Range<Int>] = []
    for token in tokens where token.partner >= 0 && range.contains(token.source) {
      if !range.contains(tokens[token.partner].source) { kept.append(token.source) }
    }
    var result: [Range<Int>] = []
    var start = range.lowerBound
    for token in kept {
      if start < token.lowerBound { result.append(start..<token.lowerBound) }
      start = token.upperBound
    }
    if start < range.upperBound || result.isEmpty { result.append(start..<range.upperBound) }
    return result
  }

  /// A range with the delimiters around it, where nothing else is between them.
  static func widened(_ range: Range<Int>, _ tokens: [InlineToken]) -> Range<Int> {
    var range = range
    while let opening = tokens.first(where: {
      $0.source.upperBound == range.lowerBound && $0.kind.isOpening && $0.partner >= 0
        && !$0.source.isEmpty
    }), tokens[opening.partner].source.lowerBound == range.upperBound {
      range = opening.source.lowerBound..<tokens[opening.partner].source.upperBound
    }
    return range
  }
}

extension Range<Int> {
  /// Whether another range is in this one.
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
