import MarkdownEditing

/// A requested change of marks: the mark, its targets, and whether it is added or removed.
struct Order {
  var mark: MarkSet
  var adds: Bool
  /// The requested characters, as indices of events of the text before.
  var targets: Set<Int>

  /// Returns the marks after the change of the event `index`, which had `marks`.
  func marks(of index: Int, before marks: MarkSet) -> MarkSet {
    guard targets.contains(index) else { return marks }
    return adds ? marks.union(mark) : marks.subtracting(mark)
  }
}

/// Checks clauses 1 to 4: text and structure are unchanged, and the marks are the requested ones.
func contentViolations(_ before: Rendered, _ after: Rendered, _ order: Order) -> [Violation] {
  let pairs = before.aligned(with: after)
  for (one, other) in pairs {
    let kinds = (before.events[one].kind, after.events[other].kind)
    if kinds.0 == kinds.1 { continue }
    // A line ending in code shows as a blank, like a soft break (clause 1).
    if order.mark == .code, before.isBlank(one), after.isBlank(other) { continue }
    return [difference(kinds.0, kinds.1)]
  }
  let (missing, added) = before.unpaired(with: after, pairs, blanksCount: order.mark != .code)
  if missing ?? added != nil {
    return [difference(missing.map { before.events[$0].kind }, added.map { after.events[$0].kind })]
  }
  var violations: [Violation] = []
  if before.holdsHTML, !before.elementPlaces.isSubset(of: after.elementPlaces) {
    violations.append(Violation(.structure, "an HTML element is cut"))
  }
  for (one, other) in pairs where before.events[one].isMarkable {
    let wanted = order.marks(of: one, before: before.events[one].marks)
    let found = after.events[other].marks
    guard wanted != found, let scalar = before.events[one].scalar else { continue }
    let isTarget =
      order.targets.contains(one)
      && wanted.symmetricDifference(found).contains(order.mark)
    violations.append(
      Violation(
        isTarget ? .target : .spill,
        "\(String(scalar).debugDescription) (event \(one)) is \(found), not \(wanted)"))
  }
  return violations
}

/// Returns the first difference, as a violation of clause 1 for text or of clause 2 for structure.
private func difference(_ before: Event.Kind?, _ after: Event.Kind?) -> Violation {
  func isText(_ kind: Event.Kind?) -> Bool {
    switch kind {
    case .character, .softBreak, .hardBreak: true
    default: false
    }
  }
  let sentence = "\(named(before)) became \(named(after))"
  return Violation(isText(before) && isText(after) ? .text : .structure, sentence)
}

private func named(_ kind: Event.Kind?) -> String {
  switch kind {
  case nil: "the end"
  case .character(let scalar): String(scalar).debugDescription
  case .html(let bytes): "HTML \(quoted(bytes))"
  case .openLink(let destination, let title):
    "a link to \(quoted(destination)) \(quoted(title))"
  case .openImage(let destination, let title):
    "an image of \(quoted(destination)) \(quoted(title))"
  case .opaqueBlock(let kind, let info, let literal):
    "a \(kind) \(quoted(info)) \(quoted(literal))"
  case let kind?: "\(kind)"
  }
}

extension Rendered {
  /// The events that no toggle may change: all except those of marks outside images.
  var plainIndices: [Int] {
    events.indices.filter { !events[$0].isMark || events[$0].isInImage }
  }

  /// Those events in pairs with the ones of another text that show the same.
  ///
  /// Several blanks and line endings may show as fewer, as those around a line ending that becomes a
  /// blank of code. The last of them then have no partner.
  func aligned(with other: Rendered) -> [(Int, Int)] {
    let (old, new) = (plainIndices, other.plainIndices)
    var result: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < old.count, j < new.count {
      let left = old[i...].prefix { isBlank($0) }
      let right = new[j...].prefix { other.isBlank($0) }
      if !left.isEmpty, !right.isEmpty {
        result += zip(left, right)
        i += left.count
        j += right.count
      } else {
        result.append((old[i], new[j]))
        i += 1
        j += 1
      }
    }
    return result
  }

  /// Returns the first event of this text and of another that is in no pair.
  ///
  /// - Parameter blanksCount: Whether blanks may be without a partner, too.
  fileprivate func unpaired(
    with other: Rendered, _ pairs: [(Int, Int)], blanksCount: Bool
  ) -> (Int?, Int?) {
    let (left, right) = (Set(pairs.map(\.0)), Set(pairs.map(\.1)))
    return (
      plainIndices.first { !left.contains($0) && (blanksCount || !isBlank($0)) },
      other.plainIndices.first { !right.contains($0) && (blanksCount || !other.isBlank($0)) }
    )
  }

  fileprivate func isBlank(_ event: Int) -> Bool {
    events[event].kind == .softBreak || events[event].kind == .character(" ")
  }

  func pairs(with other: Rendered) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: aligned(with: other))
  }
}
