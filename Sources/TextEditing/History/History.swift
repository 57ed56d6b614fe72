/// The steps that can be undone and redone in a text: a value next to the text, not inside it.
///
/// A command is one step with its selections. Typing coalesces by adjacency: as long as each insertion begins where the
/// one before ended and the selection stayed there, up to the next word or line. Steps of a group are one.
package struct History: Hashable, Sendable {
  /// The steps that can be undone; the last one first.
  package private(set) var undoSteps: [HistoryStep] = []
  /// The steps that can be redone; the last one first.
  package private(set) var redoSteps: [HistoryStep] = []
  /// How many bytes of text and bookkeeping the steps may hold; the oldest are dropped beyond it.
  /// The newest step is kept whatever its size.
  package let byteLimit: Int
  /// How many bytes the steps hold.
  package private(set) var byteCount = 0
  /// Whether the newest step may still take up the next one. After `"a"` was typed it may, after a
  /// command it may not.
  private var isOpen = false
  private var groupDepth = 0
  /// Whether the open group has a step yet.
  private var groupHasStep = false

  /// Creates an empty history of at most `byteLimit` bytes.
  package init(byteLimit: Int = 16 << 20) { self.byteLimit = byteLimit }

  /// Whether there is a step to undo, and no group of edits is open: false of `History()`.
  package var canUndo: Bool { !undoSteps.isEmpty && groupDepth == 0 }
  /// Whether there is a step to redo, and no group of edits is open: true after `undo()`, until the
  /// next edit.
  package var canRedo: Bool { !redoSteps.isEmpty && groupDepth == 0 }

  /// Records a step. The steps that could be redone are forgotten.
  ///
  /// - Complexity: O(1) amortised, and what coalesces.
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

  /// Lets the next change begin a new step: the caret was moved, the field lost the focus.
  package mutating func endStep() { isOpen = false }

  /// Begins a group: all steps up to the matching `endGroup()` are one. Groups nest.
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
  /// - Parameter restore: makes the edit and selects; where it throws, the history is unchanged.
  /// - Returns: false, with nothing called, if there is no step, or if a group is open.
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
  /// - Parameter restore: makes the edit and selects; where it throws, the history is unchanged.
  /// - Returns: false, with nothing called, if there is no step, or if a group is open.
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
