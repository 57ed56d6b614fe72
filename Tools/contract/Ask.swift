import ContractSupport
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
  let asked = try ToggleFixture(line[...], name: "the case")
  let question = asked.question
  print(question.marked.debugDescription)
  if let answer = asked.answers.first {
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
