import CommonMark
import MarkdownSyntax
import TextEditing

extension MarkCommand {
  /// Plans the command for `selections` of `source`, without changing it.
  ///
  /// If any selection contains text, the command acts on the characters of all of them, and carets
  /// among them only move with the text. Carets alone are handled from the last to the first.
  ///
  /// - Parameter selections: UTF-8 ranges of `source`, in ascending order; an empty one is a caret.
  /// - Complexity: O(length of the document) to find its blocks. Planning and proving read those
  ///   from the first selection to the last, at most 60 times for each leaf.
  package func outcome(onUTF8 selections: [Range<Int>], in source: [UInt8]) -> Outcome {
    .checked(selections, OutcomeCheck(source)) {
      if let document = MarkdownDocument(source, for: selections) {
        return planned(onUTF8: selections, in: document)
      }
      return outcome(onUTF8: selections, inWhole: source)
    }
  }

  /// Plans by reading the whole text in each proof.
  ///
  /// - Parameter context: the context, if the text is a part of a document.
  package func outcome(
    onUTF8 selections: [Range<Int>], inWhole source: [UInt8], context: ReadingContext = .document
  ) -> Outcome {
    guard !selections.isEmpty else { return .unchanged(.noSelection) }
    guard mark.isAvailable(in: options.dialect) else { return .unchanged(.notInDialect) }
    if let refusal = ParsingLimits.standard.refusal(of: source) {
      return .refused(.unparsable(refusal.description))
    }
    if selections.count == 1, selections[0].isEmpty {
      let place = CaretPlace(selections[0].lowerBound, in: source, options.dialect, context)
      return CaretPlanner(command: self, place: place).outcome()
    }
    let selection = InlineSelection(selections, in: source, options.dialect, context)
    return InlinePlanner(self, selection).outcome(onUTF8: selections)
  }
}

extension MarkdownDocument {
  /// The length in bytes from which a text is read by blocks. Finding them costs as much as one
  /// reading, and a command reads a text at least three times.
  private static let longText = 4096

  /// Finds the blocks of a text that is long or has several selections; nil for other texts.
  init?(_ source: [UInt8], for selections: [Range<Int>]) {
    guard source.count >= Self.longText || selections.count > 1,
      let buffer = try? TextBuffer(utf8: source), let document = try? MarkdownDocument(buffer)
    else { return nil }
    self = document
  }

  /// Finds the blocks of a buffer, without copying it; nil if it is short.
  init?(ofLong buffer: TextBuffer) {
    guard buffer.utf8Count >= Self.longText, let document = try? MarkdownDocument(buffer) else {
      return nil
    }
    self = document
  }
}
