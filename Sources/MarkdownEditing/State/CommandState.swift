import MarkdownSyntax

/// The state of a command as a bar shows it: whether it is on, and whether it applies.
///
/// A mark's state depends on the characters that would gain or lose the mark. Any other command is
/// on if it would remove something, and applies if it can build the wanted tree. Because a bar
/// needs the state after every move of the caret, no edit is planned or parsed. A command without a
/// spelling, which is rare, is refused only when it is carried out.
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
    let rows = CommandRow.otherThanMarks(groups)
    let marks =
      groups.needMarks ? MarkStates(of: selections, inWhole: source, options: options).entries : []
    let shown = groups.contains(.marks) ? marks : []
    guard !rows.isEmpty else { return shown }
    if selections.isEmpty { return shown + rows.none(because: .noSelection, in: dialect) }
    guard
      let part = try? BlockPrinter.reading(
        EditingCommand(rows[0], options: options), selections, in: source, .document)
    else { return shown }
    return shown
      + rows.map { EditingCommand($0, options: options).state(of: [part], besides: marks) }
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

extension [CommandRow] {
  /// Returns a state for each row, none of which applies, for `reason`.
  func none(because reason: Outcome.Unchanged, in dialect: Dialect) -> [CommandState] {
    map {
      let reason = $0.isAvailable(in: dialect) ? reason : .notInDialect
      return CommandState(row: $0, presence: .off, reason: reason)
    }
  }
}

extension EditingCommand {
  /// Returns the state of this command at parts of the selections, each read once. The
  /// command is on if it is on at all parts, and applies if it applies at one.
  ///
  /// - Parameter marks: the states of the marks, if the command clears them.
  func state(of parts: [BlockPrinter], besides marks: [CommandState]) -> CommandState {
    guard row.isAvailable(in: dialect) else {
      return CommandState(row: row, presence: .off, reason: .notInDialect)
    }
    if row.isAlwaysEnabled { return CommandState(row: row, presence: .off) }
    if row.action == .clear, marks.contains(where: { $0.presence != .off }) {
      return CommandState(row: row, presence: .off)
    }
    var states: [CommandState] = []
    for part in parts {
      let state = stateOfOne(part)
      states.append(state)
      guard row.action.isOfOneSelection else { continue }
      // The other parts cannot change the result.
      if state.applies, !row.isState || state.presence == .mixed { break }
    }
    if !row.action.isOfOneSelection {
      // Parts that are changed together get the state of those that the command applies to.
      if let refused = states.first(where: { $0.reason?.isOfSpelling == true }) { return refused }
      let known = [
        states.filter { $0.applies }, states.filter { $0.reason?.isIdle == true },
      ]
      states = known.first { !$0.isEmpty } ?? states
    }
    let isAll = states.allSatisfy { $0.presence == .on }
    let isNone = states.allSatisfy { $0.presence == .off }
    return CommandState(
      row: row, presence: isAll ? .on : isNone ? .off : .mixed,
      reason: states.contains { $0.applies } ? nil : states[0].reason)
  }

  private func stateOfOne(_ part: BlockPrinter) -> CommandState {
    do throws(Outcome.Unchanged) {
      let (place, source) = (part.selections[0], part.original)
      if row.action.isOfInlines {
        let isOn = try InlineCommand(command: self, context: part.context).isOn(
          at: place, in: source)
        return CommandState(row: row, presence: isOn ? .on : .off)
      }
      if case .footnote(let action) = row.action {
        try FootnoteCommand(options, argument, at: place, in: source, part.context).check(action)
        return CommandState(row: row, presence: .off)
      }
      guard BlockPrinter.prints(row.action) else {
        return CommandState(row: row, presence: .off)
      }
      var printer = part
      (printer.argument, printer.isForState) = (argument, true)
      if try effect(printer) == .removed, row.action.isToggle {
        return CommandState(row: row, presence: .on)
      }
      let isMixed = row.action.isToggle && removesPart(printer)
      return CommandState(row: row, presence: isMixed ? .mixed : .off)
    } catch {
      // A paragraph or a column's alignment cannot be added again, so its command is on.
      let isThere = error == .alreadySo && row.action.names
      return CommandState(row: row, presence: isThere ? .on : .off, reason: error)
    }
  }

  private func effect(_ printer: BlockPrinter) throws(Outcome.Unchanged) -> Plan.Effect {
    var printer = printer
    return try printer.change(row.action)
  }

  /// Whether the command would remove its construct from at least one of the first selected blocks.
  /// For example, a quote would from the first of the lines `> a⏎b`.
  private func removesPart(_ printer: BlockPrinter) -> Bool {
    let (rows, lines) = (printer.rows, printer.selected)
    guard lines.count > 1 else { return false }
    let first = lines.indices.lazy.filter { index in
      rows[lines[index]].line?.isEmpty == false
        && (index == 0 || rows[lines[index]].isBlank
          || rows[lines[index - 1]].leaf != rows[lines[index]].leaf)
    }
    return first.map { lines[$0] }.prefix(100).contains { line in
      mayRemove(from: rows[line], in: rows)
        && (try? effect(printer.selecting(line))) == .removed
    }
  }

  /// Whether a line or the containers around it may have what the command removes: `.quote` may
  /// remove something from `> a`, not from `- a`.
  private func mayRemove(from row: BlockRow, in rows: BlockRows) -> Bool {
    func isIn(_ isOwn: (RowContainer) -> Bool) -> Bool {
      row.prefixes.contains { isOwn(rows.containers[$0.container]) }
    }
    return switch self.row.action {
    case .heading(.level(let level)): row.kind == .heading && row.level == level
    case .list: isIn { $0.isItem }
    case .quote: isIn { $0.kind == .quote }
    case .codeBlock: row.kind == .code
    case .taskToggle: isIn { !$0.box.isEmpty }
    default: true
    }
  }
}

extension [CommandRow.Group] {
  /// The groups that a bar can show: all except the keys.
  public static let ofBars = CommandRow.Group.allCases.filter { $0 != .typing }

  /// Whether the states of the marks are needed: for themselves, or to know what can be cleared.
  var needMarks: Bool { contains(.marks) || contains(CommandRow(.clear).group) }
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
  fileprivate var names: Bool {
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
