import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// The command in a line of a batch.
package enum BatchCommand: Hashable, Sendable {
  case editing(EditingCommand)
  /// The states of the marks.
  case state(EditingOptions)
  /// Opens a document under a name, or closes it.
  case open, close
  case change([BatchEdit])

  /// The value of the field `command`.
  enum Name: Hashable {
    case row(CommandRow)
    case state
    case open, edit, close
  }

  /// Every command by its name: the catalogue, `state`, and the commands for open documents.
  static let names: [(String, Name)] =
    CommandRow.all.map { ($0.name, .row($0)) }
    + [("state", .state), ("open", .open), ("edit", .edit), ("close", .close)]

  /// Makes a command from the fields of a line; an argument that it does not use is ignored.
  init(
    _ name: Name, _ action: MarkAction?, argument: [UInt8]?, edits: [BatchEdit]?,
    _ options: EditingOptions
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
    case .state:
      if action != nil || argument != nil {
        throw BatchProblem(.unknownField, "“state” takes no “action” and no “argument”.")
      }
      self = .state(options)
    case .row(let row):
      if let action, action != .toggle, row.mark == nil {
        throw BatchProblem(.unknownField, "“\(row.name)” takes no “action”.")
      }
      let text = argument.map { String(decoding: $0, as: UTF8.self) }
      var command = EditingCommand(row, argument: text, options: options)
      command.markAction = action ?? .toggle
      self = .editing(command)
    }
  }

  /// Whether the command needs a selection; opening, closing and changing a document do not.
  var hasSelection: Bool {
    switch self {
    case .open, .close, .change: false
    case .editing, .state: true
    }
  }
}
