import CommonMark
import MarkdownSyntax
import TextEditing

/// The positions between the delimiters at a caret, and the marks of text typed at them. For
/// example, `***foo‸***` has four: for strong and emphasis, strong, emphasis, and neither.
///
/// They show whether the caret is at an end of a run, and the offset after a step over that end.
final class CaretSteps {
  private let planner: CaretPlanner
  private let text: LeafText
  /// The caret, moved out of a delimiter if a word typed inside it would change other text.
  private let place: Int
  /// The marks of text typed at the caret.
  let here: MarkSet
  /// The marks of text typed at the offsets tried so far.
  private var known: [Int: MarkSet?] = [:]

  init(at offset: Int, in text: LeafText, of planner: CaretPlanner) {
    self.planner = planner
    self.text = text
    // Inside a run of delimiters that two nodes share, a word typed at the caret decides.
    if offset != planner.caret, let marks = Self.typed(at: planner.caret, planner) {
      place = planner.caret
      here = marks
    } else {
      place = offset
      here = text.marks(at: offset)
    }
  }

  /// The offset after the next step; nil if the caret is not at an end of a run of the mark.
  ///
  /// It is the nearest position at which only this mark differs, or else the nearest at which it
  /// differs. For example, text after `_**foo‸**_` that is not emphasis is not strong either.
  var target: Int? {
    let mark = planner.mark
    let stretch = text.bareStretch(around: place)
    let ends = text.delimiterEnds(in: stretch).filter { $0 != place }.sorted(byKey: distance)
    let beyond = ends.filter { text.marks(at: $0).contains(mark) != here.contains(mark) }
    if beyond.isEmpty { return nil }
    let wanted = here.symmetricDifference(mark)
    let exact = beyond.filter { text.marks(at: $0) == wanted }
    if let end = exact.first(where: isKept) { return end }
    // Typed text may change how a run of stars pairs. So a word typed inside delimiters and at
    // their ends decides, including at the inner end of the caret's delimiter.
    let all = stretch.filter { $0 != planner.caret }.sorted(byKey: distance)
    if let place = all.first(where: { shown(at: $0) == wanted })
      ?? beyond.first(where: { shown(at: $0) == text.marks(at: $0) })
      ?? all.first(where: { shown(at: $0).map(isBeyond) ?? false })
    {
      return place
    }
    // No step leads from outside into the text of `[*foo* bar]`, which is also its label.
    if !here.contains(mark), shown(at: place) == here { return nil }
    return beyond.first
  }

  /// Returns the marks of a word typed at an offset, with blanks around it if it needs them.
  private func shown(at place: Int) -> MarkSet? {
    if let marks = known[place] { return marks }
    let marks = Self.typed(at: place, planner)
    known[place] = .some(marks)
    return marks
  }

  /// Whether text with `marks` and text typed at the caret differ in the mark, even if delimiters
  /// pair differently, as in `***&*‸***_*`.
  private func isBeyond(_ marks: MarkSet) -> Bool {
    marks.contains(planner.mark) != here.contains(planner.mark)
  }

  private func distance(_ offset: Int) -> Int { abs(offset - place) }

  /// Whether a word typed at an end of a delimiter has the expected marks and changes nothing else.
  /// For example, it is strong at the inner end of `**foo‸**`.
  private func isKept(_ end: Int) -> Bool { Self.typed(at: end, planner) == text.marks(at: end) }

  /// Returns the marks of a word that can be typed at an offset, perhaps with blanks, without
  /// changing other text; nil if none can.
  private static func typed(at place: Int, _ planner: CaretPlanner) -> MarkSet? {
    for blanks in Probe.Blanks.all {
      guard planner.planner.budget.spend(bytes: 2 * planner.source.count),
        let probe = Probe(at: place, in: planner.source, planner.planner.trials, blanks),
        planner.planner.isTyped(probe)
      else { continue }
      return probe.marks
    }
    return nil
  }
}

extension LeafText {
  /// Returns the marks of the nodes around an offset between two tokens. O(tokens).
  func marks(at offset: Int) -> MarkSet {
    var marks: MarkSet = []
    for token in tokens where token.source.upperBound <= offset {
      guard token.kind.opensMark, let mark = token.kind.mark else { continue }
      if offset <= tokens[token.partner].source.lowerBound { marks.formUnion(mark) }
    }
    return marks
  }

  /// Returns the stretch of delimiters of marks and edges of links around an offset; O(tokens).
  func bareStretch(around offset: Int) -> ClosedRange<Int> {
    // Blanks at the end of a leaf do not belong to a token, and end the stretch.
    let next = tokens.firstIndex { $0.source.upperBound > offset } ?? tokens.count
    var start = offset
    var end = offset
    for token in tokens[next...] {
      guard token.kind.isEdge, token.source.lowerBound <= end else { break }
      start = min(start, token.source.lowerBound)
      end = token.source.upperBound
    }
    for token in tokens[..<next].reversed() {
      guard token.kind.isEdge, token.source.upperBound == start else { break }
      start = token.source.lowerBound
    }
    return start...end
  }

  /// Returns the ends of delimiters and of edges of links in a stretch, ascending. O(tokens).
  func delimiterEnds(in stretch: ClosedRange<Int>) -> [Int] {
    var ends = [stretch.lowerBound]
    for token in tokens where token.kind.isEdge && stretch.contains(token.source.upperBound) {
      if token.source.upperBound != ends.last { ends.append(token.source.upperBound) }
    }
    return ends
  }

  /// Returns the characters of the outermost node of a mark around an offset, from the first
  /// markable one to the last: only the `a` of `**a‸** **b**`.
  func run(at offset: Int, _ mark: MarkSet) -> Range<Int> {
    let open = tokens.first { token in
      token.kind.opensMark && token.kind.mark == mark && token.source.upperBound <= offset
        && offset <= tokens[token.partner].source.lowerBound
    }
    guard let open else { return 0..<0 }
    return markable(in: open.source.upperBound..<tokens[open.partner].source.lowerBound)
  }

  /// Returns the characters of the code span around an offset; nil if there is none.
  func codeSpan(at offset: Int) -> Range<Int>? {
    let open = tokens.first { token in
      token.kind == .openCode && token.source.upperBound <= offset
        && offset <= tokens[token.partner].source.lowerBound
    }
    return open.map {
      markable(in: $0.source.upperBound..<tokens[$0.partner].source.lowerBound)
    }
  }

  /// Returns the characters in a range of the source, from the first markable one to the last.
  private func markable(in range: Range<Int>) -> Range<Int> {
    let inside = characters.indices.filter {
      let source = tokens[characters[$0].token].source
      return characters[$0].isMarkable && range.lowerBound <= source.lowerBound
        && source.upperBound <= range.upperBound
    }
    guard let first = inside.first, let last = inside.last else { return 0..<0 }
    return first..<last + 1
  }
}
