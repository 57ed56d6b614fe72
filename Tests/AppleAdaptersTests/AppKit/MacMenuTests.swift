@_spi(StandIn) import AppKit
import AppleAdapters
import Testing

/// Opens the menus of a text view, and presses keys of several layouts.
@MainActor struct MacMenuTests {
  let window = MacWindow()

  @Test func theMenuHasTheCommandsBySections() throws {
    let view = window.view("⟦a⟧")
    let menu = view.markdownMenu()
    let bar = AccessoryBar(view.commandStates())
    #expect(menu.items.map(\.title) == bar.sections.map(\.title))
    #expect(menu.items.compactMap { $0.submenu?.title } == menu.items.map(\.title))
    let titles = bar.sections.map { $0.items.filter { !$0.needsArgument }.map(\.title) }
    #expect(menu.items.map { $0.submenu?.items.map(\.title) ?? [] } == titles)
    let strong = try #require(menu.command("Bold"))
    #expect(strong.keyEquivalent == "b" && strong.keyEquivalentModifierMask == .command)
    let heading = try #require(menu.command("Heading 2"))
    #expect(
      heading.keyEquivalent == "2" && heading.keyEquivalentModifierMask == [.command, .option])
    let check = try #require(menu.commands.first { $0.keyEquivalent == "\r" })
    #expect(check.keyEquivalentModifierMask == .command)
    // Keys without ⌘ are not those of a menu, which would take them from every text.
    #expect(menu.commands.allSatisfy { $0.keyEquivalent != "tab" && $0.keyEquivalent != "up" })
    #expect(menu.command("Indent")?.keyEquivalent == "")
    view.wording = .german
    #expect(view.markdownMenu().command("Fett") != nil)
  }

  @Test func anItemShowsTheStateOfTheSelection() throws {
    let view = window.view("**⟦a⟧** b")
    let menu = view.markdownMenu()
    let strong = try #require(menu.command("Bold"))
    #expect(view.validateUserInterfaceItem(strong) && strong.state == .on)
    view.setSelectedRange(NSRange(location: 2, length: 5))
    #expect(view.validateUserInterfaceItem(strong) && strong.state == .mixed)
    view.setSelectedRange(NSRange(location: 6, length: 1))
    #expect(view.validateUserInterfaceItem(strong) && strong.state == .off)
    let outdent = try #require(menu.command("Outdent"))
    #expect(!view.validateUserInterfaceItem(outdent))
    view.set("    a⟦b⟧")
    #expect(!view.validateUserInterfaceItem(strong))
    // An item of another menu is AppKit's.
    let other = NSMenuItem(title: "Find", action: Selector("find:"), keyEquivalent: "f")
    #expect(view.validateUserInterfaceItem(other))
    strong.representedObject = "no such"
    #expect(!view.validateUserInterfaceItem(strong))
  }

  @Test func aPendingMarkIsChecked() throws {
    let view = window.view("a ‸")
    let strong = try #require(view.markdownMenu().command("Bold"))
    #expect(view.validateUserInterfaceItem(strong) && strong.state == .off)
    view.runMarkdownCommand(strong)
    #expect(view.validateUserInterfaceItem(strong) && strong.state == .on)
    view.type("b")
    #expect(view.string == "a **b**")
  }

  @Test func theStatesAreNotKeptForLater() async throws {
    let view = window.view("a ‸")
    let strong = try #require(view.markdownMenu().command("Bold"))
    #expect(view.validateUserInterfaceItem(strong) && strong.state == .off)
    await Task.yield()
    // The app's own command changes nothing but the mark.
    view.perform(.toggle(.strong))
    #expect(view.validateUserInterfaceItem(strong) && strong.state == .on)
  }

  @Test func anItemActsOnTheFirstResponder() throws {
    let first = window.view("⟦a⟧")
    let strong = try #require(first.markdownMenu().command("Bold"))
    let second = window.view("⟦b⟧")
    // No target: AppKit passes the action to the first responder.
    (window.window.firstResponder as? MarkdownTextView)?.runMarkdownCommand(strong)
    #expect(first.string == "a" && second.string == "**b**")
    #expect(second.undoManager?.undoActionName == "Bold")
    second.runMarkdownCommand(nil)
    #expect(second.string == "**b**")
  }

  @Test func theContextMenuHasTheCommandsOnce() throws {
    let view = window.view("⟦a⟧")
    let click = NSEvent(clickAt: .zero)
    #expect(view.menu(for: click)?.commands.contains { $0.title == "Bold" } == true)
    // The app's own menu is the same one each time.
    let own = NSMenu(title: "App")
    own.addItem(NSMenuItem(title: "Share", action: nil, keyEquivalent: ""))
    view.menu = own
    for _ in 1...3 { #expect(view.menu(for: click)?.items.map(\.title) == ["Share", "Markdown"]) }
    view.isEditable = false
    #expect(view.menu(for: click)?.items.map(\.title) == ["Share"])
    #expect(Exceptions.raised.isEmpty)
  }

  /// A key of a layout: its characters alone, with Shift, Option, both, and ⌘; and what is held.
  struct Key: Sendable {
    var alone: String
    var shifted: String?
    var option: String?
    var both: String?
    var command: String?
    var held: NSEvent.ModifierFlags

    @MainActor var event: NSEvent {
      NSEvent(
        key: alone, shifted: shifted, option: option, both: both, command: command, held)
    }
  }

  @Test(arguments: [
    // French: digits need Shift, and so does `.`.
    (Key(alone: "&", shifted: "1", held: [.command, .option]), "# a"),
    (Key(alone: "&", shifted: "1", held: [.command, .option, .shift]), "# a"),
    (Key(alone: "_", shifted: "8", held: [.command, .shift]), "- a"),
    (Key(alone: ";", shifted: ".", held: [.command, .shift]), "> a"),
    // German: `.` does not need Shift.
    (Key(alone: ".", shifted: ":", held: [.command, .shift]), "> a"),
    // Russian: with ⌘, the layout types Latin letters.
    (Key(alone: "и", shifted: "И", command: "b", held: .command), "**a**"),
    // Shift and Control are parts of a shortcut.
    (Key(alone: "b", held: [.command, .shift]), "a"),
    (Key(alone: "b", held: [.command, .control]), "a"),
    // A key of Option that is not held.
    (Key(alone: "x", option: "b", held: .command), "a"),
  ])
  func keysOfEachLayout(key: Key, after: String) {
    let view = window.view("⟦a⟧")
    #expect(view.performKeyEquivalent(with: key.event) == (after != "a") && view.string == after)
  }

  @Test(arguments: [
    (Key(alone: "\\", held: .command), "a"),
    // French and German: `\` needs Option and Shift.
    (Key(alone: ":", shifted: "/", both: "\\", held: [.command, .option, .shift]), "a"),
    (Key(alone: "7", shifted: "/", both: "\\", held: [.command, .option, .shift]), "a"),
    // A key that types a digit is a heading, whatever it types with Option.
    (Key(alone: "5", option: "\\", held: [.command, .option]), "##### **a**"),
  ])
  func aBackslashOfEachLayout(key: Key, after: String) {
    let view = window.view("**⟦a⟧**")
    #expect(view.performKeyEquivalent(with: key.event) && view.string == after)
  }

  @Test func commandIsAPartOfAShortcut() {
    let view = window.view("a\nb‸")
    let up = "\u{F700}"
    #expect(view.opened(view.markdownMenu()).contains("Move Up"))
    #expect(!view.performKeyEquivalent(with: NSEvent(key: up, [.command, .option])))
    #expect(view.string == "a\nb")
    #expect(view.performKeyEquivalent(with: NSEvent(key: up, .option)) && view.string == "b\na")
  }

  @Test func aKeyOfAnotherResponderIsLeftToIt() {
    let view = window.view("⟦a⟧")
    _ = window.window.makeFirstResponder(nil)
    #expect(!view.performKeyEquivalent(with: NSEvent(key: "b", .command)) && view.string == "a")
  }
}
