import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// Measures commands in a list of 10,000 items, at the end of the second item or on all of them.
enum CommandSuite {
  static func benchmarks() -> [Benchmark] {
    [
      list("newline") { "\($0). item\n" },
      list("outdent") { $0 == 2 ? "   1. item\n" : "\(max(1, $0 - 1)). item\n" },
      list("ordered-list", selectsAll: true) { _ in "- item\n" },
      list("bullet-list", selectsAll: true) { "\($0). item\n" },
      list("task-list", selectsAll: true) { _ in "- item\n" },
      Benchmark(suite: "commands", work: "10,000 items", subject: "libcmark parse", rounds: 3) {
        let bytes = (1...10_000).flatMap { Array("\($0). item\n".utf8) }
        return Sample((0..<20).map { _ in OpenSuite.libcmarkTime(bytes) }, of: "document")
      },
    ]
  }

  private static func list(
    _ name: String, selectsAll: Bool = false, item: @escaping @Sendable (Int) -> String
  ) -> Benchmark {
    Benchmark(suite: "commands", work: "\(name): 10,000 items", rounds: 3) {
      guard let command = EditingCommand(named: name) else { throw Complaint("no \(name)") }
      let bytes = (1...10_000).flatMap { Array(item($0).utf8) }
      let document = try MarkdownDocument(TextBuffer(utf8: bytes))
      let caret = item(1).utf8.count + item(2).utf8.count - 1
      let selection = selectsAll ? 0..<bytes.count : caret..<caret
      let times = (0..<20).map { _ in
        CPUClock.time { blackHole(command.outcome(utf8: [selection], in: document)) }.0
      }
      return Sample(times, of: "command")
    }
  }
}
