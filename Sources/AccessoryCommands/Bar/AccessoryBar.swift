import MarkdownSyntax
import TextEditing

/// The bar above a keyboard, as a value: what its buttons are, show and do.
///
/// It is made from the formatting state and the states of the catalogue's commands, whose `applies` is
/// the command's own answer: a button is enabled exactly where a tap does something.
public struct AccessoryBar: Hashable, Sendable {
  /// The parts of a bar, in order: the marks, and the catalogue's groups.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    case marks, headings, lists, blocks, inlines, tables, lines

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
    /// Why it would not; nil where it would, and for marks.
    public var reason: CommandReason?
    /// What a tap has to be given, as "the destination"; empty where it needs nothing.
    public var argument: String
    /// What is said of it aloud: what it is called, and how the selection stands to it. For hosts
    /// that say nothing of a button's state by themselves.
    public var spokenLabel: String
    /// What is said of its state where the host itself says whether it is selected, as UIKit's
    /// selected trait and ARIA's `aria-pressed` do: nil, or the word for some of the selection.
    public var spokenValue: String?
    /// What a tap does.
    public var action: Action
    /// What a tap on a mark's button does; nil for the others.
    public var command: MarkCommand? {
      if case .mark(let command) = action { command } else { nil }
    }

    /// Whether it is lit: all of the selection has the mark, as strong has it for `a` in `**a**`.
    public var isLit: Bool { presence == .on }
    /// Whether it is half lit: some of the selection has the mark, as in `**a** b` selected whole.
    public var isMixed: Bool { presence == .mixed }
  }

  /// The words of the spoken labels that are not a mark's name.
  public struct Wording: Hashable, Sendable {
    /// All of the selection has the mark.
    public var on: String
    /// None of it has.
    public var off: String
    /// Some of it has.
    public var mixed: String
    /// The button that opens what has no room.
    public var more: String
    /// The parts of a menu, one word for each `Group`, in its order.
    public var groups: [String]

    /// Makes the words; the defaults are English.
    public init(
      on: String = "on", off: String = "off", mixed: String = "partly on", more: String = "More",
      groups: [String] = [
        "Text", "Headings", "Lists", "Blocks", "Links", "Tables", "Lines",
      ]
    ) {
      self.on = on
      self.off = off
      self.mixed = mixed
      self.more = more
      self.groups = groups
    }

    /// The word for a presence.
    func word(for presence: FormattingState.Presence) -> String {
      switch presence {
      case .on: on
      case .off: off
      case .mixed: mixed
      }
    }
  }

  /// The buttons, in order.
  public var items: [Item]
  /// The words of the spoken labels and of the menu.
  public var wording: Wording
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
  ///   - wording: the words of the spoken labels.
  ///   - dialect: the dialect of the document, the same that the states were made with. Marks and
  ///     commands that it does not have get no button.
  ///   - policies: what the commands go by; the same that the state was made with.
  ///   - commandPolicies: the same of the catalogue's commands.
  public init(
    _ state: FormattingState, commands: [CommandState] = [], rows: [BarRow] = BarRow.standard,
    wording: Wording = Wording(), dialect: Dialect = .gitHub, policies: MarkPolicies = .standard,
    commandPolicies: CommandPolicies = .standard
  ) {
    self.wording = wording
    self.dialect = dialect
    items = rows.filter { $0.mark.isAvailable(in: dialect) }.map { row in
      Item(row, state[row.mark], wording, policies)
    }
    items += commands.filter { $0.row.isAvailable(in: dialect) }
      .compactMap { Item($0, wording, commandPolicies) }
  }

  /// The button with an identifier; nil if there is none.
  public subscript(identifier: String) -> Item? { items.first { $0.identifier == identifier } }

  /// The button with a key; nil if there is none. The key's case does not count, shift does. Of two
  /// with one key, as Tab in a table and in a list, the one that is enabled.
  public subscript(shortcut: KeyShortcut) -> Item? {
    let found = items.filter {
      $0.shortcut?.modifiers == shortcut.modifiers
        && $0.shortcut?.key.lowercased() == shortcut.key.lowercased()
    }
    return found.first { $0.isEnabled } ?? found.first
  }
}

extension AccessoryBar.Item {
  /// The button of a mark.
  fileprivate init(
    _ row: BarRow, _ entry: FormattingState.Entry?, _ wording: AccessoryBar.Wording,
    _ policies: MarkPolicies
  ) {
    let presence = entry?.presence ?? .off
    self.init(
      identifier: row.mark.name, group: .marks, title: row.title, symbolName: row.symbolName,
      shortcut: row.shortcut, presence: presence, isEnabled: entry?.applies ?? false,
      argument: "", spokenLabel: "\(row.title), \(wording.word(for: presence))",
      spokenValue: presence == .mixed ? wording.mixed : nil,
      action: .mark(MarkCommand(.toggle, row.mark, policies: policies)))
  }

  /// The button of a row of the catalogue; nil for a key.
  fileprivate init?(
    _ state: CommandState, _ wording: AccessoryBar.Wording, _ policies: CommandPolicies
  ) {
    let row = state.row
    guard let group = AccessoryBar.Group(row.group) else { return nil }
    let isState = row.isState || state.presence != .off
    self.init(
      identifier: row.name, group: group, title: row.title, symbolName: row.symbolName,
      shortcut: KeyShortcut(row.shortcut), presence: state.presence, isEnabled: state.applies,
      reason: state.reason, argument: row.argument,
      // A command that leaves no state behind is not said to be off.
      spokenLabel: isState ? "\(row.title), \(wording.word(for: state.presence))" : row.title,
      spokenValue: state.presence == .mixed ? wording.mixed : nil,
      action: .command(EditingCommand(row, policies: policies)))
  }
}
