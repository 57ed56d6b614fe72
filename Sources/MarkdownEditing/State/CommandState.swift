import MarkdownSyntax
import TextEditing

/// The state of a command as a bar shows it: whether it is on, and whether it applies.
///
/// A mark's state depends on the characters that would gain or lose the mark. Any other command is
/// on if it would remove something. It applies if the checks that it makes before its edit succeed.
/// Because a bar needs the state after every move of the caret, no edit is planned or parsed. A
/// command without a spelling, which is rare, is refused only when it is carried out.
public struct CommandState: Hashable, Sendable {
  /// Whether the selection has what the command adds.
  public enum Presence: String, Hashable, Sendable {
    /// All of the selection has it. At a caret, the text typed next gets the mark.
    case on
    /// No part of the selection has it.
    case off
    /// A part of the selection has it.
    case mixed
  }

  /// The row of the catalogue.
  public var row: CommandRow
  /// Whether the selection has what the command adds.
  public var presence: Presence
  /// The reason why the command does not apply, or nil if it applies.
  public var reason: Outcome.Unchanged?
  /// Whether the command would do something, so that its button should be enabled.
  public var applies: Bool { reason == nil }

  /// Creates a state. Without a reason, the command applies.
  public init(row: CommandRow, presence: Presence, reason: Outcome.Unchanged? = nil) {
    self.row = row
    self.presence = presence
    self.reason = reason
  }

  package init(_ mark: Mark, presence: Presence, reason: Outcome.Unchanged? = nil) {
    self.init(row: CommandRow(.mark(mark)), presence: presence, reason: reason)
  }

  /// Returns the states of a bar's commands for `selections` of a text.
  ///
  /// Keys are left out, because their effect depends on the typed text. A command that needs an
  /// argument is treated as if it had one.
  ///
  /// - Parameter selections: UTF-8 ranges of `source`, in ascending order; an empty one is a caret.
  /// - Returns: one state per row, in the catalogue's order. If the text cannot be passed to
  ///   libcmark, only the states of marks.
  /// - Complexity: O(*n*) in the length of the source, which is read once.
  public static func all(
    of selections: [Range<Int>], in source: [UInt8], groups: [CommandRow.Group] = .ofBars,
    dialect: Dialect = .gitHub, options: EditingOptions = .standard
  ) -> [CommandState] {
    let options = options.reading(dialect)
    let selections = OutcomeCheck(source).valid(selections)
    if let document = MarkdownDocument(source, for: selections) {
      return all(of: selections, in: document, groups: groups, dialect: dialect, options: options)
    }
    if groups.needBlocks, !selections.isEmpty,
      let facts = try? SelectionFacts(
        selections, in: source, .document, options, hasInlines: groups.haveInlines)
    {
      return all(of: [facts], [facts], groups, options)
    }
    let marks =
      groups.contains(.marks)
      ? MarkStates(of: selections, inWhole: source, options: options).entries : []
    return marks + none(of: groups, at: selections, in: dialect)
  }

  static func none(
    of groups: [CommandRow.Group], at selections: [Range<Int>], in dialect: Dialect
  ) -> [CommandState] {
    guard selections.isEmpty else { return [] }
    return CommandRow.otherThanMarks(groups).map {
      CommandState(
        row: $0, presence: .off,
        reason: $0.isAvailable(in: dialect) ? .noSelection : .notInDialect)
    }
  }

  /// Returns the states at selections that have been read.
  ///
  /// - Parameter together: the parts of the selections whose blocks a command changes together.
  static func all(
    of together: [SelectionFacts], _ alone: [SelectionFacts], _ groups: [CommandRow.Group],
    _ options: EditingOptions
  ) -> [CommandState] {
    let marks =
      groups.contains(.marks) ? MarkStates(merging: together.lazy.map { $0.marks }).entries : []
    return marks
      + CommandRow.otherThanMarks(groups).map { row in
        EditingCommand(row, options: options)
          .state(of: row.action.isOfOneSelection ? alone : together)
      }
  }
}

extension [CommandState] {
  /// The state of a mark, or nil if it is missing.
  public subscript(mark: Mark) -> CommandState? { first { $0.row.mark == mark } }

  /// The state of the command with a catalogue name such as `heading-2`, or nil if it is missing.
  public subscript(name: String) -> CommandState? { first { $0.row.name == name } }

  /// The states in an input in which no command applies for a reason; nil if there is none.
  package func inInput(_ barrier: Outcome.Unchanged?) -> [CommandState] {
    guard let barrier else { return self }
    return map { state in
      let reason = state.reason == .notInDialect ? state.reason : barrier
      return CommandState(row: state.row, presence: state.presence, reason: reason)
    }
  }
}

extension EditingOptions {
  /// The reason why no command applies while an input method is composing; nil if one applies.
  package var barrierOfComposition: Outcome.Unchanged? {
    whileComposing == .refuses ? .composing : nil
  }
}

extension [CommandRow.Group] {
  /// The groups that a bar can show: all except the keys.
  public static let ofBars = CommandRow.Group.allCases.filter { $0 != .typing }

  var needBlocks: Bool { contains { $0 != .marks && $0 != .typing && $0 != .editing } }

  var haveInlines: Bool { contains(.marks) || contains(.inlines) }
}

extension CommandRow {
  static func otherThanMarks(_ groups: [Group]) -> [CommandRow] {
    all.filter { $0.group != .marks && $0.group != .typing && groups.contains($0.group) }
  }

  /// Whether the command is enabled without examining the text, which would need more of it than
  /// the blocks at the caret. For example, the section that `move-section-up` moves may be long.
  package var isAlwaysEnabled: Bool {
    switch action {
    case .section, .contents, .references, .comment, .footnote(.renumber): true
    default: false
    }
  }

  /// Whether a tap needs an argument, as `paste` needs text.
  package var needsPastedText: Bool { action.isPaste }

  /// Whether a button repeats while it is pressed, as `indent` does.
  package var repeats: Bool {
    switch action {
    case .indent, .move(.up), .move(.down): true
    default: false
    }
  }

  package var isState: Bool {
    switch action {
    case .link(.link), .tag, .mark: true
    default: action.isToggle || action.names
    }
  }
}

extension CommandRow.Action {
  var names: Bool {
    switch self {
    case .heading(.paragraph), .table(.align): true
    default: false
    }
  }

  var isToggle: Bool {
    switch self {
    case .heading(.level), .list, .quote, .codeBlock, .taskToggle: true
    default: false
    }
  }
}

extension CommandState {
  /// Returns the states of a bar's commands for `selections` (UTF-8 ranges) of an indexed document.
  ///
  /// - Returns: one state per row, in the catalogue's order, without the keys. If the text cannot
  ///   be passed to libcmark, only the states of marks.
  /// - Complexity: O(the blocks around the selections). Commands that act on each selection by
  ///   itself are asked for the first hundred only.
  public static func all(
    of selections: [Range<Int>], in document: MarkdownDocument,
    groups: [CommandRow.Group] = .ofBars, dialect: Dialect = .gitHub,
    options: EditingOptions = .standard
  ) -> [CommandState] {
    let options = options.reading(dialect)
    let selections = OutcomeCheck(document).valid(selections)
    if groups.needBlocks, !selections.isEmpty,
      let (together, alone) = facts(of: selections, in: document, groups, options)
    {
      return all(of: together, alone, groups, options)
    }
    let marks =
      groups.contains(.marks)
      ? MarkStates(of: selections, in: document, options: options).entries : []
    return marks + none(of: groups, at: selections, in: dialect)
  }

  /// Reads the blocks at selections: in parts whose blocks do not meet, and one by one. Nil if a
  /// part cannot be passed to libcmark.
  private static func facts(
    of selections: [Range<Int>], in document: MarkdownDocument, _ groups: [CommandRow.Group],
    _ options: EditingOptions
  ) -> (together: [SelectionFacts], alone: [SelectionFacts])? {
    let isOne = selections.count == 1
    func part(_ selections: [Range<Int>]) -> SelectionFacts? {
      let region = document.region(
        ofBlocksAt: [selections.hull], before: 2, after: 2, in: options.dialect)
      return try? SelectionFacts(
        selections.map { region.inBytes($0) }, in: region.bytes, region.context, options,
        hasInlines: groups.haveInlines, isForPart: !isOne)
    }
    let parts =
      isOne ? [selections] : selections.groups(in: document, before: 2, after: 2, options.dialect)
    let together = parts.compactMap(part)
    guard together.count == parts.count else { return nil }
    if isOne { return (together, together) }
    let alone =
      (parts.count < selections.count
      ? selections.prefix(100).compactMap { part([$0]) } : Array(together.prefix(100)))
      .map { SelectionFacts(alone: $0) }
    if alone.isEmpty { return nil }
    // Carets among selections do not count for marks.
    if selections.contains(where: { !$0.isEmpty }) {
      for (index, part) in parts.enumerated() where part.allSatisfy({ $0.isEmpty }) {
        together[index].marks.entries = together[index].marks.entries.map {
          CommandState(row: $0.row, presence: .off, reason: .nothingMarkable)
        }
      }
    }
    return (together, alone)
  }
}
