import ArgumentParser
import MdeditKit

/// The options that select parts of a document, at least one.
struct SelectionOptions: ParsableArguments {
  @OptionGroup(title: "Where") private var part: PartOptions

  mutating func validate() throws {
    if try requests().isEmpty {
      throw ValidationError(
        "there is no selection; give --select, --caret, --find, --regex, --lines, --utf16 or --utf8, as in --find word."
      )
    }
  }

  /// The requested selections, which are made together.
  func requests() throws -> [SelectionRequest] { try part.requests() }
}

/// The options that select parts of a document.
struct PartOptions: ParsableArguments {
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

  /// The requested selections, which are made together.
  func requests() throws -> [SelectionRequest] {
    let patterns = find.map { TextSearch.Pattern.text($0) } + regex.map { .expression($0) }
    let searches = try SelectionRequest.searches(
      for: patterns, numbers: nth, isForAll: all, isOfWholeWords: word)
    return places + carets + searches + lines + utf16 + utf8
  }
}

/// The destination and format of the result.
struct OutputOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Change the file instead of printing the document.")
  var inPlace = false

  @Flag(help: "With --in-place: change a file with several hard links under this name only.")
  var breakHardLinks = false

  @Flag(name: .shortAndLong, help: "Print the change as a unified diff.")
  var diff = false

  @Flag(help: "Print the replacements, the new selection, the direction and notes as JSON.")
  var json = false

  @Option(help: "With --json: the unit of offsets: utf8, utf16 or scalar.")
  var unit: OffsetUnit?

  @OptionGroup var color: ColorOption

  /// The folders that this run has searched for strays.
  private static let swept = SweptFolders()

  mutating func validate() throws {
    if diff && json { throw ValidationError("--diff and --json cannot be combined.") }
    if unit != nil && !json { throw ValidationError("--unit needs --json.") }
    if breakHardLinks && !inPlace {
      throw ValidationError("--break-hard-links needs --in-place.")
    }
  }

  /// Rejects files that do not fit the options.
  func validate(for files: [String]) throws {
    if inPlace && files.contains("-") {
      throw ValidationError("standard input cannot be changed --in-place; give a file.")
    }
    if files.count > 1, !inPlace, !diff, !json {
      let names = files.prefix(3).map { TerminalText.name($0) }.joined(separator: ", ")
      throw ValidationError(
        "several files need --in-place, --diff or --json; these are \(names)\(files.count > 3 ? " and others" : "")."
      )
    }
  }

  /// Prints and saves `result` according to the options.
  ///
  /// Prints before writing the file: if printing fails, nothing has changed; a script can retry.
  func deliver(_ result: MarkResult, of document: Document) throws {
    let output = Output.standard(color: color.color)
    if diff {
      var painter = output.painter()
      result.diff.print(path: document.path, with: &painter)
      try output.write(painter)
    } else if json {
      try output.write(result.json(unit: unit ?? .utf8))
    } else if !inPlace {
      try output.write(result.after.bytes)
    }
    if inPlace && !result.edit.isEmpty {
      try FileReplacement(breaksHardLinks: breakHardLinks, swept: Self.swept)
        .replaceContent(of: document, with: result.after.bytes)
    }
    if !json { for note in result.notes { Mdedit.complain(note) } }
  }

  /// Prints a document that does not change: all of it, as a filter does, or a line of JSON.
  func deliverUnchanged(_ document: Document, json line: (OffsetUnit) -> [UInt8]) throws {
    let output = Output.standard(color: color.color)
    if json {
      try output.write(line(unit ?? .utf8))
    } else if !inPlace && !diff {
      try output.write(document.text.bytes)
    }
  }
}

struct ColorOption: ParsableArguments {
  @Option(help: "Colour the output: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var color: Output.Color = .auto
}

extension OffsetUnit: ExpressibleByArgument {}
extension Output.Color: ExpressibleByArgument {}
