import CCmark
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// Measures proved toggles, keystrokes with a new state of the bar, and opening, in documents of
/// all sizes and in the worst ones. Beside them is libcmark's parse of the whole document.
enum ToggleSuite {
  static func benchmarks(_ options: Options, _ corpus: Corpus) -> [Benchmark] {
    let sizes = [10_000, 1_000_000, 10_000_000, 100_000_000]
    var documents = sizes.filter { $0 <= options.megabytes * 1_000_000 }.map { size in
      Document(work: name(size), seed: options.seed, opensOften: size <= 1_000_000) {
        corpus.text(bytes: size)
      }
    }
    let words = "some words and *more* of them"
    for (work, line) in [
      ("list of 1 MB", "- \(words)\n"), ("quote of 1 MB", "> \(words)\n"),
      ("paragraph of 1 MB", "\(words)\n"),
    ] {
      let document = Document(work: work, seed: options.seed, count: 10) {
        String(repeating: line, count: 1_000_000 / line.utf8.count)
      }
      documents.append(document)
    }
    documents.append(
      Document(
        work: "definitions of 1 MB", seed: options.seed, opensOften: true, isOnlyOpened: true
      ) {
        (0..<26_000).map { "[label \($0)]: /url/\($0) \"title \($0)\"\n" }.joined()
      })
    let all = documents.flatMap(benchmarks)
    let suites = ["toggle", "keystroke and state", "open", "open again"]
    return suites.flatMap { suite in all.filter { $0.suite == suite } } + batch(corpus)
  }

  private static func name(_ size: Int) -> String {
    size < 1_000_000 ? "\(size / 1_000) kB" : "\(size / 1_000_000) MB"
  }

  /// A document to work in, made when needed.
  private struct Document: Sendable {
    var work: String
    var seed: UInt64
    var count = 300
    var opensOften = false
    var isOnlyOpened = false
    var make: @Sendable () -> String
  }

  /// Returns words of plain letters anywhere in the text, as UTF-8 ranges.
  static func words(_ count: Int, in bytes: [UInt8], seed: UInt64) -> [Range<Int>] {
    var random = SeededGenerator(seed: seed)
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    var words: [Range<Int>] = []
    while words.count < count {
      var start = Int.random(in: 0..<bytes.count, using: &random)
      while start < bytes.count, !letters.contains(bytes[start]) { start += 1 }
      let end = bytes[start...].firstIndex { !letters.contains($0) } ?? bytes.count
      if start < end { words.append(start..<end) }
    }
    return words
  }

  private static func benchmarks(_ document: Document) -> [Benchmark] {
    [
      Benchmark(suite: "toggle", work: document.work, subject: Catalogue.ours, rounds: 3) {
        let bytes = Array(document.make().utf8)
        let opened = try MarkdownDocument(TextBuffer(utf8: bytes))
        return .latencies(
          words(document.count, in: bytes, seed: document.seed).map { word in
            CPUClock.time {
              blackHole(EditingCommand.toggle(.strong).outcome(onUTF8: [word], in: opened))
            }.0
          }, of: "toggle")
      },
      Benchmark(
        suite: "keystroke and state", work: document.work, subject: Catalogue.ours, rounds: 3
      ) {
        let bytes = Array(document.make().utf8)
        var opened = try MarkdownDocument(TextBuffer(utf8: bytes))
        return .latencies(
          try words(document.count, in: bytes, seed: document.seed).map { word in
            let caret = word.lowerBound + 1
            let (time, _) = try CPUClock.time {
              try opened.apply(
                TextEdit([.init(word.lowerBound..<word.lowerBound, with: "x")]))
              blackHole(CommandState.all(of: [caret..<caret], in: opened, groups: [.marks]))
            }
            try opened.apply(TextEdit([.init(word.lowerBound..<caret, with: "")]))
            return time
          }, of: "keystroke")
      },
      Benchmark(suite: "open", work: document.work, subject: Catalogue.ours, rounds: 3) {
        let bytes = Array(document.make().utf8)
        let (time, opened) = try CPUClock.time { try MarkdownDocument(TextBuffer(utf8: bytes)) }
        blackHole(opened)
        return .total(nanoseconds: time, operations: 1, of: "document")
      },
      Benchmark(suite: "open again", work: document.work, subject: Catalogue.ours, rounds: 3) {
        let bytes = Array(document.make().utf8)
        return .latencies(
          try (0..<reopenings(of: bytes)).map { _ in
            let (time, opened) = try CPUClock.time { try MarkdownDocument(TextBuffer(utf8: bytes)) }
            blackHole(opened)
            return time
          }, of: "document")
      },
      parse("toggle", document), parse("keystroke and state", document), parse("open", document),
      Benchmark(suite: "open again", work: document.work, subject: "libcmark parse", rounds: 3) {
        let bytes = Array(document.make().utf8)
        return .latencies(
          (0..<reopenings(of: bytes)).map { _ in libcmarkTime(bytes) }, of: "document")
      },
    ].filter {
      ($0.suite != "open again" || document.opensOften)
        && (!document.isOnlyOpened || $0.suite.hasPrefix("open"))
    }
  }

  /// Returns how often a document is opened in one process. The first time, a third of opening a
  /// small document is start-up work: touching memory and binding libraries.
  private static func reopenings(of bytes: [UInt8]) -> Int { max(5, 2_000_000 / bytes.count) }

  /// Measures libcmark on the whole document: the cost of a toggle or keystroke without slices.
  private static func parse(_ suite: String, _ document: Document) -> Benchmark {
    Benchmark(suite: suite, work: document.work, subject: "libcmark parse", rounds: 3) {
      let bytes = Array(document.make().utf8)
      return .total(nanoseconds: libcmarkTime(bytes), operations: 1, of: "document")
    }
  }

  static func libcmarkTime(_ bytes: [UInt8]) -> Double {
    let (time, document) = CPUClock.time {
      bytes.withUnsafeBytes { cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_SOURCEPOS) }
    }
    cmark_node_free(document)
    return time
  }

  /// Measures many texts of about 300 bytes, as in a batch.
  private static func batch(_ corpus: Corpus) -> [Benchmark] {
    let text: @Sendable () -> [UInt8] = {
      Array(
        """
        # A heading here

        Some *text* with **strong** parts and `code`, and a [link](http://example.com) to go. It
        continues on a second line with more words, and a third one

        - a list item with some text
        - another **one** with `more`

        > A quote with words in it
        > and more of them

        """.utf8)
    }
    let selection = 18..<22
    return [
      Benchmark(suite: "batch", work: "300 bytes", subject: Catalogue.ours, rounds: 3) {
        let bytes = text()
        let (time, _) = CPUClock.time {
          for _ in 0..<10_000 {
            blackHole(EditingCommand.toggle(.strong).outcome(onUTF8: [selection], in: bytes))
          }
        }
        return .total(nanoseconds: time, operations: 10_000, of: "toggle")
      },
      Benchmark(
        suite: "batch", work: "300 bytes", subject: "libcmark parse, before and after", rounds: 3
      ) {
        let bytes = text()
        let time = (0..<20_000).reduce(0.0) { sum, _ in sum + libcmarkTime(bytes) }
        return .total(nanoseconds: time, operations: 10_000, of: "toggle")
      },
    ]
  }
}
