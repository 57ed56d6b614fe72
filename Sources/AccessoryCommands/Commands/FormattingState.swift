import CommonMark
import MarkdownSyntax
import TextEditing

/// What a bar highlights: for each mark whether the selection has it, and whether its command
/// applies.
///
/// Both come from the planning of the commands themselves, as far as the first spelling that is
/// proved, so that a button is enabled exactly where a tap on it does something. A state is asked
/// for at every move of a caret, so that its budget is a part of a command's: where it is spent
/// before there is an answer, that is ``Applicability/unknown``.
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
    /// Whether `toggle` of the mark would do something, as far as is known.
    public var applicability: Applicability
    /// Whether a button for the mark should be enabled: `toggle` would do something, or whether it
    /// would is not known, and the command decides.
    /// Set, it says that this is known.
    public var applies: Bool {
      get { applicability != .no }
      set { applicability = newValue ? .yes : .no }
    }

    /// Creates an entry: for previews, and for tests of a bar.
    public init(mark: Mark, presence: Presence, applicability: Applicability = .yes) {
      self.mark = mark
      self.presence = presence
      self.applicability = applicability
    }
  }
  /// Whether a command would do something.
  public enum Applicability: String, Hashable, Sendable {
    /// It has a plan.
    case yes
    /// It has nothing to do, or is refused.
    case no
    /// The text is so intricate that to know it would take longer than a bar can wait.
    case unknown
  }
  /// One entry per mark, in the catalogue's order.
  public var entries: [Entry]

  /// The state of `selections` (UTF-8 ranges; an empty one is a caret) in the text `source`.
  ///
  /// - Complexity: O(length of the document) to find its slices; what is planned and proved reads
  ///   those from the first selection to the last.
  public init(
    of selections: [Range<Int>], in source: [UInt8], dialect: Dialect = .gitHub,
    policies: MarkPolicies = .standard
  ) {
    self.init(of: selections, in: source, policies: policies.reading(dialect))
  }

  /// The state in the dialect of `policies`.
  package init(of selections: [Range<Int>], in source: [UInt8], policies: MarkPolicies) {
    let selections = OutcomeCheck(source).valid(selections)
    if let document = MarkdownDocument(ofLong: source) {
      self.init(of: selections, in: document, policies: policies)
    } else {
      self.init(of: selections, inWhole: source, policies: policies)
    }
  }

  /// The state of a selection of what a buffer holds.
  init(of selection: Range<Int>?, in buffer: TextBuffer, policies: MarkPolicies) {
    let selections = selection.map { [$0] } ?? []
    if let document = MarkdownDocument(ofLong: buffer) {
      self.init(of: selections, in: document, policies: policies)
    } else {
      self.init(of: selections, inWhole: buffer.utf8Bytes, policies: policies)
    }
  }

  /// The same by reading the whole text at every proof.
  package init(
    of selections: [Range<Int>], inWhole source: [UInt8], policies: MarkPolicies = .standard,
    context: ProjectionContext = .document
  ) {
    self.init(
      of: selections, inWhole: SharedReading(source), policies: policies, context: context)
  }

  /// The same of a text that other commands may read too.
  init(
    of selections: [Range<Int>], inWhole text: SharedReading, policies: MarkPolicies,
    context: ProjectionContext
  ) {
    if policies.dialect.isCommonMark {
      self.init(of: selections, in: text, policies: policies)
    } else {
      self.init(entries: Self.dialectEntries(of: selections, in: text.source, policies, context))
    }
  }

  init(entries: [Entry]) { self.entries = entries }

  /// The same in CommonMark, of a text that other commands may read too.
  init(of selections: [Range<Int>], in text: SharedReading, policies: MarkPolicies) {
    let marks = Mark.all(in: .commonMark)
    guard !selections.isEmpty, let reading = try? text.reading() else {
      entries = marks.map { Entry(mark: $0, presence: .off, applicability: .no) }
      return
    }
    entries = Self.entries(of: selections, in: reading, text, marks, policies)
  }

  /// The entries for marks of CommonMark in a text that has been read.
  private static func entries(
    of selections: [Range<Int>], in reading: DocumentReading, _ text: SharedReading,
    _ marks: [Mark], _ policies: MarkPolicies
  ) -> [Entry] {
    let commands = marks.map { MarkCommand(.toggle, $0, policies: policies) }
    if text.plainStretches(at: selections, in: reading, policies) != nil {
      return marks.map { Entry(mark: $0, presence: .off, applicability: .yes) }
    }
    return commands.map { command in
      let found = command.finding(on: selections, in: reading, text)
      return Entry(
        mark: command.mark, presence: found.presence, applicability: found.outcome.applicability)
    }
  }

  /// The entry of one mark.
  public subscript(mark: Mark) -> Entry? { entries.first { $0.mark == mark } }
}

extension MarkCommand {
  /// What a state knows of the command.
  typealias Finding = (presence: FormattingState.Presence, outcome: MarkOutcome)

  /// What a state knows of the command in a text of CommonMark. Of a plan over characters it is only
  /// known that there is one: it has no edit.
  func finding(
    on selections: [Range<Int>], in reading: DocumentReading, _ text: SharedReading
  ) -> Finding {
    let before = text.tree(of: reading)
    var planner = SelectionPlanner(
      self, reading, before, of: text.origin,
      budget: Budget(forBytes: reading.source.count, isForState: true))
    planner.purpose = .state
    if selections.count == 1, selections[0].isEmpty {
      let context = text.context(at: selections[0].lowerBound, in: reading)
      let caret = CaretPlanner(self, planner, context, placesCaret: false)
      return (caret.marksWhatIsTyped ? .on : .off, caret.outcome())
    }
    guard let texts = text.texts(on: selections, in: reading), !texts.isEmpty else {
      return (.off, outcome(onUTF8: selections, in: reading, text, before: before))
    }
    return planner.finding(for: texts, on: selections)
  }
}

extension SelectionPlanner {
  /// What is known of the command's mark where the selections hold text.
  fileprivate func finding(
    for texts: [LeafText], on selections: [Range<Int>]
  ) -> MarkCommand.Finding {
    let mark = command.mark.set
    let outcome = outcome(for: texts, on: selections)
    // What the policy leaves outside the mark does not decide, as the stop of `**日本語**。日本`.
    var isOn = texts.allSatisfy { $0.isMarked(mark) }
    if case .plan(let plan) = outcome, plan.effect == .unmarks { isOn = true }
    return (isOn ? .on : texts.allSatisfy { $0.isFree(of: mark) } ? .off : .mixed, outcome)
  }
}

extension MarkOutcome {
  /// Whether there is something to do.
  var applicability: FormattingState.Applicability {
    switch self {
    case .plan: .yes
    case .refused(.tooIntricate): .unknown
    case .unchanged, .refused: .no
    }
  }
}
