import ArgumentParser
import MdeditKit

/// Where the result goes, and in which form.
struct OutputOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Change the file instead of printing the document.")
  var inPlace = false

  @Flag(help: "With --in-place: change a file that has several names (hard links) under one.")
  var breakHardLinks = false

  @Flag(name: .shortAndLong, help: "Print the change as a unified diff.")
  var diff = false

  @Flag(help: "Print the replacements, the selection after, the direction and notes as JSON.")
  var json = false

  @Option(help: "With --json: what offsets count; one of utf8, utf16, scalar.")
  var unit: OffsetUnit?

  @OptionGroup var color: ColorOption

  mutating func validate() throws {
    if diff && json { throw ValidationError("--diff and --json exclude each other.") }
    if unit != nil && !json { throw ValidationError("--unit belongs to --json.") }
    if breakHardLinks && !inPlace {
      throw ValidationError("--break-hard-links belongs to --in-place.")
    }
  }

  /// Saves and prints `result` as the options say.
  func deliver(_ result: MarkResult, of document: Document) throws {
    if inPlace && !result.edit.isEmpty {
      try FileReplacement(breaksHardLinks: breakHardLinks)
        .replaceContent(of: document, with: result.after.bytes)
    }
    let output = Output.standard(color: color.color)
    if diff {
      var painter = output.painter()
      result.diff.print(path: document.path, with: &painter)
      try output.write(painter)
    } else if json {
      try output.write(result.json(unit: unit ?? .utf8))
    } else {
      if !inPlace { try output.write(result.after.bytes) }
      for note in result.notes { Mdedit.complain(note) }
    }
  }

  /// Prints what `line` gives, if JSON is asked for.
  func printJSON(_ line: (OffsetUnit) -> [UInt8]) throws {
    if json { try Output.standard(color: color.color).write(line(unit ?? .utf8)) }
  }
}

/// When the output is coloured.
struct ColorOption: ParsableArguments {
  @Option(help: "Colour the output: auto (on a terminal, unless NO_COLOR is set), always, never.")
  var color: Output.Color = .auto
}

extension OffsetUnit: ExpressibleByArgument {}
extension Output.Color: ExpressibleByArgument {}
