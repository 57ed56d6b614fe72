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
    /// No heading is in the selection or above it.
    case noHeading
    /// There is nothing further in that direction.
    case nowhereToMove
    /// There is no footnote at the selection.
    case noFootnote
    /// The selection holds no link.
    case noLink
    /// The command needs an argument, or a different one.
    case badArgument
    /// A task's text is a paragraph, so that no heading, code, table or list can begin a task.
    case inTask
    /// Indented code directly after a list would belong to the list.
    case joinsList
    /// The command would be refused, because libcmark reads no text as the wanted result.
    case noSpelling

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
    /// The plan was invalid at this UTF-8 range: a defect of the library, which traps if debugged.
    case `internal`(Range<Int>)
    /// The text input rejected the edit or made a different one, and its text was restored.
    case inputRejectedEdit
    /// A document proxy shows too little of the text to determine the result.
    case contextTooShort
  }
}

extension Outcome.Refusal {
  /// The UTF-8 range of the refusal, or nil if it has none.
  package var range: Range<Int>? {
    switch self {
    case .readingsDiffer(let range), .noSpelling(let range), .blocksDiffer(let range),
      .tooIntricate(let range), .insideCharacter(let range), .internal(let range):
      range
    case .unparsable, .inputRejectedEdit, .contextTooShort: nil
    }
  }

  /// Returns the refusal with its range transformed.
  func mapped(_ transform: (Range<Int>) -> Range<Int>) -> Outcome.Refusal {
    switch self {
    case .readingsDiffer(let leaf): .readingsDiffer(transform(leaf))
    case .noSpelling(let leaf): .noSpelling(transform(leaf))
    case .blocksDiffer(let blocks): .blocksDiffer(transform(blocks))
    case .tooIntricate(let leaf): .tooIntricate(transform(leaf))
    case .insideCharacter(let range): .insideCharacter(transform(range))
    case .internal(let range): .internal(transform(range))
    case .unparsable, .inputRejectedEdit, .contextTooShort: self
    }
  }
}
