import TextEditing

/// What a command of the bar would do: a plan, nothing (and why), or a refusal (and why). Nothing is
/// mutated.
public enum CommandOutcome: Hashable, Sendable {
  /// An edit that libcmark has proved, and the selections after it.
  case plan(CommandPlan)
  /// There is nothing to do: the command does not apply where the selection is.
  case unchanged(CommandReason)
  /// The command could not be carried out; the text stays as it is.
  case refused(MarkOutcome.Refusal)

  /// The plan, or nil if there is nothing to do or the command was refused.
  public var plan: CommandPlan? {
    if case .plan(let plan) = self { plan } else { nil }
  }
}

/// An edit that gives the tree a command names.
public struct CommandPlan: Hashable, Sendable {
  /// What the command did: added what it names, removed it, or something else.
  public enum Effect: String, Hashable, Sendable {
    case gives, takes, converts, moves, types
  }
  /// The replacements, in UTF-8 offsets of the original text.
  public var edit: TextEdit
  /// The selections afterwards, in UTF-8 offsets of the edited text: ascending, none overlapping.
  /// Selections that would overlap are merged into one.
  public var selections: [Range<Int>]
  /// What the command did.
  public var effect: Effect

  /// Creates a plan from its parts.
  public init(edit: TextEdit, selections: [Range<Int>], effect: Effect) {
    self.edit = edit
    self.selections = selections
    self.effect = effect
  }
}

/// Why a command does not apply.
public enum CommandReason: String, Error, Hashable, Sendable, CaseIterable {
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
  /// The selection is in no list item.
  case notInList
  /// The selection holds no task.
  case noTask
  /// The selection is in no table.
  case notInTable
  /// There is nothing before or after it to move to.
  case nowhereToMove
  /// There is no link in the selection.
  case noLink
  /// Everything is already so.
  case alreadySo
  /// The command needs an argument, or cannot take the one that it was given.
  case badArgument
  /// The dialect has no such construct.
  case notInDialect
  /// The input has no selection and no insertion point.
  case noSelection
  /// An input method is composing.
  case composing
  /// No mark is in the selection, or none can be.
  case nothingMarkable
  /// There is no text that libcmark reads as what the command wants: the command would be refused.
  case noSpelling
}

extension CommandReason {
  /// Whether the command applies, but has nothing left to do. True of `.alreadySo`, not of `.inCode`.
  var isIdle: Bool { self == .alreadySo || self == .nowhereToMove }

  /// The reason as a sentence.
  package var sentence: String {
    switch self {
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
    case .nowhereToMove: "there is nothing further that way."
    case .noLink: "there is no link in the selection."
    case .alreadySo: "the selection is so already."
    case .badArgument: "the command needs an argument, or another one."
    case .notInDialect: "the dialect does not have that."
    case .noSelection: "nothing is selected."
    case .composing: "an input method is composing."
    case .nothingMarkable: "nothing in the selection can have a mark."
    case .noSpelling: "CommonMark has no spelling for it."
    }
  }
}
