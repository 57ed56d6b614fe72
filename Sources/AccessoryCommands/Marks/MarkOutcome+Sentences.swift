extension MarkOutcome.Unchanged {
  /// The reason as a sentence.
  package var sentence: String {
    switch self {
    case .nothingMarkable:
      "nothing in the selection can have a mark: it holds only white space, markers, code blocks "
        + "or HTML."
    case .alreadySo: "the selection is so already."
    case .caretOutsideText: "no mark can be at the caret: it does not stand in text."
    case .markNotInDialect: "the dialect does not have the mark."
    case .noSelection: "nothing is selected."
    case .composing: "an input method is composing."
    }
  }
}

extension MarkOutcome.Refusal {
  /// The reason as a sentence; `place` names a UTF-8 range of the text.
  package func sentence(_ place: (Range<Int>) -> String) -> String {
    switch self {
    case .readingsDiffer(let leaf):
      "The block at \(place(leaf)) is read otherwise by libcmark."
    case .noSpelling(let leaf):
      "No spelling of the block at \(place(leaf)) gives the marks that are asked for."
    case .tooIntricate(let leaf):
      "The block at \(place(leaf)) is too intricate: no spelling that gives the marks was found "
        + "within the steps that a command may take."
    case .autolinkInLink(let leaf):
      "The selection in the block at \(place(leaf)) cuts an autolink inside a link, "
        + "for which CommonMark has no spelling."
    case .unparsable(let reason): reason
    case .insideCharacter(let range):
      "The UTF-8 range \(range.lowerBound)..<\(range.upperBound) begins or ends inside a character."
    case .inputRejectedEdit: "The text did not take the edit."
    }
  }
}
