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
  let old = before.plainIndices
  let new = after.plainIndices
  for (one, other) in zip(old, new) {
    let kinds = (before.events[one].kind, after.events[other].kind)
    if kinds.0 == kinds.1 { continue }
    if order.mark == .code, isLineEndingOfCode(before.events[one], after.events[other]) { continue }
    return [difference(kinds.0, kinds.1)]
  }
  guard old.count == new.count else {
    return [
      difference(
        old.count > new.count ? before.events[old[new.count]].kind : nil,
        new.count > old.count ? after.events[new[old.count]].kind : nil)
    ]
  }
  var violations: [Violation] = []
  if before.holdsHTML, !before.elementPlaces.isSubset(of: after.elementPlaces) {
    violations.append(Violation(.structure, "an HTML element is cut"))
  }
  for (one, other) in zip(old, new) where before.events[one].isMarkable {
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

/// Whether a soft break became a blank in code, or the reverse: both show as a blank (clause 1).
private func isLineEndingOfCode(_ one: Event, _ other: Event) -> Bool {
  let (blank, isBreak) =
    one.kind == .softBreak ? (other, true) : (one, other.kind == .softBreak)
  return isBreak && blank.kind == .character(" ") && blank.marks.contains(.code)
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

  /// Those events with the ones that show the same in another text.
  func pairs(with other: Rendered) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: zip(plainIndices, other.plainIndices))
  }
}
