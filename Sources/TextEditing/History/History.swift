/// The steps of a text that can be undone and redone, as a value separate from the text.
///
/// A command is one step with its selections. Adjacent typing coalesces, up to the next word or
/// line, if each insertion continues at the last selection. The steps of a group are one step.
package struct History: Hashable, Sendable {
  /// The steps that can be undone, oldest first.
  package private(set) var undoSteps: [HistoryStep] = []
  /// The steps that can be redone; the next one is last.
  package private(set) var redoSteps: [HistoryStep] = []
  /// The maximum size of the steps in bytes, with their bookkeeping. Beyond it the oldest are
  /// dropped, but never the newest.
  package let byteLimit: Int
  package private(set) var byteCount = 0
  /// Whether the newest step may coalesce with the next: after typing `"a"`, not after a command.
  private var isOpen = false
  private var groupDepth = 0
  private var groupHasStep = false

  package init(byteLimit: Int = 16 << 20) { self.byteLimit = byteLimit }

  /// Whether there is a step to undo and no group is open. `History()` has none.
  package var canUndo: Bool { !undoSteps.isEmpty && groupDepth == 0 }
  /// Whether there is a step to redo and no group is open, as after `undo()`, until the next edit.
  package var canRedo: Bool { !redoSteps.isEmpty && groupDepth == 0 }

  /// Records a step and discards the steps that could be redone.
  ///
  /// - Complexity: O(1) amortised, plus the length of a step it coalesces with.
  package mutating func record(_ step: HistoryStep) {
    if step.edit.isEmpty { return }
    byteCount -= redoSteps.reduce(0) { $0 + $1.byteCount }
    redoSteps = []
    if let last = undoSteps.last, joins(step, last) {
      undoSteps.removeLast()
      byteCount -= last.byteCount
      push(last.then(step))
    } else {
      push(step)
    }
    isOpen = step.kind != .command
    groupHasStep = groupDepth > 0
    dropOldest()
  }

  /// Makes the next change begin a new step, for example after the caret was moved.
  package mutating func endStep() { isOpen = false }

  /// Begins a group: all steps up to the matching `endGroup()` become one. Groups nest.
  package mutating func beginGroup() {
    groupDepth += 1
    if groupDepth == 1 { groupHasStep = false }
  }

  /// Ends the innermost group.
  ///
  /// - Precondition: a group is open.
  package mutating func endGroup() {
    precondition(groupDepth > 0, "endGroup() without a beginGroup()")
    groupDepth -= 1
    if groupDepth == 0 {
      groupHasStep = false
      isOpen = false
    }
  }

  /// Undoes the last step, with its selections.
  ///
  /// - Parameter restore: applies the edit and selects; if it throws, the history is unchanged.
  /// - Returns: false, without a call of `restore`, if there is no step or a group is open.
  package mutating func undo<Failure: Error>(
    by restore: (TextEdit, [Range<Int>]) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard canUndo, let step = undoSteps.last else { return false }
    try restore(step.inverse, step.selectionsBefore)
    redoSteps.append(undoSteps.removeLast())
    isOpen = false
    return true
  }

  /// Redoes the last undone step, with its selections.
  ///
  /// - Parameter restore: applies the edit and selects; if it throws, the history is unchanged.
  /// - Returns: false, without a call of `restore`, if there is no step or a group is open.
  package mutating func redo<Failure: Error>(
    by restore: (TextEdit, [Range<Int>]) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard canRedo, let step = redoSteps.last else { return false }
    try restore(step.edit, step.selectionsAfter)
    undoSteps.append(redoSteps.removeLast())
    isOpen = false
    return true
  }

  private mutating func push(_ step: HistoryStep) {
    undoSteps.append(step)
    byteCount += step.byteCount
  }

  private mutating func dropOldest() {
    var dropped = 0
    while byteCount > byteLimit, dropped < undoSteps.count - 1 {
      byteCount -= undoSteps[dropped].byteCount
      dropped += 1
    }
    undoSteps.removeFirst(dropped)
  }

  private func joins(_ next: HistoryStep, _ last: HistoryStep) -> Bool {
    if groupDepth > 0 { return groupHasStep }
    return isOpen && last.coalesces(with: next)
  }
}
