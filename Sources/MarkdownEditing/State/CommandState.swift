import MarkdownSyntax

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
  /// - Parameters:
  ///   - selections: UTF-8 ranges of `source`, in ascending order; an empty one is a caret.
  ///   - source: the UTF-8 bytes of the document.
  ///   - groups: the groups of commands to report.
  ///   - dialect: the dialect of the text.
  ///   - options: the options of the commands.
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

  /// Returns the states of the commands other than marks if nothing is selected, and none otherwise.
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
  /// - Parameters:
  ///   - together: the parts of the selections whose blocks a command changes together.
  ///   - alone: the selections one by one.
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

  /// Returns the states for a text input: none applies if it is composing and the options refuse.
  func inInput(isComposing: Bool, _ options: EditingOptions) -> [CommandState] {
    guard isComposing, options.whileComposing == .refuses else { return self }
    return map { state in
      let reason = state.reason == .notInDialect ? state.reason : .composing
      return CommandState(row: state.row, presence: state.presence, reason: reason)
    }
  }
}

extension [CommandRow.Group] {
  /// The groups that a bar can show: all except the keys.
  public static let ofBars = CommandRow.Group.allCases.filter { $0 != .typing }

  /// Whether blocks are needed for the states: for other commands than marks.
  var needBlocks: Bool { contains { $0 != .marks && $0 != .typing && $0 != .editing } }

  /// Whether the inlines at the selections are needed for the states.
  var haveInlines: Bool { contains(.marks) || contains(.inlines) }
}

extension CommandRow {
  /// Returns the rows of some groups, without marks and keys, in the catalogue's order.
  static func otherThanMarks(_ groups: [Group]) -> [CommandRow] {
    all.filter { $0.group != .marks && $0.group != .typing && groups.contains($0.group) }
  }

  /// Whether the command is enabled without examining the text, which would need more of it than
  /// the blocks at the caret. For example, the section that `move-section-up` moves may be long.
  package var isAlwaysEnabled: Bool {
    switch action {
    case .section, .footnote(.renumber): true
    default: false
    }
  }

  /// Whether the command can be on or off. For example, `.quote` and `.link(.link)` can.
  var isState: Bool {
    switch action {
    case .link(.link), .tag, .mark: true
    default: action.isToggle || action.names
    }
  }
}

extension CommandRow.Action {
  /// Whether the command names what the selection becomes, so that repeating it removes nothing.
  var names: Bool {
    switch self {
    case .heading(.paragraph), .table(.align): true
    default: false
    }
  }

  /// Whether repeating the command removes what it added: `.quote`, not `.newline`.
  var isToggle: Bool {
    switch self {
    case .heading(.level), .list, .quote, .codeBlock, .taskToggle: true
    default: false
    }
  }
}
