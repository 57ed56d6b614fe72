import CommonMark
import MarkdownSyntax
import TextEditing

/// The states of a dialect's marks at one or several selections.
///
/// A state depends on the characters that would gain or lose the mark. It is cheaper than the
/// command, because no spelling is searched for.
package struct MarkStates {
  /// One state per mark of the dialect, in the catalogue's order.
  package var entries: [CommandState]

  /// Reads the whole text `source` for `selections` (UTF-8 ranges; an empty one is a caret).
  package init(
    of selections: [Range<Int>], inWhole source: [UInt8], options: EditingOptions = .standard,
    context: ReadingContext = .document
  ) {
    let marks = Mark.all(in: options.dialect)
    let reason = selections.isEmpty ? Outcome.Unchanged.noSelection : .nothingMarkable
    let none = marks.map { CommandState($0, presence: .off, reason: reason) }
    var text: SelectedText?
    entries =
      selections.isEmpty
      ? none
      : zip(marks, none).map { mark, none in
        let view = InlineView(options.dialect, mark.purpose, context)
        let isSameView =
          text.map { view?.purpose == $0.reading.view?.purpose || !$0.trial.mayDiffer } ?? false
        if !isSameView || view?.mark != nil {
          text = try? SelectedText(source, selections, view, besides: text)
        }
        return text.map { MarkCommand(.toggle, mark, options: options).entry(in: $0) } ?? none
      }
  }

  init(entries: [CommandState]) { self.entries = entries }

  /// Merges the states of several places. A mark is on if it is on wherever its command applies.
  /// Stops when all marks are mixed.
  init(merging states: some Sequence<MarkStates>) {
    entries = []
    for state in states {
      if entries.isEmpty { entries = state.entries }
      for (index, entry) in state.entries.enumerated() where entry.applies {
        if !entries[index].applies {
          entries[index] = entry
        } else if entries[index].presence != entry.presence {
          entries[index].presence = .mixed
        }
      }
      if entries.allSatisfy({ $0.presence == .mixed }) { return }
    }
  }
}

extension MarkCommand {
  /// Returns the state of this command's mark for a selection or a single caret.
  func entry(in text: SelectedText) -> CommandState {
    if let context = text.caret, let planner = try? SelectionPlanner(self, text.trial, text.trials)
    {
      let caret = CaretPlanner(planner, context)
      let reason: Outcome.Unchanged? = isOnlyPair(caret) ? .nothingToMark : nil
      return CommandState(
        mark, presence: caret.marksWhatIsTyped ? .on : .off,
        reason: caret.applies ? reason : .caretOutsideText)
    }
    let texts = text.leaves ?? []
    let isOn = texts.allSatisfy { self.isOn(in: $0) }
    let isOff = texts.allSatisfy { $0.isFree(of: mark.set) }
    return CommandState(
      mark, presence: isOff ? .off : isOn ? .on : .mixed,
      reason: texts.isEmpty ? .nothingMarkable : nil)
  }

  /// Whether a caret could only get an empty pair of delimiters, which is not inserted there, as in
  /// `- ‸`.
  private func isOnlyPair(_ caret: CaretPlanner) -> Bool {
    caret.context.word == nil && !caret.marksWhatIsTyped
      && caret.context.probe.flatMap { caret.removingPair($0) } == nil
      && !options.insertsPair(at: caret.context, in: caret.source)
  }

  /// Whether all selected characters have the mark, except punctuation that the option `edges`
  /// leaves outside, such as the full stop of `⟦**日本語**。⟧日本`.
  func isOn(in text: LeafText) -> Bool {
    options.edges == .readable && mark != .code
      ? text.isMarkedInside(mark.set) : text.isMarked(mark.set)
  }
}
