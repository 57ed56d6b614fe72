/// A step of a history: the edit, its inverse, and the selections before and after.
public struct HistoryStep: Hashable, Sendable {
  /// The edit, in UTF-8 offsets of the text before.
  package internal(set) var edit: TextEdit
  /// The edit that undoes it, in UTF-8 offsets of the text after.
  package internal(set) var inverse: TextEdit
  /// The selections before, in UTF-8 offsets, ascending.
  package internal(set) var selectionsBefore: [Range<Int>]
  /// The selections after, in UTF-8 offsets, ascending.
  package internal(set) var selectionsAfter: [Range<Int>]
  /// The kind of change, which decides about coalescing.
  package internal(set) var kind: Kind

  /// The kind of change in a step.
  public enum Kind: Hashable, Sendable {
    /// Typed text; adjacent typing coalesces, word by word.
    case typing
    /// Text deleted key by key; adjacent deletions coalesce, word by word.
    case deleting
    /// Anything else, which is a separate step.
    case command
  }

  /// The size of the step in bytes, with a fixed share for its bookkeeping.
  var byteCount: Int {
    (edit.replacements + inverse.replacements).reduce(128) { $0 + $1.bytes.count + 64 }
  }

  /// Combines this step and `next`.
  func then(_ next: HistoryStep) -> HistoryStep {
    var joined = self
    joined.edit = edit.then(next.edit)
    joined.inverse = next.inverse.then(inverse)
    joined.selectionsAfter = next.selectionsAfter
    return joined
  }
}
