import AppleAdapters
import MarkdownEditing
import Testing
@_spi(StandIn) import UIKit

/// Checks own buttons, order, the menu of headings, undo, repeating, scrolling and words.
@MainActor @Suite(.serialized) struct BarProductTests {
  private func view(
    _ text: String, _ location: Int, _ length: Int = 0,
    bar: MarkdownInputAccessoryView = MarkdownInputAccessoryView(), width: Double = 390
  ) -> MarkdownTextView {
    let view = MarkdownTextView(bar: bar)
    view.text = text
    view.selectedRange = NSRange(location: location, length: length)
    view.refreshBar()
    bar.frame = CGRect(x: 0, y: 0, width: width, height: 44)
    bar.layoutIfNeeded()
    return view
  }

  private func names(_ view: MarkdownTextView) -> [String] {
    view.bar.visibleButtons.compactMap(\.accessibilityIdentifier)
  }

  @Test func theFirstButtonsAreThoseThatPeoplePress() {
    let view = view("a", 1)
    #expect(
      names(view) == [
        "strong", "emphasis", "code", "bullet-list", "task-list", "link", "headings", "more",
      ])
    let frames = view.bar.visibleButtons.map(\.frame)
    #expect(frames.allSatisfy { $0.width >= 44 && $0.height == 44 && $0.maxX <= 390 })
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.maxX <= $1.minX })
    let plain = self.view("a", 1, bar: MarkdownInputAccessoryView(dialect: .commonMark))
    #expect(!names(plain).contains("task-list") && plain.bar.bar["table-insert"] == nil)
  }

  @Test func theHeadingsHaveAMenu() throws {
    let view = view("a", 1)
    let button = try #require(view.bar.button("headings"))
    #expect(button.showsMenuAsPrimaryAction && !button.isSelected)
    let actions = try #require(button.menu?.actions())
    #expect(actions.map(\.title).prefix(2) == ["Heading 1", "Heading 2"])
    actions[1].choose()
    #expect(view.text == "## a")
    #expect(button.isSelected && button.configuration?.image?.symbolName == "2.square")
    #expect(button.menu?.actions()[1].state == .on)
  }

  @Test func ownButtonsAndOrder() throws {
    let bar = MarkdownInputAccessoryView()
    var own: [String] = []
    bar.onOwnItem = { own.append($0) }
    bar.ownItems = [
      AccessoryBar.Item(own: "stamp", title: "Date", symbolName: "no.such.symbol")
    ]
    bar.order = ["stamp", "strong", "undo", "hide-keyboard"]
    bar.showsOthers = false
    let view = view("a", 0, 1, bar: bar)
    #expect(names(view) == ["stamp", "strong", "undo", "hide-keyboard"])
    let stamp = try #require(bar.button("stamp"))
    // A button without a picture shows its title.
    #expect(
      stamp.configuration?.title == "Date" && bar.button("strong")?.configuration?.title == nil)
    stamp.tap()
    #expect(own == ["stamp"])
    bar.button("strong")?.tap()
    #expect(view.text == "**a**")
    #expect(bar.button("undo")?.isEnabled == true)
    bar.button("undo")?.tap()
    #expect(view.text == "a" && bar.tap("redo") == false)
    bar.order = ["redo", "link"]
    bar.button("redo")?.tap()
    #expect(view.text == "**a**" && bar.button("stamp") == nil)
    let stage = Stage()
    stage.window.addSubview(view)
    _ = view.becomeFirstResponder()
    bar.order = ["hide-keyboard"]
    bar.button("hide-keyboard")?.tap()
    #expect(!view.isFirstResponder)
  }

  @Test func indentRepeatsWhileItIsPressed() async throws {
    let view = view("- a\n- b\n- c", 11)
    view.bar.order = ["indent", "outdent"]
    view.bar.layoutIfNeeded()
    let button = try #require(view.bar.button("outdent"))
    view.text = "- a\n  - b\n    - c\n      - d\n        - e"
    view.selectedRange = NSRange(location: view.textStorage.length, length: 0)
    view.refreshBar()
    button.sendActions(for: .touchDown)
    #expect(view.text.hasSuffix("\n      - e"))
    // The command repeats by itself and stops at the list's margin.
    for _ in 0..<6000 where !view.text.hasSuffix("\n- e") {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(view.text.hasSuffix("\n- e"))
    button.sendActions(for: .touchUpInside)
    let tapped = try #require(view.bar.button("indent"))
    tapped.tap()
    let once = view.text
    try await Task.sleep(for: .milliseconds(700))
    #expect(view.text == once)
  }

  @Test func aScrollingBarHasAllButtons() throws {
    let bar = MarkdownInputAccessoryView()
    bar.style = .scrolling
    let view = view("a", 1, bar: bar)
    let scroller = try #require(bar.subviews.compactMap { $0 as? UIScrollView }.first)
    #expect(scroller.contentSize.width > 1000 && scroller.frame.width == 390)
    #expect(names(view).count == bar.bar.items.count && bar.button("more")?.isHidden != false)
    bar.style = .compact
    bar.layoutIfNeeded()
    #expect(names(view) == ["strong", "headings", "bullet-list", "more"])
    #expect(scroller.contentSize.width == 390)
  }

  @Test func everyWordIsTranslated() throws {
    let bar = MarkdownInputAccessoryView()
    bar.wording = .german
    let view = view("a **b**", 0, 7, bar: bar)
    let strong = try #require(bar.button("strong"))
    #expect(strong.accessibilityLabel == "Fett" && strong.accessibilityValue == "teilweise")
    #expect(strong.accessibilityUserInputLabels == ["Fett", "Stark"])
    #expect(strong.accessibilityHint == nil && strong.largeContentTitle == "Fett")
    let more = try #require(bar.button("more"))
    #expect(more.accessibilityLabel == "Mehr" && more.largeContentTitle == "Mehr")
    let german = Set(AccessoryBar.Wording.german.texts.values)
    for action in try #require(more.menu?.actions()) { #expect(german.contains(action.title)) }
    for command in view.keyCommands ?? [] { #expect(german.contains(command.title)) }
    bar.tap("unlink")
    #expect(UIAccessibility.announcements.last == "Die Auswahl enthält keinen Link.")
    _ = view
  }

  @Test func optionsReachTheButtons() {
    let bar = MarkdownInputAccessoryView()
    var options = EditingOptions.standard
    options.edges = .plain
    options.cellNewline = .lineBreak
    bar.options = options
    let view = view("foo.bar", 0, 4, bar: bar)
    #expect(!bar.tap("strong") && view.text == "foo.bar")
    view.text = "| a |\n|---|"
    view.selectedRange = NSRange(location: 3, length: 0)
    view.type("\n")
    #expect(view.text == "| a<br> |\n|---|")
  }

  @Test func theShortcutBarHasTheButtonsOrTheKeyboardDoes() throws {
    let stage = Stage(CGSize(width: 1024, height: 1366))
    let view = view("a **b**", 0, 7)
    stage.window.addSubview(view)
    view.barPlacement = .shortcutBar
    let group = try #require(view.inputAssistantItem.trailingBarButtonGroups.first)
    #expect(group.barButtonItems.count == 5 && view.inputAccessoryView == nil)
    // Without the shortcut bar, the group has no window, so the bar is above the keyboard.
    _ = view.becomeFirstResponder()
    Animations.finish()
    #expect(!view.bar.isInShortcutBar && view.inputAccessoryView === view.bar)
    // With the shortcut bar on again, the system puts the buttons into it.
    let menu = try #require(group.barButtonItems.last?.customView)
    stage.window.addSubview(menu)
    _ = view.resignFirstResponder()
    _ = view.becomeFirstResponder()
    Animations.finish()
    #expect(view.bar.isInShortcutBar && view.inputAccessoryView == nil)
    #expect((menu as? UIButton)?.menu?.actions().isEmpty == false)
    view.barPlacement = .aboveKeyboard
    #expect(view.inputAssistantItem.trailingBarButtonGroups.isEmpty)
    #expect(view.inputAccessoryView === view.bar)
  }
}
