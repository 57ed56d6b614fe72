import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension LanguageServer {
  /// `textDocument/codeAction`: one for each mark, whose title says what the selection has now, and one
  /// for each command of the catalogue that applies. Of more than 4 kB the marks are not read.
  mutating func codeActions(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    let place = try place(parameters, needsVersion: false)
    let only = parameters?.member("context", "only")?.elements?.compactMap(\.string)
    let wanted = marks.filter { $0.isWanted(only) }
    let states = wanted.isEmpty || place.isLong ? nil : states(at: place, [.marks])
    var writer = JSONWriter()
    writer.array { writer in
      for mark in wanted {
        writeAction(of: mark, states?[mark.name], at: place, to: &writer)
      }
      writeCatalogueActions(only, at: place, to: &writer)
    }
    return writer.bytes
  }

  private func writeAction(
    of mark: CommandRow, _ state: CommandState?, at place: RequestPlace,
    to writer: inout JSONWriter
  ) {
    var title = "Toggle \(mark.name)"
    if let state {
      guard state.applies else { return writeDisabled(mark, state.presence, to: &writer) }
      title =
        "\(state.presence == .on ? "Unmark" : "Mark") \(mark.name) (now \(state.presence.rawValue))"
    }
    writeAction(
      title, mark.actionKind, "mdedit.toggle", ("mark", mark.name),
      EditingCommand(mark, options: options.editing), at: place, to: &writer)
  }

  /// Writes an action, without planning what it does: an editor asks for actions wherever its caret comes
  /// to stand. It is planned when the client resolves or executes it.
  ///
  /// A client that does neither, as Kate 22.12, has the edit in the action.
  ///
  /// - Parameters:
  ///   - title: what the client shows.
  ///   - name: the command of `workspace/executeCommand`.
  ///   - what: the key and the value that say what is done: `"mark"`, `"strong"`.
  func writeAction(
    _ title: String, _ kind: String, _ name: String, _ what: (key: StaticString, name: String),
    _ command: EditingCommand, at place: RequestPlace, to writer: inout JSONWriter
  ) {
    guard client.takesLiteralActions else {
      return writeCommand(title, name, what, at: place, to: &writer)
    }
    var edit: [UInt8]?
    if !client.resolvesEdits, !client.appliesEdits {
      guard case .plan(let plan) = outcome(of: command, at: place), !plan.edit.isEmpty else {
        return
      }
      edit = workspaceEdit(plan.edit, at: place)
    }
    writer.object { writer in
      writer.key("title")
      writer.string(title)
      writer.key("kind")
      writer.string(kind)
      if let edit {
        writer.key("edit")
        writer.verbatim(edit)
      } else if client.resolvesEdits {
        writer.key("data")
        writeArgument(what, at: place, to: &writer)
      } else {
        writer.key("command")
        writeCommand(title, name, what, at: place, to: &writer)
      }
    }
  }

  /// An action that cannot be taken, where a client shows such.
  private func writeDisabled(
    _ mark: CommandRow, _ presence: CommandState.Presence, to writer: inout JSONWriter
  ) {
    guard client.takesLiteralActions, client.takesDisabledActions else { return }
    writer.object { writer in
      writer.key("title")
      writer.string("\(mark.title) (now \(presence.rawValue))")
      writer.key("kind")
      writer.string(mark.actionKind)
      writer.key("disabled")
      writer.object { writer in
        writer.key("reason")
        writer.string("It does not apply to the selection.")
      }
    }
  }

  /// Writes a command that the client sends back.
  private func writeCommand(
    _ title: String, _ command: String, _ what: (key: StaticString, name: String),
    at place: RequestPlace, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.key("title")
      writer.string(title)
      writer.key("command")
      writer.string(command)
      writer.key("arguments")
      writer.array { writer in writeArgument(what, at: place, to: &writer) }
    }
  }

  private func writeArgument(
    _ what: (key: StaticString, name: String), at place: RequestPlace, to writer: inout JSONWriter
  ) {
    let places = Places(buffer: place.document.buffer, encoding: encoding)
    writer.object { writer in
      place.writeDocument(to: &writer)
      writer.key(what.key)
      writer.string(what.name)
      writer.key("ranges")
      writer.array { writer in
        for range in place.selections { places.write(range, to: &writer) }
      }
    }
  }
}

extension EditingCommand {
  /// A title for a plan of the command: “Mark strong”, “Heading 2”.
  func title(of plan: Plan) -> String {
    guard row.group == .marks else { return row.title }
    return switch plan.effect {
    case .added, .converted, .typed: "\(plan.isEmptyPair ? "Begin" : "Mark") \(row.name)"
    case .removed: "\(plan.isEmptyPair ? "Remove the empty" : "Unmark") \(row.name)"
    case .moved: "Step over the delimiters of \(row.name)"
    }
  }
}
