import CCmark
import MarkdownSyntax
import TextEditing

/// Measures opening a document, and libcmark's parse of the same text: documents of all sizes, and
/// blocks of 1 MB.
///
/// A text is opened several times in one process. The first time, a third of opening a small
/// document is start-up work: touching memory and binding libraries.
enum OpenSuite {
  static func benchmarks(_ options: Options, _ corpus: Corpus) -> [Benchmark] {
    [(10_000, "10 kB"), (1_000_000, "1 MB"), (10_000_000, "10 MB"), (100_000_000, "100 MB")]
      .filter { $0.0 <= options.megabytes * 1_000_000 }
      .flatMap { size, name in benchmarks(name) { corpus.text(bytes: size) } }
      + blocks.flatMap { block in benchmarks(block.name) { block.text } }
  }

  private static let blocks = [
    Block(name: "paragraph", unit: "some words and *more* of them, # in all, with `code` too\n"),
    Block(name: "quote", unit: "> some words and *more* of them, # in all\n"),
    Block(name: "list", unit: "- some words and *more* of them, # in all\n"),
    Block(
      name: "table", head: "| a | b | c |\n|---|---|---|\n",
      unit: "| cell # | *two* words | `code` |\n"),
    Block(
      name: "code block", head: "```\n", unit: "let value# = other(a, b: [1, 2]) // some words\n"),
    Block(name: "HTML block", head: "<div>\n", unit: "<p>some words, # in all</p>\n"),
    Block(name: "definitions", unit: "[label #]: /url/# \"title #\"\n"),
  ]

  private struct Block: Sendable {
    let name: String
    var head = ""
    /// A line; `#` is replaced by a number.
    let unit: String

    var text: String {
      var text = head
      var number = 0
      while text.utf8.count < 1_000_000 {
        number += 1
        text += unit.replacing("#", with: "\(number)")
      }
      return text
    }
  }

  private static func benchmarks(
    _ work: String, _ text: @escaping @Sendable () -> String
  ) -> [Benchmark] {
    func benchmark(
      _ subject: String, _ time: @escaping @Sendable ([UInt8]) throws -> Double
    ) -> Benchmark {
      Benchmark(suite: "open", work: work, subject: subject, rounds: 3) {
        let bytes = Array(text().utf8)
        let count = max(5, 2_000_000 / bytes.count)
        return Sample(try (0..<count).map { _ in try time(bytes) }, of: "document")
      }
    }
    return [
      benchmark(ours) { bytes in
        try CPUClock.time { blackHole(try MarkdownDocument(TextBuffer(utf8: bytes))) }.0
      },
      benchmark("libcmark parse", libcmarkTime),
    ]
  }

  /// Returns the time of libcmark's parse of a text, in nanoseconds.
  @Sendable static func libcmarkTime(_ bytes: [UInt8]) -> Double {
    let (time, document) = CPUClock.time {
      bytes.withUnsafeBytes { cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_SOURCEPOS) }
    }
    cmark_node_free(document)
    return time
  }
}
