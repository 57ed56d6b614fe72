import MarkdownSyntax
import TextEditing

/// The bar above a keyboard, as a value: what its buttons are, show and do.
///
/// It is made from the formatting state and the states of the catalogue's commands, whose `applies` is
/// the command's own answer: a button is enabled exactly where a tap does something.
public struct AccessoryBar: Hashable, Sendable {
  /// The parts of a bar, in order: the marks, the catalogue's groups, and what the host does itself.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    case marks, headings, lists, blocks, inlines, tables, lines, editing

    /// The group of the catalogue's; keys have none.
    init?(_ group: CommandRow.Group) {
      switch group {
      case .headings: self = .headings
      case .lists: self = .lists
      case .blocks: self = .blocks
      case .inlines: self = .inlines
      case .tables: self = .tables
      case .lines: self = .lines
      case .typing: return nil
      }
    }
  }

  /// What a tap does.
  ///
  /// Indirect, because Embedded Swift 6.3.1 optimised for size leaves the bit that tells the two cases
  /// apart unwritten where a mark is stored over the larger command; valgrind sees that.
  public indirect enum Action: Hashable, Sendable {
    /// A mark is toggled.
    case mark(MarkCommand)
    /// A command of the catalogue is carried out.
    case command(EditingCommand)
    /// The host acts: it undoes, hides the keyboard, opens a menu, or runs an action of the app.
    case host
  }

  /// What came of a tap.
  public enum Outcome: Hashable, Sendable {
    /// Of a mark's button.
    case mark(MarkOutcome)
    /// Of a button of the catalogue's.
    case command(CommandOutcome)

    /// Whether something was done. True of `.mark(.plan(plan))`.
    public var isPlan: Bool {
      switch self {
      case .mark(.plan), .command(.plan): true
      default: false
      }
    }
  }

  /// A button.
  public struct Item: Hashable, Sendable {
    /// Its name for code, tests and automation: that of the mark or of the catalogue's row.
    public var identifier: String
    /// Which part of the bar it belongs to.
    public var group: Group
    /// What it is called.
    public var title: String
    /// The name of its symbol among Apple's SF Symbols.
    public var symbolName: String
    /// Its key on a hardware keyboard; nil if it has none.
    public var shortcut: KeyShortcut?
    /// Whether all, none or some of the selected characters have its mark.
    public var presence: FormattingState.Presence
    /// Whether a tap would do something. Strong is not with the caret in the indented code `    a`.
    public var isEnabled: Bool
    /// Why a tap would do nothing; nil if it would do something.
    public var reason: CommandReason?
    /// The argument of a tap, for people, such as "the destination"; empty if there is none.
    public var argument: String
    /// Whether the selection can have what the button adds, so that it is on or off: `quote`, not
    /// `move-line-up`.
    public var isState: Bool
    /// The title and the state, for hosts that do not speak a button's state by themselves.
    public var spokenLabel: String
    /// The state, for hosts that speak by themselves whether a button is selected, as UIKit's selected
    /// trait and ARIA's `aria-pressed` do: nil, or the word for a part of the selection.
    public var spokenValue: String?
    /// The buttons of the menu that a tap opens; empty if a tap opens none.
    public var menu: [Item] = []
    /// The action of a tap.
    public var action: Action
    /// The command of a mark's button; nil for the others.
    public var command: MarkCommand? {
      if case .mark(let command) = action { command } else { nil }
    }

    /// Whether it is lit: all of the selection has the mark, as strong has it for `a` in `**a**`.
    public var isLit: Bool { presence == .on }
    /// Whether it is half lit: some of the selection has the mark, as in `**a** b` selected whole.
    public var isMixed: Bool { presence == .mixed }
  }

  /// The buttons, in order.
  public var items: [Item]
  /// The words of the titles, the spoken labels and the menu: those of ``worded(_:)``.
  public internal(set) var wording = Wording()
  /// The dialect of the document: a tap on an input without an editor of its own goes by it.
  public let dialect: Dialect

  /// Makes the bar for a state.
  ///
  /// - Parameters:
  ///   - state: what the selection has, and what applies.
  ///   - commands: the states of the catalogue's commands, as `CommandState.all(of:in:)` gives them: a
  ///     button each, behind those of the marks. None: a bar of marks alone.
  ///   - rows: which buttons of marks there are, and in which order; a mark that the state does not
  ///     know is shown off and disabled.
  ///   - dialect: the dialect of the document, the same that the states were made with. Marks and
  ///     commands that it does not have get no button.
  ///   - policies: what the commands go by; the same that the state was made with.
  ///   - commandPolicies: the same of the catalogue's commands.
  public init(
    _ state: FormattingState, commands: [CommandState] = [], rows: [BarRow] = BarRow.standard,
    dialect: Dialect = .gitHub, policies: MarkPolicies = .standard,
    commandPolicies: CommandPolicies = .standard
  ) {
    self.dialect = dialect
    // The commands know why nothing applies at all; a mark's state knows only that it does not.
    let common = commands.first?.reason
    let reason = common == .composing || common == .noSelection ? common : nil
    items = rows.filter { $0.mark.isAvailable(in: dialect) }.map { row in
      Item(row, state[row.mark], reason ?? .nothingMarkable, policies)
    }
    items += commands.filter { $0.row.isAvailable(in: dialect) }
      .compactMap { Item($0, commandPolicies) }
  }

  /// The buttons, each followed by those of its menu.
  public var allItems: [Item] { items.flatMap { [$0] + $0.menu } }

  /// The button with an identifier, also in a menu; nil if there is none.
  public subscript(identifier: String) -> Item? { allItems.first { $0.identifier == identifier } }

  /// The button with a key; nil if there is none. The key's case does not count, shift does. Of two
  /// with one key, as Tab in a table and in a list, the one that is enabled.
  public subscript(shortcut: KeyShortcut) -> Item? {
    let found = allItems.filter {
      $0.shortcut?.modifiers == shortcut.modifiers
        && $0.shortcut?.key.lowercased() == shortcut.key.lowercased()
    }
    return found.first { $0.isEnabled } ?? found.first
  }
}

extension AccessoryBar.Item {
  /// The button of a mark.
  fileprivate init(
    _ row: BarRow, _ entry: FormattingState.Entry?, _ reason: CommandReason,
    _ policies: MarkPolicies
  ) {
    let presence = entry?.presence ?? .off
    let isEnabled = entry?.applies ?? false
    self.init(
      identifier: row.mark.name, group: .marks, title: row.title, symbolName: row.symbolName,
      shortcut: row.shortcut, presence: presence, isEnabled: isEnabled,
      reason: isEnabled ? nil : reason, argument: "", isState: true, spokenLabel: row.title,
      action: .mark(MarkCommand(.toggle, row.mark, policies: policies)))
    speak(presence.word)
  }

  /// The button of a row of the catalogue; nil for a key.
  fileprivate init?(_ state: CommandState, _ policies: CommandPolicies) {
    let row = state.row
    guard let group = AccessoryBar.Group(row.group) else { return nil }
    self.init(
      identifier: row.name, group: group, title: row.title, symbolName: row.symbolName,
      shortcut: KeyShortcut(row.shortcut), presence: state.presence, isEnabled: state.applies,
      reason: state.reason, argument: row.argument,
      // A command that leaves no state behind is not said to be off.
      isState: row.isState || state.presence != .off, spokenLabel: row.title,
      action: .command(EditingCommand(row, policies: policies)))
    speak(state.presence.word)
  }

  /// Sets the spoken label and the spoken value from the title and the word for the state.
  mutating func speak(_ word: String) {
    spokenLabel = isState ? "\(title), \(word)" : title
    spokenValue = isMixed ? word : nil
  }
}

extension FormattingState.Presence {
  /// The English word for the state.
  var word: String {
    switch self {
    case .on: "on"
    case .off: "off"
    case .mixed: "partly on"
    }
  }
}
