import MarkdownSyntax
import TextEditing

/// Edits at several positions of a document, made from the last to the first, as one edit.
///
/// Replacements and selections are kept from the last to the first. The next edit is usually before
/// all of them, and shifts them only by its growth. So each edit costs what it meets.
struct EditSequence {
  private(set) var document: MarkdownDocument
  private var replacements: [TextEdit.Replacement] = []
  private var kept: [(range: Range<Int>, growth: Int)] = []
  private var growth = 0
  private var leaves: [Range<Int>] = []
  private var references: [Range<Int>] = []

  init(_ document: MarkdownDocument) { self.document = document }

  var edit: TextEdit { TextEdit(replacements.reversed()) }

  var selections: [Range<Int>] { kept.reversed().map(current) }

  var firstSelection: Range<Int>? { kept.last.map(current) }

  private func current(_ selection: (range: Range<Int>, growth: Int)) -> Range<Int> {
    selection.range.shifted(by: growth - selection.growth)
  }

  func edit(reaching offset: Int) -> TextEdit {
    TextEdit(Array(replacements.reversed().prefix { $0.range.lowerBound <= offset }))
  }

  func edit(reachingCurrent offset: Int) -> TextEdit {
    var shift = 0
    let reached = replacements.reversed().prefix { replacement in
      defer { shift += replacement.bytes.count - replacement.range.count }
      return replacement.range.lowerBound + shift <= offset
    }
    return TextEdit(Array(reached))
  }

  /// Returns a selection of the original text in the current one. Later selections' edits may reach
  /// it: `__` for `**` in `*‸a*‸`, a renumbered list, or a marker that Enter removes.
  func place(of selection: Range<Int>) -> Range<Int> {
    let edit = edit(reaching: selection.upperBound)
    guard selection.isEmpty else { return edit.mapping(utf8: selection) }
    let caret = edit.mapping(utf8Offset: selection.lowerBound, bias: .before)
    return caret..<caret
  }

  private func original(_ range: Range<Int>) -> Range<Int> {
    edit(reachingCurrent: range.upperBound).mappingBack(utf8: range)
  }

  func original(_ refusal: Outcome.Refusal) -> Outcome.Refusal { refusal.mapped(original) }

  mutating func keep(_ own: [Range<Int>]) {
    for range in own.reversed() { kept.append((range, growth)) }
  }

  mutating func make(_ next: TextEdit, selecting own: [Range<Int>]) throws(Outcome.Refusal) {
    do throws(DocumentEditError) { try document.apply(next) } catch {
      throw .unparsable(error.description)
    }
    let end = next.hull?.upperBound ?? 0
    var met: [Range<Int>] = []
    while let range = firstSelection, range.lowerBound <= end {
      met.append(next.mapping(utf8: range))
      kept.removeLast()
    }
    let touched = edit(reachingCurrent: end)
    replacements.removeLast(touched.replacements.count)
    replacements += touched.then(next).replacements.reversed()
    growth += next.utf8Growth
    keep(own + met)
  }

  mutating func make(_ plan: Plan, selecting own: [Range<Int>]) throws(Outcome.Refusal) {
    // The plan's offsets are those of its own text, which later edits have changed.
    for leaf in plan.leaves.map(original).reversed() {
      let near = leaves.reversed().prefix { $0.lowerBound <= leaf.upperBound }
      if !near.contains(leaf) { leaves.append(leaf) }
    }
    references += plan.references.map(original).filter { !$0.isEmpty }.reversed()
    try make(plan.edit, selecting: own)
  }

  func plan(_ effect: Plan.Effect, selecting selections: [Range<Int>]) -> Plan {
    Plan(
      edit: edit, selections: selections, effect: effect, leaves: leaves.reversed(),
      references: references.reversed())
  }

  func plan(like one: Plan) -> Plan {
    plan(one.effect, selecting: selections)
  }
}
