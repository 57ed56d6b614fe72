import ContractSupport
import EditorTestSupport
import Foundation

/// Answers the cases of standard input, one a line, as reports print them:
/// `strong  "a ⟦word⟧"`. Prints what the planner does, twice, its replacements, and what the judge
/// says.
func ask() throws {
  let judge = Judge()
  while let line = readLine() {
    guard let quote = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), quote < end
    else { continue }
    let text = unescaped(line[line.index(after: quote)..<end])
    let entry = "\n=== asked\n\(line[..<quote].trimmingCharacters(in: .whitespaces))\n--- before\n"
    guard let command = try ToggleFixture.read(entry, file: "line").first?.command else { continue }
    let (source, selections) = MarkedText.parse(text)
    var question = ContractCase(Array(source.utf8), selections, command)
    let violations = judge.violations(of: question)
    print(question.marked.debugDescription)
    for _ in 0..<2 {
      let outcome = command.outcome(on: question.selections, in: question.source)
      guard case .plan(let plan) = outcome, let after = plan.applied(to: question.source) else {
        print("  \(outcome)")
        break
      }
      question = ContractCase(after, plan.selections, command)
      let edit = plan.edit.replacements.map { replacement in
        "\(replacement.range) \(String(decoding: replacement.bytes, as: UTF8.self).debugDescription)"
      }
      print("  \(question.marked.debugDescription)  [\(edit.joined(separator: ", "))]")
    }
    for violation in violations { print("      \(violation)") }
  }
}

/// The text that a debug description stands for.
private func unescaped(_ text: Substring) -> String {
  var result = String.UnicodeScalarView()
  var scalars = text.unicodeScalars.makeIterator()
  while let scalar = scalars.next() {
    guard scalar == "\\", let escaped = scalars.next() else {
      result.append(scalar)
      continue
    }
    switch escaped {
    case "n": result.append("\n")
    case "r": result.append("\r")
    case "t": result.append("\t")
    case "0": result.append("\0")
    case "u":
      _ = scalars.next()
      var digits = ""
      while let digit = scalars.next(), digit != "}" { digits.unicodeScalars.append(digit) }
      result.append(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
    default: result.append(escaped)
    }
  }
  return String(result)
}
