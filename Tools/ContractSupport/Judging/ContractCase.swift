import EditorTestSupport
import MarkdownEditing

/// A command on the selections of a text: what the contract is asked about.
package struct ContractCase: Hashable, Sendable {
  /// The text, as UTF-8.
  package var source: [UInt8]
  /// UTF-8 ranges of `source` in ascending order; an empty one is a caret.
  package var selections: [Range<Int>]
  /// The command.
  package var command: MarkCommand

  /// Makes a case.
  package init(_ source: [UInt8], _ selections: [Range<Int>], _ command: MarkCommand) {
    self.source = source
    self.selections = selections
    self.command = command
  }

  /// Whether no selection holds anything.
  package var isOfCarets: Bool { selections.allSatisfy(\.isEmpty) }

  /// The text with its selections marked; of selections that overlap only the first.
  package var marked: String {
    var end = 0
    let apart = selections.filter { range in
      defer { end = max(end, range.upperBound) }
      return range.lowerBound >= end
    }
    return MarkedText.render(source, selections: apart)
  }
}

/// The clauses of the contract, and what else a result can fail in.
package enum Clause: String, CaseIterable, Hashable, Sendable {
  /// Clauses 1 to 7.
  case text, structure, target, spill, selection, inverse, small
  /// What follows from them: white space inside, runs joined, no empty pair left.
  case joined
  /// A row of the caret table.
  case caret
  /// The wrong kind of answer: a plan where nothing applies, or nothing where a plan does.
  case outcome
  /// A refusal.
  case refused
  /// Two answers to the same question.
  case determinism
  /// The checker could not find libcmark's events in the source: an error of its own.
  case unread
}

/// A clause that a result breaks, and how.
package struct Violation: Hashable, Sendable {
  /// The clause.
  package var clause: Clause
  /// What is wrong, for people.
  package var explanation: String

  /// Whether nothing was done, because the C library reads a leaf otherwise than our scanner. That
  /// never happens with libcmark; with swift-cmark it is what has to happen where the two differ
  /// (Documentation/AppleAdapters.md).
  package var isOfAnotherReading: Bool {
    clause == .refused && explanation.contains("readingsDiffer")
      || clause == .caret && explanation.hasPrefix("unchanged ")
      // The judge cannot read such a source either: two byte order marks.
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
