#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownBar
  import MarkdownEditing
  import UIKit

  extension MarkdownInputAccessoryView {
    func show(_ bar: AccessoryBar) {
      let wanted = Set(bar.items.map(\.identifier))
      for (identifier, button) in buttons where !wanted.contains(identifier) {
        button.removeFromSuperview()
        buttons[identifier] = nil
        repeats[identifier] = nil
        shownItems[identifier] = nil
      }
      for item in bar.items where shownItems[item.identifier] != item {
        let button = buttons[item.identifier] ?? makeButton(item)
        buttons[item.identifier] = button
        update(button, item)
        shownItems[item.identifier] = item
      }
      setNeedsLayout()
    }

    func layOut(_ bar: AccessoryBar) {
      // The safe area below the bar belongs to the bar, but has no buttons.
      var safeArea = safeAreaInsets
      safeArea.top = 0
      let free = bounds.inset(by: safeArea)
      let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
      let layout = bar.layout(
        style, width: Double(free.width),
        itemWidth: { item in
          Double(max(44, buttons[item.identifier]?.intrinsicContentSize.width ?? 44))
        },
        groupSpacing: 8, direction: isRightToLeft ? .rightToLeft : .leftToRight)
      scroller.frame = free
      scroller.contentSize = CGSize(width: layout.width, height: Double(free.height))
      var places: [String: AccessoryBar.Layout.Place] = [:]
      for place in layout.places { places[place.identifier] = place }
      for (identifier, button) in buttons {
        button.isHidden = places[identifier] == nil
        guard let place = places[identifier] else { continue }
        button.frame = CGRect(x: place.x, y: 0, width: place.width, height: Double(free.height))
      }
      overflow = bar.menu(of: layout)
      if overflowButton.superview == nil { scroller.addSubview(overflowButton) }
      overflowButton.isHidden = layout.overflowX == nil
      overflowButton.accessibilityLabel = wording["more"]
      overflowButton.largeContentTitle = wording["more"]
      guard let x = layout.overflowX else { return }
      overflowButton.frame = CGRect(x: x, y: 0, width: 44, height: Double(free.height))
    }

    /// Creates a button with a menu, which is built when it opens.
    func makeMenuButton(_ sections: @escaping @MainActor () -> [AccessoryBar.Section]) -> UIButton {
      var configuration = UIButton.Configuration.plain()
      configuration.image = UIImage.symbol("ellipsis")
      let button = UIButton(configuration: configuration)
      button.menu = menu { [weak self] in self?.elements(of: sections()) ?? [] }
      button.showsMenuAsPrimaryAction = true
      button.accessibilityIdentifier = "more"
      button.accessibilityLabel = wording["more"]
      button.showsLargeContentViewer = true
      button.largeContentTitle = wording["more"]
      button.largeContentImage = configuration.image
      return button
    }

    private func makeButton(_ item: AccessoryBar.Item) -> UIButton {
      let identifier = item.identifier
      let isPlain = item.menu.isEmpty && !item.repeats
      let button = UIButton(
        configuration: .plain(),
        primaryAction: isPlain ? UIAction { [weak self] _ in self?.tap(item.id) } : nil)
      if item.repeats {
        repeats[identifier] = KeyRepeat(button) { [weak self] in self?.tap(item.id) ?? false }
      }
      if !item.menu.isEmpty {
        button.menu = menu { [weak self] in
          guard let self else { return [] }
          return (bar[identifier]?.menu ?? []).map(action)
        }
        button.showsMenuAsPrimaryAction = true
      }
      button.accessibilityIdentifier = identifier
      button.showsLargeContentViewer = true
      scroller.addSubview(button)
      return button
    }

    private func update(_ button: UIButton, _ item: AccessoryBar.Item) {
      let image = UIImage.symbol(item.symbolName)
      // A mixed button has a tinted background, and a disabled one is grey.
      var configuration = item.isMixed ? UIButton.Configuration.tinted() : .plain()
      configuration.image = image
      configuration.title = image == nil ? item.title : nil
      configuration.preferredSymbolConfigurationForImage =
        UIImage.SymbolConfiguration(textStyle: .body)
      button.configuration = configuration
      button.isEnabled = item.isEnabled
      button.isSelected = item.isOn
      button.largeContentTitle = item.title
      button.largeContentImage = image
      // The selected trait speaks the state, so the label does not repeat it.
      button.accessibilityLabel = item.title
      button.accessibilityValue = item.spokenValue
      button.accessibilityHint = bar.hint(of: item)
      button.accessibilityUserInputLabels = wording.names(of: item)
    }

    /// The buttons as a menu by groups, in the states that they have when it opens: for an edit menu,
    /// or a button of the app.
    public func menu(title: String = "Markdown") -> UIMenu {
      menu(title) { [weak self] in
        guard let self else { return [] }
        return bar.sections.map { UIMenu(title: $0.title, children: $0.items.map(action)) }
      }
    }

    private func menu(
      _ title: String = "", _ elements: @escaping @MainActor () -> [UIMenuElement]
    ) -> UIMenu {
      let contents = UIDeferredMenuElement.uncached { complete in complete(elements()) }
      return UIMenu(title: title, children: [contents])
    }

    /// The elements of a menu by sections; a single section has no title.
    private func elements(of sections: [AccessoryBar.Section]) -> [UIMenuElement] {
      sections.map { section in
        UIMenu(
          title: sections.count > 1 ? section.title : "", options: .displayInline,
          children: section.items.map(action))
      }
    }

    private func action(_ item: AccessoryBar.Item) -> UIAction {
      UIAction(
        title: item.title, image: UIImage.symbol(item.symbolName),
        attributes: item.isEnabled ? [] : .disabled,
        state: item.isOn ? .on : item.isMixed ? .mixed : .off
      ) { [weak self] _ in self?.tap(item.id) }
    }

    // MARK: Keys and the shortcut bar

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
          modifierFlags: UIKeyModifierFlags(rawValue: shortcut.modifiers.rawValue),
          propertyList: item.identifier, discoverabilityTitle: item.title,
          attributes: item.isEnabled ? [] : .disabled,
          state: item.isOn ? .on : item.isMixed ? .mixed : .off)
        // The bold and italic of text views are not Markdown's.
        command.wantsPriorityOverSystemBehavior = true
        // On a French keyboard, `1` needs Shift and ⌘⌥1 cannot be typed: the system remaps such keys.
        command.allowsAutomaticLocalization = true
        // Up and down are the same in every language.
        command.allowsAutomaticMirroring = false
        return command
      }
      keyCommandCache = (keys, action, commands)
      return commands
    }

    /// The identifier of the button for a key command; nil if it does not belong to the bar. The
    /// system remaps the keys of a command to the layout of the keyboard, so they do not count.
    public func identifier(of command: UIKeyCommand) -> AccessoryBar.ItemID? {
      let identifier = command.propertyList as? String
      return bar.keys.first { $0.identifier == identifier }?.id
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

    var shortcutBarMenu: [AccessoryBar.Section] { bar.sections.filter { $0.group != .marks } }

    func show(_ bar: AccessoryBar, in group: UIBarButtonItemGroup) {
      let marks = bar.items.filter { $0.group == .marks }
      let identifiers = marks.map(\.identifier)
      if identifiers != shortcutBarIdentifiers || group.barButtonItems.isEmpty {
        // A custom view tells whether the shortcut bar is visible.
        group.barButtonItems =
          marks.map { item in
            let action = UIAction(title: item.title) { [weak self] _ in self?.tap(item.id) }
            return UIBarButtonItem(image: .symbol(item.symbolName), primaryAction: action)
          } + [UIBarButtonItem(customView: shortcutBarMenuButton)]
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
  }

  /// Scrolls also if the drag begins on a button that already has the touch, which UIKit does not
  /// do for controls.
  final class BarScrollView: UIScrollView {
    override func touchesShouldCancel(in view: UIView) -> Bool {
      view is UIButton || super.touchesShouldCancel(in: view)
    }
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

  extension UIImage {
    @MainActor private static var symbols: [String: UIImage] = [:]

    /// The image of a symbol, which is looked up once; nil if the system does not have it.
    @MainActor static func symbol(_ name: String) -> UIImage? {
      if let found = symbols[name] { return found }
      let image = UIImage(systemName: name)
      symbols[name] = image
      return image
    }
  }

  /// Repeats the action of a button while it is pressed, as a keyboard does with a key.
  @MainActor package final class KeyRepeat {
    /// Waits for the time before the second action, or between two later ones.
    package static var wait: @MainActor (Duration) async -> Void = {
      try? await Task.sleep(for: $0)
    }
    private let action: @MainActor () -> Bool
    private var task: Task<Void, Never>?

    /// Creates a repeater for a button. The action is called at once, and until it returns false or
    /// the button is released.
    init(_ button: UIButton, action: @escaping @MainActor () -> Bool) {
      self.action = action
      button.addAction(UIAction { [weak self] _ in self?.press() }, for: .touchDown)
      button.addAction(
        UIAction { [weak self] _ in self?.task?.cancel() },
        for: [.touchUpInside, .touchUpOutside, .touchCancel])
    }

    private func press() {
      task?.cancel()
      guard action() else { return }
      task = Task { [weak self] in
        await Self.wait(.milliseconds(500))
        while !Task.isCancelled, let self, self.action() { await Self.wait(.milliseconds(100)) }
      }
    }
  }
#endif
