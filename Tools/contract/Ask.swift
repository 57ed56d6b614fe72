import ContractSupport
import EditorTestSupport
import Foundation
import MarkdownEditing

/// Answers the cases on standard input, one per line and written as reports print them:
/// `strong  "a ⟦word⟧"`. Prints the planner's results for two toggles, its replacements, and the
/// judge's verdict. If `=> "a **⟦word⟧**"` follows the case, judges that answer instead.
///
/// - Returns: The exit status: 65 if a line is not a case.
func ask(_ options: Options) -> Int32 {
  var status: Int32 = 0
  var number = 0
  while let line = readLine() {
    number += 1
    if line.allSatisfy(\.isWhitespace) { continue }
    do { try answer(line, options) } catch {
      complain("line \(number): \(error)")
      status = 65
    }
  }
  return status
}

private func answer(_ line: String, _ options: Options) throws {
  guard let quote = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), quote < end
  else { throw Options.Misuse(description: #"a case looks like strong "a ⟦word⟧""#) }
  let quoted = line[line.index(after: quote)..<end].split(
    separator: #"" => ""#, maxSplits: 1, omittingEmptySubsequences: false)
  let command = try ToggleFixture.command(String(line[..<quote]), "the command")
  let (source, selections) = try MarkedText.read(unescaped(quoted[0]))
  let question = ContractCase(Array(source.utf8), selections, command)
  print(question.marked.debugDescription)
  if quoted.count > 1 {
    let answer = unescaped(quoted[1])
    _ = try MarkedText.read(answer)
    print("  \(answer.debugDescription)")
    for violation in violations(of: answer, to: question, options) { print("      \(violation)") }
  } else {
    answerTwice(question, options)
  }
}

private func answerTwice(_ asked: ContractCase, _ options: Options) {
  var question = asked
  for _ in 0..<2 {
    let outcome = options.planner(question)
    guard case .plan(let plan) = outcome, let after = plan.applied(to: question.source) else {
      print("  \(outcome)")
      break
    }
    question = ContractCase(after, plan.selections, question.command)
    let edit = plan.edit.replacements.map { replacement in
      "\(replacement.range) \(String(decoding: replacement.bytes, as: UTF8.self).debugDescription)"
    }
    print("  \(question.marked.debugDescription)  [\(edit.joined(separator: ", "))]")
  }
  for violation in Judge(of: options.planner).violations(of: asked) { print("      \(violation)") }
}

/// Returns the judge's complaints about a handwritten answer: none if the answer is right for some
/// effect, otherwise the complaints for each effect. The planner does the second toggle.
private func violations(
  of answer: String, to question: ContractCase, _ options: Options
) -> [String] {
  var result: [String] = []
  for kind in ScriptedPlanner.Kind.allCases {
    let script = ScriptedPlanner(question, answer, kind)
    let judge = Judge {
      $0 == question ? script.outcome($0) : options.planner($0)
    }
    let violations = judge.violations(of: question)
    if violations.isEmpty { return [] }
    result += violations.map { "as one that \(kind): \($0)" }
  }
  return result
}

/// Returns the text of a debug description, with its escapes resolved.
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
