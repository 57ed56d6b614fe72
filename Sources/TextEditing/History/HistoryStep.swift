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

extension HistoryStep {
  /// Whether `next` continues this step: the same kind, where this one stopped, in the same word.
  /// For example, `b` typed after `a`.
  func coalesces(with next: HistoryStep) -> Bool {
    guard next.kind == kind, next.selectionsBefore == selectionsAfter,
      edit.replacements.count == 1, next.edit.replacements.count == 1,
      let mine = edit.replacements.first, let other = next.edit.replacements.first
    else { return false }
    switch kind {
    case .command:
      return false
    case .typing:
      return other.range.isEmpty
        && other.range.lowerBound == mine.range.lowerBound + mine.bytes.count
        && Self.staysInWord(mine.bytes.last, other.bytes.first)
    case .deleting:
      guard mine.bytes.isEmpty, other.bytes.isEmpty else { return false }
      let gone = inverse.replacements.first?.bytes
      let going = next.inverse.replacements.first?.bytes
      if other.range.upperBound == mine.range.lowerBound {
        return Self.staysInWord(going?.last, gone?.first)
      }
      return other.range.lowerBound == mine.range.lowerBound
        && Self.staysInWord(gone?.last, going?.first)
    }
  }

  /// Whether no word begins and no line ends between two bytes: those of `"ab"`, not of `" b"`.
  private static func staysInWord(_ left: UInt8?, _ right: UInt8?) -> Bool {
    guard let left, let right else { return false }
    if left.isLineEnding || right.isLineEnding { return false }
    return !(left.isBlank && !right.isBlank)
  }
}

extension HistoryStep {
  /// Creates a step from an edit that will be applied to `buffer`.
  ///
  /// - Parameters:
  ///   - edit: the edit.
  ///   - kind: the kind of the edit.
  ///   - selectionsBefore: the selections before the edit, in UTF-8 offsets, ascending.
  ///   - selectionsAfter: the selections after it, in UTF-8 offsets, ascending.
  ///   - buffer: the text before it.
  /// - Throws: `TextEditError` if the edit does not fit the buffer.
  package init(
    _ edit: TextEdit, kind: Kind = .command, selectionsBefore: [Range<Int>],
    selectionsAfter: [Range<Int>], in buffer: TextBuffer
  ) throws(TextEditError) {
    try buffer.validate(edit)
    self.init(
      edit: edit, inverse: edit.inverted(in: buffer), selectionsBefore: selectionsBefore,
      selectionsAfter: selectionsAfter, kind: kind)
  }
}
