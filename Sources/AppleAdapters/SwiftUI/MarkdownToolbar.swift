#if compiler(>=6.2) && canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import MarkdownEditing
  import SwiftUI

  /// The bar's buttons above the keyboard: content for `toolbar`.
  ///
  ///     TextEditor(text: $note.text, selection: $note.selection)
  ///       .toolbar { MarkdownToolbar(AccessoryBar(note.commandStates([.marks]))) { note.perform($0) } }
  public struct MarkdownToolbar: ToolbarContent {
    private let bar: AccessoryBar
    private let tap: @MainActor (AccessoryBar.Item) -> Void

    /// Creates the buttons of a bar.
    ///
    /// - Parameters:
    ///   - onOwnItem: runs a button of the app, given its identifier.
    ///   - perform: runs the command of any other button.
    public init(
      _ bar: AccessoryBar, onOwnItem: @escaping @MainActor (AccessoryBar.ItemID) -> Void = { _ in },
      perform: @escaping @MainActor (EditingCommand) -> Void
    ) {
      self.bar = bar
      tap = { item in
        if let command = item.command { perform(command) } else { onOwnItem(item.id) }
      }
    }

    /// The buttons.
    public var body: some ToolbarContent {
      ToolbarItemGroup(placement: .keyboard) {
        ForEach(bar.items, id: \.identifier) { item in
          if item.menu.isEmpty {
            MarkdownToolbarButton(item: item, bar: bar, tap: tap)
          } else {
            Menu {
              ForEach(item.menu, id: \.identifier) { member in
                MarkdownToolbarButton(item: member, bar: bar, tap: tap)
              }
            } label: {
              Label(item.title, systemImage: item.symbolName)
            }
            .disabled(!item.isEnabled)
          }
        }
      }
    }
  }

  /// A button, which is on if the whole selection has its mark, with its keyboard shortcut.
  struct MarkdownToolbarButton: View {
    let item: AccessoryBar.Item
    let bar: AccessoryBar
    let tap: @MainActor (AccessoryBar.Item) -> Void

    var body: some View {
      // A toggle speaks “on” and “off”, but not “mixed”.
      if let value = item.spokenValue {
        toggle.accessibilityValue(value)
      } else {
        toggle
      }
    }

    private var toggle: some View {
      Toggle(isOn: Binding(get: { item.isOn }, set: { @MainActor _ in tap(item) })) {
        Label(item.title, systemImage: item.symbolName)
      }
      .toggleStyle(.button)
      .disabled(!item.isEnabled)
      .keyboardShortcut(item.shortcut.flatMap(KeyboardShortcut.init))
      .accessibilityHint(bar.hint(of: item) ?? "")
      .accessibilityInputLabels(bar.wording.names(of: item))
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
