import MarkdownEditing
import TextEditing

/// The effect of a command, of undo or of redo, as a caller reads it.
final class Change {
  let edits = Lent<Int32>(zero: 0)
  let selections = Lent<Int32>(zero: 0)
  let leaves = Lent<Int32>(zero: 0)
  let references = Lent<Int32>(zero: 0)
  /// The new texts, each with a NUL at its end.
  let texts = Lent<UInt8>(zero: 0)
  /// The start of each text in `texts`, and the end of the last.
  private(set) var textStarts: [Int] = [0]
  /// The effect of the plan; nil if the change does not come from a plan.
  private(set) var effect: Int32?

  /// The ranges of a kind in `markdown_editing.h`; nil for an unknown kind.
  subscript(kind: Int32) -> Lent<Int32>? {
    switch kind {
    case 0: edits
    case 1: selections
    case 2: leaves
    case 3: references
    default: nil
    }
  }

  func set(_ plan: Plan, before: TextBuffer, after: TextBuffer, _ unit: OffsetUnit) {
    set(plan.edit, plan.selections, before: before, after: after, unit)
    leaves.set(before.pairs(plan.leaves, unit))
    references.set(before.pairs(plan.references, unit))
    effect =
      switch plan.effect {
      case .added: 0
      case .removed: 1
      case .converted: 2
      case .moved: 3
      case .typed: 4
      case .pending: 5
      }
  }

  /// Stores an edit and the selections after it.
  func set(
    _ edit: TextEdit, _ selected: [Range<Int>], before: TextBuffer, after: TextBuffer,
    _ unit: OffsetUnit
  ) {
    clear()
    edits.set(before.pairs(edit.replacements.map { $0.range }, unit))
    selections.set(after.pairs(selected, unit))
    var bytes: [UInt8] = []
    for replacement in edit.replacements {
      bytes.append(contentsOf: replacement.bytes)
      bytes.append(0)
      textStarts.append(bytes.count)
    }
    texts.set(bytes)
  }

  /// Stores only selections.
  func set(_ selected: [Range<Int>], in text: TextBuffer, _ unit: OffsetUnit) {
    clear()
    selections.set(text.pairs(selected, unit))
  }

  func clear() {
    let none = EmptyCollection<Int32>()
    edits.set(none)
    selections.set(none)
    leaves.set(none)
    references.set(none)
    texts.set(EmptyCollection())
    textStarts = [0]
    effect = nil
  }

  /// The range of an edit's text in `texts`; nil for an unknown edit.
  func text(_ index: Int32) -> Range<Int>? {
    guard index >= 0, Int(index) + 1 < textStarts.count else { return nil }
    return textStarts[Int(index)]..<textStarts[Int(index) + 1] - 1
  }
}
