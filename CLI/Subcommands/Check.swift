import ArgumentParser
import MdeditKit

struct Check: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Check that mdedit and libcmark read documents in the same way.",
    discussion: """
      Each paragraph and heading that they read differently is listed with its position, and the exit \
      status is then 1. All files are checked, even after one that cannot be read.

      EXAMPLES:
        mdedit check notes.md
        mdedit check *.md && echo agreed
      """)

  @Argument(help: "The documents; - is standard input.", completion: .file())
  var files: [String]

  @OptionGroup var memory: MemoryOption

  @OptionGroup var reading: DialectOption

  func run() throws {
    var worst: Failure?
    for file in files {
      guard let failure = try outcome(of: file) else { continue }
      if let worst { Mdedit.complain(worst.message) }
      worst = failure
    }
    if let worst { throw worst }
  }

  /// The failure of one file; nil if the readings agree.
  private func outcome(of file: String) throws -> Failure? {
    let report: CheckReport
    do throws(Failure) {
      report = try CheckReport(
        of:
          Document(reading: file).text, in: reading.dialect.dialect)
    } catch {
      return error
    }
    try Output.standard().write(report.lines)
    return report.failure
  }
}
