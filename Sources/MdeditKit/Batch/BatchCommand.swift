import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// What a line of a batch asks for: a mark, or a row of the catalogue.
package enum BatchCommand: Hashable, Sendable {
  case mark(MarkCommand)
  case editing(EditingCommand)
  /// What a bar would light.
  case state(MarkPolicies)
  /// A document is kept by its name, changed by its owner, or kept no longer.
  case open, close
  case change([BatchEdit])

  /// The `command` of a line.
  enum Name: Hashable {
    case mark(Mark)
    case row(CommandRow)
    case state
    case open, edit, close
  }
  /// What came of it.
  enum Outcome {
    case edit(TextEdit, [Range<Int>])
    case state(FormattingState)
    case unchanged(String)
    case refused(MarkOutcome.Refusal)
  }

  /// Every command with its name: the marks, the catalogue, and `state`.
  static let names: [(String, Name)] =
    Mark.allCases.map { ($0.name, .mark($0)) } + CommandRow.all.map { ($0.name, .row($0)) }
    + [("state", .state), ("open", .open), ("edit", .edit), ("close", .close)]

  /// Makes a command of the fields of a line; an argument that it does not take does not matter.
  init(
    _ name: Name, _ action: MarkCommand.Action?, argument: [UInt8]?, edits: [BatchEdit]?,
    _ policies: MarkPolicies, _ commandPolicies: CommandPolicies
  ) throws(BatchProblem) {
    if edits != nil, name != .edit {
      throw BatchProblem(.unknownField, "Only “edit” takes “edits”.")
    }
    switch name {
    case .open: self = .open
    case .close: self = .close
    case .edit:
      guard let edits else {
        throw BatchProblem(.missingField, "The field “edits” is missing.")
      }
      self = .change(edits)
    case .mark(let mark):
      self = .mark(MarkCommand(action ?? .toggle, mark, policies: policies))
    case .state:
      if action != nil || argument != nil {
        throw BatchProblem(.unknownField, "“state” takes no “action” and no “argument”.")
      }
      self = .state(policies)
    case .row(let row):
      if let action, action != .toggle {
        throw BatchProblem(.unknownField, "“\(row.name)” takes no “action”.")
      }
      let text = argument.map { String(decoding: $0, as: UTF8.self) }
      self = .editing(
        EditingCommand(
          row, argument: text, dialect: policies.dialect, policies: commandPolicies))
    }
  }

  /// Whether it needs a selection: what is done to an open document itself does not.
  var hasSelection: Bool {
    switch self {
    case .open, .close, .change: false
    case .mark, .editing, .state: true
    }
  }

  /// What the command does to `selections` of `source`.
  func outcome(onUTF8 selections: [Range<Int>], in source: [UInt8]) -> Outcome {
    switch self {
    case .mark(let command):
      switch command.outcome(onUTF8: selections, in: source) {
      case .plan(let plan): .edit(plan.edit, plan.selections)
      case .unchanged(let reason): .unchanged(reason.rawValue)
      case .refused(let refusal): .refused(refusal)
      }
    case .open, .close, .change: .edit(TextEdit(), selections)
    case .state(let policies):
      .state(FormattingState(of: selections, in: source, policies: policies))
    case .editing(let command):
      switch command.outcome(onUTF8: selections, in: source) {
      case .plan(let plan): .edit(plan.edit, plan.selections)
      case .unchanged(let reason): .unchanged(reason.rawValue)
      case .refused(let refusal): .refused(refusal)
      }
    }
  }
}
