import Foundation

// Part of Foundation on Apple platforms, but not on Linux.

/// The name of an Objective-C method.
public struct Selector: Hashable, Sendable {
  @_spi(StandIn) public let name: String
  public init(_ string: String) { name = string }
}

/// A stack of undo steps. Each registration is a step of its own, as it belongs to an event of its
/// own on a device. Those during an undo or redo are one step.
open class UndoManager: NSObject {
  private struct Step {
    var name = ""
    var changes: [() -> Void] = []
  }
  private var undoSteps: [Step] = []
  private var redoSteps: [Step] = []
  /// The step of the undo or redo that is going on.
  private var reverse: Step?
  open private(set) var isUndoing = false
  open private(set) var isRedoing = false

  open var canUndo: Bool { !undoSteps.isEmpty }
  open var canRedo: Bool { !redoSteps.isEmpty }
  open var undoActionName: String { undoSteps.last?.name ?? "" }

  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping @Sendable (TargetType) -> Void
  ) {
    let change = { [weak target] in
      if let target { handler(target) }
    }
    if reverse != nil {
      reverse?.changes.append(change)
    } else {
      undoSteps.append(Step(changes: [change]))
      redoSteps = []
    }
  }
  open func setActionName(_ actionName: String) {
    if reverse == nil, !undoSteps.isEmpty { undoSteps[undoSteps.count - 1].name = actionName }
  }
  open func undo() {
    guard let step = undoSteps.popLast() else { return }
    isUndoing = true
    redoSteps.append(replay(step))
    isUndoing = false
  }
  open func redo() {
    guard let step = redoSteps.popLast() else { return }
    isRedoing = true
    undoSteps.append(replay(step))
    isRedoing = false
  }
  open func removeAllActions() {
    undoSteps = []
    redoSteps = []
  }

  /// Carries out a step, and returns the step that reverses it.
  private func replay(_ step: Step) -> Step {
    reverse = Step(name: step.name)
    defer { reverse = nil }
    for change in step.changes.reversed() { change() }
    return reverse ?? step
  }
}
