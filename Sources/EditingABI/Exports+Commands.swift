import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// `mde_apply`: carries the plan out.
@_expose(wasm, "mde_apply") @c(mde_apply)
public func mdeApply(_ document: OpaquePointer?) -> Int32 {
  calling(document) { (session) throws(Fault) in
    guard let plan = session.plan else { throw Fault(Code.noPlan) }
    guard session.editor.buffer.utf8Count + plan.edit.utf8Growth <= Session.lengthLimit else {
      throw Fault(Code.length)
    }
    // What undo brings back is what the command was given.
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

/// `mde_undo`: takes the last step back.
@_expose(wasm, "mde_undo") @c(mde_undo)
public func mdeUndo(_ document: OpaquePointer?, _ unit: Int32) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let edit = session.editor.history.undoSteps.last?.inverse
    return try session.restore(unit, edit) { session.editor.undo() }
  }
}

/// `mde_redo`: does it again.
@_expose(wasm, "mde_redo") @c(mde_redo)
public func mdeRedo(_ document: OpaquePointer?, _ unit: Int32) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let edit = session.editor.history.redoSteps.last?.edit
    return try session.restore(unit, edit) { session.editor.redo() }
  }
}

/// `mde_change_count`: how many ranges of a kind the change has.
@_expose(wasm, "mde_change_count") @c(mde_change_count)
public func mdeChangeCount(_ document: OpaquePointer?, _ kind: Int32) -> Int32 {
  getting(document) { $0.change[kind].map { Int32($0.count / 2) } ?? Code.argument }
}

/// `mde_change_ranges`: those ranges.
@_expose(wasm, "mde_change_ranges") @c(mde_change_ranges)
public func mdeChangeRanges(_ document: OpaquePointer?, _ kind: Int32) -> UnsafePointer<Int32>? {
  lending(document) { session in session.change[kind].map { UnsafePointer($0.start) } }
}

/// `mde_change_text`: the text that an edit puts in.
@_expose(wasm, "mde_change_text") @c(mde_change_text)
public func mdeChangeText(_ document: OpaquePointer?, _ index: Int32) -> UnsafePointer<UInt8>? {
  lending(document) { session in
    let change = session.change
    return change.text(index).map { UnsafePointer(change.texts.start + $0.lowerBound) }
  }
}

/// `mde_change_text_length`: its length.
@_expose(wasm, "mde_change_text_length") @c(mde_change_text_length)
public func mdeChangeTextLength(_ document: OpaquePointer?, _ index: Int32) -> Int32 {
  getting(document) { session in
    session.change.text(index).map { Int32($0.count) } ?? Code.argument
  }
}

/// `mde_effect`: what the plan does.
@_expose(wasm, "mde_effect") @c(mde_effect)
public func mdeEffect(_ document: OpaquePointer?) -> Int32 {
  getting(document) { $0.change.effect ?? Code.noPlan }
}

extension Session {
  /// Plans a command, and makes the change its plan.
  func plan(
    _ command: EditingCommand, on places: [Range<Int>], _ unit: OffsetUnit
  ) throws(Fault) {
    let buffer = editor.buffer
    switch command.outcome(onUTF8: places, in: editor.document, dialect: editor.dialect) {
    case .plan(let plan):
      let after = try keep(plan, for: places)
      change.set(plan, before: buffer, after: after, unit)
    case .unchanged(let reason): throw Fault(reason)
    case .refused(let refusal): throw fault(refusal, unit)
    }
  }

  /// Keeps a plan; gives the text after it.
  private func keep(_ plan: Plan, for places: [Range<Int>]) throws(Fault) -> TextBuffer {
    let after: TextBuffer
    do { after = try editor.buffer.applying(plan.edit) } catch {
      throw Fault(Code.refused, reason: Reason.editRejected, error.description)
    }
    // A plan is not to stop the process, whatever is wrong with it.
    guard plan.selections.allSatisfy({ $0.upperBound <= after.utf8Count }) else {
      throw Fault(
        Code.refused, reason: Reason.editRejected, "The plan selects what is not in the text.")
    }
    self.plan = plan
    plannedFor = places
    return after
  }

  /// A refusal, its place in the caller's unit.
  private func fault(_ refusal: Outcome.Refusal, _ unit: OffsetUnit) -> Fault {
    Fault(refusal) { range in
      let pair = editor.buffer.pairs([range], unit)
      return "\(pair[0])–\(pair[1])"
    }
  }

  /// Undoes or does again by `step`, which makes `edit`, and makes the change what that did.
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

/// Ranges of which none begins before the one before it ends: what a command keeps of two selections
/// may be the same characters.
private func disjoint(_ ranges: [Range<Int>]) -> [Range<Int>] {
  var end = 0
  return ranges.map { range in
    let start = max(range.lowerBound, end)
    end = max(start, range.upperBound)
    return start..<end
  }
}
