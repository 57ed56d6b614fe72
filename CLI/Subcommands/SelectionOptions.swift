import ArgumentParser
import MdeditKit

/// The options that select parts of a document.
struct SelectionOptions: ParsableArguments {
  @Option(
    name: .customLong("select"),
    help: ArgumentHelp(
      "Select from one line and column to another, counted from 1, as in 3:5-3:12.",
      discussion: "Columns count grapheme clusters; the end is exclusive.",
      valueName: "range"),
    transform: { try SelectionRequest.places(parsing: $0) })
  var places: [SelectionRequest] = []

  @Option(
    name: .customLong("caret"),
    help: ArgumentHelp("Put the caret at a line and column, as in 3:5.", valueName: "place"),
    transform: { try SelectionRequest.caret(parsing: $0) })
  var carets: [SelectionRequest] = []

  @Option(
    help: ArgumentHelp(
      "Select this text as a reader sees it, even if marks or line endings divide it.",
      discussion: "If it occurs more than once, choose with --nth or --all.",
      valueName: "text"))
  var find: [String] = []

  @Option(
    help: ArgumentHelp(
      "Select the match of this regular expression (Swift syntax).", valueName: "pattern"))
  var regex: [String] = []

  @Option(
    help: ArgumentHelp(
      "Which occurrence to select, counted from 1.",
      discussion: "Given once for each --find, then for each --regex, in the same order.",
      valueName: "n"))
  var nth: [Int] = []

  @Flag(help: "Select all occurrences.")
  var all = false

  @Flag(help: "Find whole words only.")
  var word = false

  @Option(
    name: .customLong("lines"),
    help: ArgumentHelp("Select whole lines, counted from 1, as in 3-5.", valueName: "range"),
    transform: { try SelectionRequest.lines(parsing: $0) })
  var lines: [SelectionRequest] = []

  @Option(
    name: .customLong("utf16"),
    help: ArgumentHelp(
      "Select UTF-16 code units, as in 12-20 or '12..<20', or the caret 12.", valueName: "range"),
    transform: { try SelectionRequest.offsets(parsing: $0, .utf16) })
  var utf16: [SelectionRequest] = []

  @Option(
    name: .customLong("utf8"),
    help: ArgumentHelp(
      "Select bytes, as in 12-20 or '12..<20', or the caret 12.", valueName: "range"),
    transform: { try SelectionRequest.offsets(parsing: $0, .utf8) })
  var utf8: [SelectionRequest] = []

  mutating func validate() throws {
    if try requests().isEmpty {
      throw ValidationError(
        "there is no selection; give --select, --caret, --find, --regex, --lines, --utf16 or --utf8, as in --find word."
      )
    }
  }

  /// The requested selections, which are made together.
  func requests() throws -> [SelectionRequest] {
    let patterns = find.map { TextSearch.Pattern.text($0) } + regex.map { .expression($0) }
    let searches = try SelectionRequest.searches(
      for: patterns, numbers: nth, isForAll: all, isOfWholeWords: word)
    return places + carets + searches + lines + utf16 + utf8
  }
}
