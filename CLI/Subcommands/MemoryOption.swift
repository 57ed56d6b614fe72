import ArgumentParser
import MdeditKit

struct MemoryOption: ParsableArguments {
  @Option(
    name: .customLong("memory"),
    help: ArgumentHelp(
      "How much memory a document may take to read, in megabytes (1 to 65536).", valueName: "MB"))
  var megabytes = 256

  func validate() throws {
    guard (1...65536).contains(megabytes) else {
      throw ValidationError("--memory takes a number from 1 to 65536.")
    }
  }
}

/// A subcommand that reads documents within the limit of `--memory`.
protocol DocumentReader: ParsableCommand {
  var memory: MemoryOption { get }
}

extension DocumentReader {
  /// Applies the limit to the whole process. Must be called before anything is read.
  func boundMemory() {
    boundReading(toMemory: memory.megabytes << 20)
  }
}
