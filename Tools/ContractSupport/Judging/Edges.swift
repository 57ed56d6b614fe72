import MarkdownEditing
import TextEditing

/// Checks the policy `readable`: which selected characters may stay outside the mark.
///
/// Only punctuation at the ends of a selection may stay outside, and only as little as needed for
/// the delimiters to flank. To find out, the judge moves a delimiter one character further out or
/// in and has libcmark read the text.
struct Edges {
  let before: Reading
  let order: Order
  let oracle: ReferenceOracle

  /// Whether the command may remove the mark, or do nothing, although some selected characters lack
  /// it. That is so if all of them are punctuation at ends where the mark cannot be added.
  func mayRemove() -> Bool {
    let marked = order.targets.filter { before.events[$0].marks.contains(order.mark) }
    guard let outside = outside(having: marked) else { return false }
    return outside.allSatisfy { !isSpelled($0, in: before, onto: marked) }
  }

  /// Returns the order without the targets that `after` leaves outside, and the violations there.
  func judged(_ after: Reading) -> (order: Order, violations: [Violation]) {
    let kept = Set(
      before.rendered.pairs(with: after.rendered).filter {
        order.targets.contains($0.key) && after.events[$0.value].marks.contains(order.mark)
      }.keys)
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

  /// The punctuation outside the mark at one end of a stretch, from the inside out.
  struct Outside {
    var characters: [Int]
    /// The adjacent marked character.
    var inner: Int
    var isLeading: Bool
  }

  /// Returns the targets outside `marked`, or nil unless they are punctuation at ends of stretches.
  private func outside(having marked: Set<Int>) -> [Outside]? {
    var result: [Outside] = []
    let stretches = stretches()
    guard stretches.joined().contains(where: { !isPunctuation($0) }) else { return nil }
    for stretch in stretches {
      if stretch.allSatisfy(marked.contains) { continue }
      // If a stretch has only punctuation, all of it may stay outside.
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

  /// Returns the targets of each leaf in stretches without other markable characters.
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
    if scalar.isASCIIPunctuation || scalar.isSymbol { return true }
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return true
    default: return false
    }
  }

  /// Whether the delimiters at an end of `text` could be further out, around more characters.
  private func isSpelled(_ outside: Outside, in text: Reading, onto marked: Set<Int>) -> Bool {
    let places = before.rendered.pairs(with: text.rendered)
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

  /// Returns a marked character that could be left outside to avoid a reference beside the
  /// delimiters, or nil if there is none.
  private func droppable(_ after: Reading, _ kept: Set<Int>) -> Int? {
    let places = before.rendered.pairs(with: after.rendered)
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

  /// Whether libcmark reads the wanted marks, in one run, if the delimiter is at another place,
  /// written with either character. For example, in `***a/***_a_` the mark would be split.
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
