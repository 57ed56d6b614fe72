import ContractSupport
import Foundation

/// A result for another renderer to read, written as a line of JSON.
private struct DumpedCase: Encodable {
  var before: String
  var after: String
  var mark: String
  /// The marks of each markable character before and after: bits 1 strong, 2 emphasis, 4 code.
  var text: String
  var was: [UInt8]
  var `is`: [UInt8]
}

func dumpCases(to path: String, _ options: Options) throws -> Int32 {
  guard let file = newFile(at: path) else { return 74 }
  let encoder = JSONEncoder()
  let oracle = ReferenceOracle()
  func write(_ question: ContractCase) throws {
    guard let line = dumped(question, oracle) else { return }
    file.write(try encoder.encode(line) + Data("\n".utf8))
  }
  for index in 0..<max(1, options.random) {
    var generator = CaseGenerator(seed: options.seed &+ UInt64(index))
    try write(generator.next())
  }
  if options.examples, let texts = examples() {
    var number = 0
    for text in texts {
      var cases: [ContractCase] = []
      ExampleCases.forEach(in: text) { question in
        number += 1
        if number % 61 == 0 { cases.append(question) }
      }
      try cases.forEach(write)
    }
  }
  try file.close()
  return 0
}

private func dumped(_ question: ContractCase, _ oracle: ReferenceOracle) -> DumpedCase? {
  guard !question.selections.contains(where: \.isEmpty),
    case .plan(let plan) = question.command.outcome(
      onUTF8: question.selections, in: question.source),
    let after = plan.applied(to: question.source),
    let old = try? Reading(question.source, oracle: oracle),
    let new = try? Reading(after, oracle: oracle)
  else { return nil }
  func markable(_ reading: Reading) -> [Event] { reading.events.filter(\.isMarkable) }
  return DumpedCase(
    before: String(decoding: question.source, as: UTF8.self),
    after: String(decoding: after, as: UTF8.self), mark: question.command.mark.name,
    text: markable(old).compactMap(\.scalar).map { String($0) }.joined(),
    was: markable(old).map(\.marks.rawValue), is: markable(new).map(\.marks.rawValue))
}
