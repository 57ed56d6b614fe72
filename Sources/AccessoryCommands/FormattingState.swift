import CommonMark
import MarkdownSyntax

/// What a bar lights: for each mark whether the selection has it, and whether its command applies.
///
/// Both come from the planning of the commands themselves, so that a button is enabled exactly
/// where a tap on it does something.
public struct FormattingState: Hashable, Sendable {
  /// Whether the selected characters have a mark.
  public enum Presence: String, Hashable, Sendable {
    /// All have it; at a caret: the text typed next has it.
    case on
    /// None has it.
    case off
    /// Some have it.
    case mixed
  }
  /// What is known of one mark.
  public struct Entry: Hashable, Sendable {
    /// The mark.
    public var mark: Mark
    /// Whether all, none or some of the selected characters have it.
    public var presence: Presence
    /// Whether `toggle` of the mark would do something.
    public var applies: Bool
  }
  /// One entry a mark, in the catalogue's order.
  public var entries: [Entry]

  /// The state of `selections` (UTF-8 ranges; an empty one is a caret) in the text `source`.
  ///
  /// - Complexity: O(length of the document).
  public init(
    of selections: [Range<Int>], in source: [UInt8], policies: MarkPolicies = .standard
  ) {
    guard !selections.isEmpty, let reading = try? DocumentReading(source) else {
      entries = Mark.all.map { Entry(mark: $0, presence: .off, applies: false) }
      return
    }
    let before = TreeReading(reading.tree)
    entries = Mark.all.map { mark in
      let command = MarkCommand(.toggle, mark, policies: policies)
      var applies = false
      if case .plan = command.outcome(on: selections, in: reading, before: before) {
        applies = true
      }
      let planner = SelectionPlanner(command, reading, before)
      return Entry(mark: mark, presence: planner.presence(on: selections), applies: applies)
    }
  }

  /// The entry of one mark.
  public subscript(mark: Mark) -> Entry? { entries.first { $0.mark == mark } }
}

extension SelectionPlanner {
  /// Whether the characters of the selections have the command's mark.
  func presence(on selections: [Range<Int>]) -> FormattingState.Presence {
    let texts = texts(on: selections) ?? []
    if texts.isEmpty {
      guard let caret = selections.first, selections.allSatisfy({ $0.isEmpty }) else { return .off }
      let carets = CaretPlanner(command, self, caret: caret.lowerBound)
      return carets.marksWhatIsTyped ? .on : .off
    }
    if texts.allSatisfy({ $0.isMarked(command.mark.set) }) { return .on }
    return texts.allSatisfy { $0.isFree(of: command.mark.set) } ? .off : .mixed
  }
}
