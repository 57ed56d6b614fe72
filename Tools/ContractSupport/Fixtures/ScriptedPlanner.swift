import EditorTestSupport
import MarkdownEditing
import TextEditing

/// A planner that gives one handwritten answer and undoes it at the second toggle. It lets tests
/// judge answers that our planner would never give.
package struct ScriptedPlanner {
  let question: ContractCase
  let after: [UInt8]
  let selections: [Range<Int>]
  let kind: Kind

  /// The kinds of answers, which determine how a plan describes itself.
  package enum Kind: CaseIterable, Sendable {
    case marks, unmarks
  }

  package init(_ question: ContractCase, _ answer: String, _ kind: Kind) {
    self.question = question
    let parsed = MarkedText.parse(answer)
    after = Array(parsed.text.utf8)
    selections = parsed.selections
    self.kind = kind
  }

  package func outcome(_ asked: ContractCase) -> Outcome {
    if asked == question {
      return .plan(plan(from: question.source, to: after, selections, kind))
    }
    let inverse: Kind =
      switch kind {
      case .marks: .unmarks
      case .unmarks: .marks
      }
    return .plan(plan(from: after, to: question.source, question.selections, inverse))
  }

  private func plan(
    from: [UInt8], to: [UInt8], _ selections: [Range<Int>], _ kind: Kind
  ) -> Plan {
    let effect: Plan.Effect =
      switch kind {
      case .marks: .added
      case .unmarks: .removed
      }
    return Plan(
      edit: TextEdit(smallestReplacements(from: from, to: to)), selections: selections,
      effect: effect)
  }
}

/// Returns the cheapest edit script as replacements. Bytes of delimiters are cheaper than others.
func smallestReplacements(from old: [UInt8], to new: [UInt8]) -> [TextEdit.Replacement] {
  func price(_ byte: UInt8) -> Int { "*_`".utf8.contains(byte) ? 2 : 7 }
  // costs[i][j]: the cost of turning old[i...] into new[j...].
  var costs = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
  for i in stride(from: old.count, through: 0, by: -1) {
    for j in stride(from: new.count, through: 0, by: -1) where i < old.count || j < new.count {
      let kept = i < old.count && j < new.count && old[i] == new[j] ? costs[i + 1][j + 1] : Int.max
      let taken = i < old.count ? costs[i + 1][j] + price(old[i]) : Int.max
      let given = j < new.count ? costs[i][j + 1] + price(new[j]) : Int.max
      costs[i][j] = min(kept, taken, given)
    }
  }
  var replacements: [TextEdit.Replacement] = []
  var (i, j) = (0, 0)
  while i < old.count || j < new.count {
    let start = i
    var bytes: [UInt8] = []
    while i < old.count || j < new.count {
      if i < old.count, costs[i][j] == costs[i + 1][j] + price(old[i]) {
        i += 1
      } else if j < new.count, costs[i][j] == costs[i][j + 1] + price(new[j]) {
        bytes.append(new[j])
        j += 1
      } else {
        break
      }
    }
    if i > start || !bytes.isEmpty {
      replacements.append(TextEdit.Replacement(start..<i, with: bytes))
    }
    i += 1
    j += 1
  }
  return replacements
}
