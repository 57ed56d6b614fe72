import CommonMark

extension MarkdownTree {
  /// What a leaf shows.
  func words(ofNode index: Int) -> [UInt64] {
    let node = nodes[index]
    guard node.kind.holdsInlines else {
      return destination(of: node).map { UInt64($0) } + [1 << 40]
        + literal(of: node).map { UInt64($0) }
    }
    return TreeReading.words(ofInlines: index + 1..<Int(node.end), in: self)
  }
}

extension TreeReading {
  /// The words of a stretch of inline nodes.
  static func words(ofInlines range: Range<Int>, in tree: MarkdownTree) -> [UInt64] {
    var sink = InlineWords()
    sink.words.reserveCapacity(range.reduce(0) { $0 + tree.nodes[$1].literal.count + 1 })
    return TreeSignature.spell(range, of: tree, to: sink).words
  }

  /// Nothing but the words.
  private struct InlineWords: TreeWordSink {
    var words: [UInt64] = []
    /// Whether the rest does not matter: never, all of `*a*` is wanted.
    var isDone: Bool { false }

    mutating func beginLeaf(node: Int) {}

    mutating func put(_ word: UInt64) { words.append(word) }

    mutating func put(_ scalar: Unicode.Scalar, _ marks: MarkSet) {
      words.append(TreeSymbol.character(scalar, marks))
    }
  }
}
