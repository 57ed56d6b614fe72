import TextEditing

extension MarkCommand {
  /// What the command does to `selections` of the text `source`; mutates nothing.
  ///
  /// - Parameters:
  ///   - selections: UTF-8 ranges of `source`, in ascending order; an empty one is a caret.
  ///   - source: the UTF-8 bytes of the document.
  public func outcome(on selections: [Range<Int>], in source: [UInt8]) -> MarkOutcome {
    .unchanged(.noSelection)
  }
}
