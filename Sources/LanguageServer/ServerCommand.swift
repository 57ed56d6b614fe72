import MarkdownEditing
import TextEditing

/// What a request asks for: a mark, or a row of the catalogue.
enum ServerCommand: Sendable {
  case mark(MarkCommand)
  case row(EditingCommand)

  /// What came of it.
  enum Outcome {
    case plan(ServerPlan)
    case unchanged(reason: String, message: String)
    case refused(MarkOutcome.Refusal)
  }

  /// What the command does at a place; nothing changes.
  ///
  /// - Complexity: that of the engine's commands on an indexed document.
  func outcome(at place: RequestPlace) -> Outcome {
    switch self {
    case .mark(let command):
      switch command.outcome(onUTF8: place.selections, in: place.document) {
      case .plan(let plan):
        .plan(
          ServerPlan(
            edit: plan.edit, selections: plan.selections, effect: plan.effect.rawValue,
            title: plan.title(of: command.mark)))
      case .unchanged(let reason):
        .unchanged(reason: reason.rawValue, message: reason.sentence)
      case .refused(let refusal): .refused(refusal)
      }
    case .row(let command):
      switch command.outcome(onUTF8: place.selections, in: place.document) {
      case .plan(let plan):
        .plan(
          ServerPlan(
            edit: plan.edit, selections: plan.selections, effect: plan.effect.rawValue,
            title: command.row.title))
      case .unchanged(let reason):
        .unchanged(reason: reason.rawValue, message: reason.sentence)
      case .refused(let refusal): .refused(refusal)
      }
    }
  }
}

/// An edit that is proved, and what a client is told of it.
struct ServerPlan {
  var edit: TextEdit
  /// In UTF-8 offsets of the text after.
  var selections: [Range<Int>]
  /// What the edit does, by the engine's name.
  var effect: String
  /// What it is called among a client's steps to undo.
  var title: String
}
