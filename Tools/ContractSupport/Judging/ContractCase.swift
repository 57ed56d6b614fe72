import EditorTestSupport
import MarkdownEditing

/// A question for the contract: a command on the selections of a text, which are not carets alone.
/// `Scripts/contract dialects --carets` judges carets.
package struct ContractCase: Hashable, Sendable {
  package var source: [UInt8]
  /// UTF-8 ranges of `source` in ascending order; an empty one among others is a caret.
  package var selections: [Range<Int>]
  package var command: MarkCommand

  package init(_ source: [UInt8], _ selections: [Range<Int>], _ command: MarkCommand) {
    self.source = source
    self.selections = selections
    self.command = command
  }

  /// The text with marked selections. Selections that overlap an earlier one are left out.
  package var marked: String {
    var end = 0
    let apart = selections.filter { range in
      defer { end = max(end, range.upperBound) }
      return range.lowerBound >= end
    }
    return MarkedText.render(source, selections: apart)
  }
}

/// The clauses of the contract, and other ways in which a result can fail.
package enum Clause: String, CaseIterable, Hashable, Sendable {
  case text, structure, target, spill, selection, inverse, small
  /// Bytes changed that no toggle may touch: those of containers and markers, a user's own spelling.
  case bytes
  /// Consequences of the clauses: white space inside, joined runs, no empty pairs.
  case joined
  /// The wrong kind of answer: a plan if nothing applies, or no plan if one does.
  case outcome
  case refused
  /// The judge could not find libcmark's events in the source: an error of the judge.
  case unread

  /// Whether the clause only ranks the edits that keep the others. Cases that break it are counted,
  /// and are no failures.
  package var ranks: Bool {
    switch self {
    case .inverse, .small, .joined, .refused: true
    default: false
    }
  }
}

/// A clause that a result breaks, with an explanation.
package struct Violation: Hashable, Sendable {
  package var clause: Clause
  package var explanation: String

  /// Whether the planner did nothing because the C library reads a leaf differently from our
  /// scanner. That never happens with libcmark, and must happen with swift-cmark where the two
  /// differ (Documentation/AppleAdapters.md).
  package var isOfAnotherReading: Bool {
    clause == .refused && explanation.contains("readingsDiffer")
      // The judge cannot read a source with two byte order marks either.
      || clause == .unread
  }

  init(_ clause: Clause, _ explanation: String) {
    self.clause = clause
    self.explanation = explanation
  }
}

extension Violation: CustomStringConvertible {
  package var description: String { "\(clause.rawValue): \(explanation)" }
}
