import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// `mde_catalogue_count`: how many commands there are besides the marks.
@_expose(wasm, "mde_catalogue_count") @c(mde_catalogue_count)
public func mdeCatalogueCount() -> Int32 { Int32(CommandRow.all.count) }

/// `mde_catalogue_number`: the number of a name.
@_expose(wasm, "mde_catalogue_number") @c(mde_catalogue_number)
public func mdeCatalogueNumber(_ name: UnsafePointer<UInt8>?) -> Int32 {
  guard let name else { return Code.argument }
  var length = 0
  // No name is longer, so what is read ends even where no NUL is.
  while length < 32, name[length] != 0 { length += 1 }
  let bytes = UnsafeBufferPointer(start: name, count: length)
  return CommandRow.all.firstIndex { $0.isCalled(bytes) }.map { Int32($0) } ?? Code.argument
}

/// `mde_catalogue_text`: what a bar needs to know of a command.
@_expose(wasm, "mde_catalogue_text") @c(mde_catalogue_text)
public func mdeCatalogueText(_ command: Int32, _ field: Int32) -> UnsafePointer<UInt8>? {
  guard let row = try? CommandRow(number: command) else { return nil }
  let text: StaticString? =
    switch field {
    case 0: row.words.name
    case 1: row.words.title
    case 2: row.group.lastingName
    case 3: row.words.symbol
    case 4: row.words.shortcut
    case 5: row.words.argument
    default: nil
    }
  return text?.utf8Start
}

/// `mde_plan`: plans a command of the catalogue.
@_expose(wasm, "mde_plan") @c(mde_plan)
public func mdePlan(
  _ document: OpaquePointer?, _ unit: Int32, _ command: Int32, _ argument: UnsafePointer<UInt8>?,
  _ length: Int, _ selections: UnsafePointer<Int32>?, _ count: Int32
) -> Int32 {
  calling(document) { (session) throws(Fault) in
    session.plan = nil
    session.change.clear()
    let places = try session.checked(selections, count, unit)
    let row = try CommandRow(number: command)
    let text = try Session.argument(argument, length)
    let command = EditingCommand(row, argument: text, policies: session.commandPolicies)
    try session.plan(command, on: places, OffsetUnit(unit))
    return Code.ok
  }
}

/// `mde_catalogue_state`: finds the state of all commands of the catalogue.
@_expose(wasm, "mde_catalogue_state") @c(mde_catalogue_state)
public func mdeCatalogueState(
  _ document: OpaquePointer?, _ unit: Int32, _ selections: UnsafePointer<Int32>?, _ count: Int32
) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let places = try session.checked(selections, count, unit)
    session.commandStates = CommandState.all(
      of: places, in: session.editor.document, dialect: session.editor.dialect,
      policies: session.commandPolicies)
    return Code.ok
  }
}

/// `mde_command_presence`: whether the selection has what a command gives.
@_expose(wasm, "mde_command_presence") @c(mde_command_presence)
public func mdeCommandPresence(_ document: OpaquePointer?, _ command: Int32) -> Int32 {
  stating(document, command) { state in
    switch state?.presence {
    case .off?, nil: 0
    case .on?: 1
    case .mixed?: 2
    }
  }
}

/// `mde_command_applies`: whether a command would do something.
@_expose(wasm, "mde_command_applies") @c(mde_command_applies)
public func mdeCommandApplies(_ document: OpaquePointer?, _ command: Int32) -> Int32 {
  stating(document, command) { state in
    state.map { $0.applies ? 1 : 0 } ?? 2
  }
}

/// `mde_command_reason`: why it would not.
@_expose(wasm, "mde_command_reason") @c(mde_command_reason)
public func mdeCommandReason(_ document: OpaquePointer?, _ command: Int32) -> Int32 {
  stating(document, command) { $0?.reason?.number ?? Reason.none }
}

/// `mde_command_message`: the same as a sentence, which becomes the result.
@_expose(wasm, "mde_command_message") @c(mde_command_message)
public func mdeCommandMessage(_ document: OpaquePointer?, _ command: Int32) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let state = session.state(of: try CommandRow(number: command))
    session.result.set((state?.reason?.sentence ?? "").utf8)
    return Code.ok
  }
}

/// Runs a getter on the state of a command; nil is that of a key, and of all where none was asked for.
private func stating(
  _ document: OpaquePointer?, _ command: Int32, _ body: (CommandState?) -> Int32
) -> Int32 {
  getting(document) { session in
    guard let row = try? CommandRow(number: command) else { return Code.argument }
    return body(session.state(of: row))
  }
}

extension Session {
  /// What a caller gives a command; nil for NULL.
  fileprivate static func argument(
    _ text: UnsafePointer<UInt8>?, _ length: Int
  ) throws(Fault) -> String? {
    if text == nil, length == 0 { return nil }
    let bytes = try Self.bytes(text, length)
    // Checked as a document is, so that no half a character gets into one.
    do { _ = try TextBuffer(utf8: bytes) } catch { throw Fault(Code.utf8, error.description) }
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate func state(of row: CommandRow) -> CommandState? {
    commandStates.first { $0.row == row }
  }

  /// Plans a command of the catalogue, and makes the change its plan.
  fileprivate func plan(
    _ command: EditingCommand, on places: [Range<Int>], _ unit: OffsetUnit
  ) throws(Fault) {
    let buffer = editor.buffer
    switch command.outcome(onUTF8: places, in: editor.document, dialect: editor.dialect) {
    case .plan(let plan):
      let after = try planned(plan.edit, plan.selections, for: places)
      change.set(plan, before: buffer, after: after, unit)
    case .unchanged(let reason): throw Fault(reason)
    case .refused(let refusal): throw fault(refusal, unit)
    }
  }
}
