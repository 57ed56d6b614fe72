import MarkdownEditing

/// The answer that a row of the caret table requires, with its characters or delimiters.
enum CaretExpectation: Hashable, Sendable {
  case loses([Int])
  case gains([Int])
  /// The caret leaves the run, and the text stays the same.
  case stepsOut
  /// The caret enters the run, and the text stays the same.
  case stepsIn
  /// A pair of delimiters is inserted around the caret.
  case pair
  /// These delimiters, open and close, are removed.
  case removesPair([Range<Int>])
  /// The mark is put around the code span with these characters, which are none in an empty span.
  case aroundCode([Int])
  case nothing

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

/// The number of carets that a judge has judged by each row. Used by one thread only.
package final class RowCount {
  package internal(set) var counts: [CaretRow: Int] = [:]
}
