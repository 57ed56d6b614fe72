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
    let commands = Mark.all.map { MarkCommand(.toggle, $0, policies: policies) }
    if selections.count == 1, selections[0].isEmpty {
      entries = Self.entries(of: commands, at: selections[0].lowerBound, in: reading)
      return
    }
    let before = TreeReading(reading.tree)
    let planners = commands.map { SelectionPlanner($0, reading, before) }
    guard let texts = planners[0].texts(on: selections), !texts.isEmpty else {
      entries = commands.map { command in
        Entry(
          mark: command.mark, presence: .off,
          applies: command.outcome(on: selections, in: reading, before: before).isPlan)
      }
      return
    }
    entries = planners.map { $0.entry(for: texts, on: selections) }
  }

  /// The entries of commands with the same policies at a caret.
  private static func entries(
    of commands: [MarkCommand], at caret: Int, in reading: DocumentReading
  ) -> [Entry] {
    let place = CaretPlace(caret, in: reading)
    let word = place.word
    if let word, case .leaf(let text, caret) = place,
      commands.allSatisfy({ $0.policies.atWordEdge == .marksWord }), text.isPlain(word, at: caret)
    {
      return commands.map { Entry(mark: $0.mark, presence: .off, applies: true) }
    }
    let context = CaretPlanner.Context(caret, place, word: word, reading)
    let before = TreeReading(reading.tree)
    return commands.map {
      CaretPlanner($0, SelectionPlanner($0, reading, before), context, placesCaret: false)
        .entry
    }
  }

  /// The entry of one mark.
  public subscript(mark: Mark) -> Entry? { entries.first { $0.mark == mark } }
}

extension SelectionPlanner {
  /// What is known of the command's mark where the selections hold text.
  fileprivate func entry(
    for texts: [LeafText], on selections: [Range<Int>]
  ) -> FormattingState.Entry {
    let mark = command.mark.set
    let presence: FormattingState.Presence =
      texts.allSatisfy { $0.isMarked(mark) }
      ? .on : texts.allSatisfy { $0.isFree(of: mark) } ? .off : .mixed
    return FormattingState.Entry(
      mark: command.mark, presence: presence,
      applies: outcome(for: texts, on: selections).isPlan)
  }
}

extension CaretPlanner {
  /// What is known of the command's mark at the caret.
  fileprivate var entry: FormattingState.Entry {
    FormattingState.Entry(
      mark: command.mark, presence: marksWhatIsTyped ? .on : .off, applies: outcome().isPlan)
  }
}

extension MarkOutcome {
  /// Whether there is something to do.
  fileprivate var isPlan: Bool { if case .plan = self { true } else { false } }
}
