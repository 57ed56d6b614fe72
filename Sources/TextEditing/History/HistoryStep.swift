/// One step of a history: what was done, what undoes it, and the selections on both sides.
public struct HistoryStep: Hashable, Sendable {
  /// What was done, in UTF-8 offsets of the original text.
  package internal(set) var edit: TextEdit
  /// What undoes it, in UTF-8 offsets of the edited text.
  package internal(set) var inverse: TextEdit
  /// The selections before, in UTF-8 offsets, ascending.
  package internal(set) var selectionsBefore: [Range<Int>]
  /// The selections after, in UTF-8 offsets, ascending.
  package internal(set) var selectionsAfter: [Range<Int>]
  /// What kind of change it is; decides what coalesces.
  package internal(set) var kind: Kind

  /// What kind of change a step is.
  public enum Kind: Hashable, Sendable {
    /// Text that is typed; adjacent typing coalesces, word by word.
    case typing
    /// Text that is deleted key by key; adjacent deletions coalesce, word by word.
    case deleting
    /// Everything else: a step of its own.
    case command
  }

  /// What the step holds on to, in bytes, with a flat share for its bookkeeping.
  var byteCount: Int {
    (edit.replacements + inverse.replacements).reduce(128) { $0 + $1.bytes.count + 64 }
  }

  /// This step and then `next` as one.
  func then(_ next: HistoryStep) -> HistoryStep {
    var joined = self
    joined.edit = edit.then(next.edit)
    joined.inverse = next.inverse.then(inverse)
    joined.selectionsAfter = next.selectionsAfter
    return joined
  }
}
