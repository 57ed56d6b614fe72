#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import AccessoryCommands
  import UIKit

  extension MarkdownInputAccessoryView {
    /// Makes, changes and removes buttons so that they are those of a bar.
    func show(_ bar: AccessoryBar) {
      let wanted = Set(bar.items.map(\.identifier))
      for (identifier, button) in buttons where !wanted.contains(identifier) {
        button.removeFromSuperview()
        buttons[identifier] = nil
      }
      for item in bar.items {
        let button = buttons[item.identifier] ?? makeButton(item)
        buttons[item.identifier] = button
        update(button, item)
      }
      setNeedsLayout()
    }

    /// Puts the buttons where the bar's layout says.
    func layOut(_ bar: AccessoryBar) {
      // The safe area below the bar belongs to it and has no buttons.
      let free = bounds.inset(by: safeAreaInsets)
      let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
      let layout = bar.layout(
        style, width: Double(free.width),
        itemWidth: { item in
          Double(max(44, buttons[item.identifier]?.intrinsicContentSize.width ?? 44))
        },
        groupSpacing: 8, direction: isRightToLeft ? .rightToLeft : .leftToRight)
      for (identifier, button) in buttons {
        let place = layout.places.first { $0.identifier == identifier }
        button.isHidden = place == nil
        guard let place else { continue }
        button.frame = CGRect(
          x: free.minX + place.x, y: free.minY, width: place.width, height: free.height)
      }
      overflowButton.isHidden = layout.overflowX == nil
      overflowButton.accessibilityLabel = wording.more
      overflowButton.largeContentTitle = wording.more
      guard let x = layout.overflowX else { return }
      overflowButton.frame = CGRect(
        x: free.minX + x, y: free.minY, width: 44, height: free.height)
      overflowButton.menu = menu(bar.menu(of: layout))
    }

    /// The button that opens what has no room.
    func makeOverflowButton() -> UIButton {
      var configuration = UIButton.Configuration.plain()
      configuration.image = UIImage(systemName: "ellipsis")
      let button = UIButton(configuration: configuration)
      button.showsMenuAsPrimaryAction = true
      button.accessibilityIdentifier = "more"
      button.showsLargeContentViewer = true
      button.largeContentTitle = wording.more
      button.largeContentImage = UIImage(systemName: "ellipsis")
      addSubview(button)
      return button
    }

    private func makeButton(_ item: AccessoryBar.Item) -> UIButton {
      let identifier = item.identifier
      let action = UIAction(title: item.title) { [weak self] _ in self?.tap(identifier) }
      var configuration = UIButton.Configuration.plain()
      configuration.title = nil
      configuration.image = UIImage(systemName: item.symbolName)
      configuration.preferredSymbolConfigurationForImage =
        UIImage.SymbolConfiguration(textStyle: .body)
      let button = UIButton(configuration: configuration, primaryAction: action)
      button.accessibilityIdentifier = identifier
      button.showsLargeContentViewer = true
      button.largeContentTitle = item.title
      button.largeContentImage = UIImage(systemName: item.symbolName)
      addSubview(button)
      return button
    }

    private func update(_ button: UIButton, _ item: AccessoryBar.Item) {
      button.isEnabled = item.isEnabled
      button.isSelected = item.isLit
      button.alpha = item.isMixed ? 0.6 : 1
      // The selected trait says that it is lit: the label does not say so once more.
      button.accessibilityLabel = item.title
      button.accessibilityValue = item.spokenValue
    }

    /// A menu of buttons by groups: one group alone has no title of its own.
    func menu(_ sections: [AccessoryBar.Section]) -> UIMenu {
      let parts = sections.map { section in
        UIMenu(
          title: sections.count > 1 ? section.title : "", options: .displayInline,
          children: section.items.map { action(of: $0) })
      }
      return UIMenu(title: "", options: [], children: parts)
    }

    private func action(of item: AccessoryBar.Item) -> UIAction {
      UIAction(
        title: item.title, image: UIImage(systemName: item.symbolName),
        attributes: item.isEnabled ? [] : .disabled,
        state: item.isLit ? .on : item.isMixed ? .mixed : .off
      ) { [weak self] _ in self?.tap(item.identifier) }
    }
  }
#endif
