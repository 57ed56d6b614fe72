import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// Measures commands beside a toggle of strong, in a long document and in a long list.
enum CommandSuite {
  static func benchmarks(_ options: Options, _ corpus: Corpus) -> [Benchmark] {
    let numbers = "10,000 numbered items"
    return [
      list("newline", numbers) { "\($0). item\n" },
      list("outdent", numbers) { $0 == 2 ? "   1. item\n" : "\(max(1, $0 - 1)). item\n" },
      list("ordered-list", "10,000 items", selectsAll: true) { _ in "- item\n" },
      list("bullet-list", numbers, selectsAll: true) { "\($0). item\n" },
      list("bullet-list", "10,000 items", selectsAll: true) { _ in "- item\n" },
      Benchmark(suite: "commands", work: numbers, subject: "libcmark parse", rounds: 3) {
        let bytes = (1...10_000).flatMap { Array("\($0). item\n".utf8) }
        return .latencies((0..<20).map { _ in OpenSuite.libcmarkTime(bytes) }, of: "document")
      },
    ]
      + ["strong", "newline", "indent", "outdent", "bullet-list", "ordered-list", "task-list"].map {
        document($0, megabytes: min(10, options.megabytes), options, corpus)
      }
  }

  /// Measures a command in a list of 10,000 items: at the end of the second, or on all.
  private static func list(
    _ name: String, _ work: String, selectsAll: Bool = false,
    item: @escaping @Sendable (Int) -> String
  ) -> Benchmark {
    Benchmark(suite: "commands", work: "\(name): \(work)", subject: Catalogue.ours, rounds: 3) {
      let bytes = (1...10_000).flatMap { Array(item($0).utf8) }
      let document = try MarkdownDocument(TextBuffer(utf8: bytes))
      let caret = item(1).utf8.count + item(2).utf8.count - 1
      let selection = selectsAll ? 0..<bytes.count : caret..<caret
      return .latencies(
        (0..<20).map { _ in time(name, selection, document) }, of: "command")
    }
  }

  /// Measures a command at carets in a document's items; `strong` is the toggle for comparison.
  private static func document(
    _ name: String, megabytes: Int, _ options: Options, _ corpus: Corpus
  ) -> Benchmark {
    Benchmark(
      suite: "commands", work: "\(name): \(megabytes) MB", subject: Catalogue.ours, rounds: 3
    ) {
      let bytes = Array(corpus.text(bytes: megabytes * 1_000_000).utf8)
      let document = try MarkdownDocument(TextBuffer(utf8: bytes))
      var random = SeededGenerator(seed: options.seed)
      var times: [Double] = []
      while times.count < 300 {
        var start = Int.random(in: 0..<bytes.count, using: &random)
        while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
        guard bytes[start...].starts(with: Array("- ".utf8)) else { continue }
        let caret = start + 3
        times.append(time(name, caret..<caret, document))
      }
      return .latencies(times, of: "command")
    }
  }

  private static func time(
    _ name: String, _ selection: Range<Int>, _ document: MarkdownDocument
  ) -> Double {
    if name == "strong" {
      return CPUClock.time {
        blackHole(EditingCommand.toggle(.strong).outcome(onUTF8: [selection], in: document))
      }.0
    }
    guard let command = EditingCommand(named: name) else { return .nan }
    return CPUClock.time {
      blackHole(command.outcome(onUTF8: [selection], in: document))
    }.0
  }
}
