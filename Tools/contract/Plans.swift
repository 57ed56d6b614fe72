import ContractSupport
import Foundation
import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// Writes cases and their outcomes on a document, one per line, for other builds of the library to
/// repeat. Returns the exit status.
///
/// The fields of a line are separated by tabs: the text in hexadecimal, the unit of offsets, the
/// selections, the action and mark, the options as three digits, the outcome, and, for every fourth
/// case, the state of all marks.
func writePlans(to path: String, _ options: Options) throws -> Int32 {
  var lines: [String] = []
  func write(_ question: ContractCase) throws {
    lines.append(try planned(question.with(.readable), number: lines.count))
  }
  func generate(_ count: Int, _ next: (inout CaseGenerator) -> ContractCase) throws {
    for index in 0..<count {
      var generator = CaseGenerator(seed: options.seed &+ UInt64(index))
      try write(next(&generator))
    }
  }
  try generate(options.random) { $0.next() }
  try generate(options.soups) { $0.nextSoup() }
  try generate(options.whole) { $0.nextOfMany() }
  for text in options.examples ? examples() ?? [] : [] {
    var cases: [ContractCase] = []
    ExampleCases.forEach(in: text) { cases.append($0) }
    // A prime step reaches all marks and actions.
    for index in stride(from: 0, to: cases.count, by: 61) { try write(cases[index]) }
  }
  try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
  print("\(lines.count) cases, seed \(options.seed)")
  return 0
}

private func planned(_ question: ContractCase, number: Int) throws -> String {
  var command = question.command
  // The documents of C and JavaScript are editors.
  command.options = command.options.whileTyping
  let unit = OffsetUnit.allCases[number % OffsetUnit.allCases.count]
  let document = try MarkdownDocument(TextBuffer(utf8: question.source))
  let before = document.buffer
  let outcome = command.outcome(onUTF8: question.selections, in: document)
  // A state plans all marks, so it costs as much as several commands.
  let entries =
    number % 4 == 0
    ? MarkStates(of: question.selections, in: document, options: command.options).entries
    : []
  let options = EditingOptions.Name.ofMarks.map { String(command.options[$0]) }
  let fields = [
    hexadecimal(question.source), unit.rawValue, ranges(question.selections, before, unit),
    "\(command.action)", command.mark.name, options.joined(),
    try described(outcome, before, unit),
    entries.map { "\($0.row.name):\($0.presence.rawValue):\($0.applies ? "yes" : "no")" }
      .joined(separator: " "),
  ]
  return fields.joined(separator: "\t")
}

private func described(
  _ outcome: Outcome, _ before: TextBuffer, _ unit: OffsetUnit
) throws -> String {
  switch outcome {
  case .unchanged(let reason): return "unchanged \(reason.rawValue)"
  case .refused(let refusal):
    let name = "\(refusal)".prefix { $0 != "(" }
    return "refused \(name)"
  case .plan(let plan):
    let after = try before.applying(plan.edit)
    let edits = plan.edit.replacements.map {
      ranges([$0.range], before, unit) + ":" + hexadecimal($0.bytes)
    }
    return [
      "\(plan.effect)", edits.joined(separator: ","), ranges(plan.selections, after, unit),
      ranges(plan.leaves, before, unit), ranges(plan.references, before, unit),
    ].joined(separator: " ")
  }
}

private func ranges(_ ranges: [Range<Int>], _ text: TextBuffer, _ unit: OffsetUnit) -> String {
  ranges.map { range in
    "\(text.offset(ofUTF8: range.lowerBound, in: unit))-"
      + "\(text.offset(ofUTF8: range.upperBound, in: unit))"
  }.joined(separator: ",")
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var result: [UInt8] = []
  result.reserveCapacity(2 * bytes.count)
  for byte in bytes {
    result.append(digits[Int(byte >> 4)])
    result.append(digits[Int(byte & 15)])
  }
  return String(decoding: result, as: UTF8.self)
}
