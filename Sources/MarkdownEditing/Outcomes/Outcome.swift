import TextEditing

/// The answer of a command: a plan, nothing to do (and why), or a refusal (and why).
public enum Outcome: Hashable, Sendable {
  /// An edit that libcmark has proved, and the selections after it.
  case plan(Plan)
  /// There is nothing to do.
  case unchanged(Unchanged)
  /// The command could not be carried out; the text stays as it is.
  case refused(Refusal)

  /// The plan, or nil if there is nothing to do or the command was refused.
  public var plan: Plan? {
    if case .plan(let plan) = self { plan } else { nil }
  }
}

extension Outcome {
  /// Why a command has nothing to do.
  public enum Unchanged: String, Error, Hashable, Sendable, CaseIterable {
    /// Nothing selected can have a mark: white space, code blocks, HTML, markers.
    case nothingMarkable
    /// Everything is already so.
    case alreadySo
    /// The caret is where no mark is possible: in a code block, HTML, or a definition.
    case caretOutsideText
    /// The input has no selection and no insertion point.
    case noSelection
    /// An input method is composing, and the options do not confirm its text.
    case composing
    /// The dialect has no such mark or construct.
    case notInDialect
    /// The selection is in a code block.
    case inCode
    /// The selection is in HTML.
    case inHTML
    /// The selection is in front matter.
    case inMetadata
    /// The selection is in a link's or a footnote's definition.
    case inDefinition
    /// The selection is in a formula.
    case inFormula
    /// The selection is in a table, which the command cannot change.
    case inTable
    /// The selection is on a thematic break.
    case onRule
    /// There is no text in the selection.
    case noText
    /// The selection is not in a list item.
    case notInList
    /// The selection holds no task.
    case noTask
    /// The selection is not in a table.
    case notInTable
    /// The selection holds no heading and is not below one.
    case noHeading
    /// There is nothing before or after it to move to.
    case nowhereToMove
    /// There is no footnote at the selection.
    case noFootnote
    /// There is no link in the selection.
    case noLink
    /// The command needs an argument, or cannot take the one that it was given.
    case badArgument
    /// There is no text that libcmark reads as what the command wants: the command would be refused.
    case noSpelling

    /// Whether the command applies, but has nothing left to do. True of `.alreadySo`, not of `.inCode`.
    var isIdle: Bool { self == .alreadySo || self == .nowhereToMove }
  }

  /// Why a command was refused.
  public enum Refusal: Error, Hashable, Sendable {
    /// Our reading of a leaf differs from libcmark's: the leaf's UTF-8 range.
    case readingsDiffer(Range<Int>)
    /// No candidate passed the proof: the leaf's UTF-8 range.
    case noSpelling(Range<Int>)
    /// No candidate passed the proof before the command's budget was spent: the leaf's UTF-8 range.
    ///
    /// The budget is counted in steps of the search and in bytes parsed, not in time: a base of about
    /// a fifth of a second, and about four seconds for a million bytes.
    case tooIntricate(Range<Int>)
    /// The selection cuts an autolink that stands in a link's text: the leaf's UTF-8 range.
    ///
    /// CommonMark has no spelling for that: nothing inside `<…>` is markup (0.30 §6.5), and a link in
    /// brackets, the only other way to write it, may not stand in another link's text (§6.3).
    case autolinkInLink(Range<Int>)
    /// The text is beyond what libcmark may be given: the reason, as a sentence.
    case unparsable(String)
    /// A selection is outside the text, splits a character's UTF-8 sequence, or begins before the end of
    /// the selection before it: the UTF-8 range.
    case insideCharacter(Range<Int>)
    /// The plan was invalid at a UTF-8 range: a defect of this library, which traps in a debug build.
    case `internal`(Range<Int>)
    /// The input did not take the edit, and its text is restored: it refused the change or made
    /// another.
    case inputRejectedEdit
    /// A document proxy shows too little of the text: the result depends on the rest.
    case contextTooShort
  }
}

extension Outcome.Refusal {
  /// The UTF-8 range that it names; nil if it names none.
  package var range: Range<Int>? {
    switch self {
    case .readingsDiffer(let range), .noSpelling(let range), .tooIntricate(let range),
      .autolinkInLink(let range), .insideCharacter(let range), .internal(let range):
      range
    case .unparsable, .inputRejectedEdit, .contextTooShort: nil
    }
  }

  /// The refusal with the range that it names put elsewhere.
  func mapped(_ transform: (Range<Int>) -> Range<Int>) -> Outcome.Refusal {
    switch self {
    case .readingsDiffer(let leaf): .readingsDiffer(transform(leaf))
    case .noSpelling(let leaf): .noSpelling(transform(leaf))
    case .tooIntricate(let leaf): .tooIntricate(transform(leaf))
    case .autolinkInLink(let leaf): .autolinkInLink(transform(leaf))
    case .insideCharacter(let range): .insideCharacter(transform(range))
    case .internal(let range): .internal(transform(range))
    case .unparsable, .inputRejectedEdit, .contextTooShort: self
    }
  }
}
