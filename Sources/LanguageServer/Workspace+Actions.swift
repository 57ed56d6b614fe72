import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension Workspace {
  /// The length of a selection, in bytes, whose states are read for a list of actions.
  private static let readSelectionLimit = 1 << 12

  /// `textDocument/codeAction`: one action for each command that applies to the selection.
  ///
  /// Only the commands' states are read, because an editor requests actions whenever its caret has moved. For a long
  /// selection they are not read either, and all commands are listed.
  mutating func codeActions(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let place = try place(parameters, needsVersion: false)
    let only = parameters?.member("context", "only")?.elements?.compactMap(\.string)
    let rows = Set(
      CommandRow.all.filter { $0.isAction && $0.actionKind.isWanted(only) }.map(\.name))
    let groups = CommandRow.Group.allCases.filter { group in
      CommandRow.all.contains { $0.group == group && rows.contains($0.name) }
    }
    let length =
      (place.selections.last?.upperBound ?? 0) - (place.selections.first?.lowerBound ?? 0)
    let isRead = length <= Self.readSelectionLimit
    let states = isRead ? states(at: place, groups, .never) : []
    var writer = JSONWriter()
    writer.array { writer in
      for diagnostic in parameters?.member("context", "diagnostics")?.elements ?? [] {
        writeFix(of: diagnostic, only, at: place, to: &writer)
      }
      for state in states where state.applies && rows.contains(state.row.name) {
        writeAction(state.actionTitle, state.row, at: place, to: &writer)
      }
      for row in CommandRow.all where !isRead && rows.contains(row.name) {
        guard row.isAvailable(in: dialect) else { continue }
        let title = row.group == .marks ? "Toggle \(row.name)" : row.title
        writeAction(title, row, at: place, to: &writer)
      }
    }
    return writer.bytes
  }

  /// Writes the action that resolves a diagnostic, if a command does that.
  private func writeFix(
    of diagnostic: JSONTree, _ only: [String]?, at place: RequestPlace, to writer: inout JSONWriter
  ) {
    guard CommandRow.fixKind.isWanted(only),
      let row = diagnostic.member("data", "command")?.string.flatMap({ CommandRow(name: $0) }),
      let range = place.text.buffer.utf8Range(of: diagnostic["range"], encoding)
    else { return }
    let place = RequestPlace(
      text: place.text, document: place.document, selections: [range], order: [0])
    guard states(at: place, [row.group]).first(where: { $0.row == row })?.applies == true else {
      return
    }
    writeAction(row.title, row, fixing: diagnostic, at: place, to: &writer)
  }

  /// Writes an action: with its data if the client resolves actions, with a command if the client applies edits,
  /// otherwise with its edit.
  private func writeAction(
    _ title: String, _ row: CommandRow, fixing diagnostic: JSONTree? = nil, at place: RequestPlace,
    to writer: inout JSONWriter
  ) {
    guard client.takesLiteralActions else {
      return writeCommand(title, row, at: place, to: &writer)
    }
    var edit: [UInt8]?
    if !client.resolvesEdits, !client.appliesEdits {
      var command = EditingCommand(row, options: options.editing)
      command.options.emptyPairs = .never
      guard case .plan(let plan) = outcome(of: command, at: place), !plan.edit.isEmpty else {
        return
      }
      edit = workspaceEdit(plan.edit, of: place.text)
    }
    writer.object { writer in
      writer.key("title")
      writer.string(title)
      writer.key("kind")
      writer.string(diagnostic == nil ? row.actionKind : CommandRow.fixKind)
      if let diagnostic {
        writer.key("diagnostics")
        writer.array { writer in writer.value(diagnostic) }
      }
      if let edit {
        writer.key("edit")
        writer.verbatim(edit)
      } else if client.resolvesEdits {
        writer.key("data")
        writeArgument(row, at: place, to: &writer)
      } else {
        writer.key("command")
        writeCommand(title, row, at: place, to: &writer)
      }
    }
  }

  /// Writes a command that the client sends back.
  private func writeCommand(
    _ title: String, _ row: CommandRow, at place: RequestPlace, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.key("title")
      writer.string(title)
      writer.key("command")
      writer.string("mdedit.do")
      writer.key("arguments")
      writer.array { writer in writeArgument(row, at: place, to: &writer) }
    }
  }

  private func writeArgument(
    _ row: CommandRow, at place: RequestPlace, to writer: inout JSONWriter
  ) {
    let places = Places(buffer: place.text.buffer, encoding: encoding)
    writer.object { writer in
      place.text.write(to: &writer)
      writer.key("command")
      writer.string(row.name)
      writer.key("ranges")
      writer.array { writer in
        for range in place.selections { places.write(range, to: &writer) }
      }
    }
  }

  /// `codeAction/resolve`: an action with its edit, which is planned now.
  mutating func resolve(_ action: JSONTree?) throws(ResponseError) -> [UInt8] {
    var command = try command(action?["data"], nil)
    command.options.emptyPairs = .never
    let place = try place(action?["data"])
    switch outcome(of: command, at: place) {
    case .refused(let refusal): throw refused(refusal, at: place)
    case .unchanged(let reason): throw ResponseError(.requestFailed, reason.sentence)
    case .plan(let plan):
      let edit = workspaceEdit(plan.edit, of: place.text)
      var writer = JSONWriter()
      writer.object { writer in
        for key: StaticString in ["title", "kind", "diagnostics", "data"] {
          guard let value = action?["\(key)"] else { continue }
          writer.key(key)
          writer.value(value)
        }
        writer.key("edit")
        writer.verbatim(edit)
      }
      return writer.bytes
    }
  }
}

extension CommandState {
  /// The title of an action: “Mark strong (now off)”, “Quote”, “Bullet List (now on)”.
  fileprivate var actionTitle: String {
    if row.group == .marks {
      return "\(presence == .on ? "Unmark" : "Mark") \(row.name) (now \(presence.rawValue))"
    }
    return row.title + (presence == .off ? "" : " (now \(presence.rawValue))")
  }
}

extension CommandRow {
  /// The kind of actions that resolve a diagnostic.
  static let fixKind = "quickfix"

  /// The kind of the command's action, as in `refactor.rewrite.mdedit.heading-2`.
  var actionKind: String { "refactor.rewrite.mdedit.\(name)" }

  /// Whether a list of actions may contain the command: it is not a key, and needs no argument.
  var isAction: Bool {
    group != .typing && (argument.isEmpty || name == "link" || name == "image")
  }
}

extension String {
  /// Whether this kind of actions is one of those that a client requests, or within one. For example, `refactor`
  /// contains `refactor.rewrite`, and the empty kind contains every kind.
  fileprivate func isWanted(_ only: [String]?) -> Bool {
    only?.contains { $0.isEmpty || self == $0 || hasPrefix($0 + ".") } ?? true
  }
}
