extension Outcome.Unchanged {
  /// The reason as a sentence.
  package var sentence: String {
    switch self {
    case .nothingMarkable:
      "no mark can be added here: the selection has only white space, markers, code blocks, "
        + "formulas or HTML."
    case .alreadySo: "nothing to change: the selection already has this form."
    case .nothingToMark: "the caret is not in a word, so there is nothing to mark."
    case .caretOutsideText: "no mark can be added here: the caret is not in text."
    case .noSelection: "nothing is selected."
    case .composing: "an input method is composing."
    case .notInDialect: "the document's dialect does not have this."
    case .inCode: "the selection is in a code block."
    case .inHTML: "the selection is in HTML."
    case .inMetadata: "the selection is in front matter."
    case .inDefinition: "the selection is in a definition."
    case .inFormula: "the selection is in a formula."
    case .inTable: "the selection is in a table."
    case .onRule: "the selection is on a thematic break."
    case .noText: "there is no text in the selection."
    case .notInList: "the selection is not in a list item that can change this way."
    case .noTask: "there is no task in the selection."
    case .notInTable: "the selection is not in a table."
    case .noFootnote: "there is no footnote at the selection."
    case .noHeading: "there is no heading at the selection or above it."
    case .nowhereToMove: "there is nothing to move past in that direction."
    case .noLink: "there is no link in the selection."
    case .badArgument: "the argument is missing or invalid."
    case .inTask: "a task's text must be a paragraph: no other block can begin a task."
    case .joinsList: "indented code directly after a list would belong to the list."
    case .noSpelling: "CommonMark cannot express this here."
    }
  }
}

extension Outcome.Refusal {
  /// The reason as a sentence, in which `place` names a UTF-8 range of the text.
  package func sentence(_ place: (Range<Int>) -> String) -> String {
    let (start, leaf, rest): (String, Range<Int>, String)
    switch self {
    case .readingsDiffer(let block):
      (start, leaf, rest) = ("The block at ", block, " is read differently by libcmark.")
    case .noSpelling(let block):
      (start, leaf) = ("The requested marks or links cannot be written in the block at ", block)
      rest = ": no delimiters there are read as them."
    case .blocksDiffer(let blocks):
      (start, leaf) = ("The block at ", blocks)
      rest = " cannot be changed without changing the text or another block."
    case .tooIntricate(let block):
      (start, leaf) = ("The block at ", block)
      rest = " is too intricate: its blocks are nested too deeply, or are too many."
    case .unparsable(let reason): return reason
    case .insideCharacter(let range):
      return
        "The selection of the bytes \(range.lowerBound)..<\(range.upperBound) is outside the text, "
        + "splits a character, or begins before the end of another selection."
    case .internal(let range):
      (start, leaf) = ("The planned edit is invalid at ", range)
      rest = ", so the text was not changed. This is a defect of MarkdownEditing; please report it."
    case .inputRejectedEdit: return "The text view rejected the edit."
    case .contextTooShort: return "The app gives access to too little of the text."
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
    case .blocksDiffer: "blocksDiffer"
    case .tooIntricate: "tooIntricate"
    case .unparsable: "unparsable"
    case .insideCharacter: "insideCharacter"
    case .internal: "internal"
    case .inputRejectedEdit: "inputRejectedEdit"
    case .contextTooShort: "contextTooShort"
    }
  }
}
