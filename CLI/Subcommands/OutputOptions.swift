import ArgumentParser
import MdeditKit

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
      throw ValidationError("several files need --in-place, --diff or --json.")
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
