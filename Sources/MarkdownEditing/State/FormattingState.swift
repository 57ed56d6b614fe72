import CommonMark
import MarkdownSyntax
import TextEditing

/// What a bar highlights: for each mark whether the selection has it, and whether its command
/// applies.
///
/// Both come from the goal of the command: the characters that would gain or lose the mark. The search for a
/// spelling is left out, so a state costs less than the command. A button is enabled if the command has something
/// to do; the few commands without a spelling in CommonMark are refused when they are carried out.
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
    /// Whether a button for the mark should be enabled: `toggle` has something to do.
    public var applies: Bool

    /// Creates an entry: for previews, and for tests of a bar.
    public init(mark: Mark, presence: Presence, applies: Bool = true) {
      self.mark = mark
      self.presence = presence
      self.applies = applies
    }
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
    if let document = MarkdownDocument(source, for: selections) {
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
    let marks = Mark.all(in: policies.dialect)
    let none = marks.map { Entry(mark: $0, presence: .off, applies: false) }
    if selections.isEmpty {
      self.init(entries: none)
    } else if policies.dialect.isCommonMark {
      let text = (try? DocumentReading(source)).map { SelectedText($0, selections) }
      self.init(
        entries: text.map { text in
          marks.map { MarkCommand(.toggle, $0, policies: policies).entry(in: text) }
        } ?? none)
    } else {
      self.init(entries: Self.dialectEntries(of: selections, in: source, policies, context))
    }
  }

  init(entries: [Entry]) { self.entries = entries }

  /// The state of several places together. A mark is on if it is on in every place that its command applies to.
  /// Stops as soon as all marks are mixed.
  init(merging states: some Sequence<FormattingState>) {
    entries = []
    for state in states {
      if entries.isEmpty { entries = state.entries }
      for (index, entry) in state.entries.enumerated() where entry.applies {
        if !entries[index].applies {
          entries[index] = entry
        } else if entries[index].presence != entry.presence {
          entries[index].presence = .mixed
        }
      }
      if entries.allSatisfy({ $0.presence == .mixed }) { return }
    }
  }

  /// The entry of one mark.
  public subscript(mark: Mark) -> Entry? { entries.first { $0.mark == mark } }
}

extension MarkCommand {
  /// The entry of this command's mark, for a selection or one caret in CommonMark.
  func entry(in text: SelectedText) -> FormattingState.Entry {
    if let context = text.caret, let planner = try? SelectionPlanner(self, text.trial, text.trials)
    {
      let caret = CaretPlanner(planner, context)
      return FormattingState.Entry(
        mark: mark, presence: caret.marksWhatIsTyped ? .on : .off, applies: caret.applies)
    }
    let texts = text.leaves ?? []
    let isOn = texts.allSatisfy { self.isOn(in: $0) }
    let isOff = texts.allSatisfy { $0.isFree(of: mark.set) }
    return FormattingState.Entry(
      mark: mark, presence: isOff ? .off : isOn ? .on : .mixed, applies: !texts.isEmpty)
  }

  /// Whether all selected characters have the mark, except punctuation that a policy leaves outside: the full stop
  /// of `⟦**日本語**。⟧日本`.
  func isOn(in text: LeafText) -> Bool {
    policies.edges == .readable && mark != .code
      ? text.isMarkedInside(mark.set) : text.isMarked(mark.set)
  }
}
