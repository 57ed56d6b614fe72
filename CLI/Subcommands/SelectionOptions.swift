import ArgumentParser
import MdeditKit

/// Where a command works: the options that select.
struct SelectionOptions: ParsableArguments {
  @Option(
    name: .customLong("select"),
    help: ArgumentHelp(
      "Select from a line and column to another, both counted from 1, as in 3:5-3:12.",
      discussion: "Columns count grapheme clusters; the second place is behind the selection.",
      valueName: "range"),
    transform: { try SelectionRequest.places(parsing: $0) })
  var places: [SelectionRequest] = []

  @Option(
    name: .customLong("caret"),
    help: ArgumentHelp("Put the caret at a line and column, as in 3:5.", valueName: "place"),
    transform: { try SelectionRequest.caret(parsing: $0) })
  var carets: [SelectionRequest] = []

  @Option(help: ArgumentHelp("Select an occurrence of this text.", valueName: "text"))
  var find: [String] = []

  @Option(
    help: ArgumentHelp(
      "Which occurrence --find selects, counted from 1 (default: 1).",
      discussion: "Given once for each --find, in the same order.", valueName: "n"))
  var nth: [Int] = []

  @Option(
    name: .customLong("utf16"),
    help: ArgumentHelp("Select UTF-16 code units, as in 12-20 or '12..<20'.", valueName: "range"),
    transform: { try SelectionRequest.offsets(parsing: $0, .utf16) })
  var utf16: [SelectionRequest] = []

  @Option(
    name: .customLong("utf8"),
    help: ArgumentHelp("Select bytes, as in 12-20 or '12..<20'.", valueName: "range"),
    transform: { try SelectionRequest.offsets(parsing: $0, .utf8) })
  var utf8: [SelectionRequest] = []

  mutating func validate() throws {
    if try requests().isEmpty {
      throw ValidationError("Say where, with --select, --caret, --find, --utf16 or --utf8.")
    }
  }

  /// What the options select; all of it is selected at once.
  func requests() throws -> [SelectionRequest] {
    try places + carets + SelectionRequest.occurrences(of: find, numbers: nth) + utf16 + utf8
  }
}
