extension AccessoryBar {
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

  /// The buttons of the smallest bar: the most used ones, one of each kind.
  package static let compactIdentifiers = ["strong", "heading", "bullet-list"]

  /// The buttons by group, in order, without empty groups.
  public var sections: [Section] { sections(of: items) }

  /// Returns the menu of the buttons that do not fit. Menus in it are flattened.
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

  /// The level of the selected heading; nil if there is none, or if there are several levels.
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
}
