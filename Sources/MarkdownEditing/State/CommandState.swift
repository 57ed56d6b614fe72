import MarkdownSyntax

/// The state of a command, as a bar shows it: whether the selection has what it adds, and whether it applies.
///
/// A mark's state is the goal of its command: the characters that would gain or lose the mark. Any other command is
/// on if it would remove something, and applies if there is a tree that it would produce. No text is planned or
/// parsed for it, because a bar needs the state after every move of the caret; the rare command without a spelling
/// is refused when it is carried out.
public struct CommandState: Hashable, Sendable {
  /// Whether the selection has what a command adds.
  public enum Presence: String, Hashable, Sendable {
    /// All of it has; at a caret: the text typed next has the mark.
    case on
    /// None of it has.
    case off
    /// Some of it has.
    case mixed
  }

  /// The row of the catalogue.
  public var row: CommandRow
  /// Whether the selection has what the command adds.
  public var presence: Presence
  /// Why the command does not apply; nil if it does.
  public var reason: Outcome.Unchanged?
  /// Whether a button should be enabled: a press would do something.
  public var applies: Bool { reason == nil }

  /// Creates a state of its parts: without a reason the command applies.
  public init(row: CommandRow, presence: Presence, reason: Outcome.Unchanged? = nil) {
    self.row = row
    self.presence = presence
    self.reason = reason
  }

  /// The state of a mark.
  package init(_ mark: Mark, presence: Presence, reason: Outcome.Unchanged? = nil) {
    self.init(row: CommandRow(.mark(mark)), presence: presence, reason: reason)
  }

  /// The states of the commands of a bar for `selections` of a text.
  ///
  /// Keys are left out: what they do depends on what is typed, and if they do nothing the editor's own
  /// do. What needs an argument is treated as if it had one.
  ///
  /// - Parameters:
  ///   - selections: UTF-8 ranges of `source`, in ascending order; an empty one is a caret.
  ///   - source: the UTF-8 bytes of the document.
  ///   - groups: the groups of commands asked for.
  /// - Returns: one state per row, in the catalogue's order; none of the commands that are no marks if the text is
  ///   not passed to libcmark.
  /// - Complexity: O(*n*) in the length of the source: it is read once.
  public static func all(
    of selections: [Range<Int>], in source: [UInt8], groups: [CommandRow.Group] = .ofBars,
    dialect: Dialect = .gitHub, options: EditingOptions = .standard
  ) -> [CommandState] {
    let options = options.reading(dialect)
    let selections = OutcomeCheck(source).valid(selections)
    if let document = MarkdownDocument(source, for: selections) {
      return all(of: selections, in: document, groups: groups, dialect: dialect, options: options)
    }
    let marks =
      groups.contains(.marks)
      ? MarkStates(of: selections, inWhole: source, options: options).entries : []
    let rows = CommandRow.otherThanMarks(groups)
    guard !rows.isEmpty else { return marks }
    if selections.isEmpty { return marks + rows.none(because: .noSelection, in: dialect) }
    guard
      let engine = try? BlockEngine(source, selections, in: dialect, options, context: .document)
    else { return marks }
    return marks + rows.map { EditingCommand($0, options: options).state(of: [engine]) }
  }
}

extension [CommandState] {
  /// The state of a mark; nil if it is not among them.
  public subscript(mark: Mark) -> CommandState? { first { $0.row.mark == mark } }

  /// The state of the command with a name of the catalogue, as `heading-2`; nil if it is not among them.
  public subscript(name: String) -> CommandState? { first { $0.row.name == name } }

  /// The states in an input in which an input method is composing, or not: nothing applies if a command would then
  /// do nothing.
  func inInput(isComposing: Bool, _ options: EditingOptions) -> [CommandState] {
    guard isComposing, options.whileComposing == .refuses else { return self }
    return map { state in
      let reason = state.reason == .notInDialect ? state.reason : .composing
      return CommandState(row: state.row, presence: state.presence, reason: reason)
    }
  }
}

extension [CommandRow] {
  /// The states of rows if none applies, for a reason.
  func none(because reason: Outcome.Unchanged, in dialect: Dialect) -> [CommandState] {
    map {
      let reason = $0.isAvailable(in: dialect) ? reason : .notInDialect
      return CommandState(row: $0, presence: .off, reason: reason)
    }
  }
}

extension EditingCommand {
  /// The state of this command for what has been read, by one engine or one for each part of the selections: on if
  /// all are, and the command applies if it does at one.
  func state(of engines: [BlockEngine]) -> CommandState {
    guard row.isAvailable(in: dialect) else {
      return CommandState(row: row, presence: .off, reason: .notInDialect)
    }
    if row.isAlwaysEnabled { return CommandState(row: row, presence: .off) }
    var states: [CommandState] = []
    for engine in engines {
      let state = stateOfOne(engine)
      states.append(state)
      guard row.action.isOfOneSelection else { continue }
      // The rest cannot change it.
      if state.applies, !row.isState || state.presence == .mixed { break }
    }
    if !row.action.isOfOneSelection {
      // Selections that are meant together have the state of those that the command applies to.
      if let refused = states.first(where: { $0.reason == .noSpelling }) { return refused }
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

  private func stateOfOne(_ engine: BlockEngine) -> CommandState {
    do throws(Outcome.Unchanged) {
      if case .link(let action) = row.action {
        let isOn = try self.command(action, engine).isOn()
        return CommandState(row: row, presence: isOn ? .on : .off)
      }
      if case .tag(let tag) = row.action {
        return CommandState(row: row, presence: try command(tag, engine).isOn() ? .on : .off)
      }
      if case .footnote(let action) = row.action {
        let reason = FootnoteCommand.reason(action, in: engine)
        return CommandState(row: row, presence: .off, reason: reason)
      }
      if row.action.isPaste { return CommandState(row: row, presence: .off) }
      if row.action == .clear {
        let reason = ClearCommand(dialect: dialect, context: engine.context).reason(in: engine)
        return CommandState(row: row, presence: .off, reason: reason)
      }
      let change = try change(engine)
      if change.root.isUnwritable { throw Outcome.Unchanged.noSpelling }
      if change.effect == .removed, row.action.isToggle {
        return CommandState(row: row, presence: .on)
      }
      guard row.action.isToggle, takesSomeLine(engine) else {
        return CommandState(row: row, presence: .off)
      }
      return CommandState(row: row, presence: .mixed)
    } catch {
      // What cannot be given because it is there is there: a paragraph, a column's alignment.
      let isThere = error == .alreadySo && row.action.names
      return CommandState(row: row, presence: isThere ? .on : .off, reason: error)
    }
  }

  /// Whether the command would take off what it gives on one of the selected lines; the first
  /// hundred are asked. A quote does on the first of the lines `> a⏎b`.
  private func takesSomeLine(_ engine: BlockEngine) -> Bool {
    let lines = engine.selection.lines.joined().prefix(100)
    guard lines.count > 1 else { return false }
    return lines.contains { line in
      let start = engine.tree.lines[line].lowerBound
      guard engine.tree.lines[line].count > 0 else { return false }
      let change = try? change(engine.selecting([start..<start]))
      return change?.effect == .removed
    }
  }
}

extension [CommandRow.Group] {
  /// The groups that a bar can show: all but the keys.
  public static let ofBars = CommandRow.Group.allCases.filter { $0 != .typing }
}

extension CommandRow {
  /// The rows of some groups, without the marks and the keys, in the catalogue's order.
  static func otherThanMarks(_ groups: [Group]) -> [CommandRow] {
    all.filter { $0.group != .marks && $0.group != .typing && groups.contains($0.group) }
  }

  /// Whether the state is not asked for, because only the whole document could tell. For example, the section that
  /// `move-section-up` moves may begin far away.
  package var isAlwaysEnabled: Bool {
    switch action {
    case .section, .footnote(.renumber): true
    default: false
    }
  }

  /// Whether a selection can have what it gives, so that it is on or off. True of `.quote` and
  /// `.link(.link)`.
  var isState: Bool {
    switch action {
    case .link(.link), .tag, .mark: true
    default: action.isToggle || action.names
    }
  }
}

extension CommandRow.Action {
  /// Whether it names what the selection then is, and no second press takes that off.
  fileprivate var names: Bool {
    switch self {
    case .heading(.paragraph), .table(.align): true
    default: false
    }
  }

  /// Whether a second press takes off what the first gave. True of `.quote`, not of `.newline`.
  var isToggle: Bool {
    switch self {
    case .heading(.level), .list, .quote, .codeBlock, .taskToggle: true
    default: false
    }
  }
}

extension Block {
  /// Whether no Markdown spells this tree: a task cannot begin with a heading or code, and indented code directly
  /// after a list would belong to the list. Example: a heading in the task `- [ ] a`.
  fileprivate var isUnwritable: Bool {
    var last: Block.Kind?
    for child in children where child.kind != .blank {
      if last == nil, kind == .item, marker.box != nil {
        switch child.kind {
        case .heading, .code: return true
        default: break
        }
      }
      if case .list? = last, child.kind == .code(isFenced: false) { return true }
      if child.isUnwritable { return true }
      last = child.kind
    }
    return false
  }
}
