import CommonMark
import MarkdownSyntax

extension DocumentReading {
  /// Returns the visible content of a leaf in a dialect. Delimiters of its marks, which libcmark
  /// reads as text, become marks: `a~~b~~` shows `a`, and `b` struck out.
  func words(ofNode node: Int, in dialect: Dialect) -> [UInt64] {
    let words = tree.words(ofNode: node)
    guard let syntax = InlineSyntax(dialect), let block = leafBlock(node), words.mayHaveMarks else {
      return words
    }
    let delimiters = self.delimiters(in: block, syntax)
    if delimiters.isEmpty { return words }
    var units = tokens(of: block).lazy.filter { $0.kind.isUnit }.map { $0.source }.makeIterator()
    var next = 0
    var marks: UInt64 = 0
    return words.compactMap { word in
      guard word.isUnit, let unit = units.next() else { return word }
      while next < delimiters.count, delimiters[next].source.upperBound <= unit.lowerBound {
        next += 1
      }
      if next < delimiters.count, delimiters[next].source.contains(unit.lowerBound) {
        if delimiters[next].source.upperBound == unit.upperBound { marks ^= delimiters[next].bit }
        return nil
      }
      return TreeSymbol.isSpaceOrBreak(word) ? word : word | marks
    }
  }

  /// Returns the delimiters of the dialect's marks in a leaf, with the bit of each mark in a word.
  private func delimiters(
    in block: LeafBlock, _ syntax: InlineSyntax
  ) -> [(source: Range<Int>, bit: UInt64)] {
    tokens(of: block, syntax).compactMap { token in
      MarkSyntax.all.firstIndex { token.kind.isEdge(of: $0.syntax) }.map {
        (token.source, TreeSymbol.dialectMark << UInt64($0))
      }
    }
  }

  func leafBlock(_ node: Int) -> LeafBlock? {
    let index = leaves.partitionPoint { $0.node >= node }
    return index < leaves.count && leaves[index].node == node ? leaves[index] : nil
  }
}

extension InlineToken.Kind {
  /// Whether the token is a delimiter of a dialect's mark, such as `~~` of strikethrough.
  func isEdge(of syntax: SyntaxExtensions) -> Bool {
    self == .openMark(syntax) || self == .closeMark(syntax)
  }
}

extension [UInt64] {
  /// Whether the text has a character of the dialects' delimiters, as `a~` has and `ab` has not.
  fileprivate var mayHaveMarks: Bool {
    contains { word in
      MarkSyntax.all.contains {
        TreeSymbol.isCharacter(word, Unicode.Scalar($0.byte))
      }
    }
  }
}

extension MarkdownTree {
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
  static func words(ofInlines range: Range<Int>, in tree: MarkdownTree) -> [UInt64] {
    var sink = InlineWords()
    sink.words.reserveCapacity(range.reduce(0) { $0 + tree.nodes[$1].literal.count + 1 })
    return TreeSignature.spell(range, of: tree, to: sink).words
  }

  private struct InlineWords: TreeWordSink {
    var words: [UInt64] = []
    /// Whether the rest does not matter; never, because all of `*a*` is needed.
    var isDone: Bool { false }

    mutating func beginLeaf(node: Int) {}

    mutating func put(_ word: UInt64) { words.append(word) }

    mutating func put(_ scalar: Unicode.Scalar, _ marks: MarkSet) {
      words.append(TreeSymbol.character(scalar, marks))
    }
  }
}

extension [UInt64] {
  /// Returns the words of some lines of a paragraph.
  ///
  /// - Parameter breaks: the indices of the paragraph's breaks.
  /// - Complexity: O(*m*) in the number of words.
  func lines(_ range: Range<Int>, _ breaks: [Int]) -> [UInt64] {
    guard range.lowerBound <= breaks.count else { return [] }
    let start = range.lowerBound > 0 ? breaks[range.lowerBound - 1] + 1 : 0
    let end = range.upperBound <= breaks.count ? breaks[range.upperBound - 1] : count
    return Array(self[start..<end])
  }
}
