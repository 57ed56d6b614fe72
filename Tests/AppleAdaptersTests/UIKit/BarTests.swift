import AppleAdapters
import MarkdownEditing
import Testing
@_spi(StandIn) import UIKit

/// The bar's buttons, menus, keys and sizes.
@MainActor @Suite(.serialized) struct BarTests {
  let stage = Stage()
  let delegate = RefreshingDelegate()

  /// Creates a text view in a window, with its bar laid out.
  private func view(
    _ marked: String, width: CGFloat = 390,
    _ change: (MarkdownInputAccessoryView) -> Void = { _ in }
  ) -> MarkdownTextView {
    let bar = MarkdownInputAccessoryView()
    change(bar)
    let view = delegate.view(marked, bar: bar)
    stage.window.addSubview(view)
    stage.window.addSubview(bar)
    bar.frame = CGRect(x: 0, y: 400, width: width, height: 44)
    bar.layoutIfNeeded()
    return view
  }
  private func names(_ view: MarkdownTextView) -> [String] {
    view.bar.layoutIfNeeded()
    return view.bar.visibleButtons.compactMap(\.accessibilityIdentifier)
  }
  private func menu(_ view: MarkdownTextView) throws -> [UIAction] {
    try #require(view.bar.button("more")?.menu).actions()
  }

  @Test func aButtonShowsTheStateOfItsMark() throws {
    let view = view("⟦a⟧ **b**")
    let strong = try #require(view.bar.button("strong"))
    #expect(strong.isEnabled && !strong.isSelected)
    #expect(strong.accessibilityLabel == "Bold" && strong.accessibilityValue == nil)
    #expect(strong.accessibilityUserInputLabels == ["Bold", "Strong"])
    #expect(strong.configuration?.image?.symbolName == "bold")
    #expect(strong.configuration?.title == nil && strong.configuration?.isTinted == false)
    #expect(strong.showsLargeContentViewer && strong.largeContentTitle == "Bold")
    #expect(strong.largeContentImage?.symbolName == "bold")
    #expect(view.bar.interactions.first is UILargeContentViewerInteraction)
    view.selectedRange = NSRange(location: 4, length: 1)
    #expect(strong.isSelected)
    // A button that is partly on is neither selected nor disabled.
    view.selectedRange = NSRange(location: 0, length: 7)
    #expect(strong.isEnabled && !strong.isSelected)
    #expect(strong.accessibilityValue == "partly on" && strong.configuration?.isTinted == true)
    view.set("    a‸")
    #expect(!strong.isEnabled)
    #expect(strong.accessibilityHint == "No mark can be added here: the caret is not in text.")
    strong.tap()
    #expect(view.text == "    a")
  }

  @Test func theFirstButtonsAreThoseThatPeoplePress() {
    let view = view("a‸")
    #expect(
      names(view) == [
        "strong", "emphasis", "code", "bullet-list", "task-list", "link", "headings", "more",
      ])
    let frames = view.bar.visibleButtons.map(\.frame)
    #expect(frames.allSatisfy { $0.width >= 44 && $0.height == 44 && $0.maxX <= 390 })
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.maxX <= $1.minX })
    let counts = [320, 744].map { names(self.view("a‸", width: $0)).count }
    #expect(counts[0] < counts[1])
    let plain = self.view("a‸") { $0.dialect = .commonMark }
    #expect(!names(plain).contains("task-list") && plain.bar.bar["table-insert"] == nil)
  }

  @Test func theSafeAreaBesideTheBarHasNoButtons() {
    stage.window.setSafeArea(UIEdgeInsets(top: 0, left: 59, bottom: 21, right: 59))
    let view = view("⟦a⟧")
    let frames = view.bar.visibleButtons.map { $0.convert($0.bounds, to: view.bar) }
    #expect(frames.first?.minX == 59 && frames.allSatisfy { $0.maxX <= 390 - 59 })
    stage.window.setSafeArea(.zero)
    view.bar.layoutIfNeeded()
    let first = view.bar.visibleButtons[0]
    #expect(first.convert(first.bounds, to: view.bar).minX == 0)
  }

  @Test func readingFromTheRightBeginsAtTheRight() {
    stage.window.setTraits(UITraitCollection(direction: .rightToLeft))
    #expect(view("⟦a⟧").bar.button("strong")?.frame.maxX == 390)
  }

  @Test func theMenuHasWhatHasNoRoom() throws {
    let view = view("- ⟦a⟧", width: 150)
    let more = try #require(view.bar.button("more"))
    #expect(more.showsMenuAsPrimaryAction && more.accessibilityLabel == "More")
    #expect(more.accessibilityIdentifier == "more" && more.showsLargeContentViewer)
    #expect(more.largeContentTitle == "More" && more.largeContentImage?.symbolName == "ellipsis")
    let actions = try menu(view)
    #expect(!actions.contains { $0.title == "Bold" } && actions.count > 50)
    #expect(actions.filter { $0.state == .on }.map(\.title) == ["Paragraph", "Bullet List"])
    #expect(actions.contains { $0.attributes.contains(.disabled) })
    #expect(actions.allSatisfy { !$0.title.isEmpty && $0.image != nil })
    func groups() throws -> [String] {
      let deferred = more.menu?.children.first as? UIDeferredMenuElement
      return try #require(deferred).elements().map(\.title)
    }
    #expect(try groups().count > 1 && groups().allSatisfy { !$0.isEmpty })
    try #require(actions.first { $0.title == "Numbered List" }).choose()
    #expect(view.text == "1. a")
    // One group alone has no title.
    view.bar.order = ["strong", "emphasis", "code", "strikethrough"]
    view.bar.showsOthers = false
    #expect(names(view).last == "more")
    #expect(try groups() == [""])
  }

  @Test func theHeadingsHaveAMenu() throws {
    let view = view("a‸")
    let button = try #require(view.bar.button("headings"))
    #expect(button.showsMenuAsPrimaryAction && !button.isSelected)
    let actions = try #require(button.menu?.actions())
    #expect(actions.map(\.title).prefix(2) == ["Heading 1", "Heading 2"])
    button.tap()
    #expect(view.text == "a")
    actions[1].choose()
    #expect(view.text == "## a")
    #expect(button.isSelected && button.configuration?.image?.symbolName == "2.square")
    #expect(button.menu?.actions()[1].state == .on)
    view.bar.order = ["headings", "quote"]
    view.bar.showsOthers = false
    #expect(names(view) == ["headings", "quote"])
  }

  @Test func ownButtonsAndOrder() throws {
    var own: [AccessoryBar.ItemID] = []
    let view = view("⟦a⟧") { bar in
      bar.onOwnItem = { own.append($0) }
      bar.ownItems = [AccessoryBar.Item(own: "stamp", title: "Date", symbolName: "no.such.symbol")]
      bar.order = ["stamp", "strong", "undo", "hide-keyboard"]
      bar.showsOthers = false
    }
    let bar = view.bar
    #expect(names(view) == ["stamp", "strong", "undo", "hide-keyboard"])
    // A button without a picture shows its title.
    let stamp = try #require(bar.button("stamp"))
    #expect(stamp.configuration?.title == "Date" && stamp.configuration?.image == nil)
    stamp.tap()
    #expect(own == ["stamp"] && bar.button("undo")?.isEnabled == false)
    bar.button("strong")?.tap()
    bar.button("undo")?.tap()
    #expect(view.text == "a" && bar.tap("redo") == false)
    bar.order = ["redo", "link"]
    bar.button("redo")?.tap()
    #expect(view.text == "**a**" && bar.button("stamp") == nil)
    _ = view.becomeFirstResponder()
    bar.order = ["hide-keyboard"]
    bar.button("hide-keyboard")?.tap()
    #expect(!view.isFirstResponder)
  }

  @Test func misspeltIdentifiersAreReported() {
    let bar = MarkdownInputAccessoryView()
    bar.ownItems = [AccessoryBar.Item(own: "stamp", title: "Stamp", symbolName: "calendar")]
    bar.order = [.strong, "strog", .headings, "heading-2", "stamp", "newline", .paste]
    #expect(bar.unknownItems == ["strog", "newline"])
    bar.order = AccessoryBar.standardOrder
    #expect(bar.unknownItems.isEmpty)
    bar.ownItems = []
    bar.order = ["stamp"]
    #expect(bar.unknownItems == ["stamp"])
  }

  @Test func thePasteButtonPastesAsMarkdown() throws {
    UIPasteboard.general.string = "**b**"
    defer { UIPasteboard.general.string = nil }
    let view = view("a ‸") {
      $0.order = [.paste]
      $0.showsOthers = false
    }
    let button = try #require(view.bar.button("paste"))
    #expect(button.accessibilityLabel == "Paste as Markdown" && button.isEnabled)
    #expect(button.accessibilityUserInputLabels == ["Paste as Markdown", "Paste"])
    #expect(button.configuration?.image?.symbolName == "doc.on.clipboard")
    button.tap()
    #expect(view.text == "a **b**")
    // The catalogue's command of the same name needs an argument, and does not appear beside it.
    view.bar.showsOthers = true
    view.bar.argument = { _ in "c" }
    #expect(view.bar.bar.items.filter { $0.id == .paste }.map(\.title) == ["Paste as Markdown"])
    #expect(view.bar.bar["paste-html"]?.needsArgument == true)
    view.bar.argument = nil
    #expect(view.bar.bar["paste-html"] == nil && view.bar.bar["paste-url"] == nil)
    UIPasteboard.general.string = nil
    view.bar.refresh()
    #expect(!button.isEnabled && !view.bar.tap(.paste))
    view.bar.order = [.strong]
    view.bar.showsOthers = false
    #expect(view.bar.bar[.paste] == nil)
    // A keyboard extension has no clipboard of its own.
    let (controller, bar) = (UIInputViewController(), MarkdownInputAccessoryView())
    bar.attach(toDocumentOf: controller)
    #expect(bar.bar[.paste] == nil)
  }

  @Test func aCommandThatTakesSomethingIsGivenIt() {
    let view = view("⟦a⟧")
    #expect(view.bar.bar["paste-link"] == nil)
    var items: [String] = []
    view.bar.argument = {
      items.append($0.identifier)
      return "https://a.example"
    }
    #expect(view.bar.bar.items.contains { $0.argument == "what is pasted" })
    view.bar.tap("link")
    #expect(view.text == "[a](https://a.example)")
    view.bar.tap("strong")
    #expect(items == ["link"])
  }

  @Test func indentRepeatsWhileItIsPressed() async throws {
    let clock = ManualClock()
    KeyRepeat.wait = { await clock.wait($0) }
    let view = view("- a\n  - b\n    - c\n      - d\n        - e‸") { $0.order = ["outdent"] }
    let button = try #require(view.bar.button("outdent"))
    button.sendActions(for: .touchDown)
    #expect(view.text.hasSuffix("\n      - e"))
    await clock.tick()
    #expect(view.text.hasSuffix("\n    - e"))
    await clock.tick()
    #expect(view.text.hasSuffix("\n  - e"))
    button.sendActions(for: .touchUpInside)
    await clock.tick()
    #expect(view.text.hasSuffix("\n  - e"))
    // The command stops at the list's margin, also while the button is pressed.
    button.sendActions(for: .touchDown)
    for _ in 1...3 { await clock.tick() }
    #expect(view.text.hasSuffix("\n- e") && !clock.isWaiting)
    button.sendActions(for: .touchCancel)
    #expect(clock.times == [500, 100, 100, 500].map { .milliseconds($0) })
  }

  @Test func aShortTapIndentsOnce() throws {
    let view = view("- a\n- b\n- c‸") { $0.order = ["indent", "move-line-up"] }
    view.set("- a\n  - b\n- c‸")
    for (name, text) in [("indent", "- a\n  - b\n  - c"), ("move-line-up", "- a\n  - c\n  - b")] {
      Finger(on: try #require(view.bar.button(name))).lift()
      #expect(view.text == text)
    }
  }

  /// An app's own button may change the selection or the text.
  @Test func anOwnButtonRefreshesTheBar() {
    let (view, bar) = (UITextView(frame: .zero), MarkdownInputAccessoryView())
    view.set("‸a **b**")
    bar.ownItems = [AccessoryBar.Item(own: "end", title: "End", symbolName: "arrow.right")]
    bar.onOwnItem = { _ in view.selectedRange = NSRange(location: 5, length: 0) }
    bar.attach(to: view)
    #expect(bar.bar[.strong]?.isOn == false)
    #expect(bar.tap("end") && bar.bar[.strong]?.isOn == true)
  }

  @Test func aScrollingBarHasAllButtons() throws {
    let view = view("a‸") { $0.style = .scrolling }
    let scroller = try #require(view.bar.subviews.compactMap { $0 as? UIScrollView }.first)
    #expect(scroller.contentSize.width > 1000 && scroller.frame.width == 390)
    #expect(names(view).count == view.bar.bar.items.count)
    view.bar.style = .compact
    #expect(names(view) == ["strong", "headings", "bullet-list", "more"])
    #expect(scroller.contentSize.width == 390)
  }

  @Test func aScrollingBarScrollsFromAButton() throws {
    let view = view("- a\n  - b‸") {
      $0.style = .scrolling
      $0.order = ["strong"]
    }
    let scroller = try #require(view.bar.subviews.compactMap { $0 as? UIScrollView }.first)
    let strong = try #require(view.bar.button("strong"))
    // At once, and after the button has the touch.
    for (rests, x) in [(false, 60.0), (true, 120)] {
      let finger = Finger(on: strong)
      if rests { finger.rest() }
      finger.move(by: -60)
      finger.lift()
      #expect(scroller.contentOffset.x == x && view.text == "- a\n  - b")
    }
    view.set("- a\n  - ⟦b⟧")
    let tap = Finger(on: strong)
    tap.lift()
    #expect(view.text == "- a\n  - **b**")
  }

  @Test func theRepeatOfAButtonEndsWhenTheBarScrolls() async throws {
    let clock = ManualClock()
    KeyRepeat.wait = { await clock.wait($0) }
    let view = view("- a\n  - b\n    - c\n      - d‸") {
      $0.style = .scrolling
      $0.order = ["outdent"]
    }
    let finger = Finger(on: try #require(view.bar.button("outdent")))
    finger.rest()
    finger.move(by: -60)
    for _ in 1...3 { await clock.tick() }
    #expect(view.text.hasSuffix("\n    - d") && !clock.isWaiting)
  }

  @Test func everyWordIsTranslated() throws {
    let view = view("⟦a **b**⟧") { $0.wording = .german }
    let strong = try #require(view.bar.button("strong"))
    #expect(strong.accessibilityLabel == "Fett" && strong.accessibilityValue == "teilweise")
    #expect(strong.accessibilityUserInputLabels == ["Fett", "Stark"])
    #expect(strong.accessibilityHint == nil && strong.largeContentTitle == "Fett")
    #expect(view.bar.button("more")?.accessibilityLabel == "Mehr")
    #expect(view.bar.button("more")?.largeContentTitle == "Mehr")
    let german = Set(AccessoryBar.Wording.german.texts.values)
    #expect(try menu(view).allSatisfy { german.contains($0.title) })
    #expect(try #require(view.keyCommands).allSatisfy { german.contains($0.title) })
    view.bar.tap("unlink")
    #expect(UIAccessibility.announcements.last == "Die Auswahl enthält keinen Link.")
    view.bar.wording = AccessoryBar.Wording()
    #expect(strong.accessibilityLabel == "Bold" && strong.accessibilityValue == "partly on")
  }

  @Test func optionsReachTheButtonsAndTheKeys() {
    let view = view("⟦foo.⟧bar")
    view.bar.options.edges = .plain
    #expect(!view.bar.tap("strong") && view.text == "foo.bar")
    view.bar.options.cellNewline = .lineBreak
    view.set("| a‸ |\n|---|")
    view.type("\n")
    #expect(view.text == "| a<br> |\n|---|")
  }

  @Test(arguments: [(1, 44), (1.5, 66), (2, 72)] as [(CGFloat, CGFloat)])
  func theHeightFollowsTheTextSizeAndTheSafeArea(textSize: CGFloat, height: CGFloat) throws {
    UIFontMetrics.factor = textSize
    defer { UIFontMetrics.factor = 1 }
    let bar = MarkdownInputAccessoryView()
    #expect(bar.intrinsicContentSize == CGSize(width: UIView.noIntrinsicMetric, height: height))
    let view = view("a‸")
    _ = view.becomeFirstResponder()
    let shown = try #require(Keyboard.shared.accessoryView)
    #expect(shown === view.bar && shown.frame.size == CGSize(width: 390, height: height))
    // At the lower edge of the screen.
    stage.window.addSubview(bar)
    bar.frame = CGRect(x: 0, y: 844 - height, width: 390, height: height)
    #expect(bar.intrinsicContentSize.height == height + 34)
  }

  @Test func aBarThatTheAppPlacesFollowsTheSafeArea() {
    let bar = MarkdownInputAccessoryView()
    bar.translatesAutoresizingMaskIntoConstraints = false
    stage.window.addSubview(bar)
    NSLayoutConstraint.activate([
      bar.leftAnchor.constraint(equalTo: stage.window.leftAnchor),
      bar.rightAnchor.constraint(equalTo: stage.window.rightAnchor),
      bar.bottomAnchor.constraint(equalTo: stage.window.bottomAnchor),
    ])
    stage.window.layoutIfNeeded()
    stage.window.layoutIfNeeded()
    #expect(bar.frame == CGRect(x: 0, y: 844 - 78, width: 390, height: 78))
    stage.window.setSafeArea(.zero)
    stage.window.layoutIfNeeded()
    #expect(bar.frame == CGRect(x: 0, y: 800, width: 390, height: 44))
  }

  @Test func aChangedTextSizeLaysTheBarOut() {
    let view = view("⟦a⟧")
    stage.window.layoutIfNeeded()
    let first = view.bar.buttons[0]
    first.frame.origin.x = 1_000
    stage.window.setTraits(UITraitCollection(category: .accessibilityExtraExtraExtraLarge))
    stage.window.layoutIfNeeded()
    #expect(first.frame.minX < 390)
  }

  // MARK: Keys and the shortcut bar

  private nonisolated static let (shift, option, command) = (1 << 17, 1 << 19, 1 << 20)
  nonisolated static let keys: [(String, String, String, Int, UIMenuElement.State, Bool)] = [
    ("⟦a⟧", "Bold", "b", command, .off, true),
    ("⟦a⟧", "Italic", "i", command, .off, true), ("**⟦a⟧**", "Bold", "b", command, .on, true),
    ("⟦a **b**⟧", "Bold", "b", command, .mixed, true),
    ("    ⟦a⟧", "Bold", "b", command, .off, false),
    ("⟦a⟧", "Heading 1", "1", option + command, .off, true),
    ("a\n⟦b⟧", "Move Up", "UIKeyInputUpArrow", option, .off, true),
    ("⟦b⟧\na", "Move Down", "UIKeyInputDownArrow", option, .off, true),
    ("⟦b⟧", "Duplicate", "UIKeyInputDownArrow", option + shift, .off, true),
    ("- [ ] ⟦a⟧", "Check", "\r", command, .off, true),
    ("- a\n- ⟦c⟧", "Indent", "\t", 0, .off, true),
    ("- a\n  - ⟦c⟧", "Outdent", "\t", shift, .off, true),
  ]

  @Test(arguments: keys)
  func aKeyIsWrittenAsUIKitWritesIt(
    text: String, title: String, input: String, flags: Int, state: UIMenuElement.State,
    isEnabled: Bool
  ) throws {
    let commands = view(text).bar.keyCommands(action: Selector(("press:")))
    let command = try #require(commands.first { $0.title.hasPrefix(title) })
    #expect(command.input == input && command.modifierFlags.rawValue == flags)
    #expect(command.state == state && command.attributes == (isEnabled ? [] : .disabled))
    #expect(command.action == Selector(("press:")) && command.image != nil)
    #expect(command.discoverabilityTitle == command.title)
    #expect(command.wantsPriorityOverSystemBehavior)
  }

  @Test func aKeyCommandLeadsBackToItsButton() throws {
    let view = view("⟦a⟧")
    for command in view.bar.keyCommands(action: Selector(("press:"))) {
      let identifier = try #require(view.bar.identifier(of: command))
      #expect(view.bar.bar[identifier]?.title == command.title)
    }
    // On a French keyboard, another key is pressed for the digit.
    let heading = try #require(view.keyCommands?.first { $0.title == "Heading 1" })
    #expect(!heading.allowsAutomaticMirroring)
    view.markdownKeyPressed(heading.remapped(to: "&"))
    #expect(view.text == "# a")
    view.set("⟦a⟧")
    for property in [nil, "no-such", "quote-such"] as [String?] {
      let command = UIKeyCommand(
        title: "", action: Selector(("x")), input: "b", modifierFlags: .command,
        propertyList: property)
      #expect(view.bar.identifier(of: command) == nil)
      view.markdownKeyPressed(command)
    }
    #expect(view.text == "a")
    let bold = try #require(view.keyCommands?.first { $0.title == "Bold" })
    #expect(bold.action == Selector(("markdownKeyPressed:")))
    view.markdownKeyPressed(bold)
    #expect(view.text == "**a**")
  }

  @Test func theGroupOfTheShortcutBarFollowsTheSelection() throws {
    let view = view("⟦a⟧")
    let group = view.bar.barButtonGroup()
    #expect(view.bar.barButtonGroup() === group)
    #expect(
      group.barButtonItems.map(\.accessibilityLabel).prefix(3) == ["Bold", "Italic", "Code"])
    let strong = try #require(group.barButtonItems.first)
    #expect(strong.image?.symbolName == "bold" && !strong.isSelected && strong.isEnabled)
    #expect(strong.accessibilityUserInputLabels == ["Bold", "Strong"])
    strong.tap()
    #expect(view.text == "**a**" && strong.isSelected)
    view.set("⟦a **b**⟧")
    #expect(strong.accessibilityValue == "partly on")
    view.set("    ⟦a⟧")
    #expect(!strong.isEnabled && strong.accessibilityHint?.isEmpty == false)
    view.set("⟦a⟧")
    let more = try #require(group.barButtonItems.last?.customView as? UIButton)
    #expect(more.accessibilityLabel == "More" && more.isEnabled)
    let actions = try #require(more.menu).actions()
    #expect(!actions.contains { $0.title == "Bold" })
    try #require(actions.first { $0.title == "Quote" }).choose()
    #expect(view.text == "> a" && group.barButtonItems.first === strong)
    // The button stays, because it shows whether the shortcut bar is there.
    view.bar.order = ["emphasis", "code"]
    view.bar.showsOthers = false
    #expect(group.barButtonItems.count == 3 && !more.isEnabled && more.menu?.actions() == [])
  }

  @Test func theShortcutBarHasTheButtonsOrTheKeyboardDoes() throws {
    let view = view("a **⟦b⟧**")
    let own = UIBarButtonItemGroup(barButtonItems: [], representativeItem: nil)
    view.inputAssistantItem.trailingBarButtonGroups = [own]
    #expect(view.inputAccessoryView === view.bar)
    view.barPlacement = .shortcutBar
    #expect(view.reloads == 0 && view.inputAccessoryView == nil)
    let groups = view.inputAssistantItem.trailingBarButtonGroups
    #expect(groups.count == 2 && groups[0] === own && groups[1].barButtonItems.count == 5)
    // Without the shortcut bar, the group has no window, so the bar is above the keyboard.
    _ = view.becomeFirstResponder()
    #expect(!view.bar.isInShortcutBar && Keyboard.shared.accessoryView === view.bar)
    #expect(view.reloads == 1)
    // With the shortcut bar on again, the system puts the buttons into it.
    stage.window.addSubview(try #require(groups[1].barButtonItems.last?.customView))
    _ = view.resignFirstResponder()
    _ = view.becomeFirstResponder()
    #expect(view.bar.isInShortcutBar && view.inputAccessoryView == nil && view.reloads == 2)
    for _ in 1...2 {
      view.barPlacement = .aboveKeyboard
      #expect(view.reloads == 3 && Keyboard.shared.accessoryView === view.bar)
      #expect(view.inputAssistantItem.trailingBarButtonGroups.map { $0 === own } == [true])
    }
  }

  // MARK: Costs

  @Test func aMoveOfTheCaretLooksUpNoImageAndMakesNoAction() throws {
    let view = view("# a‸\n\nSee **the** seed list.\n\n- x\n")
    let places = [12, 6, 12].map { NSRange(location: $0, length: 0) }
    for place in places { view.selectedRange = place }
    _ = view.keyCommands
    let (images, actions, keys) = (UIImage.lookups, UIAction.count, UIKeyCommand.count)
    _ = view.keyCommands
    for place in places {
      view.selectedRange = place
      view.bar.layoutIfNeeded()
    }
    #expect((UIImage.lookups, UIAction.count, UIKeyCommand.count) == (images, actions, keys))
    // The menus are made when they are opened.
    #expect(try menu(view).count > 20 && UIAction.count > actions)
  }

  @Test func aKeyCopiesNoText() {
    let view = view("See ‸" + String(repeating: "the **seed** list.\n\n", count: 2000))
    let copies = view.textStorage.copies
    for key in ["x", "y", "\n", "- ", "z", "\n"] { view.type(key) }
    view.pressBackspace()
    view.bar.tap("strong")
    #expect(view.textStorage.copies == copies)
    #expect(view.markdownEditor.buffer.utf16Count == view.textStorage.length)
  }
}
