#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownEditing
  import UIKit

  extension UIKeyModifierFlags {
    /// Modifiers with the same numbers.
    init(_ modifiers: KeyShortcut.Modifiers) { self.init(rawValue: modifiers.rawValue) }
  }

  extension KeyShortcut {
    /// The key as UIKit writes it: keys that type nothing have names of their own.
    @MainActor fileprivate var input: String {
      switch key {
      case "tab": "\t"
      case "enter": "\r"
      case "backspace": "\u{8}"
      case "up": UIKeyCommand.inputUpArrow
      case "down": UIKeyCommand.inputDownArrow
      default: key
      }
    }
  }

  extension MarkdownInputAccessoryView {
    /// The key commands of the bar's buttons, for `keyCommands` of the input or its controller. They are
    /// made again only if the bar has changed.
    ///
    /// - Parameter action: the method that they call; `identifier(of:)` tells which button is meant.
    public func keyCommands(action: Selector) -> [UIKeyCommand] {
      let keys = bar.keys
      if let keyCommandCache, keyCommandCache.keys == keys, keyCommandCache.action == action {
        return keyCommandCache.commands
      }
      let commands = keys.compactMap { item -> UIKeyCommand? in
        guard let shortcut = item.shortcut else { return nil }
        let command = UIKeyCommand(
          title: item.title, image: UIImage.symbol(item.symbolName), action: action,
          input: shortcut.input,
          modifierFlags: UIKeyModifierFlags(shortcut.modifiers),
          discoverabilityTitle: item.title, attributes: item.isEnabled ? [] : .disabled,
          state: item.isLit ? .on : item.isMixed ? .mixed : .off)
        // Text views have a bold and an italic of their own, which are not Markdown's.
        command.wantsPriorityOverSystemBehavior = true
        return command
      }
      keyCommandCache = (keys, action, commands)
      return commands
    }

    /// The button that a key command means; nil if it is not one of the bar's.
    public func identifier(of command: UIKeyCommand) -> String? {
      guard let input = command.input else { return nil }
      let modifiers = KeyShortcut.Modifiers(rawValue: command.modifierFlags.rawValue)
      return bar.keys.first {
        $0.shortcut?.modifiers == modifiers && $0.shortcut?.input == input
      }?.identifier
    }

    /// The buttons for the shortcut bar of an iPad, which is there with a hardware keyboard too and
    /// makes a bar of your own needless: put it into `inputAssistantItem.trailingBarButtonGroups`,
    /// the leading ones being undo and paste.
    ///
    /// There is one group, whose buttons follow every `refresh()` as those of the bar do: the marks, and
    /// a menu of the other buttons.
    public func barButtonGroup() -> UIBarButtonItemGroup {
      if let shortcutBarGroup { return shortcutBarGroup }
      let group = UIBarButtonItemGroup(barButtonItems: [], representativeItem: nil)
      shortcutBarGroup = group
      show(bar, in: group)
      return group
    }

    /// Whether the shortcut bar shows the buttons now. False on an iPhone, and on an iPad with Shortcuts
    /// switched off in Settings.
    public var isInShortcutBar: Bool {
      shortcutBarGroup != nil && shortcutBarMenuButton.window != nil
    }

    /// The sections of the menu in the shortcut bar.
    var shortcutBarMenu: [AccessoryBar.Section] { bar.sections.filter { $0.group != .marks } }

    /// Makes the buttons of a group those of a bar.
    func show(_ bar: AccessoryBar, in group: UIBarButtonItemGroup) {
      let marks = bar.items.filter { $0.group == .marks }
      let identifiers = marks.map(\.identifier)
      if identifiers != shortcutBarIdentifiers || group.barButtonItems.isEmpty {
        // A view of our own tells whether the shortcut bar is on the screen.
        group.barButtonItems =
          marks.map(makeBarButton) + [UIBarButtonItem(customView: shortcutBarMenuButton)]
        shortcutBarIdentifiers = identifiers
      }
      shortcutBarMenuButton.isEnabled = !shortcutBarMenu.isEmpty
      shortcutBarMenuButton.accessibilityLabel = wording["more"]
      for (button, item) in zip(group.barButtonItems, marks) {
        button.isEnabled = item.isEnabled
        button.isSelected = item.isLit
        button.accessibilityLabel = item.title
        button.accessibilityValue = item.spokenValue
        button.accessibilityHint = bar.hint(of: item)
        button.accessibilityUserInputLabels = wording.names(of: item)
      }
    }

    private func makeBarButton(_ item: AccessoryBar.Item) -> UIBarButtonItem {
      let identifier = item.identifier
      return UIBarButtonItem(
        image: UIImage.symbol(item.symbolName),
        primaryAction: UIAction(title: item.title) { [weak self] _ in self?.tap(identifier) })
    }
  }
#endif
