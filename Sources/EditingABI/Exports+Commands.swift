import MarkdownEditing
import MarkdownSyntax
import TextEditing

@_expose(wasm, "mde_apply") @c(mde_apply)
public func mdeApply(_ document: OpaquePointer?) -> Int32 {
  calling(document) { (session) throws(Fault) in
    guard let plan = session.plan else { throw Fault(Code.noPlan) }
    guard session.editor.buffer.utf8Count + plan.edit.utf8Growth <= Session.lengthLimit else {
      throw Fault(Code.length)
    }
    // Undo must restore the selections that the command was planned for.
    if session.editor.utf8Selections != session.plannedFor {
      session.editor.utf8Selections = session.plannedFor
    }
    do throws(DocumentEditError) {
      try session.editor.apply(plan.edit, selecting: disjoint(plan.selections))
    } catch {
      throw Fault(error)
    }
    session.textChanged()
    return Code.ok
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
  func plan(
    _ command: EditingCommand, on places: [Range<Int>], _ unit: OffsetUnit
  ) throws(Fault) {
    let buffer = editor.buffer
    let command = command.reading(editor.dialect)
    switch marking.outcome(of: command, onUTF8: places, in: editor.document) {
    case .plan(let plan):
      let after = try keep(plan, for: places)
      change.set(plan, before: buffer, after: after, unit)
    case .unchanged(let reason): throw Fault(reason)
    case .refused(let refusal): throw fault(refusal, unit)
    }
  }

  /// Stores a plan; returns the text after it.
  private func keep(_ plan: Plan, for places: [Range<Int>]) throws(Fault) -> TextBuffer {
    let after: TextBuffer
    do { after = try editor.buffer.applying(plan.edit) } catch {
      throw Fault(Code.refused, reason: Reason.editRejected, error.description)
    }
    // An invalid plan must not stop the process.
    guard plan.selections.allSatisfy({ $0.upperBound <= after.utf8Count }) else {
      throw Fault(
        Code.refused, reason: Reason.editRejected, "The plan selects what is not in the text.")
    }
    self.plan = plan
    plannedFor = places
    return after
  }

  /// A refusal, with its range in the caller's unit.
  private func fault(_ refusal: Outcome.Refusal, _ unit: OffsetUnit) -> Fault {
    Fault(refusal) { range in
      let pair = editor.buffer.pairs([range], unit)
      return "\(pair[0])–\(pair[1])"
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

/// Removes overlaps of ranges: after a command, two selections may cover the same characters.
private func disjoint(_ ranges: [Range<Int>]) -> [Range<Int>] {
  var end = 0
  return ranges.map { range in
    let start = max(range.lowerBound, end)
    end = max(start, range.upperBound)
    return start..<end
  }
}
