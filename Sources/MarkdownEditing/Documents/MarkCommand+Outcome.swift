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
  /// - Complexity: O(length of the document) to find its slices. Planning and proving read those
  ///   from the first selection to the last, within a budget (see
  ///   ``Outcome/Refusal/tooIntricate(_:)``).
  package func outcome(onUTF8 selections: [Range<Int>], in source: [UInt8]) -> Outcome {
    .checked(selections, OutcomeCheck(source)) {
      outcome(onUTF8: selections, in: source, budget: nil)
    }
  }

  /// Plans with the caller's budget, which grows with the text.
  package func outcome(
    onUTF8 selections: [Range<Int>], in source: [UInt8], budget: Budget?
  ) -> Outcome {
    if let document = MarkdownDocument(source, for: selections) {
      return outcome(onUTF8: selections, in: document, budget: budget)
    }
    budget?.extend(forBytes: source.count)
    return outcome(onUTF8: selections, inWhole: source, budget: budget)
  }

  /// Plans by reading the whole text in each proof.
  ///
  /// - Parameters:
  ///   - budget: the budget; nil for one that fits the length of the text.
  ///   - context: the context, if the text is a part of a document.
  package func outcome(
    onUTF8 selections: [Range<Int>], inWhole source: [UInt8], budget: Budget? = nil,
    context: ReadingContext = .document
  ) -> Outcome {
    guard !selections.isEmpty else { return .unchanged(.noSelection) }
    guard mark.isAvailable(in: options.dialect) else { return .unchanged(.notInDialect) }
    let view = InlineView(options.dialect, mark.purpose, context)
    do throws(ParsingRefusal) {
      return try outcome(onUTF8: selections, in: Trial(source, view: view), budget: budget)
    } catch {
      return .refused(.unparsable(error.description))
    }
  }

  /// Plans for a document that has been read, at one caret or over selections.
  package func outcome(
    onUTF8 selections: [Range<Int>], in reading: DocumentReading
  ) throws(ParsingRefusal) -> Outcome {
    try outcome(onUTF8: selections, in: Trial(reading))
  }

  /// Plans for a text, as the command sees it.
  func outcome(
    onUTF8 selections: [Range<Int>], in text: Trial, budget: Budget? = nil
  ) throws(ParsingRefusal) -> Outcome {
    let trials = Trials(text)
    let planner = try SelectionPlanner(self, text, trials, budget: budget)
    let selections = planner.reading.withWholeReferences(selections)
    guard selections.count == 1, selections[0].isEmpty else {
      return planner.outcome(onUTF8: selections)
    }
    let caret = selections[0].lowerBound
    let context = CaretPlanner.Context(caret, planner.reading, trials)
    let outcome = CaretPlanner(planner, context).outcome()
    guard let plan = outcome.plan, plan.isEmptyPair, plan.effect == .added,
      !options.insertsPair(at: context, in: planner.reading.source)
    else { return outcome }
    return .unchanged(.nothingToMark)
  }
}

extension EditingOptions {
  /// Whether the command of a mark may insert an empty pair of delimiters at a caret.
  ///
  /// At the start of a line or in an empty cell it does not: on a line of its own, `****` is a
  /// thematic break and `~~~~` begins a code block.
  func insertsPair(at context: CaretPlanner.Context, in source: [UInt8]) -> Bool {
    switch emptyPairs {
    case .always: return true
    case .never: if atEdge != .pair { return false }
    case .inText: break
    }
    if case .leaf(let text, let offset) = context.place, let cell = text.leaf.cell {
      return source[cell.lowerBound..<max(cell.lowerBound, offset)].contains { !$0.isBlank }
    }
    // An empty cell has no text.
    var isInCell = false
    if case .besideText = context.place { isInCell = true }
    return source[..<context.caret].reversed()
      .prefix { !$0.isLineEnding && !(isInCell && $0 == .verticalLine) }
      .contains { !$0.isBlank && !$0.isASCIIDigit && !Self.markers.contains($0) }
  }

  /// The bytes of the markers of blocks, without digits.
  private static let markers = Array("#>*+-.)[]xX".utf8)
}

extension Mark {
  /// How its command sees a dialect.
  var purpose: InlineView.Purpose {
    if let mark = MarkSyntax(syntax) { return .mark(mark) }
    return self == .code ? .code : .delimited
  }
}

extension MarkdownDocument {
  /// The length in bytes from which a text is read by slices. Finding them costs as much as one
  /// reading, and a command reads a text at least four times.
  private static let longText = 4096

  /// Finds the slices of a text that is long or has several selections; nil for other texts.
  init?(_ source: [UInt8], for selections: [Range<Int>]) {
    guard source.count >= Self.longText || selections.count > 1,
      let buffer = try? TextBuffer(utf8: source), let document = try? MarkdownDocument(buffer)
    else { return nil }
    self = document
  }

  /// Finds the slices of a buffer, without copying it; nil if it is short.
  init?(ofLong buffer: TextBuffer) {
    guard buffer.utf8Count >= Self.longText, let document = try? MarkdownDocument(buffer) else {
      return nil
    }
    self = document
  }
}
