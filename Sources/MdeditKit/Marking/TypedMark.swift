import MarkdownEditing
import TextEditing

/// A mark or tags of a text that is typed at carets with nothing to mark.
private struct TypedMark {
  private let command: EditingCommand
  private let carets: [Range<Int>]
  private let source: SourceText

  /// - Returns: nil if the selections are not carets, or if the command itself does something at each.
  init?(_ command: EditingCommand, at selections: [Range<Int>], of source: SourceText) {
    guard command.row.canBePending, command.markAction != .unmark,
      selections.allSatisfy(\.isEmpty)
    else { return nil }
    var mark = command
    let outcomes = selections.map { mark.outcome(onUTF8: [$0], in: source.bytes) }
    guard outcomes.contains(.unchanged(.nothingToMark)) else { return nil }
    mark.markAction = .mark
    self.command = mark
    self.source = source
    carets = zip(selections, outcomes).filter { $1 != .unchanged(.caretOutsideText) }.map { $0.0 }
  }

  /// Plans a word with the mark at each caret, and selects the words.
  func outcome() -> Outcome {
    let word = source.bytes.unusedScalar
    let typing = TextEdit(carets.map { TextEdit.Replacement($0, with: word) })
    let words = carets.enumerated().map { index, caret in
      let start = caret.lowerBound + index * word.utf8.count
      return start..<start + word.utf8.count
    }
    let outcome = command.outcome(onUTF8: words, in: typing.applying(to: source.bytes))
    guard case .plan(var plan) = outcome else { return outcome }
    plan.edit = typing.then(plan.edit)
    // Places of the text with the words mean nothing in the text before.
    (plan.leaves, plan.references) = ([], [])
    return .plan(plan)
  }
}

extension EditingCommand {
  /// Plans the command. A text that is typed afterwards is the only one that a mark can be for at a
  /// caret with nothing to mark, and it is typed after the delimiter at the end of marked text.
  package func outcome(
    onUTF8 selections: [Range<Int>], in text: SourceText, typing insert: String?
  ) -> Outcome {
    guard insert != nil else { return outcome(onUTF8: selections, in: text.bytes) }
    var command = self
    command.options.steps = .atEnds
    return TypedMark(command, at: selections, of: text)?.outcome()
      ?? command.outcome(onUTF8: selections, in: text.bytes)
  }
}
