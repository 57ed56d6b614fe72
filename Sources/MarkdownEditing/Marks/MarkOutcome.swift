import TextEditing

/// What a command would do: a plan, nothing (and why), or a refusal (and why). Nothing is mutated.
public enum MarkOutcome: Hashable, Sendable {
  /// An edit that libcmark has proved, and the selections after it.
  case plan(MarkPlan)
  /// There is nothing to do.
  case unchanged(Unchanged)
  /// The command could not be carried out; the text stays as it is.
  case refused(Refusal)

  /// The plan, or nil if there is nothing to do or the command was refused.
  public var plan: MarkPlan? {
    if case .plan(let plan) = self { plan } else { nil }
  }
}

/// An edit that keeps the promise of a toggle, with a description of it.
public struct MarkPlan: Hashable, Sendable {
  /// What the edit does.
  public enum Effect: String, Hashable, Sendable {
    case marks, unmarks, stepsOut, stepsIn, insertsPair, removesPair
  }
  /// The replacements, in UTF-8 offsets of the original text.
  public var edit: TextEdit
  /// Where the selections are afterwards, in UTF-8 offsets of the edited text: ascending, none
  /// overlapping. Those that meet in one character, as two in `&ouml;` do, are one.
  public var selections: [Range<Int>]
  /// What the edit does.
  public var effect: Effect
  /// The UTF-8 ranges, in the original text, of the leaves touched; of a long paragraph of a
  /// `MarkdownDocument` the part that was looked at.
  public var leaves: [Range<Int>]
  /// The UTF-8 ranges, in the original text, of characters respelled as character references.
  public var references: [Range<Int>]

  /// Creates a plan from its parts.
  public init(
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

extension MarkOutcome {
  /// Why a command has nothing to do.
  public enum Unchanged: String, Hashable, Sendable, CaseIterable {
    /// Nothing selected is markable: white space, code blocks, HTML, markers.
    case nothingMarkable
    /// `mark` if all characters have the mark, or `unmark` if none has.
    case alreadySo
    /// The caret is where no mark is possible: in a code block, HTML, or a definition.
    case caretOutsideText
    /// The dialect does not have the mark.
    case markNotInDialect
    /// The input has no selection and no insertion point.
    case noSelection
    /// An input method is composing, and the policies do not confirm its text.
    case composing
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
  }
}
