import TextEditing

/// The answer of a command: a plan, the reason for doing nothing, or the reason for a refusal.
public enum Outcome: Hashable, Sendable {
  /// An edit that libcmark has proved, and the selections after it.
  case plan(Plan)
  /// The command does not apply, or would change nothing.
  case unchanged(Unchanged)
  /// No edit could be proved. The text stays as it is.
  case refused(Refusal)

  /// The plan, or nil if there is nothing to do or the command was refused.
  public var plan: Plan? {
    if case .plan(let plan) = self { plan } else { nil }
  }

  static func typing(_ edit: TextEdit, caret: Int) -> Outcome {
    .plan(Plan(edit: edit, selections: [caret..<caret], effect: .typed))
  }
}

extension Outcome {
  /// The reason why a command does nothing.
  public enum Unchanged: String, Error, Hashable, Sendable, CaseIterable {
    /// Nothing selected can have a mark, because it is white space, code blocks, HTML or markers.
    case nothingMarkable
    /// The selection already has what the command adds, or lacks what it removes.
    case alreadySo
    /// The caret is in no word and no run, so that there is nothing to mark. A session holds the mark
    /// pending for the text typed next.
    case nothingToMark
    /// The caret is in a place that cannot have marks, such as a code block, HTML or a definition.
    case caretOutsideText
    /// The input has no selection and no insertion point.
    case noSelection
    /// An input method is composing, and the options do not allow the command to confirm its text.
    case composing
    /// The input shows its text without letting anybody change it.
    case readOnly
    /// The system is rewriting the text of the input, as Writing Tools do.
    case beingRewritten
    /// The dialect does not have this mark or construct.
    case notInDialect
    /// The selection is in a code block.
    case inCode
    /// The selection is in HTML.
    case inHTML
    /// The selection is in front matter.
    case inMetadata
    /// The selection is in the definition of a link or a footnote.
    case inDefinition
    /// The selection is in a formula.
    case inFormula
    /// The selection is in a table, which the command cannot change.
    case inTable
    /// The selection is on a thematic break.
    case onRule
    /// The selection holds no text.
    case noText
    /// The selection is not in a list item.
    case notInList
    /// The selection holds no task.
    case noTask
    /// The selection is not in a table.
    case notInTable
    /// No heading is in the selection or above it; for a table of contents, below it.
    case noHeading
    /// There is nothing further in that direction.
    case nowhereToMove
    /// There is no footnote at the selection.
    case noFootnote
    /// The selection holds no link.
    case noLink
    /// The document has no link definition.
    case noDefinition
    /// The command needs an argument, or a different one.
    case badArgument
    /// A task's text is a paragraph, so that no heading, code, table or list can begin a task.
    case inTask
    /// Indented code directly after a list would belong to the list.
    case joinsList
    /// The command would be refused, because libcmark reads no text as the wanted result.
    case noSpelling
    /// A document proxy shows too little of the text to determine the result.
    case contextTooShort

    /// Whether the command applies but has nothing left to do: `.alreadySo`, not `.inCode`.
    var isIdle: Bool { self == .alreadySo || self == .nowhereToMove }

    /// Whether the command applies but Markdown cannot spell its result: `.inTask`, not `.inCode`.
    var isOfSpelling: Bool { self == .noSpelling || self == .inTask || self == .joinsList }
  }

  /// The reason why a command was refused.
  public enum Refusal: Error, Hashable, Sendable {
    /// The scanner and libcmark read a leaf differently. The value is the leaf's UTF-8 range.
    case readingsDiffer(Range<Int>)
    /// No delimiters are read as the wanted marks or links. The value is the leaf's UTF-8 range.
    case noSpelling(Range<Int>)
    /// The blocks of the command cannot be written without a change of other blocks or of the text,
    /// for example because a list would join the one below. The value is the UTF-8 range.
    case blocksDiffer(Range<Int>)
    /// The blocks are nested too deeply or are too many. The value is their UTF-8 range.
    case tooIntricate(Range<Int>)
    /// The text cannot be passed to libcmark. The value is the reason as a sentence.
    case unparsable(String)
    /// A selection is outside the text, splits a character's UTF-8 sequence, or begins before the
    /// end of the selection before it. The value is its UTF-8 range.
    case insideCharacter(Range<Int>)
    /// The range that a caller gave, in its own unit, is not a selection of the text.
    case invalidRange(TextEditError)
    /// The plan was invalid at this UTF-8 range: a defect of the library, which traps if debugged.
    case `internal`(Range<Int>)
    /// The text input rejected the edit or made a different one, and its text was restored.
    case inputRejectedEdit
  }
}

extension Outcome.Refusal {
  package var range: Range<Int>? {
    switch self {
    case .readingsDiffer(let range), .noSpelling(let range), .blocksDiffer(let range),
      .tooIntricate(let range), .insideCharacter(let range), .internal(let range):
      range
    case .unparsable, .inputRejectedEdit, .invalidRange: nil
    }
  }

  func mapped(_ transform: (Range<Int>) -> Range<Int>) -> Outcome.Refusal {
    switch self {
    case .readingsDiffer(let leaf): .readingsDiffer(transform(leaf))
    case .noSpelling(let leaf): .noSpelling(transform(leaf))
    case .blocksDiffer(let blocks): .blocksDiffer(transform(blocks))
    case .tooIntricate(let leaf): .tooIntricate(transform(leaf))
    case .insideCharacter(let range): .insideCharacter(transform(range))
    case .internal(let range): .internal(transform(range))
    case .unparsable, .inputRejectedEdit, .invalidRange: self
    }
  }
}

/// An edit that libcmark has proved, with a description of it.
public struct Plan: Hashable, Sendable {
  /// The kinds of edits.
  public enum Effect: String, Hashable, Sendable, CaseIterable {
    /// The edit adds what the command names, such as a mark, a heading or a list.
    case added
    /// The edit removes what the command names.
    case removed
    /// The edit turns one construct into another, such as a bullet list into a numbered one.
    case converted
    /// The edit moves text, an item or the caret.
    case moved
    /// The edit inserts typed text or deletes text.
    case typed
    /// There is no edit: in an editing session, the text typed next gets or loses the mark.
    case pending
  }
  /// The replacements, in UTF-8 offsets of the original text.
  public var edit: TextEdit
  /// The selections after the edit, in UTF-8 offsets of the edited text, in ascending order without
  /// overlaps. Selections that touch the same character, such as two inside `&ouml;`, become one.
  public var selections: [Range<Int>]
  /// The kind of the edit.
  public var effect: Effect
  /// The UTF-8 ranges, in the original text, of the leaves that a mark's command touched. For a
  /// long paragraph of a `MarkdownDocument`, only the examined part.
  public var leaves: [Range<Int>] = []
  /// The UTF-8 ranges, in the original text, of characters that become character references.
  public var references: [Range<Int>] = []

  package init(
    edit: TextEdit, selections: [Range<Int>], effect: Effect, leaves: [Range<Int>] = [],
    references: [Range<Int>] = []
  ) {
    self.edit = edit
    self.selections = selections
    self.effect = effect
    self.leaves = leaves
    self.references = references
  }
}

extension Outcome.Unchanged {
  package var sentence: String {
    switch self {
    case .nothingMarkable:
      "No mark can be added here: the selection has only white space, markers, code blocks, "
        + "formulas or HTML."
    case .alreadySo: "Nothing to change: the selection already has this form."
    case .nothingToMark: "The caret is not in a word, so there is nothing to mark."
    case .caretOutsideText: "No mark can be added here: the caret is not in text."
    case .noSelection: "Nothing is selected."
    case .composing: "An input method is composing."
    case .readOnly: "The text is read-only."
    case .beingRewritten: "The system is rewriting the text."
    case .notInDialect: "The document's dialect does not have this."
    case .inCode: "The selection is in a code block."
    case .inHTML: "The selection is in HTML."
    case .inMetadata: "The selection is in front matter."
    case .inDefinition: "The selection is in a definition."
    case .inFormula: "The selection is in a formula."
    case .inTable: "The selection is in a table."
    case .onRule: "The selection is on a thematic break."
    case .noText: "There is no text in the selection."
    case .notInList: "The selection is not in a list item that can change this way."
    case .noTask: "There is no task in the selection."
    case .notInTable: "The selection is not in a table."
    case .noFootnote: "There is no footnote at the selection."
    case .noHeading: "There is no heading for this command."
    case .nowhereToMove: "There is nothing to move past in that direction."
    case .noLink: "There is no link in the selection."
    case .noDefinition: "The document has no link definition."
    case .badArgument: "The argument is missing or invalid."
    case .inTask: "A task's text must be a paragraph: no other block can begin a task."
    case .joinsList: "Indented code directly after a list would belong to the list."
    case .noSpelling: "CommonMark cannot express this here."
    case .contextTooShort: "The app shows too little of its text."
    }
  }
}

extension Outcome.Refusal {
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
    case .invalidRange(let error):
      let sentence = error.description
      return sentence.prefix(1).uppercased() + sentence.dropFirst() + "."
    case .insideCharacter(let range):
      return
        "The selection of the bytes \(range.lowerBound)..<\(range.upperBound) is outside the text, "
        + "splits a character, or begins before the end of another selection."
    case .internal(let range):
      (start, leaf) = ("The planned edit is invalid at ", range)
      rest = ", so the text was not changed. This is a defect of MarkdownEditing; please report it."
    case .inputRejectedEdit: return "The text view rejected the edit."
    }
    return start + place(leaf) + rest
  }

  package var name: String {
    switch self {
    case .readingsDiffer: "readingsDiffer"
    case .noSpelling: "noSpelling"
    case .blocksDiffer: "blocksDiffer"
    case .tooIntricate: "tooIntricate"
    case .unparsable: "unparsable"
    case .insideCharacter, .invalidRange: "insideCharacter"
    case .internal: "internal"
    case .inputRejectedEdit: "inputRejectedEdit"
    }
  }
}
