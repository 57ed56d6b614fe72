import ContractSupport
import Foundation
import MarkdownEditing

/// Writes the outcomes of random cases and of a share of the examples' cases, one per line, to
/// compare with those of another version. Returns the exit status.
func writeOutcomes(to path: String, _ options: Options) throws -> Int32 {
  guard let file = newFile(at: path) else { return 74 }
  var lines = ""
  func write(_ question: ContractCase) throws {
    lines += described(options.asked(question)) + "\n"
    guard lines.utf8.count > 1 << 16 else { return }
    try file.write(contentsOf: Data(lines.utf8))
    lines = ""
  }
  for index in 0..<options.random {
    var generator = CaseGenerator(seed: options.seed &+ UInt64(index))
    try write(generator.next())
  }
  for text in options.examples ? examples() ?? [] : [] {
    var number = 0
    var cases: [ContractCase] = []
    ExampleCases.forEach(in: text) { question in
      number += 1
      // A prime step reaches all marks and actions.
      if number % 13 == 1 { cases.append(question) }
    }
    try cases.forEach(write)
  }
  try file.write(contentsOf: Data(lines.utf8))
  try file.close()
  return 0
}

private func described(_ question: ContractCase) -> String {
  let outcome = question.command.outcome(onUTF8: question.selections, in: question.source)
  let state = CommandState.all(
    of: question.selections, in: question.source, groups: [.marks],
    dialect: question.command.options.dialect, options: question.command.options)
  let text = String(decoding: question.source, as: UTF8.self).debugDescription
  let entries = state.map { "\($0.presence.rawValue)\($0.applies ? "+" : "-")" }
  return "\(text) \(question.selections) \(question.command.action) \(question.command.mark.name)"
    + " => \(described(outcome)) \(entries.joined(separator: " "))"
}

private func described(_ outcome: Outcome) -> String {
  switch outcome {
  case .unchanged(let reason): return "unchanged \(reason.rawValue)"
  case .refused(let refusal): return "refused \(refusal)"
  case .plan(let plan):
    let edits = plan.edit.replacements.map {
      "\($0.range) \(String(decoding: $0.bytes, as: UTF8.self).debugDescription)"
    }
    return "\(plan.effect) \(edits) \(plan.selections) \(plan.leaves) \(plan.references)"
  }
}
