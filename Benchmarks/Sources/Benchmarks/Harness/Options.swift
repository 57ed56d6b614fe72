import Foundation
import MarkdownEditing
import MarkdownSyntax

struct Options: Sendable {
  /// Parts of the names of suites, works and subjects to run; empty for all.
  var filters: [String] = []
  var rounds = 5
  var seed: UInt64 = 20_261_121
  /// The largest document, in megabytes.
  var megabytes = 100
  /// The number of samples in a cell of "life", unless `seconds` of CPU time end first.
  var samples = 20_000
  var seconds = 20.0
  /// The name of the dialect in which these suites read documents.
  var dialect = "commonmark"
  var readDialect: Dialect { Dialect(named: dialect) ?? .commonMark }
  /// The number of slowest samples of these suites to print.
  var worst = 0
  /// The folder with real documents, made by `Benchmarks/corpus`.
  var corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../.build/corpus").standardizedFileURL
  /// The file for JSON output, or nil for none.
  var json: String?
  /// The folder with traces and the specification.
  var data = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../../shared/data").standardizedFileURL

  static let usage = """
    usage: Benchmarks/run [--rounds N] [--seed N] [--megabytes N] [--json FILE] [--data FOLDER] \
    [--corpus FOLDER] [--samples N] [--seconds N] [--worst N] \
    [--dialect NAME] [FILTER ...]
    A FILTER is part of the name of a suite, a work or a subject (replay, automerge, BigString), or
    several that must all fit (replay+BigString).
    The folder of data is MARKDOWN_EDITING_DATA, or ../shared/data beside the package.
    """

  init(_ arguments: [String], environment: [String: String]) throws {
    if let folder = environment["MARKDOWN_EDITING_DATA"] { data = URL(filePath: folder) }
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        filters.append(argument)
        continue
      }
      guard argument != "--help", let value = rest.popFirst() else { throw Complaint(Self.usage) }
      switch argument {
      case "--rounds": rounds = max(1, try Self.number(value))
      case "--seed": seed = UInt64(try Self.number(value))
      case "--megabytes": megabytes = max(1, try Self.number(value))
      case "--json": json = value
      case "--corpus": corpus = URL(filePath: value)
      case "--samples": samples = max(1, try Self.number(value))
      case "--seconds": seconds = Double(try Self.number(value))
      case "--worst": worst = try Self.number(value)
      case "--dialect":
        guard Dialect(named: value) != nil else { throw Complaint("\(value) is no dialect") }
        dialect = value
      case "--data": data = URL(filePath: value)
      default: throw Complaint("no such option: \(argument)\n\(Self.usage)")
      }
    }
  }

  private static func number(_ text: String) throws -> Int {
    guard let number = Int(text), number >= 0 else { throw Complaint("\(text) is no number") }
    return number
  }

  func wants(_ benchmark: Benchmark) -> Bool {
    filters.isEmpty
      || filters.contains {
        $0.split(separator: "+").allSatisfy(benchmark.name.localizedCaseInsensitiveContains)
      }
  }
}

struct Complaint: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
