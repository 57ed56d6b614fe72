import MarkdownSyntax

/// How a caret stands to the runs of a mark in a leaf.
enum RunPlace: Equatable {
  /// Inside a run: the indices of its characters.
  case inside(Range<Int>)
  /// Inside a run with only delimiters between it and the run's edge; where that edge is outside.
  case innerEnd(outside: Int)
  /// Outside with only delimiters between it and a run; where its edge is inside.
  case outerEnd(inside: Int)
  /// Not at a run.
  case outside

  init(_ caret: Int, in text: LeafText, mark: MarkSet) {
    let nodes = text.tokens.filter { $0.kind.mark == mark && $0.kind.isOpening }
    for open in nodes {
      let close = text.tokens[open.partner]
      guard open.source.upperBound <= caret, caret <= close.source.lowerBound else { continue }
      if Self.isBare(caret..<close.source.lowerBound, text) {
        self = .innerEnd(outside: close.source.upperBound)
      } else if Self.isBare(open.source.upperBound..<caret, text) {
        self = .innerEnd(outside: open.source.lowerBound)
      } else {
        self = .inside(Self.run(at: caret, in: text, mark))
      }
      return
    }
    for open in nodes {
      let close = text.tokens[open.partner]
      if close.source.upperBound <= caret, Self.isBare(close.source.upperBound..<caret, text) {
        self = .outerEnd(inside: close.source.lowerBound)
        return
      }
      if caret <= open.source.lowerBound, Self.isBare(caret..<open.source.lowerBound, text) {
        self = .outerEnd(inside: open.source.upperBound)
        return
      }
    }
    self = .outside
  }

  /// Whether nothing but delimiters of marks stands in a stretch of the source.
  private static func isBare(_ range: Range<Int>, _ text: LeafText) -> Bool {
    text.tokens.allSatisfy { token in
      token.kind.isDelimiter || !token.source.overlaps(range)
    }
  }

  /// The maximal stretch of characters with the mark around the caret; white space between them
  /// counts as part of it.
  private static func run(at caret: Int, in text: LeafText, _ mark: MarkSet) -> Range<Int> {
    let characters = text.characters
    func isIn(_ index: Int) -> Bool {
      !characters[index].isMarkable || characters[index].marks.isSuperset(of: mark)
    }
    var start =
      characters.firstIndex { text.tokens[$0.token].source.upperBound > caret }
      ?? characters.count
    var end = start
    while start > 0, isIn(start - 1) { start -= 1 }
    while end < characters.count, isIn(end) { end += 1 }
    while start < end, !characters[start].isMarkable { start += 1 }
    while end > start, !characters[end - 1].isMarkable { end -= 1 }
    return start..<end
  }
}
