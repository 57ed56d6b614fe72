import MarkdownSyntax
import TextEditing

/// Edits at several positions of a document, made from the last to the first, as one edit.
struct EditSequence {
  private(set) var document: MarkdownDocument
  private(set) var edit = TextEdit()
  /// The selections after the edits so far, in ascending order.
  private(set) var selections: [Range<Int>] = []
  /// The leaves and the references that the plans name, in offsets of the original text.
  private(set) var leaves: [Range<Int>] = []
  private(set) var references: [Range<Int>] = []

  init(_ document: MarkdownDocument) { self.document = document }

  /// Returns a selection of the original text in the current one. Later selections' edits may reach
  /// it: `__` for `**` in `*‸a*‸`, a renumbered list, or a marker that Enter removes.
  func place(of selection: Range<Int>) -> Range<Int> {
    guard selection.isEmpty else { return edit.mapping(utf8: selection) }
    let caret = edit.mapping(utf8Offset: selection.lowerBound, bias: .before)
    return caret..<caret
  }

  /// Records the selections of the next position, which has no edit.
  mutating func keep(_ own: [Range<Int>]) { selections.insert(contentsOf: own, at: 0) }

  /// Makes the edit of the next position, and records its selections.
  mutating func make(_ next: TextEdit, selecting own: [Range<Int>]) throws(Outcome.Refusal) {
    do throws(DocumentEditError) { try document.apply(next) } catch {
      throw .unparsable(error.description)
    }
    selections = own + selections.map { next.mapping(utf8: $0) }
    edit = edit.then(next)
  }

  mutating func make(_ plan: Plan, selecting own: [Range<Int>]) throws(Outcome.Refusal) {
    // The plan's offsets are those of its own text, which later edits have changed.
    let named = plan.leaves.map { edit.mappingBack(utf8: $0) }
    leaves.insert(contentsOf: named.filter { !leaves.contains($0) }, at: 0)
    references.insert(
      contentsOf: plan.references.map { edit.mappingBack(utf8: $0) }.filter { !$0.isEmpty }, at: 0)
    try make(plan.edit, selecting: own)
  }

  /// Returns one plan for marks with all edits.
  func plan(_ effect: Plan.Effect, selecting selections: [Range<Int>]) -> Plan {
    Plan(
      edit: edit, selections: selections, effect: effect, leaves: leaves, references: references)
  }

  /// Returns one plan with all edits, and with the effect of `one`.
  func plan(like one: Plan) -> Plan {
    plan(one.effect, selecting: selections)
  }
}
