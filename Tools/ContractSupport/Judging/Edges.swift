import MarkdownEditing
import TextEditing

/// The policy `readable`: which selected characters may stay outside the mark.
///
/// Punctuation at an end of what is selected may, as little as makes the delimiters flank. How much
/// that is libcmark says: the delimiters are put where the answer has them not, one character further
/// out or further in, and the text is read.
struct Edges {
  let before: Reading
  let order: Order
  let oracle: ReferenceOracle

  /// Whether the command may take the mark, or has nothing to do, where some of what is selected has
  /// none: what is left without it is punctuation at ends at which the mark cannot be given.
  func mayTake() -> Bool {
    let marked = order.targets.filter { before.events[$0].marks.contains(order.mark) }
    guard let outside = outside(having: marked) else { return false }
    return outside.allSatisfy { !isSpelled($0, in: before, onto: marked) }
  }

  /// What was ordered without what the text after leaves outside, and what is wrong with that.
  func judged(_ after: Reading) -> (order: Order, violations: [Violation]) {
    let pairs = zip(before.rendered.plainIndices, after.rendered.plainIndices)
    let kept = Set(
      pairs.filter {
        order.targets.contains($0.0) && after.events[$0.1].marks.contains(order.mark)
      }.map(\.0))
    guard let outside = outside(having: kept) else { return (order, []) }
    var narrowed = order
    narrowed.targets = kept
    if !kept.contains(where: { !before.events[$0].marks.contains(order.mark) }) {
      return (narrowed, [Violation(.outcome, "a plan that gives nothing")])
    }
    if let needless = outside.first(where: { isSpelled($0, in: after, onto: kept) }) {
      let names = needless.characters.map { quoted(before.source[before.spans[$0]]) }
      return (
        narrowed, [Violation(.target, "\(names.joined()) is left outside without need")]
      )
    }
    if let end = droppable(after, kept) {
      let name = quoted(before.source[before.spans[end]])
      return (
        narrowed, [Violation(.small, "a reference, though \(name) could be left outside")]
      )
    }
    return (narrowed, [])
  }

  /// Punctuation outside the mark at one end of a stretch, from the inside out.
  struct Outside {
    var characters: [Int]
    /// The marked character that it stands beside.
    var inner: Int
    var isLeading: Bool
  }

  /// The targets that have no mark, where `marked` has it; nil where they are anything but
  /// punctuation at ends of stretches.
  private func outside(having marked: Set<Int>) -> [Outside]? {
    var result: [Outside] = []
    let stretches = stretches()
    guard stretches.joined().contains(where: { !isPunctuation($0) }) else { return nil }
    for stretch in stretches {
      if stretch.allSatisfy(marked.contains) { continue }
      // Punctuation alone in its leaf may all stay outside.
      if stretch.allSatisfy(isPunctuation), marked.isDisjoint(with: stretch) { continue }
      guard let first = stretch.firstIndex(where: marked.contains),
        let last = stretch.lastIndex(where: marked.contains),
        stretch[first...last].allSatisfy(marked.contains)
      else { return nil }
      let leading = Array(stretch[..<first].reversed())
      let trailing = Array(stretch[(last + 1)...])
      guard (leading + trailing).allSatisfy(isPunctuation) else { return nil }
      if !leading.isEmpty {
        result.append(Outside(characters: leading, inner: stretch[first], isLeading: true))
      }
      if !trailing.isEmpty {
        result.append(Outside(characters: trailing, inner: stretch[last], isLeading: false))
      }
    }
    return result
  }

  /// The targets in stretches of one leaf between which nothing else is markable.
  private func stretches() -> [[Int]] {
    before.rendered.leaves.flatMap { leaf -> [[Int]] in
      var result: [[Int]] = []
      var isOpen = false
      for event in leaf.events where before.events[event].isMarkable {
        let isTarget = order.targets.contains(event)
        if isTarget, isOpen { result[result.count - 1].append(event) }
        if isTarget, !isOpen { result.append([event]) }
        isOpen = isTarget
      }
      return result
    }
  }

  private func isPunctuation(_ event: Int) -> Bool {
    guard let scalar = before.events[event].scalar else { return false }
    if scalar.isASCIIPunctuation { return true }
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      return true
    default: return false
    }
  }

  /// Whether the delimiters that `text` has at an end may stand further out, so that some of what is
  /// outside has the mark too.
  private func isSpelled(_ outside: Outside, in text: Reading, onto marked: Set<Int>) -> Bool {
    let places = place(in: text)
    guard let inner = places[outside.inner] else { return false }
    let step = outside.isLeading ? -1 : 1
    let edge = inner + step
    let kind: Event.Kind = outside.isLeading ? .openMark(order.mark) : .closeMark(order.mark)
    guard text.events.indices.contains(edge), text.events[edge].kind == kind else { return false }
    return outside.characters.indices.contains { index in
      guard let outer = places[outside.characters[index]],
        outer == edge + step * (index + 1)
      else { return false }
      var wanted = order
      wanted.targets = marked.union(outside.characters[...index])
      let span = text.spans[outer]
      let place = outside.isLeading ? span.lowerBound : span.upperBound
      return moves(edge, of: text, to: place, wanted, and: [])
    }
  }

  /// The event of the text before that each event of another text is.
  private func place(in text: Reading) -> [Int: Int] {
    Dictionary(
      uniqueKeysWithValues: zip(before.rendered.plainIndices, text.rendered.plainIndices))
  }

  /// A character that has the mark, and with it outside the delimiters stand right without the
  /// reference beside them; nil where there is none.
  private func droppable(_ after: Reading, _ kept: Set<Int>) -> Int? {
    let places = place(in: after)
    for stretch in stretches() where stretch.contains(where: { !isPunctuation($0) }) {
      for isLeading in [true, false] {
        let step = isLeading ? -1 : 1
        let ends = isLeading ? stretch : stretch.reversed()
        guard let end = ends.first, kept.contains(end), isPunctuation(end),
          let character = places[end], after.events.indices.contains(character + 2 * step),
          after.events[character + step].kind
            == (isLeading ? .openMark(order.mark) : .closeMark(order.mark)),
          let neighbour = places.first(where: { $0.value == character + 2 * step })?.key,
          isReference(after, character + 2 * step), !isReference(before, neighbour)
        else { continue }
        var wanted = order
        wanted.targets = kept.subtracting([end])
        let plain = TextEdit.Replacement(
          after.spans[character + 2 * step], with: Array(before.source[before.spans[neighbour]]))
        let span = after.spans[character]
        let place = isLeading ? span.upperBound : span.lowerBound
        if moves(character + step, of: after, to: place, wanted, and: [plain]) { return end }
      }
    }
    return nil
  }

  private func isReference(_ reading: Reading, _ event: Int) -> Bool {
    reading.source[reading.spans[event]].starts(with: "&#".utf8)
  }

  /// Whether libcmark reads what is wanted, in one run, with a delimiter, of either character, at another
  /// place: in `***a/***_a_` the mark would be cut.
  private func moves(
    _ edge: Int, of text: Reading, to place: Int, _ wanted: Order, and more: [TextEdit.Replacement]
  ) -> Bool {
    let old = text.spans[edge]
    let partner = text.spans[text.events[edge].partner]
    return [UInt8(ascii: "*"), UInt8(ascii: "_")].contains { character in
      let bytes = Array(repeating: character, count: old.count)
      let edits = [
        TextEdit.Replacement(old, with: []), TextEdit.Replacement(place..<place, with: bytes),
        TextEdit.Replacement(partner, with: bytes),
      ]
      let sorted = (edits + more).sorted { $0.range.lowerBound < $1.range.lowerBound }
      guard let source = applying(sorted, to: text.source),
        let trial = try? Reading(source, oracle: oracle), !trial.dependsOnRenderer(wanted.mark)
      else { return false }
      return contentViolations(before.rendered, trial.rendered, wanted).isEmpty
        && Joining(before: before, after: trial, order: wanted).violations().isEmpty
    }
  }
}
