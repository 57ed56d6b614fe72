import ContractSupport
import EditorTestSupport
import Foundation
import MarkdownEditing

/// Returns the examples of the specification, or nil if its text is not available.
func examples() -> [String]? {
  let examples = SpecificationExample.all.map(\.source)
  return examples.isEmpty ? nil : examples
}

/// Judges the cases that `cases` makes from each number below `count`, on all processors.
func judge(
  _ count: Int, _ options: Options,
  _ cases: @escaping @Sendable (_ number: Int, _ body: (ContractCase) -> Void) -> Void
) async -> Tally {
  await withTaskGroup(of: Tally.self) { group in
    let jobs = ProcessInfo.processInfo.activeProcessorCount
    for job in 0..<jobs {
      group.addTask {
        let judge = options.judge
        var tally = Tally()
        for number in stride(from: job, to: count, by: jobs) {
          cases(number) { question in
            tally.count(question.with(.exact), judge)
          }
        }
        return tally
      }
    }
    return await group.reduce(into: Tally()) { $0.add($1) }
  }
}

/// Judges random cases with the seeds `seed`, `seed + 1` and so on. `next` makes a case from a
/// generator, and the same seed always gives the same case.
func judgeRandom(
  _ count: Int, _ options: Options,
  _ next: @escaping @Sendable (inout CaseGenerator) -> ContractCase
) async -> Tally {
  await judge(count, options) { number, body in
    var generator = CaseGenerator(seed: options.seed &+ UInt64(number))
    body(next(&generator))
  }
}

extension ContractCase {
  /// Returns the case with an edge policy, unless it may not write references: `exact` follows the
  /// contract to the letter.
  func with(_ edges: EditingOptions.Edges) -> ContractCase {
    var question = self
    if question.command.options.allowsReferences { question.command.options.edges = edges }
    return question
  }
}
