import MarkdownSyntax

/// The selected part of a tree: characters, and the marks and blocks that hold them.
struct SelectedPart {
  let range: Range<Int>
  /// Whether each node is shown, as a whole or in part.
  private(set) var isShown: [Bool]
  /// The only leaf with selected text, if the selection is inside its text.
  private(set) var leaf: Int?

  /// - Complexity: O(*n*) in the number of nodes.
  init(_ range: Range<Int>, of tree: SyntaxTree) {
    self.range = range
    isShown = [Bool](repeating: false, count: tree.nodes.count)
    if range.isEmpty { return }
    var open: [Int] = []
    var index = 0
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      while let last = open.last, tree.nodes[last].endIndex <= index { open.removeLast() }
      let isWhole =
        range.lowerBound <= node.range.lowerBound
        && (node.range.isEmpty
          ? node.range.lowerBound < range.upperBound
          : node.range.upperBound <= range.upperBound)
      if isWhole || Self.isAtom(node.kind) && node.range.overlaps(range) {
        for outer in open.reversed() {
          if isShown[outer] { break }
          isShown[outer] = true
        }
        isShown[index] = true
        if node.kind == .image {
          for inner in index..<node.endIndex { isShown[inner] = true }
          index = node.endIndex
          continue
        }
      }
      switch node.kind {
      case .paragraph, .heading, .cell:
        if node.content.lowerBound <= range.lowerBound, range.upperBound <= node.content.upperBound
        {
          leaf = index
        }
      default: break
      }
      if node.endIndex > index + 1 { open.append(index) }
      index += 1
    }
  }

  /// Whether a node of a kind is shown if a part of it is selected, rather than if its contents are.
  private static func isAtom(_ kind: SyntaxTree.Kind) -> Bool {
    switch kind {
    case .text, .escape, .reference, .softBreak, .hardBreak, .inlineHTML, .island,
      .footnoteReference, .image, .rule, .html, .taskBox, .alertName:
      true
    default: false
    }
  }
}
