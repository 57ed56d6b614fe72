import Foundation

// Part of Foundation on Apple platforms, but not on Linux.

/// A stack of undo steps. A registration outside a group is a step of its own, as it belongs to an
/// event of its own on a device. `beginUndoGrouping` joins several.
open class UndoManager: NSObject {
  private struct Step {
    var name = ""
    var changes: [() -> Void] = []
  }
  private var undoSteps: [Step] = []
  private var redoSteps: [Step] = []
  private var group: Step?
  private var depth = 0
  open private(set) var isUndoing = false
  open private(set) var isRedoing = false

  open var canUndo: Bool { !undoSteps.isEmpty }
  open var canRedo: Bool { !redoSteps.isEmpty }
  open var undoActionName: String { undoSteps.last?.name ?? "" }
  open var redoActionName: String { redoSteps.last?.name ?? "" }
  open var groupingLevel: Int { depth }

  open func beginUndoGrouping() {
    if depth == 0 { group = Step() }
    depth += 1
  }
  open func endUndoGrouping() {
    precondition(depth > 0, "endUndoGrouping without beginUndoGrouping")
    depth -= 1
    guard depth == 0, let step = group else { return }
    group = nil
    if !step.changes.isEmpty { push(step) }
  }
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping @Sendable (TargetType) -> Void
  ) {
    let change = { [weak target] in
      if let target { handler(target) }
    }
    if group == nil { push(Step(changes: [change])) } else { group?.changes.append(change) }
  }
  open func setActionName(_ actionName: String) {
    if group != nil {
      group?.name = actionName
    } else if !undoSteps.isEmpty {
      undoSteps[undoSteps.count - 1].name = actionName
    }
  }
  open func undo() {
    guard let step = undoSteps.popLast() else { return }
    isUndoing = true
    replay(step)
    isUndoing = false
  }
  open func redo() {
    guard let step = redoSteps.popLast() else { return }
    isRedoing = true
    replay(step)
    isRedoing = false
  }
  open func removeAllActions() {
    undoSteps = []
    redoSteps = []
  }

  private func replay(_ step: Step) {
    beginUndoGrouping()
    for change in step.changes.reversed() { change() }
    group?.name = step.name
    endUndoGrouping()
  }
  private func push(_ step: Step) {
    if isUndoing {
      redoSteps.append(step)
    } else {
      undoSteps.append(step)
      if !isRedoing { redoSteps = [] }
    }
  }
}
