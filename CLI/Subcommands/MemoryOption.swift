import ArgumentParser
import MdeditKit

/// How much memory a document may take that is read as a whole.
struct MemoryOption: ParsableArguments {
  @Option(
    name: .customLong("memory"),
    help: ArgumentHelp(
      "How much memory the document may take to read, in megabytes (1 to 65536).", valueName: "MB"))
  var megabytes = 256

  func validate() throws {
    guard (1...65536).contains(megabytes) else {
      throw ValidationError("--memory takes a number from 1 to 65536.")
    }
  }

  /// What the document may hold.
  var limits: ReadingLimits { ReadingLimits(ofMemory: megabytes << 20) }
}
