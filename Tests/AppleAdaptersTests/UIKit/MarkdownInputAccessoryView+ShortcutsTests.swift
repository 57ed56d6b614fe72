import AppleAdapters
import Testing
@_spi(StandIn) import UIKit

@MainActor struct ShortcutTests {
  let delegate = RefreshingDelegate()
  func view(_ marked: String) -> MarkdownTextView { delegate.view(marked) }

  @Test(arguments: [
    ("Strong", "b", 1 << 20), ("Emphasis", "i", 1 << 20), ("Heading 1", "1", 1 << 20 | 1 << 19),
    ("Move Up", "UIKeyInputUpArrow", 1 << 19), ("Move Down", "UIKeyInputDownArrow", 1 << 19),
    ("Duplicate", "UIKeyInputDownArrow", 1 << 19 | 1 << 17),
  ])
  func aKeyIsWrittenAsUIKitWritesIt(title: String, input: String, flags: Int) throws {
    let commands = view("- a\n- ⟦b⟧\n- c").bar.keyCommands(action: Selector(("press:")))
    let command = try #require(commands.first { $0.title == title || $0.title.hasPrefix(title) })
    #expect(command.input == input)
    #expect(command.modifierFlags.rawValue == flags)
    #expect(command.action == Selector(("press:")))
    #expect(command.discoverabilityTitle == command.title)
  }

  @Test func keysThatTypeNothingHaveTheirCharacters() {
    let task = view("- [ ] ⟦a⟧").bar.keyCommands(action: Selector(("press:")))
    #expect(task.contains { $0.input == "\r" && $0.modifierFlags == .command })
    let list = view("- a\n  - b\n  - ⟦c⟧").bar.keyCommands(action: Selector(("press:")))
    #expect(list.contains { $0.input == "\t" && $0.modifierFlags == [] })
    #expect(list.contains { $0.input == "\t" && $0.modifierFlags == .shift })
  }

  @Test func aKeyCommandHasTheStateOfItsButton() throws {
    let commands = view("**⟦a⟧**").bar.keyCommands(action: Selector(("press:")))
    let strong = try #require(commands.first { $0.title == "Strong" })
    #expect(strong.state == .on)
    #expect(strong.image?.symbolName == "bold")
    #expect(commands.first { $0.title == "Emphasis" }?.state == .off)
    let mixed = view("⟦a **b**⟧").bar.keyCommands(action: Selector(("press:")))
    #expect(mixed.first { $0.title == "Strong" }?.state == .mixed)
    let code = view("    ⟦a⟧").bar.keyCommands(action: Selector(("press:")))
    #expect(code.first { $0.title == "Strong" }?.attributes == .disabled)
    #expect(strong.attributes == [])
  }

  @Test func aKeyCommandLeadsBackToItsButton() throws {
    let bar = view("⟦a⟧").bar
    for command in bar.keyCommands(action: Selector(("press:"))) {
      let identifier = try #require(bar.identifier(of: command))
      #expect(bar.bar[identifier]?.title == command.title)
    }
    #expect(bar.identifier(of: UIKeyCommand(title: "", action: Selector(("x")), input: "q")) == nil)
    #expect(bar.identifier(of: UIKeyCommand()) == nil)
    let shifted = UIKeyCommand(
      title: "", action: Selector(("x")), input: "b", modifierFlags: [.command, .shift])
    #expect(bar.identifier(of: shifted) == nil)
  }

  @Test func theGroupOfTheShortcutBarFollowsTheSelection() throws {
    let view = view("⟦a⟧")
    let group = view.bar.barButtonGroup()
    #expect(view.bar.barButtonGroup() === group)
    let labels = group.barButtonItems.map(\.accessibilityLabel)
    #expect(labels.prefix(3) == ["Strong", "Emphasis", "Code"])
    let strong = try #require(group.barButtonItems.first)
    #expect(strong.image?.symbolName == "bold")
    #expect(!strong.isSelected && strong.isEnabled)
    strong.tap()
    #expect(view.text == "**a**")
    #expect(group.barButtonItems.first === strong)
    #expect(strong.isSelected)
    view.set("⟦a **b**⟧")
    #expect(strong.accessibilityValue == "partly on")
    view.set("    ⟦a⟧")
    #expect(!strong.isEnabled)
  }

  @Test func theLastButtonHasTheCommands() throws {
    let view = view("⟦a⟧")
    let group = view.bar.barButtonGroup()
    let more = try #require(group.barButtonItems.last?.customView as? UIButton)
    #expect(more.accessibilityLabel == "More" && more.isEnabled)
    let actions = try #require(more.menu).actions()
    #expect(!actions.contains { $0.title == "Strong" })
    try #require(actions.first { $0.title == "Quote" }).choose()
    #expect(view.text == "> a")
    // The button stays, because it shows whether the shortcut bar is there.
    view.bar.order = ["strong", "emphasis", "code", "strikethrough"]
    view.bar.showsOthers = false
    #expect(group.barButtonItems.map(\.accessibilityLabel).count == 5 && !more.isEnabled)
    #expect(more.menu?.actions().isEmpty == true)
    view.bar.showsOthers = true
    #expect(group.barButtonItems.count == 5 && more.isEnabled)
  }
}
