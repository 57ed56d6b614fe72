import MarkdownEditing
import MarkdownSyntax
import TextEditing

/// The bar above a keyboard, as a value made from the states of the commands.
///
/// ```swift
/// let bar = AccessoryBar(editor)
/// bar.tap(.strong) { editor.perform($0) }
/// ```
///
/// A button is enabled if and only if its command would do something.
public struct AccessoryBar: Hashable, Sendable {
  /// The parts of a bar, in order: those of the catalogue, and `editing` for the app's buttons.
  public typealias Group = CommandRow.Group

  /// A button.
  public struct Item: Hashable, Sendable {
    package var identifier: String
    /// The identifier for an order and for `tap`.
    public var id: ItemID { ItemID(name: identifier) }
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
    /// Whether a tap would do something. For example, Bold is disabled in indented code
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
  /// The buttons that the bar of an editor does not show unless it is arranged.
  private var others: [Item] = []
  /// The texts of the titles, the spoken labels and the menu, set by ``worded(_:)``.
  public internal(set) var wording = Wording()
  /// The dialect of the document.
  public let dialect: Dialect

  /// Creates the bar with a button for each state, except for typing commands and those that the
  /// dialect does not have.
  public init(
    _ states: [CommandState], dialect: Dialect = .gitHub, options: EditingOptions = .standard
  ) {
    self.dialect = dialect
    items = states.filter { $0.row.isAvailable(in: dialect) && $0.row.group != .typing }
      .map { Item($0, options) }
  }

  /// Creates the bar of an editor. It shows ten buttons, the first ones of ``standardOrder`` that the
  /// dialect has.
  ///
  /// ``allItems``, ``sections`` and ``arranged(_:own:addsOthers:)`` have a button for each command.
  ///
  /// - Complexity: O(the blocks around the selections).
  public init(_ editor: MarkdownEditor, options: EditingOptions = .standard) {
    self.init(editor.commandStates(options: options), dialect: editor.dialect, options: options)
    let all = arranged()
    items = Array(all.items.prefix(10))
    others = Array(all.items.dropFirst(10))
  }

  /// The buttons, each followed by the buttons of its menu, and then those that are not shown.
  public var allItems: [Item] { (items + others).flatMap { [$0] + $0.menu } }

  package subscript(identifier: String) -> Item? {
    allItems.first { $0.identifier == identifier }
  }

  /// The button with an identifier, in the bar, in a menu or not shown; nil if there is none.
  public subscript(id: ItemID) -> Item? { self[id.name] }

  mutating func replaceItems(_ replace: (Item) -> Item) {
    items = items.map(replace)
    others = others.map(replace)
  }

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

extension AccessoryBar {
  /// Passes the command of a button to `perform`.
  ///
  /// ```swift
  /// bar.tap(.strong) { editor.perform($0) }
  /// bar.tap(.link, argument: "https://example.org") { editor.perform($0) }
  /// ```
  ///
  /// - Returns: the outcome of the command; nil if there is no button or if it has no command.
  @discardableResult
  public func tap(
    _ id: ItemID, argument: String? = nil, perform: (EditingCommand) -> Outcome
  ) -> Outcome? {
    guard var command = self[id]?.command else { return nil }
    command.argument = argument ?? command.argument
    return perform(command)
  }

  /// Buttons that belong together, with a title.
  public struct Section: Hashable, Sendable {
    /// The part of the bar that the buttons belong to.
    public var group: Group
    /// The title of the group.
    public var title: String
    /// The buttons, in order.
    public var items: [Item]
  }

  /// A bar for very little room: a few buttons, and a menu with the rest.
  package struct Compact: Hashable, Sendable {
    package var items: [Item]
    package var menu: [Section]
  }

  package static let compactIdentifiers = ["strong", "heading", "bullet-list"]

  /// All buttons by group, in order, without empty groups.
  public var sections: [Section] { sections(of: items + others) }

  package func menu(of layout: Layout) -> [Section] {
    sections(of: layout.overflow.compactMap { self[$0] })
  }

  /// Returns the smallest bar: the named buttons, and a menu of all others.
  ///
  /// - Parameter identifiers: the buttons, in order; for one in a menu, the menu's button is shown.
  ///   Missing buttons are replaced by the first ones that are not shown yet.
  package func compact(_ identifiers: [String] = compactIdentifiers) -> Compact {
    var shown = identifiers.compactMap { name in
      items.first { item in
        item.identifier == name || item.menu.contains { $0.identifier == name }
      }
    }
    for item in items where shown.count < identifiers.count && !shown.contains(item) {
      shown.append(item)
    }
    let others = items.filter { item in !shown.contains(item) }
    return Compact(items: shown, menu: sections(of: others))
  }

  package var headingLevel: Int? {
    (1...6).first { self["heading-\($0)"]?.isOn == true }
  }

  private func sections(of items: [Item]) -> [Section] {
    let items = items.flatMap { $0.menu.isEmpty ? [$0] : $0.menu }
    return Group.allCases.compactMap { group in
      let members = items.filter { $0.group == group }
      return members.isEmpty
        ? nil : Section(group: group, title: wording[group.key], items: members)
    }
  }

  /// The default order. Lists, tasks and links come before the headings, which share one menu.
  public static let standardOrder: [ItemID] = [
    .strong, .emphasis, .code, .bulletList, .taskList, .link, .headings, .strikethrough, .highlight,
    .orderedList, .taskToggle, .quote, .codeBlock, .outdent, .indent, .undo, .redo, .paste,
  ]

  /// Returns the bar with the chosen buttons in the given order.
  ///
  /// ```swift
  /// bar.arranged([.strong, .link, .headings, .own("date")], own: [date], addsOthers: false)
  /// ```
  ///
  /// - Parameters:
  ///   - identifiers: the buttons that come first, in order; `headings` is one button with a menu
  ///     of all headings. Those that the dialect does not have are skipped.
  ///   - own: the app's own buttons; those that `identifiers` does not name are appended. They
  ///     replace buttons with the same identifier.
  ///   - addsOthers: whether the remaining buttons follow, in their present order.
  /// - Complexity: O(*n* · *m*) for *n* buttons and *m* identifiers.
  public func arranged(
    _ identifiers: [ItemID] = standardOrder, own: [Item] = [], addsOthers: Bool = true
  ) -> AccessoryBar {
    var result = self
    result.others = []
    let all = (items + self.others).flatMap { $0.id == .headings ? $0.menu : [$0] }
    var others = all.filter { item in !own.contains { $0.id == item.id } } + own
    result.items = identifiers.compactMap { id in
      if id == .headings {
        let members = others.filter { $0.group == .headings }
        others.removeAll { $0.group == .headings }
        return Item(headings: members, level: headingLevel)
      }
      guard let index = others.firstIndex(where: { $0.id == id }) else {
        return nil
      }
      return others.remove(at: index)
    }
    if addsOthers { result.items += others }
    return result.worded(wording)
  }
}

extension AccessoryBar.Item {
  /// Creates a button of the app, which carries out its action.
  public init(
    own id: AccessoryBar.ItemID, title: String, symbolName: String, shortcut: KeyShortcut? = nil,
    presence: CommandState.Presence = .off, isEnabled: Bool = true, isState: Bool = false
  ) {
    self.init(
      identifier: id.name, group: .editing, title: title, symbolName: symbolName,
      shortcut: shortcut, presence: presence, isEnabled: isEnabled, argument: "", isState: isState,
      spokenLabel: title)
    speak(presence.word)
  }

  /// The button that undoes the last step.
  public static func undo(isEnabled: Bool) -> Self {
    Self(own: .undo, title: "Undo", symbolName: "arrow.uturn.backward", isEnabled: isEnabled)
  }

  /// The button that redoes the step that was undone last.
  public static func redo(isEnabled: Bool) -> Self {
    Self(own: .redo, title: "Redo", symbolName: "arrow.uturn.forward", isEnabled: isEnabled)
  }

  /// The button that pastes the clipboard as Markdown.
  public static func paste(isEnabled: Bool) -> Self {
    Self(
      own: .paste, title: "Paste as Markdown", symbolName: "doc.on.clipboard",
      isEnabled: isEnabled)
  }

  /// The button that hides the keyboard.
  public static let hideKeyboard = Self(
    own: .hideKeyboard, title: "Hide Keyboard", symbolName: "keyboard.chevron.compact.down")

  fileprivate init?(headings: [Self], level: Int?) {
    guard !headings.isEmpty else { return nil }
    self.init(
      own: .headings, title: "Headings",
      symbolName: level.map { "\($0).square" } ?? "textformat.size",
      presence: level == nil ? .off : .on, isEnabled: headings.contains { $0.isEnabled },
      isState: true)
    group = .headings
    reason = isEnabled ? nil : headings[0].reason
    menu = headings
  }
}
