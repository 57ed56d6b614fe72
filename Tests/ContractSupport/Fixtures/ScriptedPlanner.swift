import AccessoryCommands
import EditorTestSupport
import TextEditing

/// A planner that gives one answer, written by hand, and takes it back when asked again: so that
/// the judge can be asked about answers that no planner of ours would give.
public struct ScriptedPlanner {
  let question: ContractCase
  let after: [UInt8]
  let selections: [Range<Int>]
  let direction: MarkPlan.Direction

  /// A planner that answers `question` with the marked text `answer`.
  public init(_ question: ContractCase, _ answer: String, _ direction: MarkPlan.Direction) {
    self.question = question
    let parsed = MarkedText.parse(answer)
    after = Array(parsed.text.utf8)
    selections = parsed.selections
    self.direction = direction
  }

  /// The answer.
  public func outcome(_ asked: ContractCase) -> MarkOutcome {
    if asked == question {
      return .plan(plan(from: question.source, to: after, selections, direction))
    }
    let inverse: MarkPlan.Direction =
      switch direction {
      case .marks: .unmarks
      case .unmarks: .marks
      case .insertsPair: .removesPair
      case .removesPair: .insertsPair
      case .stepsIn: .stepsOut
      case .stepsOut: .stepsIn
      }
    return .plan(plan(from: after, to: question.source, question.selections, inverse))
  }

  private func plan(
    from: [UInt8], to: [UInt8], _ selections: [Range<Int>], _ direction: MarkPlan.Direction
  ) -> MarkPlan {
    MarkPlan(
      edit: TextEdit(smallestReplacements(from: from, to: to)), selections: selections,
      direction: direction, leaves: [], references: [])
  }
}

/// The bytes that a shortest edit script takes and gives, gathered by place.
func smallestReplacements(from old: [UInt8], to new: [UInt8]) -> [Replacement] {
  var removed = Set<Int>()
  var inserted = Set<Int>()
  for change in new.difference(from: old) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var replacements: [Replacement] = []
  var place = 0
  var taken = 0
  while place < old.count || taken < new.count {
    let start = place
    var bytes: [UInt8] = []
    while removed.contains(place) || inserted.contains(taken) {
      if removed.contains(place) {
        place += 1
      } else {
        bytes.append(new[taken])
        taken += 1
      }
    }
    if place > start || !bytes.isEmpty { replacements.append(Replacement(start..<place, with: bytes)) }
    place += 1
    taken += 1
  }
  return replacements
}
