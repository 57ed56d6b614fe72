import MarkdownSyntax
import TextEditing

/// The bar above a keyboard, as a value: what its buttons are, show and do.
///
/// It is made from the states of the commands, whose `applies` is the command's own answer: a button is enabled
/// exactly if a tap does something.
///
///     let bar = AccessoryBar(editor)
///     bar.tap("strong") { editor.perform($0) }
public struct AccessoryBar: Hashable, Sendable {
  /// The parts of a bar, in order: the catalogue's groups, and `editing` for the buttons of the host.
  public typealias Group = CommandRow.Group

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
    /// Whether all, none or some of the selection has what the button adds.
    public var presence: CommandState.Presence
    /// Whether a tap would do something. Strong is not with the caret in the indented code `    a`.
    public var isEnabled: Bool
    /// Why a tap would do nothing; nil if it would do something.
    public var reason: Outcome.Unchanged?
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
    /// The command of a tap; nil if the host acts: it undoes, hides the keyboard, opens a menu, or runs an action of
    /// the app.
    public var command: EditingCommand?

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

  /// Makes the bar for the states of commands: a button each, in their order.
  ///
  /// - Parameters:
  ///   - states: what the selection has, and what applies, as `commandStates` of an editor or an input gives them.
  ///   - dialect: the dialect of the document, the same that the states were made with. Commands that it does not
  ///     have get no button, and neither do keys.
  ///   - options: the options of the commands; the same that the states were made with.
  public init(
    _ states: [CommandState], dialect: Dialect = .gitHub, options: EditingOptions = .standard
  ) {
    self.dialect = dialect
    items = states.filter { $0.row.isAvailable(in: dialect) && $0.row.group != .typing }
      .map { Item($0, options) }
  }

  /// Makes the bar of an editor: a button for every command of its dialect.
  ///
  /// - Complexity: O(the slices around the selections).
  public init(_ editor: MarkdownEditor, options: EditingOptions = .standard) {
    self.init(editor.commandStates(options: options), dialect: editor.dialect, options: options)
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
  /// The button of a command.
  fileprivate init(_ state: CommandState, _ options: EditingOptions) {
    let row = state.row
    self.init(
      identifier: row.name, group: row.group, title: row.title, symbolName: row.symbolName,
      shortcut: row.shortcut, presence: state.presence, isEnabled: state.applies,
      reason: state.reason, argument: row.argument,
      // A command that leaves no state behind is not said to be off.
      isState: row.isState || state.presence != .off, spokenLabel: row.title,
      command: EditingCommand(row, options: options))
    speak(state.presence.word)
  }

  /// Sets the spoken label and the spoken value from the title and the word for the state.
  mutating func speak(_ word: String) {
    spokenLabel = isState ? "\(title), \(word)" : title
    spokenValue = isMixed ? word : nil
  }
}

extension CommandState.Presence {
  /// The English word for the state.
  var word: String {
    switch self {
    case .on: "on"
    case .off: "off"
    case .mixed: "partly on"
    }
  }
}
