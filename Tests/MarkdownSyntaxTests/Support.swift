import CommonMark
import EditorTestSupport
import Foundation
import MarkdownSyntax
import Testing

extension Dialect {
  static let known: [Dialect] = [.commonMark, .gitHub, .obsidian, .hugo]
}

/// Returns a text of bytes, with `⏎` for each line feed and each return.
func shown(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: bytes.map { $0 == 13 ? 10 : $0 }, as: UTF8.self).replacing("\n", with: "⏎")
}

/// Returns a text as a literal and the seed, for the message of a failure in a random test.
func described(_ source: [UInt8]) -> Comment {
  "seed \(RandomTests.seed): \(String(decoding: source, as: UTF8.self).debugDescription)"
}

/// The differences between swift-cmark, the library on Apple platforms, and libcmark and our
/// scanner. Documentation/AppleAdapters.md lists them. No edit is made in such text.
enum OtherLibrary {
  /// The specification's examples that swift-cmark reads differently; none with libcmark.
  static let examples: Set<Int> = ParsingLibrary.specification >= 30 ? [] : [28, 625, 626]

  /// Runs an expectation for libcmark that may fail with swift-cmark.
  static func mayDiffer(_ expect: () throws -> Void) rethrows {
    if ParsingLibrary.specification >= 30 {
      try expect()
    } else {
      withKnownIssue("swift-cmark reads this otherwise", isIntermittent: true) { try expect() }
    }
  }
}

/// Sources of the repository.
enum Sources {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The project's own Markdown files, with their names.
  static func pages() throws -> [(name: String, text: [UInt8])] {
    let folders = ["", "Documentation", "Documentation/Contributing", "Benchmarks", "Clients/Web"]
    return try folders.flatMap { folder in
      let place = root.appending(path: folder)
      return try FileManager.default.contentsOfDirectory(atPath: place.path)
        .filter { $0.hasSuffix(".md") }.sorted()
        .map { ($0, Array(try Data(contentsOf: place.appending(path: $0)))) }
    }
  }

  /// The lines of a file of `Fixtures/Regressions`, split at some characters, without escapes.
  static func regressions(_ name: String, splitAt marks: String = "") throws -> [[[UInt8]]] {
    let file = root.appending(path: "Fixtures/Regressions/\(name)")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix(";;") }
      .map { line in
        line.split(omittingEmptySubsequences: false) { marks.contains($0) }
          .map { Array(unescaped($0).utf8) }
      }
  }

  private static func unescaped(_ line: Substring) -> String {
    let escapes: [Character: String] = ["n": "\n", "r": "\r", "t": "\t", "f": "\u{C}"]
    var result = ""
    var rest = line
    while let character = rest.popFirst() {
      guard character == "\\", let next = rest.popFirst() else {
        result.append(character)
        continue
      }
      guard next == "u" else {
        result += escapes[next] ?? String(next)
        continue
      }
      let digits = rest.dropFirst().prefix { $0 != "}" }
      rest = rest.dropFirst(digits.count + 2)
      if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
