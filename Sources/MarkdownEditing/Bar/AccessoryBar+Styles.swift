import TextEditing

extension AccessoryBar {
  /// How much of a bar stands on it; all else is in its menu.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// As many buttons as there is room for.
    case full
    /// Three buttons, whatever room there is.
    case compact
    /// All buttons, side by side: the bar scrolls.
    case scrolling
  }

  /// Lays the buttons out in a width as a style wants; the others are in the menu.
  ///
  /// - Parameters:
  ///   - style: how much stands on the bar.
  ///   - width: the width of the bar, in points.
  ///   - itemWidth: the width of a button, in points.
  ///   - overflowWidth: the width of the button for the others, in points.
  ///   - groupSpacing: what is left free between two groups, in points.
  ///   - direction: from which side the bar is read.
  /// - Complexity: O(*n*) for *n* buttons.
  package func layout(
    _ style: Style, width: Double, itemWidth: (Item) -> Double, overflowWidth: Double = 44,
    groupSpacing: Double = 0, direction: LayoutDirection = .leftToRight
  ) -> Layout {
    if style == .scrolling {
      let lasts = lastsOfGroups.count
      let total = items.reduce(Double(lasts) * groupSpacing) { $0 + itemWidth($1) }
      if total > width {
        return layout(
          .full, width: total, itemWidth: itemWidth, groupSpacing: groupSpacing,
          direction: direction)
      }
    }
    var shown = self
    if style == .compact { shown.items = compact().items }
    let lasts = Set(shown.lastsOfGroups)
    /// A button with the space behind it where its group ends.
    func spaced(_ item: Item) -> Double {
      itemWidth(item) + (lasts.contains(item.identifier) ? groupSpacing : 0)
    }
    let kept = shown.items.map { $0.identifier }
    let others = items.map { $0.identifier }.filter { !kept.contains($0) }
    // The button for the others is needed whatever fits.
    let room = others.isEmpty ? width : max(0, width - overflowWidth)
    var layout = shown.layout(
      width: room, itemWidth: spaced, overflowWidth: others.isEmpty ? overflowWidth : 0)
    layout.width = width
    layout.overflow += others
    for index in layout.places.indices where lasts.contains(layout.places[index].identifier) {
      layout.places[index].width -= groupSpacing
    }
    if !others.isEmpty, overflowWidth <= width {
      layout.overflowX =
        layout.places.last.map { last in
          last.x + last.width + (lasts.contains(last.identifier) ? groupSpacing : 0)
        } ?? 0
    }
    return direction == .leftToRight
      ? layout : layout.mirrored(width: width, overflowWidth: overflowWidth)
  }

  /// The last button of each group but the last.
  private var lastsOfGroups: [String] {
    zip(items, items.dropFirst()).filter { $0.group != $1.group }.map { $0.0.identifier }
  }

  /// The bar without the buttons that do nothing unless they are given something, as the one for a
  /// pasted address: for hosts that have nothing to give.
  package var withoutNeeds: AccessoryBar {
    var result = self
    result.items.removeAll { $0.needsArgument }
    return result
  }

  /// The buttons whose keys a host takes before its own: each key once, that of the command that
  /// applies where two have it, and none of a button that needs to be given something.
  ///
  /// A key without the command key, as Tab, is one only where its command applies: elsewhere it is the
  /// host's.
  package var keys: [Item] {
    var result: [Item] = []
    for item in allItems where !item.needsArgument {
      guard let shortcut = item.shortcut, self[shortcut]?.identifier == item.identifier else {
        continue
      }
      if item.isEnabled || shortcut.modifiers.contains(.command) { result.append(item) }
    }
    return result
  }
}

extension AccessoryBar.Item {
  /// Whether a tap does nothing unless it is given something, as `paste` the text; `link`
  /// without one leaves the caret where it is typed.
  public var needsArgument: Bool {
    command?.row.action.isPaste == true
  }

  /// Whether the button repeats while it is pressed. For example, `indent` does.
  public var repeats: Bool {
    switch command?.row.action {
    case .indent?, .move(.up)?, .move(.down)?: true
    default: false
    }
  }
}
