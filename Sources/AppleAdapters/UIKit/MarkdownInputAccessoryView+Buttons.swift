#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownEditing
  import UIKit

  extension MarkdownInputAccessoryView {
    /// Creates, changes and removes buttons to match a bar.
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
      overflowButton.isHidden = layout.overflowX == nil
      overflowButton.accessibilityLabel = wording["more"]
      overflowButton.largeContentTitle = wording["more"]
      guard let x = layout.overflowX else { return }
      overflowButton.frame = CGRect(x: x, y: 0, width: 44, height: Double(free.height))
    }

    /// Creates the button with the menu of buttons that do not fit.
    func makeOverflowButton() -> UIButton {
      let button = makeMenuButton { [weak self] in self?.overflow ?? [] }
      scroller.addSubview(button)
      return button
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
        primaryAction: isPlain ? UIAction { [weak self] _ in self?.tap(identifier) } : nil)
      if item.repeats {
        repeats[identifier] = KeyRepeat(button) { [weak self] in self?.tap(identifier) ?? false }
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

    /// Creates a menu whose elements are built each time it opens.
    private func menu(_ elements: @escaping @MainActor () -> [UIMenuElement]) -> UIMenu {
      let contents = UIDeferredMenuElement.uncached { complete in complete(elements()) }
      return UIMenu(title: "", options: [], children: [contents])
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
      ) { [weak self] _ in self?.tap(item.identifier) }
    }
  }
#endif
