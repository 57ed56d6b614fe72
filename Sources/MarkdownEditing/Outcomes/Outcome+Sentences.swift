extension Outcome.Unchanged {
  /// The reason as a sentence.
  package var sentence: String {
    switch self {
    case .nothingMarkable:
      "nothing in the selection can have a mark: it holds only white space, markers, code blocks, "
        + "formulas or HTML."
    case .alreadySo: "the selection is so already."
    case .caretOutsideText: "no mark can be at the caret: it does not stand in text."
    case .noSelection: "nothing is selected."
    case .composing: "an input method is composing."
    case .notInDialect: "the dialect does not have that."
    case .inCode: "the selection is in a code block."
    case .inHTML: "the selection is in HTML."
    case .inMetadata: "the selection is in front matter."
    case .inDefinition: "the selection is in a definition."
    case .inFormula: "the selection is in a formula."
    case .inTable: "the selection is in a table."
    case .onRule: "the selection is on a thematic break."
    case .noText: "there is no text in the selection."
    case .notInList: "the selection is in no list item that this could be done to."
    case .noTask: "there is no task in the selection."
    case .notInTable: "the selection is in no table."
    case .noFootnote: "there is no footnote at the selection."
    case .noHeading: "there is no heading at the selection or above it."
    case .nowhereToMove: "there is nothing further that way."
    case .noLink: "there is no link in the selection."
    case .badArgument: "the command needs an argument, or another one."
    case .noSpelling: "CommonMark has no spelling for it."
    }
  }
}

extension Outcome.Refusal {
  /// The reason as a sentence, in which `place` names a UTF-8 range of the text.
  package func sentence(_ place: (Range<Int>) -> String) -> String {
    let (start, leaf, rest): (String, Range<Int>, String)
    switch self {
    case .readingsDiffer(let block):
      (start, leaf, rest) = ("The block at ", block, " is read otherwise by libcmark.")
    case .noSpelling(let block):
      start = "No spelling of the block at "
      (leaf, rest) = (block, " gives what is asked for.")
    case .tooIntricate(let block):
      (start, leaf) = ("The block at ", block)
      rest =
        " is too intricate: no spelling that gives what is asked for was found within the steps that "
        + "a command may take."
    case .autolinkInLink(let block):
      (start, leaf) = ("The selection in the block at ", block)
      rest = " cuts an autolink inside a link, for which CommonMark has no spelling."
    case .unparsable(let reason): return reason
    case .insideCharacter(let range):
      return
        "The selection of the bytes \(range.lowerBound)..<\(range.upperBound) is outside the text, "
        + "splits a character, or begins before the end of another selection."
    case .internal(let range):
      (start, leaf) = ("The planned edit is invalid at ", range)
      rest = ", so the text was not changed. This is a defect of MarkdownEditing; please report it."
    case .inputRejectedEdit: return "The text did not take the edit."
    case .contextTooShort: return "The app shows too little of the text."
    }
    return start + place(leaf) + rest
  }
}

extension Outcome.Refusal {
  /// The name of the reason in JSON.
  package var name: String {
    switch self {
    case .readingsDiffer: "readingsDiffer"
    case .noSpelling: "noSpelling"
    case .tooIntricate: "tooIntricate"
    case .autolinkInLink: "autolinkInLink"
    case .unparsable: "unparsable"
    case .insideCharacter: "insideCharacter"
    case .internal: "internal"
    case .inputRejectedEdit: "inputRejectedEdit"
    case .contextTooShort: "contextTooShort"
    }
  }
}
