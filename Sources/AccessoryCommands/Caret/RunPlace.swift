import MarkdownSyntax

/// How a caret stands to the runs of a mark in a leaf.
enum RunPlace: Equatable {
  /// Inside a run: the indices of its characters.
  case inside(Range<Int>)
  /// Inside a run with only delimiters between it and an end of the run; where that is outside,
  /// and where no more delimiters follow.
  case innerEnd(outside: Int, beyond: Int)
  /// Outside with only delimiters between it and a run; where its edge is inside, and where no
  /// more delimiters follow.
  case outerEnd(inside: Int, beyond: Int)
  /// Not at a run.
  case outside

  init(_ caret: Int, in text: LeafText, mark: MarkSet) {
    // Blanks at the end of a leaf are in no token, and part what follows from it.
    if let end = text.tokens.last?.source.upperBound, caret > end {
      self = .outside
      return
    }
    let bare = Self.bareStretch(around: caret, in: text)
    let nodes = text.tokens.filter { $0.kind.mark == mark && $0.kind.isOpening }
    var isInside = false
    var isAmid = false
    var outside: Int?
    for open in nodes {
      let close = text.tokens[open.partner]
      guard open.source.upperBound <= caret, caret <= close.source.lowerBound else { continue }
      isInside = true
      // The outermost of nodes that end together.
      if bare.contains(close.source.lowerBound) {
        outside = outside ?? close.source.upperBound
      } else if bare.contains(open.source.upperBound) {
        outside = outside ?? open.source.lowerBound
      } else {
        isAmid = true
      }
    }
    if let outside, !isAmid {
      let beyond = outside > caret ? bare.upperBound : bare.lowerBound
      self = .innerEnd(outside: outside, beyond: beyond)
    } else if isInside {
      self = .inside(Self.run(at: caret, in: text, mark))
    } else {
      self =
        Self.edge(of: nodes, at: caret, bare, in: text).map { inside in
          .outerEnd(
            inside: inside, beyond: inside > caret ? bare.upperBound : bare.lowerBound)
        } ?? .outside
    }
  }

  /// The inner edge of the innermost node that begins or ends at the caret, seen from outside.
  private static func edge(
    of nodes: [InlineToken], at caret: Int, _ bare: ClosedRange<Int>, in text: LeafText
  ) -> Int? {
    var ending: Int?
    var starting: Int?
    for open in nodes {
      let close = text.tokens[open.partner]
      if close.source.upperBound <= caret, bare.contains(close.source.upperBound) {
        ending = min(ending ?? close.source.lowerBound, close.source.lowerBound)
      } else if caret <= open.source.lowerBound, bare.contains(open.source.lowerBound) {
        starting = max(starting ?? open.source.upperBound, open.source.upperBound)
      }
    }
    return ending ?? starting
  }

  /// The UTF-8 offsets at the ends of the delimiters and edges of links around the caret, and
  /// between a code span's backticks and its padding; O(tokens).
  static func placesBetweenDelimiters(
    around caret: Int, in text: LeafText, of source: [UInt8]
  ) -> [Int] {
    let bare = bareStretch(around: caret, in: text)
    var places = [bare.lowerBound]
    for token in text.tokens where bare.contains(token.source.upperBound) {
      let end = token.source.upperBound
      if token.kind.mark == .code {
        let fence = CodeFence(reading: source[token.source])
        let isOpen = token.kind.isOpening
        let edge = isOpen ? token.source.lowerBound + fence.length : end - fence.length
        if fence.isPadded { places.append(edge) }
      }
      if places.last != end { places.append(end) }
    }
    return places
  }

  /// The stretch of the source around the caret in which nothing but delimiters of marks and the
  /// edges of links stand; O(tokens).
  private static func bareStretch(around caret: Int, in text: LeafText) -> ClosedRange<Int> {
    let next = text.tokens.firstIndex { $0.source.upperBound > caret } ?? text.tokens.count
    var start = caret
    for token in text.tokens[..<next].reversed() {
      guard token.kind.isEdge, token.source.upperBound == start else { break }
      start = token.source.lowerBound
    }
    var end = caret
    for token in text.tokens[next...] {
      guard token.kind.isEdge, token.source.lowerBound == end else { break }
      end = token.source.upperBound
    }
    return start...end
  }

  /// The maximal stretch of characters with the mark around the caret; white space between them
  /// counts as part of it.
  static func run(at caret: Int, in text: LeafText, _ mark: MarkSet) -> Range<Int> {
    let next = text.characters.firstIndex { text.tokens[$0.token].source.upperBound > caret }
    return run(around: next ?? text.characters.count, in: text, mark)
  }

  /// The same before and from a character on.
  static func run(around index: Int, in text: LeafText, _ mark: MarkSet) -> Range<Int> {
    let characters = text.characters
    func isIn(_ index: Int) -> Bool {
      !characters[index].isMarkable || characters[index].marks.isSuperset(of: mark)
    }
    var start = index
    var end = index
    while start > 0, isIn(start - 1) { start -= 1 }
    while end < characters.count, isIn(end) { end += 1 }
    while start < end, !characters[start].isMarkable { start += 1 }
    while end > start, !characters[end - 1].isMarkable { end -= 1 }
    return start..<end
  }
}
