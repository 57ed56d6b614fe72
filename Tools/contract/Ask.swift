import ContractSupport
import EditorTestSupport
import Foundation
import MarkdownEditing

/// Answers the cases of standard input, one a line, as reports print them:
/// `strong  "a ⟦word⟧"`. Prints what the planner does, twice, its replacements, and what the judge
/// says. With `=> "a **⟦word⟧**"` behind it, the judge is asked about that answer instead.
///
/// - Returns: the exit status: 65 where a line was no case.
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

/// What the judge says about an answer written by hand: nothing if it is right in some effect,
/// else what is wrong in each. Toggled again it is by the planner.
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
