#if compiler(>=6.2) && canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import MarkdownBar
  import MarkdownEditing
  import SwiftUI

  /// The bar's buttons above the keyboard, and a menu of those that do not fit: content for
  /// `toolbar`, as in <doc:MarkdownInSwiftUI>.
  public struct MarkdownToolbar: ToolbarContent {
    private var bar: AccessoryBar
    private var rest: AccessoryBar
    private let tap: @MainActor (AccessoryBar.Item) -> Void

    /// Creates the buttons of a bar.
    ///
    /// - Parameters:
    ///   - limit: the number of buttons that fit. If there are more, the last one is a menu of the
    ///     others, by group. A phone in portrait has room for 7.
    ///   - onOwnItem: runs a button of the app, given its identifier.
    ///   - perform: runs the command of any other button.
    public init(
      _ bar: AccessoryBar, limit: Int = 7,
      onOwnItem: @escaping @MainActor (AccessoryBar.ItemID) -> Void = { _ in },
      perform: @escaping @MainActor (EditingCommand) -> Void
    ) {
      let shown = bar.items.count <= limit ? bar.items.count : max(0, limit - 1)
      (self.bar, rest) = (bar, bar)
      self.bar.items = Array(bar.items.prefix(shown))
      rest.items = Array(bar.items.dropFirst(shown))
      tap = { $0.run(onOwnItem: onOwnItem, perform: perform) }
    }

    /// The buttons.
    public var body: some ToolbarContent {
      ToolbarItemGroup(placement: .keyboard) {
        ForEach(bar.items, id: \.identifier) { item in
          if item.menu.isEmpty {
            Toggle(isOn: item.isOn(tap)) { item.label }
              .toggleStyle(.button)
              .described(by: item, in: bar)
          } else {
            Menu {
              ForEach(item.menu, id: \.identifier) { member in
                MarkdownMenuItem(item: member, bar: bar, tap: tap)
              }
            } label: {
              item.label
            }
            .disabled(!item.isEnabled)
          }
        }
        if !rest.items.isEmpty {
          Menu {
            MarkdownMenuSections(bar: rest, tap: tap)
          } label: {
            Label(rest.wording["more"], systemImage: "ellipsis")
          }
        }
      }
    }
  }

  /// The bar's buttons in the menu bar of a Mac or an iPad, with their shortcuts and check marks:
  /// content for `commands` of a scene, as in <doc:MarkdownInSwiftUI>.
  public struct MarkdownMenu: Commands {
    private let bar: AccessoryBar
    private let title: String
    private let tap: @MainActor (AccessoryBar.Item) -> Void

    /// Creates the menu of a bar; of `AccessoryBar([])` if no text has the focus.
    ///
    /// - Parameters:
    ///   - title: the title in the menu bar.
    ///   - onOwnItem: runs a button of the app, given its identifier.
    ///   - perform: runs the command of any other button.
    public init(
      _ bar: AccessoryBar, title: String = "Markdown",
      onOwnItem: @escaping @MainActor (AccessoryBar.ItemID) -> Void = { _ in },
      perform: @escaping @MainActor (EditingCommand) -> Void
    ) {
      (self.bar, self.title) = (bar, title)
      tap = { $0.run(onOwnItem: onOwnItem, perform: perform) }
    }

    /// The menu.
    public var body: some Commands {
      CommandMenu(title) { MarkdownMenuSections(bar: bar, tap: tap) }
    }
  }

  /// The buttons of a bar by group: the first group at once, the others in menus of their own.
  struct MarkdownMenuSections: View {
    let bar: AccessoryBar
    let tap: @MainActor (AccessoryBar.Item) -> Void

    var body: some View {
      ForEach(bar.sections, id: \.group) { section in
        if section.group == bar.sections.first?.group {
          Section(section.title) { items(of: section) }
        } else {
          Menu {
            items(of: section)
          } label: {
            Text(section.title)
          }
          .disabled(!section.items.contains { $0.isEnabled })
        }
      }
    }

    private func items(of section: AccessoryBar.Section) -> some View {
      ForEach(section.items, id: \.identifier) { item in
        MarkdownMenuItem(item: item, bar: bar, tap: tap)
      }
    }
  }

  /// An item of a menu, with a check mark if the whole selection has its mark.
  struct MarkdownMenuItem: View {
    let item: AccessoryBar.Item
    let bar: AccessoryBar
    let tap: @MainActor (AccessoryBar.Item) -> Void

    var body: some View {
      if item.isState {
        Toggle(isOn: item.isOn(tap)) { item.label }.described(by: item, in: bar)
      } else {
        Button {
          tap(item)
        } label: {
          item.label
        }
        .described(by: item, in: bar)
      }
    }
  }

  extension AccessoryBar.Item {
    @MainActor fileprivate var label: some View { Label(title, systemImage: symbolName) }

    @MainActor fileprivate func run(
      onOwnItem: (AccessoryBar.ItemID) -> Void, perform: (EditingCommand) -> Void
    ) {
      if let command { perform(command.dated) } else { onOwnItem(id) }
    }

    @MainActor fileprivate func isOn(
      _ tap: @escaping @MainActor (AccessoryBar.Item) -> Void
    ) -> Binding<Bool> {
      Binding(get: { isOn }, set: { @MainActor _ in tap(self) })
    }
  }

  extension View {
    /// Adds the state, the shortcut and the spoken texts of a button.
    @ViewBuilder
    fileprivate func described(by item: AccessoryBar.Item, in bar: AccessoryBar) -> some View {
      let button = disabled(!item.isEnabled)
        .keyboardShortcut(item.shortcut.flatMap(KeyboardShortcut.init))
        .accessibilityHint(bar.hint(of: item) ?? "")
        .accessibilityInputLabels(bar.wording.names(of: item))
      // A toggle speaks “on” and “off”, but not “mixed”.
      if let value = item.spokenValue {
        button.accessibilityValue(value)
      } else {
        button
      }
    }
  }

  extension KeyboardShortcut {
    /// A shortcut of the bar; nil if its key is not a single character.
    public init?(_ shortcut: KeyShortcut) {
      guard shortcut.key.count == 1, let key = shortcut.key.first else { return nil }
      let all: [(KeyShortcut.Modifiers, EventModifiers)] = [
        (.shift, .shift), (.control, .control), (.option, .option), (.command, .command),
      ]
      let modifiers = all.reduce(into: EventModifiers()) {
        if shortcut.modifiers.contains($1.0) { $0.insert($1.1) }
      }
      self.init(KeyEquivalent(key), modifiers: modifiers)
    }
  }
#endif
