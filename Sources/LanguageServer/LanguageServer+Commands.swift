import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension LanguageServer {
  /// `mdedit/toggle` and `mdedit/do`: the edit and the selections after it; the client makes it.
  mutating func plan(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let command = try command(parameters, nil)
    let place = try place(parameters)
    switch outcome(of: command, at: place) {
    case .refused(let refusal): throw refused(refusal, at: place)
    case .unchanged(let reason): return unchanged(reason, at: place)
    case .plan(let plan):
      return written(plan, at: place) { writer, before in
        writer.key("edits")
        before.write(plan.edit, to: &writer)
      }
    }
  }

  /// `codeAction/resolve`: an action with its edit, which is planned now.
  mutating func resolve(_ action: JSONTree?) throws(ResponseError) -> [UInt8] {
    let command = try command(action?["data"], nil)
    let place = try place(action?["data"])
    switch outcome(of: command, at: place) {
    case .refused(let refusal): throw refused(refusal, at: place)
    case .unchanged(let reason): throw ResponseError(.requestFailed, reason.sentence)
    case .plan(let plan):
      let edit = workspaceEdit(plan.edit, at: place)
      var writer = JSONWriter()
      writer.object { writer in
        writer.key("title")
        writer.string(action?["title"]?.string ?? command.title(of: plan))
        writer.key("kind")
        writer.string(action?["kind"]?.string ?? "")
        writer.key("edit")
        writer.verbatim(edit)
      }
      return writer.bytes
    }
  }

  /// `mdedit/state`: what a bar lights; with `"commands": true` also of the catalogue.
  mutating func state(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let place = try place(parameters)
    let states = states(at: place, [.marks])
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("version")
      writer.number(place.version)
      writer.key("marks")
      writer.array { writer in
        for state in states {
          writer.object { writer in
            writer.key("mark")
            writer.string(state.row.name)
            writer.key("title")
            writer.string(state.row.title)
            writer.key("presence")
            writer.string(state.presence.rawValue)
            writer.key("applies")
            writer.string(state.applies ? "yes" : "no")
          }
        }
      }
      if parameters?["commands"]?.bool == true { writeStates(at: place, to: &writer) }
    }
    return writer.bytes
  }

  /// `workspace/executeCommand`: the client is asked to make the edit, and has the answer after that.
  mutating func execute(
    _ parameters: JSONTree?, id: RequestID
  ) throws(ResponseError) -> [UInt8]? {
    let name = parameters?["command"]?.string ?? ""
    guard LanguageServer.commands.contains(name) else {
      throw ResponseError(.invalidParams, "There is no command “\(name)”.")
    }
    guard client.appliesEdits else {
      throw ResponseError(.requestFailed, "The client does not apply edits (workspace.applyEdit).")
    }
    guard let argument = parameters?["arguments"]?.elements?.first else {
      throw ResponseError(
        .invalidParams, "The command has no argument {textDocument: {uri, version}, mark, range}.")
    }
    let command = try command(argument, name)
    let place = try place(argument)
    switch outcome(of: command, at: place) {
    case .refused(let refusal): throw refused(refusal, at: place)
    case .unchanged(let reason): return unchanged(reason, at: place)
    case .plan(let plan):
      let result = written(plan, at: place) { writer, _ in
        writer.key("applied")
        writer.bool(true)
      }
      let label = command.title(of: plan)
      let edit = workspaceEdit(plan.edit, at: place)
      let number = request("workspace/applyEdit") { writer in
        writer.key("label")
        writer.string(label)
        writer.key("edit")
        writer.verbatim(edit)
      }
      pending[number] = PendingCommand(request: id, result: result)
      return nil
    }
  }

  /// The client has made the edit of a command, or not.
  mutating func finish(_ id: RequestID, _ message: Message) {
    guard case .number(let number) = id, let command = pending.removeValue(forKey: number) else {
      return
    }
    if message.value?["applied"]?.bool == true {
      respond(to: command.request, command.result)
    } else {
      let reason = (message.error?["message"] ?? message.value?["failureReason"])?.string
      respond(
        to: command.request,
        ResponseError(
          .requestFailed, "The client did not make the edit" + (reason.map { ": \($0)" } ?? ".")))
    }
  }

  /// A request was taken back: of those that wait it is the end.
  mutating func cancel(_ parameters: JSONTree?) {
    guard let id = parameters?["id"].flatMap({ RequestID($0) }),
      let (number, _) = pending.first(where: { $0.value.request == id })
    else { return }
    pending[number] = nil
    respond(to: id, ResponseError(.requestCancelled, "The request was taken back."))
  }

  // MARK: Parts

  /// What `workspace/executeCommand` may name.
  static let commands = ["mdedit.toggle", "mdedit.mark", "mdedit.unmark", "mdedit.do"]

  /// The command of a request: a mark with an action, or a row of the catalogue with its argument.
  private func command(
    _ parameters: JSONTree?, _ name: String?
  ) throws(ResponseError) -> EditingCommand {
    if name == "mdedit.do" || (name == nil && parameters?["command"] != nil) {
      guard let row = parameters?["command"]?.string.flatMap({ CommandRow(name: $0) }) else {
        let names = CommandRow.all.map(\.name).joined(separator: ", ")
        throw ResponseError(.invalidParams, "“command” is one of \(names).")
      }
      return EditingCommand(
        row, argument: parameters?["argument"]?.string, options: options.editing)
    }
    guard let mark = parameters?["mark"]?.string.flatMap({ Mark(name: $0) }) else {
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

  /// The command's answer at a place; nothing changes.
  func outcome(of command: EditingCommand, at place: RequestPlace) -> Outcome {
    command.outcome(onUTF8: place.selections, in: place.document, dialect: dialect)
  }

  /// The states of the commands of some groups at a place.
  func states(
    at place: RequestPlace, _ groups: [CommandRow.Group]
  ) -> [CommandState] {
    CommandState.all(
      of: place.selections, in: place.document, groups: groups, dialect: dialect,
      options: options.editing)
  }

  private func refused(_ refusal: Outcome.Refusal, at place: RequestPlace) -> ResponseError {
    let buffer = place.document.buffer
    let sentence = refusal.sentence { range in
      "line \(buffer.line(ofUTF8: min(range.lowerBound, buffer.utf8Count)))"
    }
    return ResponseError(.requestFailed, sentence, reason: refusal.name)
  }

  private func unchanged(_ reason: Outcome.Unchanged, at place: RequestPlace) -> [UInt8] {
    let places = Places(buffer: place.document.buffer, encoding: encoding)
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("version")
      writer.number(place.version)
      writer.key("unchanged")
      writer.string(reason.rawValue)
      writer.key("message")
      writer.string(reason.sentence)
      writer.key("edits")
      writer.array { _ in }
      writer.key("selections")
      writer.array { writer in
        for range in place.inOrderOfRequest(place.selections) { places.write(range, to: &writer) }
      }
    }
    return writer.bytes
  }

  private func written(
    _ plan: Plan, at place: RequestPlace,
    _ members: (inout JSONWriter, Places) -> Void
  ) -> [UInt8] {
    let before = place.document.buffer
    // A plan fits its text: it was proved on it.
    let after = (try? before.applying(plan.edit)) ?? before
    let places = Places(buffer: after, encoding: encoding)
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("version")
      writer.number(place.version)
      writer.key("effect")
      writer.string(plan.effect.rawValue)
      members(&writer, Places(buffer: before, encoding: encoding))
      writer.key("selections")
      writer.array { writer in
        for range in place.inOrderOfRequest(plan.selections) { places.write(range, to: &writer) }
      }
    }
    return writer.bytes
  }

  /// An edit of a document: with its version where the client knows them.
  func workspaceEdit(_ edit: TextEdit, at place: RequestPlace) -> [UInt8] {
    let places = Places(buffer: place.document.buffer, encoding: encoding)
    var writer = JSONWriter()
    writer.object { writer in
      guard client.takesVersionedEdits else {
        writer.key("changes")
        writer.object { writer in
          writer.key(named: place.uri)
          places.write(edit, to: &writer)
        }
        return
      }
      writer.key("documentChanges")
      writer.array { writer in
        writer.object { writer in
          place.writeDocument(to: &writer)
          writer.key("edits")
          places.write(edit, to: &writer)
        }
      }
    }
    return writer.bytes
  }
}
