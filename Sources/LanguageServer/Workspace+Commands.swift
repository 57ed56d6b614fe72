import CommonMark
import JSONText
import MarkdownEditing
import MarkdownHTML
import MarkdownNotes
import MarkdownSyntax
import TextEditing

extension Workspace {
  /// The commands of `workspace/executeCommand`.
  static let commands = [
    "mdedit.toggle", "mdedit.mark", "mdedit.unmark", "mdedit.do", "mdedit.copy",
  ]

  /// `mdedit/toggle` and `mdedit/do`: the edit, which the client makes, and the selections after it.
  mutating func plan(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let command = try command(parameters, nil)
    let place = try place(parameters)
    switch outcome(of: command, at: place) {
    case .refused(let refusal): throw refused(refusal, at: place)
    case .unchanged(let reason): return unchanged(reason, at: place)
    case .plan(let plan):
      return done(plan, at: place, "edits", places(in: place.text.buffer)[plan.edit])
    }
  }

  /// `workspace/executeCommand`: the edit that the client is to make, and the answer after that.
  mutating func execute(_ parameters: JSONTree?) throws(ResponseError) -> Reply {
    let name = parameters?["command"]?.string ?? ""
    guard Self.commands.contains(name) else {
      throw ResponseError(.invalidParams, "There is no command “\(name)”.")
    }
    guard client.appliesEdits || name == "mdedit.copy" else {
      throw ResponseError(.requestFailed, "The client does not apply edits (workspace.applyEdit).")
    }
    guard let argument = parameters?["arguments"]?.elements?.first else {
      throw ResponseError(
        .invalidParams, "The command has no argument {textDocument: {uri, version}, mark, range}.")
    }
    if name == "mdedit.copy" { return .result(try copy(argument)) }
    let command = try command(argument, name)
    let place = try place(argument)
    switch outcome(of: command, at: place) {
    case .refused(let refusal): throw refused(refusal, at: place)
    case .unchanged(let reason): return .result(unchanged(reason, at: place))
    case .plan(let plan):
      return .edit(
        label: command.row.title(removing: command.row.group == .marks && plan.effect == .removed),
        edit: workspaceEdit(plan.edit, of: place.text),
        result: done(plan, at: place, "applied", true))
    }
  }

  /// `mdedit/copy`: the selections as HTML and as plain text, for a clipboard.
  mutating func copy(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let place = try place(parameters)
    let source = place.text.buffer.utf8Bytes
    do throws(ParsingRefusal) {
      let html = try renderHTML(source, selecting: place.selections, in: dialect)
      let plain = try renderText(source, selecting: place.selections, in: dialect)
      return [
        "version": .integer(place.text.version),
        "html": .string(String(decoding: html, as: UTF8.self)),
        "plain": .string(String(decoding: plain, as: UTF8.self)),
      ]
    } catch {
      throw ResponseError(.requestFailed, "\(error.description)", reason: "unparsable")
    }
  }

  /// Returns the command of a request: a mark with an action, or a row of the catalogue with its argument.
  private func command(
    _ parameters: JSONTree?, _ name: String?
  ) throws(ResponseError) -> EditingCommand {
    if name == "mdedit.do" || (name == nil && parameters?["command"] != nil) {
      guard let row = parameters?["command"]?.string.flatMap({ CommandRow(named: $0) }) else {
        let names = CommandRow.all.map(\.name).joined(separator: ", ")
        throw ResponseError(.invalidParams, "“command” is one of \(names).")
      }
      var argument = parameters?["argument"]?.string
      if row.name == "date" { argument = options.date(argument ?? options.dateFormat) }
      return EditingCommand(row, argument: argument, options: options.editing)
    }
    guard let mark = parameters?["mark"]?.string.flatMap({ Mark(named: $0) }) else {
      let names = Mark.allCases.map(\.name).joined(separator: ", ")
      throw ResponseError(.invalidParams, "“mark” is one of \(names).")
    }
    let named = name.map { String($0.dropFirst("mdedit.".count)) }
    let action = named ?? parameters?["action"].map { $0.string ?? "" } ?? "toggle"
    guard let action = MarkAction(rawValue: action) else {
      throw ResponseError(.invalidParams, "“action” is toggle, mark or unmark.")
    }
    return .marking(mark, action).with(options.editing)
  }

  private func outcome(of command: EditingCommand, at place: RequestPlace) -> Outcome {
    command.outcome(utf8: place.selections, in: place.document, dialect: dialect)
  }

  private func refused(_ refusal: Outcome.Refusal, at place: RequestPlace) -> ResponseError {
    let buffer = place.text.buffer
    let sentence = refusal.sentence { range in
      "line \(buffer.line(ofUTF8: min(range.lowerBound, buffer.utf8Count)))"
    }
    return ResponseError(.requestFailed, sentence, reason: refusal.name)
  }

  private func unchanged(_ reason: Outcome.Unchanged, at place: RequestPlace) -> JSONTree {
    [
      "version": .integer(place.text.version), "unchanged": .string(reason.rawValue),
      "message": .string(reason.sentence), "edits": [],
      "selections": places(in: place.text.buffer)[place.inOrderOfRequest(place.selections)],
    ]
  }

  private func done(
    _ plan: Plan, at place: RequestPlace, _ key: String, _ value: JSONTree
  ) -> JSONTree {
    // The edit fits the text, because the plan was proved on it.
    let after = (try? place.text.buffer.applying(plan.edit)) ?? place.text.buffer
    return [
      "version": .integer(place.text.version), "effect": .string(plan.effect.rawValue), key: value,
      "selections": places(in: after)[place.inOrderOfRequest(plan.selections)],
    ]
  }

  /// An edit of a document, with the document's version if the client supports that.
  func workspaceEdit(_ edit: TextEdit, of text: RequestText) -> JSONTree {
    let edits = places(in: text.buffer)[edit]
    return client.takesVersionedEdits
      ? ["documentChanges": [["textDocument": text.identifier, "edits": edits]]]
      : ["changes": [text.uri: edits]]
  }

  // MARK: Actions

  /// The length of a selection, in bytes, whose states are read for a list of actions.
  private static let readSelectionLimit = 1 << 12

  /// `textDocument/codeAction`: one action for each command that applies to the selection.
  ///
  /// Only the commands' states are read, because an editor requests actions whenever its caret has moved. For a long
  /// selection they are not read either, and all commands are listed.
  mutating func codeActions(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let place = try place(parameters, needsVersion: false)
    let only = parameters?["context", "only"]?.elements?.compactMap(\.string)
    let rows = CommandRow.all.filter { $0.isAction && $0.actionKind.isWanted(only) }
    let fixes = (parameters?["context", "diagnostics"]?.elements ?? []).compactMap {
      CommandRow.fixKind.isWanted(only) ? fix(of: $0, at: place) : nil
    }
    let length =
      (place.selections.last?.upperBound ?? 0) - (place.selections.first?.lowerBound ?? 0)
    guard length <= Self.readSelectionLimit else {
      let actions = rows.filter { $0.isAvailable(in: dialect) }.compactMap {
        action($0.title, $0, isLong: true, at: place)
      }
      return .array(fixes + actions)
    }
    let groups = CommandRow.Group.allCases.filter { group in rows.contains { $0.group == group } }
    let applying = states(at: place, groups).filter { $0.applies && rows.contains($0.row) }
    return .array(
      fixes
        + applying.compactMap { state in
          action(state.row.title(removing: state.presence == .on), state.row, at: place)
        })
  }

  /// The action that resolves a diagnostic, if a command does that or if the edit for it is known.
  private func fix(of diagnostic: JSONTree, at place: RequestPlace) -> JSONTree? {
    if let fix = diagnostic["data", "fix"] {
      let document: JSONTree = ["textDocument": place.text.identifier, "edits": fix["edits"]]
      return [
        "title": fix["title"], "kind": .string(CommandRow.fixKind), "diagnostics": [diagnostic],
        "edit": client.takesVersionedEdits
          ? ["documentChanges": [document]] : ["changes": [place.text.uri: fix["edits"]]],
      ]
    }
    if let path = diagnostic["data", "create"]?.string {
      // Neovim creates a file only without options, and then also in place of another.
      if options.files.kind(path) != nil { return nil }
      let creation: JSONTree = ["kind": "create", "uri": .string(Paths.uri(ofPath: path))]
      return [
        "title": .string("Create “\(Paths.name(of: path))”"), "kind": .string(CommandRow.fixKind),
        "diagnostics": [diagnostic], "edit": ["documentChanges": [creation]],
      ]
    }
    guard let row = diagnostic["data", "command"]?.string.flatMap({ CommandRow(named: $0) }),
      let range = places(in: place.text.buffer).utf8Range(of: diagnostic["range"])
    else { return nil }
    let place = RequestPlace(
      text: place.text, document: place.document, selections: [range], order: [0])
    guard states(at: place, [row.group]).first(where: { $0.row == row })?.applies == true else {
      return nil
    }
    return action(row.title, row, fixing: diagnostic, at: place)
  }

  /// An action with its data, if the client resolves actions, and otherwise with its edit.
  ///
  /// A client such as Eglot asks the user before it makes the edit of a command. So an action has a command only if the
  /// selection is too long for planning all actions.
  private func action(
    _ title: String, _ row: CommandRow, fixing diagnostic: JSONTree? = nil, isLong: Bool = false,
    at place: RequestPlace
  ) -> JSONTree? {
    let argument: JSONTree = [
      "textDocument": place.text.identifier, "command": .string(row.name),
      "ranges": places(in: place.text.buffer)[place.selections],
    ]
    let command: JSONTree = [
      "title": .string(title), "command": "mdedit.do", "arguments": [argument],
    ]
    guard client.takesLiteralActions else { return command }
    let kind: JSONTree? =
      diagnostic != nil
      ? .string(CommandRow.fixKind) : client.knowsRewriting ? .string(row.actionKind) : nil
    var edit: JSONTree?
    if !client.resolvesEdits, !isLong || !client.appliesEdits {
      let command = EditingCommand(row, options: options.editing)
      guard case .plan(let plan) = outcome(of: command, at: place), !plan.edit.isEmpty else {
        return nil
      }
      edit = workspaceEdit(plan.edit, of: place.text)
    }
    return [
      "title": .string(title),
      "kind": kind,
      "diagnostics": diagnostic.map { [$0] },
      "edit": edit,
      "data": client.resolvesEdits ? argument : nil,
      "command": edit == nil && !client.resolvesEdits ? command : nil,
    ]
  }

  /// `codeAction/resolve`: an action with its edit, which is planned now.
  mutating func resolve(_ action: JSONTree?) throws(ResponseError) -> JSONTree {
    if let action, action["edit"] != nil { return action }
    let command = try command(action?["data"], nil)
    let place = try place(action?["data"])
    switch outcome(of: command, at: place) {
    case .refused(let refusal): throw refused(refusal, at: place)
    case .unchanged(let reason): throw ResponseError(.requestFailed, reason.sentence)
    case .plan(let plan):
      return [
        "title": action?["title"], "kind": action?["kind"], "diagnostics": action?["diagnostics"],
        "data": action?["data"], "edit": workspaceEdit(plan.edit, of: place.text),
      ]
    }
  }

  // MARK: States

  /// `mdedit/state`: the states of the marks, and with `"commands": true` also of the other commands.
  mutating func state(_ parameters: JSONTree?) throws(ResponseError) -> JSONTree {
    let place = try place(parameters)
    let marks = states(at: place, [.marks]).map { state -> JSONTree in
      [
        "mark": .string(state.row.name), "title": .string(state.row.title),
        "presence": .string(state.presence.rawValue), "applies": state.applies ? "yes" : "no",
      ]
    }
    var commands: [JSONTree]?
    if parameters?["commands"]?.bool == true {
      commands = states(at: place, .ofBars.filter { $0 != .marks }).map { state in
        [
          "command": .string(state.row.name), "title": .string(state.row.title),
          "group": .string(state.row.group.rawValue), "presence": .string(state.presence.rawValue),
          "reason": .string(state.reason?.rawValue ?? ""),
          "message": .string(state.reason?.sentence ?? ""), "applies": .bool(state.applies),
        ]
      }
    }
    return [
      "version": .integer(place.text.version), "marks": .array(marks),
      "commands": commands.map { .array($0) },
    ]
  }

  private func states(at place: RequestPlace, _ groups: [CommandRow.Group]) -> [CommandState] {
    if groups.isEmpty { return [] }
    return CommandState.all(
      of: place.selections, in: place.document, groups: groups, dialect: dialect,
      options: options.editing)
  }
}

extension CommandRow {
  /// The title of a change that adds or removes what the command names: “Bold”, “Remove Bold”.
  fileprivate func title(removing: Bool) -> String {
    if !removing { return title }
    return name == "task-toggle" ? "Uncheck" : "Remove \(title)"
  }
}

extension CommandRow {
  /// The kind of actions that resolve a diagnostic.
  static let fixKind = "quickfix"

  /// The kind of the command's action, as in `refactor.rewrite.mdedit.heading-2`.
  var actionKind: String { "refactor.rewrite.mdedit.\(name)" }

  /// Whether a list of actions may contain the command: it is not a key, and needs no argument.
  var isAction: Bool {
    let names = [
      "link", "image", "table-of-contents", "list-sort", "case", "move-done", "reflow", "wiki-link",
      "date", "reference-links", "inline-links",
    ]
    return group != .typing && (argument.isEmpty || names.contains(name))
  }
}

extension String {
  /// Whether this kind of actions is one of those that a client requests, or within one. For example, `refactor`
  /// contains `refactor.rewrite`, and the empty kind contains every kind.
  fileprivate func isWanted(_ only: [String]?) -> Bool {
    only?.contains { $0.isEmpty || self == $0 || hasPrefix($0 + ".") } ?? true
  }
}
