extension AccessoryBar {
  /// Buttons that belong together, with a word for them.
  public struct Section: Hashable, Sendable {
    /// Which part of the bar.
    public var group: Group
    /// What it is called.
    public var title: String
    /// Its buttons, in order.
    public var items: [Item]
  }

  /// A bar for very little room: some buttons, and the rest in a menu.
  package struct Compact: Hashable, Sendable {
    /// The buttons that are shown.
    package var items: [Item]
    /// What the button behind them opens.
    package var menu: [Section]
  }

  /// What the smallest bar shows: what people press most, one of each kind.
  package static let compactIdentifiers = ["strong", "heading", "bullet-list"]

  /// The buttons by groups, in order; groups without a button are left out.
  public var sections: [Section] { sections(of: items) }

  /// The menu for the buttons that a layout has no room for; a menu among them is opened out.
  package func menu(of layout: Layout) -> [Section] {
    sections(of: layout.overflow.compactMap { self[$0] })
  }

  /// The smallest bar: the buttons named, in that order, and a menu of all others.
  ///
  /// - Parameter identifiers: the buttons shown; for one in a menu, the button of the menu. If the bar
  ///   does not have one, one of its first buttons takes its position.
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

  /// The level of the heading that the selection is; nil where it is none, or several.
  package var headingLevel: Int? {
    (1...6).first { self["heading-\($0)"]?.isLit == true }
  }

  private func sections(of items: [Item]) -> [Section] {
    let items = items.flatMap { $0.menu.isEmpty ? [$0] : $0.menu }
    return Group.allCases.compactMap { group in
      let members = items.filter { $0.group == group }
      return members.isEmpty
        ? nil : Section(group: group, title: wording[group.key], items: members)
    }
  }
}
