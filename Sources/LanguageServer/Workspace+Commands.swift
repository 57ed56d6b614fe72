import JSONText
import MarkdownEditing
import MarkdownSyntax
import TextEditing

extension Workspace {
  /// The commands of `workspace/executeCommand`.
  static let commands = ["mdedit.toggle", "mdedit.mark", "mdedit.unmark", "mdedit.do"]

  /// `mdedit/toggle` and `mdedit/do`: the edit, which the client makes, and the selections after it.
  mutating func plan(_ parameters: JSONTree?) throws(ResponseError) -> [UInt8] {
    var command = try command(parameters, nil)
    command.options.emptyPairs = .inText
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

  /// `workspace/executeCommand`: the edit that the client is to make, and the answer after that.
  mutating func execute(_ parameters: JSONTree?) throws(ResponseError) -> Reply {
    let name = parameters?["command"]?.string ?? ""
    guard Self.commands.contains(name) else {
      throw ResponseError(.invalidParams, "There is no command “\(name)”.")
    }
    guard client.appliesEdits else {
      throw ResponseError(.requestFailed, "The client does not apply edits (workspace.applyEdit).")
    }
    guard let argument = parameters?["arguments"]?.elements?.first else {
      throw ResponseError(
        .invalidParams, "The command has no argument {textDocument: {uri, version}, mark, range}.")
    }
    var command = try command(argument, name)
    // The client makes the edit without the caret between the delimiters.
    command.options.emptyPairs = .never
    let place = try place(argument)
    switch outcome(of: command, at: place) {
    case .refused(let refusal): throw refused(refusal, at: place)
    case .unchanged(let reason): return .result(unchanged(reason, at: place))
    case .plan(let plan):
      let result = written(plan, at: place) { writer, _ in
        writer.key("applied")
        writer.bool(true)
      }
      return .edit(
        label: command.title(of: plan), edit: workspaceEdit(plan.edit, of: place.text),
        result: result)
    }
  }

  /// Returns the command of a request: a mark with an action, or a row of the catalogue with its argument.
  func command(_ parameters: JSONTree?, _ name: String?) throws(ResponseError) -> EditingCommand {
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

  /// Plans the command, without changing the document.
  func outcome(of command: EditingCommand, at place: RequestPlace) -> Outcome {
    command.outcome(onUTF8: place.selections, in: place.document, dialect: dialect)
  }

  /// The error for a command that was refused.
  func refused(_ refusal: Outcome.Refusal, at place: RequestPlace) -> ResponseError {
    let buffer = place.text.buffer
    let sentence = refusal.sentence { range in
      "line \(buffer.line(ofUTF8: min(range.lowerBound, buffer.utf8Count)))"
    }
    return ResponseError(.requestFailed, sentence, reason: refusal.name)
  }

  private func unchanged(_ reason: Outcome.Unchanged, at place: RequestPlace) -> [UInt8] {
    let places = Places(buffer: place.text.buffer, encoding: encoding)
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("version")
      writer.number(place.text.version)
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
    let before = place.text.buffer
    // The edit fits the text, because the plan was proved on it.
    let after = (try? before.applying(plan.edit)) ?? before
    let places = Places(buffer: after, encoding: encoding)
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("version")
      writer.number(place.text.version)
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

  /// An edit of a document, with the document's version if the client supports that.
  func workspaceEdit(_ edit: TextEdit, of text: RequestText) -> [UInt8] {
    let places = Places(buffer: text.buffer, encoding: encoding)
    var writer = JSONWriter()
    writer.object { writer in
      guard client.takesVersionedEdits else {
        writer.key("changes")
        writer.object { writer in
          writer.key(named: text.uri)
          places.write(edit, to: &writer)
        }
        return
      }
      writer.key("documentChanges")
      writer.array { writer in
        writer.object { writer in
          text.write(to: &writer)
          writer.key("edits")
          places.write(edit, to: &writer)
        }
      }
    }
    return writer.bytes
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
