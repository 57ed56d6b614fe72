#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownEditing
  import UIKit

  extension UIKeyModifierFlags {
    /// Converts modifiers, which have the same raw values.
    init(_ modifiers: KeyShortcut.Modifiers) { self.init(rawValue: modifiers.rawValue) }
  }

  extension KeyShortcut {
    /// The key in UIKit's notation: keys that type nothing have names.
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
    /// The key commands of the bar's buttons, for `keyCommands` of the input or its controller.
    /// They are created again only after a change of the bar.
    ///
    /// - Parameter action: the method that they call; `identifier(of:)` finds the button.
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
          state: item.isOn ? .on : item.isMixed ? .mixed : .off)
        // The bold and italic of text views are not Markdown's.
        command.wantsPriorityOverSystemBehavior = true
        return command
      }
      keyCommandCache = (keys, action, commands)
      return commands
    }

    /// The identifier of the button for a key command; nil if it does not belong to the bar.
    public func identifier(of command: UIKeyCommand) -> String? {
      guard let input = command.input else { return nil }
      let modifiers = KeyShortcut.Modifiers(rawValue: command.modifierFlags.rawValue)
      return bar.keys.first {
        $0.shortcut?.modifiers == modifiers && $0.shortcut?.input == input
      }?.identifier
    }

    /// The buttons for the shortcut bar of an iPad, which is visible with a hardware keyboard too
    /// and replaces a bar of your own. Add the group to
    /// `inputAssistantItem.trailingBarButtonGroups`; the leading ones are undo and paste.
    ///
    /// The single group has the marks and a menu of the other buttons. They follow every
    /// `refresh()`, like those of the bar.
    public func barButtonGroup() -> UIBarButtonItemGroup {
      if let shortcutBarGroup { return shortcutBarGroup }
      let group = UIBarButtonItemGroup(barButtonItems: [], representativeItem: nil)
      shortcutBarGroup = group
      show(bar, in: group)
      return group
    }

    /// Whether the shortcut bar shows the buttons now. For example, false on an iPhone, and on an
    /// iPad with Shortcuts switched off in Settings.
    public var isInShortcutBar: Bool {
      shortcutBarGroup != nil && shortcutBarMenuButton.window != nil
    }

    /// The sections of the menu in the shortcut bar.
    var shortcutBarMenu: [AccessoryBar.Section] { bar.sections.filter { $0.group != .marks } }

    /// Updates the buttons of a group to match a bar.
    func show(_ bar: AccessoryBar, in group: UIBarButtonItemGroup) {
      let marks = bar.items.filter { $0.group == .marks }
      let identifiers = marks.map(\.identifier)
      if identifiers != shortcutBarIdentifiers || group.barButtonItems.isEmpty {
        // A custom view tells whether the shortcut bar is visible.
        group.barButtonItems =
          marks.map(makeBarButton) + [UIBarButtonItem(customView: shortcutBarMenuButton)]
        shortcutBarIdentifiers = identifiers
      }
      shortcutBarMenuButton.isEnabled = !shortcutBarMenu.isEmpty
      shortcutBarMenuButton.accessibilityLabel = wording["more"]
      for (button, item) in zip(group.barButtonItems, marks) {
        button.isEnabled = item.isEnabled
        button.isSelected = item.isOn
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
