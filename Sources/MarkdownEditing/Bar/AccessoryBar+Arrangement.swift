extension AccessoryBar {
  /// The default order. Lists, tasks and links come before the headings, which share one menu.
  public static let standardOrder = [
    "strong", "emphasis", "code", "bullet-list", "task-list", "link", "headings", "strikethrough",
    "highlight", "ordered-list", "task-toggle", "quote", "code-block", "outdent", "indent", "undo",
    "redo",
  ]

  /// Returns the bar with the chosen buttons in the given order.
  ///
  /// ```swift
  /// bar.arranged(
  ///   ["strong", "link", "headings", "timestamp"], own: [timestamp], addsOthers: false)
  /// ```
  ///
  /// - Parameters:
  ///   - identifiers: the buttons that come first, in order; `headings` is one button with a menu
  ///     of all headings. Identifiers that the bar does not have are skipped.
  ///   - own: the app's own buttons; those that `identifiers` does not name are appended.
  ///   - addsOthers: whether the remaining buttons follow, in their present order.
  /// - Complexity: O(*n* · *m*) for *n* buttons and *m* identifiers.
  public func arranged(
    _ identifiers: [String] = standardOrder, own: [Item] = [], addsOthers: Bool = true
  ) -> AccessoryBar {
    var result = self
    var others = items + own
    result.items = identifiers.compactMap { identifier in
      if identifier == "headings" {
        let members = others.filter { $0.group == .headings }
        others.removeAll { $0.group == .headings }
        return Item(headings: members, level: headingLevel)
      }
      guard let index = others.firstIndex(where: { $0.identifier == identifier }) else {
        return nil
      }
      return others.remove(at: index)
    }
    if addsOthers { result.items += others }
    return result.worded(wording)
  }
}

extension AccessoryBar.Item {
  /// Creates a button of the app, which carries out its action.
  public init(
    own identifier: String, title: String, symbolName: String, shortcut: KeyShortcut? = nil,
    presence: CommandState.Presence = .off, isEnabled: Bool = true, isState: Bool = false
  ) {
    self.init(
      identifier: identifier, group: .editing, title: title, symbolName: symbolName,
      shortcut: shortcut, presence: presence, isEnabled: isEnabled, argument: "", isState: isState,
      spokenLabel: title)
    speak(presence.word)
  }

  /// The button that undoes the last step.
  public static func undo(isEnabled: Bool) -> Self {
    Self(own: "undo", title: "Undo", symbolName: "arrow.uturn.backward", isEnabled: isEnabled)
  }

  /// The button that redoes the step that was undone last.
  public static func redo(isEnabled: Bool) -> Self {
    Self(own: "redo", title: "Redo", symbolName: "arrow.uturn.forward", isEnabled: isEnabled)
  }

  /// The button that hides the keyboard.
  public static let hideKeyboard = Self(
    own: "hide-keyboard", title: "Hide Keyboard", symbolName: "keyboard.chevron.compact.down")

  /// Creates the button with the menu of headings; nil if there are none.
  fileprivate init?(headings: [Self], level: Int?) {
    guard !headings.isEmpty else { return nil }
    self.init(
      own: "headings", title: "Headings",
      symbolName: level.map { "\($0).square" } ?? "textformat.size",
      presence: level == nil ? .off : .on, isEnabled: headings.contains { $0.isEnabled },
      isState: true)
    group = .headings
    reason = isEnabled ? nil : headings[0].reason
    menu = headings
  }
}
