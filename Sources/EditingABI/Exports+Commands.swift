import MarkdownEditing
import MarkdownSyntax
import TextEditing

@_expose(wasm, "mde_catalogue_count") @c(mde_catalogue_count)
public func mdeCatalogueCount() -> Int32 { Int32(CommandRow.all.count) }

@_expose(wasm, "mde_catalogue_number") @c(mde_catalogue_number)
public func mdeCatalogueNumber(_ name: UnsafePointer<UInt8>?) -> Int32 {
  guard let name else { return Code.argument }
  var length = 0
  // No name is longer, so reading stops even without a NUL.
  while length < 32, name[length] != 0 { length += 1 }
  let bytes = UnsafeBufferPointer(start: name, count: length)
  return CommandRow.all.firstIndex { $0.isCalled(bytes) }.map { Int32($0) } ?? Code.argument
}

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

@_expose(wasm, "mde_plan") @c(mde_plan)
public func mdePlan(
  _ document: OpaquePointer?, _ unit: Int32, _ command: Int32, _ action: Int32,
  _ argument: UnsafePointer<UInt8>?, _ length: Int, _ selections: UnsafePointer<Int32>?,
  _ count: Int32
) -> Int32 {
  doing(document) { (session) throws(Fault) in
    session.plan = nil
    session.change.clear()
    let places = try session.checked(selections, count, unit)
    var command = EditingCommand(
      try CommandRow(number: command), argument: try Session.argument(argument, length),
      options: session.options)
    command.markAction = try MarkAction(number: action)
    try session.plan(command, on: places, OffsetUnit(unit))
  }
}

@_expose(wasm, "mde_state") @c(mde_state)
public func mdeState(
  _ document: OpaquePointer?, _ unit: Int32, _ selections: UnsafePointer<Int32>?, _ count: Int32
) -> Int32 {
  doing(document) { (session) throws(Fault) in
    let places = try session.checked(selections, count, unit)
    let (document, dialect) = (session.editor.document, session.editor.dialect)
    session.marking.follow(places, in: document.buffer)
    session.states = session.marking.lighting(
      CommandState.all(of: places, in: document, dialect: dialect, options: session.options),
      at: places, in: document.buffer)
  }
}

@_expose(wasm, "mde_pending") @c(mde_pending)
public func mdePending(
  _ document: OpaquePointer?, _ unit: Int32, _ selections: UnsafePointer<Int32>?, _ count: Int32
) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let places = try session.checked(selections, count, unit)
    session.marking.follow(places, in: session.editor.buffer)
    return Int32(session.marking.pending(at: places, in: session.editor.buffer).count)
  }
}

@_expose(wasm, "mde_presence") @c(mde_presence)
public func mdePresence(_ document: OpaquePointer?, _ command: Int32) -> Int32 {
  stating(document, command) { state in
    switch state?.presence {
    case .off?, nil: 0
    case .on?: 1
    case .mixed?: 2
    }
  }
}

@_expose(wasm, "mde_applies") @c(mde_applies)
public func mdeApplies(_ document: OpaquePointer?, _ command: Int32) -> Int32 {
  stating(document, command) { state in
    state.map { $0.applies ? 1 : 0 } ?? 2
  }
}

@_expose(wasm, "mde_state_reason") @c(mde_state_reason)
public func mdeStateReason(_ document: OpaquePointer?, _ command: Int32) -> Int32 {
  stating(document, command) { $0?.reason?.number ?? Reason.none }
}

@_expose(wasm, "mde_state_message") @c(mde_state_message)
public func mdeStateMessage(_ document: OpaquePointer?, _ command: Int32) -> Int32 {
  doing(document) { (session) throws(Fault) in
    let state = session.state(of: try CommandRow(number: command))
    session.result.set((state?.reason?.sentence ?? "").utf8)
  }
}

/// Runs a getter on the state of a command; nil for a key, and before the first `mde_state`.
private func stating(
  _ document: OpaquePointer?, _ command: Int32, _ body: (CommandState?) -> Int32
) -> Int32 {
  getting(document) { session in
    guard let row = try? CommandRow(number: command) else { return Code.argument }
    return body(session.state(of: row))
  }
}

extension Session {
  /// The argument of a command; nil for NULL.
  fileprivate static func argument(
    _ text: UnsafePointer<UInt8>?, _ length: Int
  ) throws(Fault) -> String? {
    if text == nil, length == 0 { return nil }
    let bytes = try Self.bytes(text, length)
    // Checked like a document, so that no part of a character gets into one.
    do { _ = try TextBuffer(utf8: bytes) } catch { throw Fault(Code.utf8, error.description) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The state of a command in the last `mde_state`; nil for a key, or if there is none.
  fileprivate func state(of row: CommandRow) -> CommandState? {
    if let state = states.first(where: { $0.row == row }) { return state }
    // The states contain only the marks of the document's dialect.
    if states.isEmpty || row.isAvailable(in: editor.dialect) { return nil }
    return CommandState(row: row, presence: .off, reason: .notInDialect)
  }
}

@_expose(wasm, "mde_apply") @c(mde_apply)
public func mdeApply(_ document: OpaquePointer?) -> Int32 {
  doing(document) { (session) throws(Fault) in
    guard let plan = session.plan else { throw Fault(Code.noPlan) }
    guard session.editor.buffer.utf8Count + plan.edit.utf8Growth <= Session.lengthLimit else {
      throw Fault(Code.length)
    }
    // Undo must restore the selections that the command was planned for.
    if session.editor.utf8Selections != session.plannedFor {
      session.editor.utf8Selections = session.plannedFor
    }
    // After a command, two selections may cover the same characters.
    var end = 0
    let selections = plan.selections.map { range in
      let start = max(range.lowerBound, end)
      end = max(start, range.upperBound)
      return start..<end
    }
    do throws(DocumentEditError) {
      try session.editor.apply(plan.edit, selecting: selections)
    } catch {
      throw Fault(error)
    }
    session.textChanged()
  }
}

@_expose(wasm, "mde_undo") @c(mde_undo)
public func mdeUndo(_ document: OpaquePointer?, _ unit: Int32) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let edit = session.editor.history.undoSteps.last?.inverse
    return try session.restore(unit, edit) { session.editor.undo() }
  }
}

@_expose(wasm, "mde_redo") @c(mde_redo)
public func mdeRedo(_ document: OpaquePointer?, _ unit: Int32) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let edit = session.editor.history.redoSteps.last?.edit
    return try session.restore(unit, edit) { session.editor.redo() }
  }
}

@_expose(wasm, "mde_change_count") @c(mde_change_count)
public func mdeChangeCount(_ document: OpaquePointer?, _ kind: Int32) -> Int32 {
  getting(document) { $0.change[kind].map { Int32($0.count / 2) } ?? Code.argument }
}

@_expose(wasm, "mde_change_ranges") @c(mde_change_ranges)
public func mdeChangeRanges(_ document: OpaquePointer?, _ kind: Int32) -> UnsafePointer<Int32>? {
  lending(document) { session in session.change[kind].map { UnsafePointer($0.start) } }
}

@_expose(wasm, "mde_change_text") @c(mde_change_text)
public func mdeChangeText(_ document: OpaquePointer?, _ index: Int32) -> UnsafePointer<UInt8>? {
  lending(document) { session in
    let change = session.change
    return change.text(index).map { UnsafePointer(change.texts.start + $0.lowerBound) }
  }
}

@_expose(wasm, "mde_change_text_length") @c(mde_change_text_length)
public func mdeChangeTextLength(_ document: OpaquePointer?, _ index: Int32) -> Int32 {
  getting(document) { session in
    session.change.text(index).map { Int32($0.count) } ?? Code.argument
  }
}

@_expose(wasm, "mde_effect") @c(mde_effect)
public func mdeEffect(_ document: OpaquePointer?) -> Int32 {
  getting(document) { $0.change.effect ?? Code.noPlan }
}

extension Session {
  /// Plans a command and stores the plan as the change.
  fileprivate func plan(
    _ command: EditingCommand, on places: [Range<Int>], _ unit: OffsetUnit
  ) throws(Fault) {
    let buffer = editor.buffer
    let command = command.reading(editor.dialect)
    switch marking.outcome(of: command, utf8: places, in: editor.document) {
    case .unchanged(let reason): throw Fault(reason)
    case .refused(let refusal):
      throw Fault(refusal) { range in
        let pair = buffer.pairs([range], unit)
        return "\(pair[0])–\(pair[1])"
      }
    case .plan(let plan):
      let after: TextBuffer
      do { after = try buffer.applying(plan.edit) } catch {
        throw Fault(Code.refused, reason: Reason.editRejected, error.description)
      }
      // An invalid plan must not stop the process.
      guard plan.selections.allSatisfy({ $0.upperBound <= after.utf8Count }) else {
        throw Fault(
          Code.refused, reason: Reason.editRejected, "The plan selects what is not in the text.")
      }
      self.plan = plan
      plannedFor = places
      change.set(plan, before: buffer, after: after, unit)
    }
  }

  /// Undoes or redoes `edit` by `step`, and stores it as the change.
  fileprivate func restore(
    _ unit: Int32, _ edit: TextEdit?, by step: () -> Bool
  ) throws(Fault) -> Int32 {
    let unit = try OffsetUnit(unit)
    let before = editor.buffer
    change.clear()
    guard let edit, step() else {
      throw Fault(Code.unchanged, reason: Reason.noStep, "There is no such step.")
    }
    textChanged()
    change.set(edit, editor.utf8Selections, before: before, after: editor.buffer, unit)
    return Code.ok
  }
}
