import MarkdownEditing
import TextEditing

extension AccessoryBar {
  package enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
    case leftToRight
    case rightToLeft
  }

  /// The minimum height of a bar, in points, for a finger to hit it.
  package static let minimumHeight = 44.0

  /// Returns the height of a bar, in points.
  ///
  /// It grows with the text size up to 72 points, so that the bar does not fill three rows of a
  /// small screen. From there on, the large content viewer shows the buttons.
  ///
  /// - Parameters:
  ///   - scaled: `minimumHeight` as Dynamic Type scales it, in points.
  ///   - safeAreaBottom: the safe area below, in points, which the bar covers if there is no
  ///     keyboard.
  package static func height(scaled: Double, safeAreaBottom: Double = 0) -> Double {
    max(minimumHeight, min(scaled, 72)) + max(0, safeAreaBottom)
  }

  package struct Layout: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
      package var identifier: String
      package var x: Double
      package var width: Double
    }

    /// The width for which the buttons are laid out; the bar scrolls if its own width is smaller.
    package var width: Double
    package var places: [Place]
    /// The left edge of the button that opens the others; nil if it is not needed or does not fit.
    package var overflowX: Double?
    package var overflow: [String]
  }

  /// Lays out the buttons; if some do not fit, leaves room for a button that opens these.
  ///
  /// - Parameters:
  ///   - width: the width of the bar, in points.
  ///   - itemWidth: returns the width of a button, in points; Dynamic Type makes widths differ.
  ///   - overflowWidth: the width of the button that opens the others, in points.
  ///   - spacing: the space between two buttons, in points.
  /// - Complexity: O(*n*) for *n* buttons.
  package func layout(
    width: Double, itemWidth: (Item) -> Double, overflowWidth: Double = 44, spacing: Double = 0,
    direction: LayoutDirection = .leftToRight
  ) -> Layout {
    let widths = items.map(itemWidth)
    let total = widths.reduce(0, +) + spacing * Double(max(0, items.count - 1))
    let fits = total <= width
    var layout = Layout(width: width, places: [], overflowX: nil, overflow: [])
    var edge = 0.0
    for (item, itemWidth) in zip(items, widths) {
      let room = fits ? width : width - spacing - overflowWidth
      guard layout.overflow.isEmpty, edge + itemWidth <= room else {
        layout.overflow.append(item.identifier)
        continue
      }
      layout.places.append(Layout.Place(identifier: item.identifier, x: edge, width: itemWidth))
      edge += itemWidth + spacing
    }
    if !layout.overflow.isEmpty, overflowWidth <= width { layout.overflowX = edge }
    return direction == .leftToRight
      ? layout : layout.mirrored(width: width, overflowWidth: overflowWidth)
  }
}

extension AccessoryBar.Layout {
  func mirrored(width: Double, overflowWidth: Double) -> AccessoryBar.Layout {
    var mirrored = self
    mirrored.places = places.map {
      Place(identifier: $0.identifier, x: width - $0.x - $0.width, width: $0.width)
    }
    mirrored.overflowX = overflowX.map { width - $0 - overflowWidth }
    return mirrored
  }
}

extension AccessoryBar {
  /// How many buttons a bar shows. The others are in its menu.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// As many buttons as fit.
    case full
    /// Three buttons, regardless of the room.
    case compact
    /// All buttons, side by side, in a bar that scrolls.
    case scrolling
  }

  /// Lays out the buttons as a style requires, with the others in the menu. Widths are in points.
  ///
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
    func spaced(_ item: Item) -> Double {
      itemWidth(item) + (lasts.contains(item.identifier) ? groupSpacing : 0)
    }
    let kept = shown.items.map { $0.identifier }
    let others = items.map { $0.identifier }.filter { !kept.contains($0) }
    // The menu has buttons anyway, so its own button is needed.
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

  private var lastsOfGroups: [String] {
    zip(items, items.dropFirst()).filter { $0.group != $1.group }.map { $0.0.identifier }
  }

  /// The bar without the buttons that need an argument, for hosts that cannot provide one.
  package var withoutNeeds: AccessoryBar {
    var result = self
    result.items.removeAll { $0.needsArgument }
    return result
  }

  /// The buttons whose keys a host handles before its own, except those that need an argument.
  ///
  /// If two buttons share a key, the enabled one has it. A key without the command modifier, such
  /// as Tab, is included only if its button is enabled.
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
  /// Whether a tap needs an argument, as `paste` needs text. `link` lets the user type the
  /// destination, and every host knows the text for `date`.
  public var needsArgument: Bool {
    command?.row.needsPastedText == true
  }

  /// Whether the button repeats while it is pressed, as `indent` does.
  public var repeats: Bool {
    command?.row.repeats == true
  }
}
