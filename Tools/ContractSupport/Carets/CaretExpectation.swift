import MarkdownEditing

/// What a row of the caret table asks for, with the characters it is about.
enum CaretExpectation: Hashable, Sendable {
  /// These characters lose the mark.
  case loses([Int])
  /// The characters of a word gain the mark.
  case gains([Int])
  /// The caret leaves the run, and nothing is written.
  case stepsOut
  /// The caret enters the run, and nothing is written.
  case stepsIn
  /// A pair of delimiters is put around the caret.
  case pair
  /// The delimiters at these places, open and close, are removed.
  case removesPair([Range<Int>])
  /// The mark goes around the code span that holds these characters; none where it is empty.
  case aroundCode([Int])
  /// Nothing can be done there.
  case nothing

  /// The row of the contract's table.
  var row: CaretRow {
    switch self {
    case .loses: .inRun
    case .gains: .word
    case .stepsOut: .innerEnd
    case .stepsIn: .outerEnd
    case .pair: .elsewhere
    case .removesPair: .emptyPair
    case .aroundCode: .code
    case .nothing: .outside
    }
  }
}

/// The rows of the contract's table for carets, in its order.
package enum CaretRow: String, CaseIterable, Hashable, Sendable {
  case inRun = "in a run of the mark"
  case innerEnd = "at the inner end of a run"
  case outerEnd = "at the outer end of a run"
  case word = "in or at the edge of a word"
  case elsewhere = "anywhere else in a leaf, or on a blank line"
  case emptyPair = "between an empty pair"
  case outside = "in code, HTML, a definition, a rule, a marker"
  case code = "in a code span or an empty code pair"
}

/// How many carets were judged by each row; of one judge, and so of one thread.
package final class RowCount {
  package internal(set) var counts: [CaretRow: Int] = [:]
}
