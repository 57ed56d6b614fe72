import EditorTestSupport
import MarkdownEditing

/// Measures how the cost of every command, key and state grows with the nesting of its document.
///
/// The CPU seconds of each are limited, and so is their growth for twice the depth.
struct NestingRun {
  let options: Options
  private static let depths = [4, 8, 16, 32, 64]
  /// The largest allowed CPU seconds. A busy machine takes a few times as long as an idle one.
  private static let limit = 0.25
  /// The largest allowed growth for twice the depth: between 4, the square, and 16.
  private static let growth = 8.0
  /// The seconds at the larger depth below which a ratio means nothing.
  private static let few = 0.02
  /// How often something slow is measured again, because another program may have interfered.
  private static let repetitions = 3
  private var problems = 0
  private var count = 0

  init(_ options: Options) { self.options = options }

  mutating func run() -> Int32 {
    var before: [String: Double] = [:]
    for depth in Self.depths {
      var seconds: [String: Double] = [:]
      for document in NestedText.all(depth: depth) {
        for (name, cost) in costs(in: document) {
          seconds["\(name), \(document.name)"] = cost
        }
      }
      report(seconds, at: depth)
      for (name, cost) in seconds {
        if cost > Self.limit { complain("\(name), \(depth) deep: \(milliseconds(cost))") }
        guard let small = before[name], cost > Self.few, cost > Self.growth * small else {
          continue
        }
        complain("\(name), \(depth) deep: \(milliseconds(cost)), from \(milliseconds(small))")
      }
      before = seconds
    }
    print("\(count) commands, keys and states, \(problems) too expensive")
    return problems == 0 ? 0 : 1
  }

  /// Returns the largest cost of each command, key and state in a document.
  private mutating func costs(in document: NestedText) -> [String: Double] {
    let carets = document.carets(ofAllLevels: options.measuresAllLevels).map { $0..<$0 }
    let selections = carets + [0..<document.text.count]
    var result: [String: Double] = [:]
    func measure(_ name: String, _ body: () -> Void) {
      count += 1
      var least = cpuSeconds(body)
      for _ in 1..<Self.repetitions where least > Self.few { least = min(least, cpuSeconds(body)) }
      result[name] = max(result[name] ?? 0, least)
    }
    for selection in selections {
      measure("states") {
        _ = CommandState.all(of: [selection], in: document.text)
      }
      for row in CommandRow.all {
        for argument in Self.arguments(of: row) {
          let command = EditingCommand(row, argument: argument)
          measure(row.name) { _ = command.outcome(onUTF8: [selection], in: document.text) }
        }
      }
    }
    return result
  }

  /// The arguments to try: one that the command accepts, and for text, also a nested one.
  private static func arguments(of row: CommandRow) -> [String] {
    switch row.name {
    case "paste": ["x", "- a\n  - b\n\nc"]
    case "paste-html": ["<ul><li>a<ul><li>b</ul></ul>"]
    case "table-insert": ["2x2"]
    case "callout": ["note"]
    case "table-to-text": ["csv"]
    case "promote", "demote": ["", "section"]
    default: ["x"]
    }
  }

  private func report(_ seconds: [String: Double], at depth: Int) {
    guard let worst = seconds.max(by: { $0.value < $1.value }) else { return }
    print("\(depth) deep: at most \(milliseconds(worst.value)), \(worst.key)")
  }

  private func milliseconds(_ seconds: Double) -> String { "\(Int((1000 * seconds).rounded())) ms" }

  private mutating func complain(_ sentence: String) {
    problems += 1
    print(sentence)
  }
}
