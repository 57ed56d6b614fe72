import CommonMark
import MarkdownSyntax
import TextEditing

extension MarkCommand {
  /// What the command does to `selections` of the text `source`; mutates nothing.
  ///
  /// Where any selection holds text, the command means the characters of all of them, and carets
  /// among them only move along. Carets alone are carried out one by one, from the last to the
  /// first.
  ///
  /// - Parameters:
  ///   - selections: UTF-8 ranges of `source`, in ascending order; an empty one is a caret.
  ///   - source: the UTF-8 bytes of the document, in the dialect of the options.
  /// - Complexity: O(length of the document) to find its slices; what is planned and proved reads
  ///   those from the first selection to the last, and is bounded by a budget (see
  ///   ``Outcome/Refusal/tooIntricate(_:)``).
  package func outcome(onUTF8 selections: [Range<Int>], in source: [UInt8]) -> Outcome {
    .checked(selections, OutcomeCheck(source)) {
      outcome(onUTF8: selections, in: source, budget: nil)
    }
  }

  /// The same out of a budget of the caller's, which is extended by what the text may take.
  package func outcome(
    onUTF8 selections: [Range<Int>], in source: [UInt8], budget: Budget?
  ) -> Outcome {
    if let document = MarkdownDocument(source, for: selections) {
      return outcome(onUTF8: selections, in: document, budget: budget)
    }
    budget?.extend(forBytes: source.count)
    return outcome(onUTF8: selections, inWhole: source, budget: budget)
  }

  /// The same by reading the whole text at every proof.
  ///
  /// - Parameters:
  ///   - budget: what may be spent; nil for what a text of its length may take.
  ///   - context: what is known of the rest, where the text is a part of a document.
  package func outcome(
    onUTF8 selections: [Range<Int>], inWhole source: [UInt8], budget: Budget? = nil,
    context: ProjectionContext = .document
  ) -> Outcome {
    guard !selections.isEmpty else { return .unchanged(.noSelection) }
    do throws(ParsingRefusal) {
      if !options.dialect.isCommonMark || !mark.syntax.isEmpty {
        return try outcome(onUTF8: selections, inDialect: source, budget, context)
      }
      return try outcome(onUTF8: selections, in: Trial(source), budget: budget)
    } catch {
      return .refused(.unparsable(error.description))
    }
  }

  /// The same on a document that has been read: at one caret or over selections.
  package func outcome(
    onUTF8 selections: [Range<Int>], in reading: DocumentReading
  ) throws(ParsingRefusal) -> Outcome {
    try outcome(onUTF8: selections, in: Trial(reading))
  }

  /// The same of a text in CommonMark.
  ///
  /// - Parameter origin: the document that the text is the projection of.
  func outcome(
    onUTF8 selections: [Range<Int>], in text: Trial, of origin: ProjectedEdits? = nil,
    budget: Budget? = nil
  ) throws(ParsingRefusal) -> Outcome {
    let trials = Trials()
    trials.add(text)
    let planner = try SelectionPlanner(self, text, trials, of: origin, budget: budget)
    guard selections.count == 1, selections[0].isEmpty else {
      return planner.outcome(onUTF8: selections)
    }
    let caret = selections[0].lowerBound
    return CaretPlanner(planner, CaretPlanner.Context(caret, planner.reading, trials)).outcome()
  }
}

extension MarkdownDocument {
  /// From how many bytes on a text is read by its slices: to find them costs as much as one reading,
  /// and a command reads four times and more.
  private static let longText = 4096

  /// The slices of a text that is long or has several selections, each of which is planned by itself; nil of
  /// another, and if they cannot be found.
  init?(_ source: [UInt8], for selections: [Range<Int>]) {
    guard source.count >= Self.longText || selections.count > 1,
      let buffer = try? TextBuffer(utf8: source), let document = try? MarkdownDocument(buffer)
    else { return nil }
    self = document
  }

  /// The same of what a buffer holds, which is not copied.
  init?(ofLong buffer: TextBuffer) {
    guard buffer.utf8Count >= Self.longText, let document = try? MarkdownDocument(buffer) else {
      return nil
    }
    self = document
  }
}
