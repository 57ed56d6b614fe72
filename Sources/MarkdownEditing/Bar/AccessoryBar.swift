import MarkdownSyntax
import TextEditing

/// The bar above a keyboard, as a value made from the states of the commands.
///
/// ```swift
/// let bar = AccessoryBar(editor)
/// bar.tap("strong") { editor.perform($0) }
/// ```
///
/// A button is enabled if and only if its command would do something.
public struct AccessoryBar: Hashable, Sendable {
  /// The parts of a bar, in order: those of the catalogue, and `editing` for the app's buttons.
  public typealias Group = CommandRow.Group

  /// A button.
  public struct Item: Hashable, Sendable {
    /// The name for code, tests and automation: that of the mark or of the catalogue's row.
    public var identifier: String
    /// The part of the bar that the button belongs to.
    public var group: Group
    /// The title.
    public var title: String
    /// The name of the symbol in Apple's SF Symbols.
    public var symbolName: String
    /// The shortcut on a hardware keyboard; nil if there is none.
    public var shortcut: KeyShortcut?
    /// Whether all, none or some of the selection has what the button adds.
    public var presence: CommandState.Presence
    /// Whether a tap would do something. For example, Strong is disabled in indented code
    /// (`    a`).
    public var isEnabled: Bool
    /// The reason why a tap would do nothing; nil if the button is enabled.
    public var reason: Outcome.Unchanged?
    /// A description of the command's argument, such as "the destination"; empty if there is none.
    public var argument: String
    /// Whether the button can be on or off, as `quote` can and `move-line-up` cannot.
    public var isState: Bool
    /// The title and the state, for hosts that do not announce a button's state.
    public var spokenLabel: String
    /// The word for a mixed state, or nil. It is for hosts that announce other states by
    /// themselves, as UIKit and ARIA's `aria-pressed` do.
    public var spokenValue: String?
    /// The buttons of the menu that a tap opens; empty if there is no menu.
    public var menu: [Item] = []
    /// The command of a tap; nil if the host acts instead, for example to undo or to open a menu.
    public var command: EditingCommand?

    /// Whether the whole selection has the button's mark, as `a` in `**a**` is strong.
    public var isOn: Bool { presence == .on }
    /// Whether a part of the selection has the button's mark, as in all of `**a** b`.
    public var isMixed: Bool { presence == .mixed }
  }

  /// The buttons, in order.
  public var items: [Item]
  /// The texts of the titles, the spoken labels and the menu, set by ``worded(_:)``.
  public internal(set) var wording = Wording()
  /// The dialect of the document.
  public let dialect: Dialect

  /// Creates the bar with a button for each state, except for typing commands and those that the
  /// dialect does not have.
  ///
  /// - Parameters:
  ///   - states: the states of the commands, as `commandStates` returns them.
  ///   - dialect: the dialect of the document, with which the states were made.
  ///   - options: the options of the commands, with which the states were made.
  public init(
    _ states: [CommandState], dialect: Dialect = .gitHub, options: EditingOptions = .standard
  ) {
    self.dialect = dialect
    items = states.filter { $0.row.isAvailable(in: dialect) && $0.row.group != .typing }
      .map { Item($0, options) }
  }

  /// Creates the bar of an editor, with a button for each command of its dialect.
  ///
  /// - Complexity: O(the blocks around the selections).
  public init(_ editor: MarkdownEditor, options: EditingOptions = .standard) {
    self.init(editor.commandStates(options: options), dialect: editor.dialect, options: options)
  }

  /// The buttons, each followed by the buttons of its menu.
  public var allItems: [Item] { items.flatMap { [$0] + $0.menu } }

  /// The button with an identifier, in the bar or a menu; nil if there is none.
  public subscript(identifier: String) -> Item? { allItems.first { $0.identifier == identifier } }

  /// The button with a shortcut, whose case is ignored; nil if there is none. If several buttons
  /// have it, as Tab in a table and in a list, the enabled one is returned.
  public subscript(shortcut: KeyShortcut) -> Item? {
    let found = allItems.filter {
      $0.shortcut?.modifiers == shortcut.modifiers
        && $0.shortcut?.key.lowercased() == shortcut.key.lowercased()
    }
    return found.first { $0.isEnabled } ?? found.first
  }
}

extension AccessoryBar.Item {
  fileprivate init(_ state: CommandState, _ options: EditingOptions) {
    let row = state.row
    self.init(
      identifier: row.name, group: row.group, title: row.title, symbolName: row.symbolName,
      shortcut: row.shortcut, presence: state.presence, isEnabled: state.applies,
      reason: state.reason, argument: row.argument,
      // A command without a state is not announced as off.
      isState: row.isState || state.presence != .off, spokenLabel: row.title,
      command: EditingCommand(row, options: options))
    speak(state.presence.word)
  }

  /// Sets the spoken label and value from the title and the word for the state.
  mutating func speak(_ word: String) {
    spokenLabel = isState ? "\(title), \(word)" : title
    spokenValue = isMixed ? word : nil
  }
}

extension CommandState.Presence {
  var word: String {
    switch self {
    case .on: "on"
    case .off: "off"
    case .mixed: "partly on"
    }
  }
}
