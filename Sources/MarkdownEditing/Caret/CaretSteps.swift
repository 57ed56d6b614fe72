import CommonMark
import MarkdownSyntax
import TextEditing

/// The places among the delimiters at a caret, and the marks of what is typed there: whether the
/// caret stands at an end of a run of a mark, and where a step over it leads.
///
/// `***foo‸***` has four such places: text typed at them is strong and emphasis, strong, emphasis
/// and neither.
final class CaretSteps {
  private let planner: CaretPlanner
  private let text: LeafText
  /// The caret, out of the inside of a delimiter that holds nothing.
  private let place: Int
  /// The marks of what is typed at the caret.
  let here: MarkSet
  /// What has been asked of places.
  private var known: [Int: MarkSet?] = [:]

  init(at offset: Int, in text: LeafText, of planner: CaretPlanner) {
    self.planner = planner
    self.text = text
    // Inside a run of delimiters that two nodes share, the caret means what it shows.
    if offset != planner.caret, let marks = Self.typed(at: planner.caret, planner) {
      place = planner.caret
      here = marks
    } else {
      place = offset
      here = text.marks(at: offset)
    }
  }

  /// Where the next step leads; nil where the caret stands at no end of a run of the mark.
  ///
  /// That is the nearest place where only the mark differs, else the nearest without or with it:
  /// behind `_**foo‸**_` text that is no emphasis is not strong either.
  var target: Int? {
    let mark = planner.mark
    let stretch = text.bareStretch(around: place)
    let ends = text.delimiterEnds(in: stretch).filter { $0 != place }.sorted(byKey: distance)
    let beyond = ends.filter { text.marks(at: $0).contains(mark) != here.contains(mark) }
    if beyond.isEmpty { return nil }
    let wanted = here.symmetricDifference(mark)
    let exact = beyond.filter { text.marks(at: $0) == wanted }
    if let end = exact.first(where: isKept) { return end }
    // A run of stars may be paired otherwise around what is typed: what shows there counts, inside a
    // delimiter and at its ends, and where the caret stood in one, at that one's inner end.
    let all = stretch.filter { $0 != planner.caret }.sorted(byKey: distance)
    if let place = all.first(where: { shown(at: $0) == wanted })
      ?? beyond.first(where: { shown(at: $0) == text.marks(at: $0) })
      ?? all.first(where: { shown(at: $0).map(isBeyond) ?? false })
    {
      return place
    }
    // Into the text of `[*foo* bar]`, which is a name too, no step leads from outside.
    if !here.contains(mark), shown(at: place) == here { return nil }
    return beyond.first
  }

  /// The marks of a word typed at a place, with blanks where it needs some.
  private func shown(at place: Int) -> MarkSet? {
    if let marks = known[place] { return marks }
    let marks = Self.typed(at: place, planner)
    known[place] = .some(marks)
    return marks
  }

  /// Whether what is typed with some marks has the mark where text typed at the caret has it not, or
  /// the other way round, though it pairs the delimiters otherwise: `***&*‸***_*`.
  private func isBeyond(_ marks: MarkSet) -> Bool {
    marks.contains(planner.mark) != here.contains(planner.mark)
  }

  /// How far an offset is from the caret.
  private func distance(_ offset: Int) -> Int { abs(offset - place) }

  /// Whether something typed at an end of a delimiter, with a blank where it needs one, has the
  /// marks that it looks to have, and all else stays. True at the inner end of `**foo‸**`, where
  /// what is typed is strong.
  private func isKept(_ end: Int) -> Bool { Self.typed(at: end, planner) == text.marks(at: end) }

  /// The marks of a word at a place where it can be typed, with or without a blank on either side, so
  /// that all else reads as before; nil where it cannot.
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
  /// The marks of the nodes that hold a place between two tokens. O(tokens).
  func marks(at offset: Int) -> MarkSet {
    var marks: MarkSet = []
    for token in tokens where token.source.upperBound <= offset {
      guard token.kind.opensMark, let mark = token.kind.mark else { continue }
      if offset <= tokens[token.partner].source.lowerBound { marks.formUnion(mark) }
    }
    return marks
  }

  /// The stretch of the source around a place in which nothing but delimiters of marks and the edges
  /// of links stand; O(tokens).
  func bareStretch(around offset: Int) -> ClosedRange<Int> {
    // Blanks at the end of a leaf are in no token, and part what follows from it.
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

  /// The ends of the delimiters and edges of links in a stretch, in ascending order. O(tokens).
  func delimiterEnds(in stretch: ClosedRange<Int>) -> [Int] {
    var ends = [stretch.lowerBound]
    for token in tokens where token.kind.isEdge && stretch.contains(token.source.upperBound) {
      if token.source.upperBound != ends.last { ends.append(token.source.upperBound) }
    }
    return ends
  }

  /// The markable characters, with what is between them, of the outermost node of a mark around a
  /// place: of `**a‸** **b**` the `a` alone.
  func run(at offset: Int, _ mark: MarkSet) -> Range<Int> {
    let open = tokens.first { token in
      token.kind.opensMark && token.kind.mark == mark && token.source.upperBound <= offset
        && offset <= tokens[token.partner].source.lowerBound
    }
    guard let open else { return 0..<0 }
    return markable(in: open.source.upperBound..<tokens[open.partner].source.lowerBound)
  }

  /// The characters of the code span that a place is in; nil where it is in none.
  func codeSpan(at offset: Int) -> Range<Int>? {
    let open = tokens.first { token in
      token.kind == .openCode && token.source.upperBound <= offset
        && offset <= tokens[token.partner].source.lowerBound
    }
    return open.map {
      markable(in: $0.source.upperBound..<tokens[$0.partner].source.lowerBound)
    }
  }

  /// The characters in a stretch of the source from the first that is markable to the last.
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
