import MarkdownSyntax
import TextEditing

/// The pending marks and the last toggle of an editing session, such as that of a view.
///
/// A command on a mark with nothing to mark makes the mark pending, and so does a step over the
/// delimiter at the end of a run. The text typed next is planned with these marks. They end when the
/// caret moves, when the command is given again, or with the first text; white space keeps them. The
/// same toggle again, with nothing in between, takes the first one back.
///
/// A session plans commands, but it does not see edits. It recognizes the text after a plan by its
/// length and the bytes around the plan's edit. If the option `steps` is `never`, the host does not
/// pass typing through the engine, and nothing is pending.
package struct MarkingSession: Sendable {
  private var state: SessionState?

  package init() {}

  package mutating func outcome(
    of command: EditingCommand, utf8 selections: [Range<Int>], in document: MarkdownDocument
  ) -> Outcome {
    follow(selections, in: document.buffer)
    if command.options.steps == .atEnds, command.row.canBePending {
      return marked(by: command, utf8: selections, in: document)
    }
    if command.row.action == .insertText, let text = command.argument {
      if let plan = typing(text, over: selections, in: document, command.options) {
        return .plan(plan)
      }
      // A blank typed at the end of a run may be followed by a word of the run.
      if command.options.steps == .atEnds, command.options.typedDelimiters != .pairs,
        text.isBlank, selections.count == 1, selections[0].isEmpty
      {
        return .plan(Plan(typing: text, at: selections[0]))
      }
    }
    let outcome = command.outcome(utf8: selections, in: document)
    if case .plan = outcome { state = nil }
    return outcome
  }

  package var hasPending: Bool { state?.pending.isEmpty == false }

  /// The marks pending at the selections of a text, or for the selected text that was typed there
  /// without the engine.
  package func pending(at selections: [Range<Int>], in text: TextBuffer) -> [PendingMark] {
    guard let state else { return [] }
    let isTyped = selections.count == 1 && state.typed(in: text) == selections[0]
    return isTyped || state.after.isAt(selections, in: text) ? state.pending : []
  }

  package func lighting(
    _ states: [CommandState], at selections: [Range<Int>], in text: TextBuffer
  ) -> [CommandState] {
    var states = states
    for pending in pending(at: selections, in: text) {
      guard let index = states.firstIndex(where: { $0.row == pending.row }) else { continue }
      states[index].presence = pending.isOn ? .on : .off
    }
    return states
  }

  /// Ends the pending marks if the caret has moved, or if the text has changed otherwise than by the
  /// plan and by text typed at the caret.
  package mutating func follow(_ selections: [Range<Int>], in text: TextBuffer) {
    guard let state else { return }
    if state.after.isAt(selections, in: text) {
      self.state?.isReached = true
    } else if !state.isReached,
      selections == state.before.selections || !state.before.hasText(text)
    {
      // The host has not carried out the plan yet, or not all of it.
    } else if let typed = state.typed(in: text), selections.count == 1,
      typed.lowerBound <= selections[0].lowerBound, selections[0].upperBound <= typed.upperBound
    {
      // An input method is composing.
    } else {
      self.state = nil
    }
  }

  package mutating func marking(
    typedBefore caret: Range<Int>, in document: MarkdownDocument, _ options: EditingOptions
  ) -> Plan? {
    guard caret.isEmpty, let typed = state?.typed(in: document.buffer),
      typed.upperBound == caret.lowerBound
    else { return nil }
    return typing(document.buffer.text(utf8: typed), over: [typed], in: document, options)
  }

  /// Plans a text with the pending marks, at the caret or over itself if it is there already; nil if
  /// there are none, or if the text cannot be written so.
  package mutating func typing(
    _ text: String, over selections: [Range<Int>], in document: MarkdownDocument,
    _ options: EditingOptions
  ) -> Plan? {
    let pending = pending(at: selections, in: document.buffer)
    state = nil
    guard !pending.isEmpty, !text.utf8.contains(where: { $0.isLineEnding }) else { return nil }
    let (range, bytes) = (selections[0], Array(text.utf8))
    let removal = TextEdit(range.isEmpty ? [] : [.init(range, with: [])])
    var without = document
    guard (try? without.apply(removal)) != nil else { return nil }
    let plan =
      text.isBlank ? nil : without.typing(bytes, at: range.lowerBound, with: pending, options)
    // Punctuation at the edge of a mark that would need a character reference is outside, like a blank.
    if text.isBlank || plan?.references.isEmpty == false && text.isPunctuation {
      let plan = Plan(typing: text, at: range)
      keep(pending, after: plan, at: selections, in: document.buffer)
      return plan
    }
    guard var plan else { return nil }
    plan.edit = removal.then(plan.edit)
    return plan
  }

  private mutating func marked(
    by command: EditingCommand, utf8 selections: [Range<Int>], in document: MarkdownDocument
  ) -> Outcome {
    let text = document.buffer
    if command.markAction == .toggle, let state, let toggle = state.toggle,
      toggle.row == command.row, state.after.isAt(selections, in: text)
    {
      self.state = nil
      return .plan(
        Plan(
          edit: toggle.inverse, selections: state.before.selections,
          effect: toggle.effect.inverse))
    }
    let pending = pending(at: selections, in: text)
    let outcome = command.outcome(utf8: selections, in: document)
    switch outcome {
    case .unchanged(.nothingToMark) where selections.count == 1:
      return pend(command, pending, at: selections, in: document)
    case .unchanged, .refused: return outcome
    case .plan(let plan):
      var kept: [PendingMark] = []
      // A step leaves the run or enters it.
      if plan.effect == .moved {
        kept = pending.filter { $0.row != command.row }
        let isOn = isOn(command, pending, at: selections, in: document)
        kept.append(PendingMark(row: command.row, isOn: !isOn))
      }
      keep(kept, after: plan, at: selections, in: text)
      if command.markAction == .toggle {
        state?.toggle = (command.row, plan.edit.inverted(in: text), plan.effect)
      }
      return outcome
    }
  }

  private mutating func pend(
    _ command: EditingCommand, _ pending: [PendingMark], at selections: [Range<Int>],
    in document: MarkdownDocument
  ) -> Outcome {
    let isOn = isOn(command, pending, at: selections, in: document)
    if command.markAction == (isOn ? .mark : .unmark) { return .unchanged(.alreadySo) }
    var kept = pending.filter { $0.row != command.row }
    if kept.count == pending.count {
      kept.append(PendingMark(row: command.row, isOn: !isOn))
      // A text in an autolink cannot be code.
      let letter: [UInt8] = [UInt8(ascii: "x")]
      let caret = selections[0].lowerBound
      if document.typing(letter, at: caret, with: kept, command.options) == nil {
        return .unchanged(.nothingToMark)
      }
    }
    let plan = Plan(edit: TextEdit(), selections: selections, effect: .pending)
    keep(kept, after: plan, at: selections, in: document.buffer)
    return .plan(plan)
  }

  private func isOn(
    _ command: EditingCommand, _ pending: [PendingMark], at selections: [Range<Int>],
    in document: MarkdownDocument
  ) -> Bool {
    if let known = pending.first(where: { $0.row == command.row }) { return known.isOn }
    if let mark = command.row.mark {
      let states = MarkStates(of: selections, in: document, options: command.options).entries
      return states[mark]?.presence == .on
    }
    let region = document.region(around: selections, in: command.dialect)
    let inline = InlineCommand(command: command, context: region.context)
    return (try? inline.isOn(at: region.inBytes(selections[0]), in: region.bytes)) == true
  }

  private mutating func keep(
    _ pending: [PendingMark], after plan: Plan, at selections: [Range<Int>], in text: TextBuffer
  ) {
    guard let after = try? text.applying(plan.edit) else {
      state = nil
      return
    }
    let stretch = plan.edit.asOne(from: text, to: after)
    let isEmpty = plan.edit.isEmpty
    func moment(_ text: TextBuffer, _ stretch: Range<Int>, _ selections: [Range<Int>]) -> Moment {
      Moment(
        text: text, stretch: isEmpty ? selections.first ?? 0..<0 : stretch, selections: selections)
    }
    state = SessionState(
      pending: pending, before: moment(text, stretch.old, selections),
      after: moment(after, stretch.new, plan.selections),
      isReached: isEmpty && plan.selections == selections)
  }
}

/// A text with its selections, before or after a plan.
private struct Moment {
  var text: TextBuffer
  var stretch: Range<Int>
  var selections: [Range<Int>]

  func isAt(_ selections: [Range<Int>], in other: TextBuffer) -> Bool {
    selections == self.selections && hasText(other)
  }

  func hasText(_ other: TextBuffer) -> Bool {
    other.utf8Count == text.utf8Count
      && agrees(other, from: stretch.lowerBound - 64, to: stretch.upperBound + 64)
  }

  func agrees(_ other: TextBuffer, from start: Int, to end: Int, _ shift: Int = 0) -> Bool {
    let range = max(0, start)..<min(text.utf8Count, end)
    return text.bytes(in: range)
      == other.bytes(in: range.lowerBound + shift..<range.upperBound + shift)
  }
}

private struct SessionState {
  var pending: [PendingMark]
  var toggle: (row: CommandRow, inverse: TextEdit, effect: Plan.Effect)?
  var before: Moment
  var after: Moment
  /// Whether the host has carried out the plan, so that `word` is `**word**`.
  var isReached: Bool

  /// The text that was typed at the caret without the engine; nil if there is none.
  func typed(in other: TextBuffer) -> Range<Int>? {
    let growth = other.utf8Count - after.text.utf8Count
    guard growth > 0, !pending.isEmpty, let caret = after.selections.first?.lowerBound,
      after.agrees(other, from: caret - 64, to: caret),
      after.agrees(other, from: caret, to: caret + 64, growth)
    else { return nil }
    return caret..<caret + growth
  }
}

extension String {
  fileprivate var isBlank: Bool {
    !isEmpty && unicodeScalars.allSatisfy(isWhiteSpace) && !utf8.contains { $0.isLineEnding }
  }

  fileprivate var isPunctuation: Bool { unicodeScalars.allSatisfy(isUnicodePunctuation) }
}

extension Plan {
  fileprivate init(typing text: String, at range: Range<Int>) {
    let caret = range.lowerBound + text.utf8.count
    self.init(
      edit: TextEdit([.init(range, with: Array(text.utf8))]), selections: [caret..<caret],
      effect: .typed)
  }
}

extension Plan.Effect {
  fileprivate var inverse: Plan.Effect {
    switch self {
    case .added: .removed
    case .removed: .added
    default: self
    }
  }
}

extension CommandRow {
  package var canBePending: Bool {
    mark != nil || action.isTag && action != .tag(.wikiLink)
  }
}
