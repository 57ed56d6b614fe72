@_spi(StandIn) import AppKit
import AppleAdapters
import EditorTestSupport

extension NSTextView {
  /// The text with `⟦…⟧` around the selection, or `‸` at the caret.
  var shown: String {
    let range = selectedRange()
    return MarkedText.render(string, utf16: range.location..<NSMaxRange(range))
  }

  /// Sets a text with `⟦…⟧` around the selection, or `‸` at the caret.
  func set(_ marked: String) {
    let (text, selection) = MarkedText.parseUTF16(marked)
    string = text
    if let selection { setSelectedRange(NSRange(selection)) }
  }

  /// Types characters, one at a time. `⏎`, `⇥`, `⇤` and `⌫` are the keys.
  func type(_ keys: String) {
    let commands = [
      "⏎": "insertNewline:", "⇥": "insertTab:", "⇤": "insertBacktab:", "⌫": "deleteBackward:",
    ]
    for key in keys.map({ String($0) }) {
      if let command = commands[key] {
        press(Selector(command))
      } else {
        insertText(key, replacementRange: NSRange(location: NSNotFound, length: 0))
      }
    }
  }

  /// Shows the text of an input method, with the caret after it or at an offset in it.
  func compose(_ text: String, caret: Int? = nil) {
    setMarkedText(
      text, selectedRange: NSRange(location: caret ?? text.utf16.count, length: 0),
      replacementRange: NSRange(location: NSNotFound, length: 0))
  }
}

/// A window with text views, and a clipboard.
@MainActor final class MacWindow {
  let window = NSWindow()

  init() {
    Exceptions.raised = []
    NSPasteboard.general.clearContents()
  }

  func show<View: NSTextView>(_ view: View, _ marked: String) -> View {
    _ = window.makeFirstResponder(view)
    view.frame = NSRect(x: 0, y: 0, width: 400, height: 300)
    view.set(marked)
    view.layoutSubtreeIfNeeded()
    return view
  }
  func view(_ marked: String) -> MarkdownTextView { show(MarkdownTextView(), marked) }

  /// Copies texts and data to the clipboard, by type.
  func copy(_ contents: KeyValuePairs<NSPasteboard.PasteboardType, String>) {
    NSPasteboard.general.clearContents()
    for (type, text) in contents { NSPasteboard.general.setString(text, forType: type) }
  }

  @discardableResult
  func press(_ key: String, _ modifiers: NSEvent.ModifierFlags = .command) -> Bool {
    let view = window.firstResponder as? NSView
    return view?.performKeyEquivalent(with: NSEvent(key: key, modifiers)) ?? false
  }
}

extension NSPasteboard.PasteboardType {
  static let markdown = Self("net.daringfireball.markdown")
  static let png = Self("public.png")
}

extension NSMenu {
  /// The items of the menu and its submenus that have no submenu.
  var commands: [NSMenuItem] { items.flatMap { $0.submenu?.commands ?? [$0] } }
  func command(_ title: String) -> NSMenuItem? { commands.first { $0.title == title } }
}

extension MarkdownTextView {
  /// Opens the menu as AppKit does, which asks for the state of each item.
  func opened(_ menu: NSMenu) -> [String] {
    menu.commands.filter { validateUserInterfaceItem($0) }.map(\.title)
  }
}
