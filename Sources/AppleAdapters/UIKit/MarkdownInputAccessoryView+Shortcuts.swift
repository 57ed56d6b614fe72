#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import AccessoryCommands
  import UIKit

  extension UIKeyModifierFlags {
    /// Modifiers with the same numbers.
    public init(_ modifiers: KeyShortcut.Modifiers) { self.init(rawValue: modifiers.rawValue) }
  }

  extension KeyShortcut {
    /// The key as UIKit writes it: those that type nothing have names of their own.
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
    ///
    /// - Parameter action: what they call; `identifier(of:)` then says which button is meant.
    public func keyCommands(action: Selector) -> [UIKeyCommand] {
      bar.keys.compactMap { item in
        guard let shortcut = item.shortcut else { return nil }
        let command = UIKeyCommand(
          title: item.title, image: UIImage(systemName: item.symbolName), action: action,
          input: shortcut.input, modifierFlags: UIKeyModifierFlags(shortcut.modifiers),
          discoverabilityTitle: item.title, attributes: item.isEnabled ? [] : .disabled,
          state: item.isLit ? .on : item.isMixed ? .mixed : .off)
        // Text views have a bold and an italic of their own, which are not Markdown's.
        command.wantsPriorityOverSystemBehavior = true
        return command
      }
    }

    /// The button that a key command means; nil if it is none of the bar's.
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
    /// There is one group, whose buttons follow every `refresh()` as those of the bar do: those of the
    /// marks, and where the bar has commands one more with a menu of them.
    public func barButtonGroup() -> UIBarButtonItemGroup {
      if let shortcutBarGroup { return shortcutBarGroup }
      let group = UIBarButtonItemGroup(barButtonItems: [], representativeItem: nil)
      shortcutBarGroup = group
      show(bar, in: group)
      return group
    }

    /// Makes the buttons of a group those of a bar.
    func show(_ bar: AccessoryBar, in group: UIBarButtonItemGroup) {
      let marks = bar.items.filter { $0.group == .marks }
      let commands = bar.sections.filter { $0.group != .marks }
      let identifiers = marks.map(\.identifier) + (commands.isEmpty ? [] : ["more"])
      if identifiers != shortcutBarIdentifiers {
        group.barButtonItems = marks.map(makeBarButton)
        if !commands.isEmpty {
          group.barButtonItems.append(
            UIBarButtonItem(
              title: wording.more, image: UIImage(systemName: "ellipsis"), menu: menu(commands)))
        }
        shortcutBarIdentifiers = identifiers
      }
      if !commands.isEmpty { group.barButtonItems.last?.menu = menu(commands) }
      for (button, item) in zip(group.barButtonItems, marks) {
        button.isEnabled = item.isEnabled
        button.isSelected = item.isLit
        button.accessibilityLabel = item.title
        button.accessibilityValue = item.spokenValue
      }
    }

    private func makeBarButton(_ item: AccessoryBar.Item) -> UIBarButtonItem {
      let identifier = item.identifier
      return UIBarButtonItem(
        image: UIImage(systemName: item.symbolName),
        primaryAction: UIAction(title: item.title) { [weak self] _ in self?.tap(identifier) })
    }
  }
#endif
