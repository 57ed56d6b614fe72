import MarkdownSyntax
import TextEditing

/// The pending marks and the last toggle of a session.
struct MarkingSession {
  /// The marks of the text typed next, at the carets and the revision at which they were set.
  fileprivate var pending: [PendingMark] = []
  fileprivate var carets: [Range<Int>] = []
  fileprivate var revision = -1
  /// The marks of the text that an input method is composing.
  fileprivate var composing: [PendingMark] = []
  fileprivate var last: Toggle?

  /// A toggle that the same command takes back if nothing else has happened.
  fileprivate struct Toggle {
    var mark: Mark
    var revision: Int
    var selections: [Range<Int>]
    var before: [Range<Int>]
    var inverse: TextEdit
    var effect: Plan.Effect
  }
}

extension MarkdownEditor {
  /// The marks that the text typed next gets or loses, beside those of the text around the caret.
  ///
  /// A mark becomes pending when its command has nothing to mark, and when it ends a run. It ends
  /// with the first text, when the caret moves, or when the command is given again.
  public var pendingMarks: [PendingMark] {
    marking.revision == revision && marking.carets == utf8Selections ? marking.pending : []
  }

  /// Carries out a command on a mark. The same toggle again, with nothing in between, takes it back.
  mutating func perform(_ command: MarkCommand) -> Outcome {
    if command.action == .toggle, let last = marking.last, last.mark == command.mark,
      last.revision == revision, last.selections == utf8Selections
    {
      let effect: Plan.Effect =
        last.effect == .added ? .removed : last.effect == .removed ? .added : last.effect
      return take(Plan(edit: last.inverse, selections: last.before, effect: effect), [])
    }
    let outcome = command.outcome(onUTF8: utf8Selections, in: document)
    let pending = pendingMarks
    switch outcome {
    case .unchanged(.nothingToMark) where utf8Selections.count == 1:
      return pend(command, pending)
    case .unchanged, .refused: return outcome
    case .plan(let plan):
      let (before, buffer) = (utf8Selections, buffer)
      // A step leaves the run or enters it.
      let stepped =
        plan.effect == .moved
        ? PendingMark(mark: command.mark, isOn: !isOn(command, at: before, pending)) : nil
      let result = take(
        plan, stepped.map { one in pending.filter { $0.mark != one.mark } + [one] } ?? [])
      if case .plan = result, command.action == .toggle {
        marking.last = MarkingSession.Toggle(
          mark: command.mark, revision: revision, selections: utf8Selections, before: before,
          inverse: plan.edit.inverted(in: buffer), effect: plan.effect)
      }
      return result
    }
  }

  /// Makes the edit of a plan, and sets the pending marks.
  private mutating func take(_ plan: Plan, _ pending: [PendingMark]) -> Outcome {
    do throws(DocumentEditError) { try apply(plan.edit, selecting: plan.selections) } catch {
      return .refused(.unparsable(error.description))
    }
    set(pending)
    return .plan(plan)
  }

  private mutating func set(_ pending: [PendingMark]) {
    marking.last = nil
    (marking.pending, marking.carets, marking.revision) = (pending, utf8Selections, revision)
  }

  /// Whether text typed next has the mark of a command, as strong in `**a‸**`.
  private func isOn(
    _ command: MarkCommand, at selections: [Range<Int>], _ pending: [PendingMark]
  ) -> Bool {
    if let known = pending.first(where: { $0.mark == command.mark }) { return known.isOn }
    let states = MarkStates(of: selections, in: document, options: command.options).entries
    return states[command.mark]?.presence == .on
  }

  /// Makes a mark pending, or ends that.
  private mutating func pend(_ command: MarkCommand, _ pending: [PendingMark]) -> Outcome {
    let isOn = isOn(command, at: utf8Selections, pending)
    if command.action == (isOn ? .mark : .unmark) { return .unchanged(.alreadySo) }
    let wasPending = pending.contains { $0.mark == command.mark }
    let others = pending.filter { $0.mark != command.mark }
    set(wasPending ? others : others + [PendingMark(mark: command.mark, isOn: !isOn)])
    return .plan(Plan(edit: TextEdit(), selections: utf8Selections, effect: .pending))
  }

  /// Types a text with the pending marks, as one step of undo; false if there are none, or if the
  /// text cannot be written so. White space keeps them pending.
  mutating func typePending(_ text: String) -> Bool {
    let pending = pendingMarks
    let bytes = Array(text.utf8)
    guard !pending.isEmpty, let caret = utf8Selections.first, caret.isEmpty,
      !bytes.contains(where: { $0.isLineEnding })
    else { return false }
    let offset = caret.lowerBound
    if text.unicodeScalars.allSatisfy(isWhiteSpace) {
      let after = offset + bytes.count
      let edit = TextEdit([.init(caret, with: bytes)])
      guard (try? apply(edit, selecting: [after..<after], kind: .typing)) != nil else {
        return false
      }
      set(pending)
      return true
    }
    var options = EditingOptions.standard
    options.dialect = dialect
    guard let plan = document.typing(bytes, at: offset, with: pending, options) else {
      return false
    }
    return (try? apply(plan.edit, selecting: plan.selections, kind: .typing)) != nil
  }

  /// Remembers the marks that a composition begins with.
  mutating func beginMarkedComposition() { marking.composing = pendingMarks }

  /// Gives the marks that were pending to a text that an input method has composed.
  mutating func markComposed(_ range: Range<Int>) {
    let pending = marking.composing
    marking.composing = []
    guard !pending.isEmpty, !range.isEmpty else { return }
    let (text, caret) = (Array(buffer.text(inUTF8: range).utf8), range.lowerBound)
    let removal = TextEdit([.init(range, with: [])])
    var (without, options) = (document, EditingOptions.standard)
    options.dialect = dialect
    guard (try? without.apply(removal)) != nil,
      let plan = without.typing(text, at: caret, with: pending, options)
    else { return }
    try? apply(removal.then(plan.edit), selecting: plan.selections, kind: .typing)
  }
}
