import EditorTestSupport
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

/// Checks the bar with all commands: its groups, its menus, and taps.
@Suite struct WholeBarTests {
  private func editor(_ marked: String) throws -> MarkdownEditor {
    let (text, selections) = try MarkedText.read(marked)
    var editor = try MarkdownEditor(TextBuffer(text))
    editor.utf8Selections = selections
    return editor
  }

  private func bar(_ marked: String) throws -> AccessoryBar {
    let editor = try editor(marked)
    return AccessoryBar(editor.commandStates())
  }

  private func tap(_ name: String, _ marked: String, _ argument: String? = nil) throws -> String {
    var editor = try editor(marked)
    let outcome = try bar(marked).tap(name, argument: argument) { editor.perform($0) }
    guard outcome?.plan != nil else { return "nothing" }
    return MarkedText.render(editor.buffer.utf8Bytes, selections: editor.utf8Selections)
  }

  @Test func everyCommandThatIsNoKeyHasAButton() throws {
    let bar = try bar("a‸")
    let rows = CommandRow.all.filter { $0.group != .typing && $0.isAvailable(in: .gitHub) }
    let names = rows.map(\.name)
    #expect(bar.items.map(\.identifier) == names)
    #expect(bar.items.allSatisfy { !$0.title.isEmpty && !$0.symbolName.isEmpty })
    #expect(bar["newline"] == nil && bar["backspace"] == nil && bar["insert-text"] == nil)
    #expect(AccessoryBar(CommandState.all(of: [], in: [], groups: [.marks])).items.count == 4)
    // Keys have no buttons, even if their states are passed in.
    let keys = CommandRow.all.filter { $0.group == .typing }
      .map { CommandState(row: $0, presence: .off) }
    #expect(keys.count == 4)
    #expect(AccessoryBar(keys).items.isEmpty)
  }

  @Test(arguments: [
    ("⟦a⟧", false), ("⟦a `b`⟧", true), ("**a‸b**", true), ("a‸ **b**", false),
    ("**a‸b** c ⟦d⟧", true), ("a‸ c ⟦*d*⟧", true), ("~~a~~ ⟦b⟧", false), ("- ‸", false),
  ])
  func clearingIsEnabledWhereThereAreMarks(marked: String, isEnabled: Bool) throws {
    #expect(try bar(marked)["clear-formatting"]?.isEnabled == isEnabled)
    let editor = try editor(marked)
    let alone = CommandState.all(
      of: editor.utf8Selections, in: editor.buffer.utf8Bytes, groups: [.inlines])
    #expect(alone["clear-formatting"]?.applies == isEnabled && alone[.strong] == nil)
  }

  /// No tree is made for the state of a long selection.
  @Test func aLongSelectionHasStates() {
    let text = Array(("a\n\n" + String(repeating: "## b\n\n> - c\n\n", count: 80)).utf8)
    let states = CommandState.all(of: [0..<text.count], in: text)
    let presences = ["heading-1": CommandState.Presence.off, "heading-2": .mixed, "quote": .mixed]
    for (name, presence) in presences {
      #expect(states[name]?.presence == presence && states[name]?.applies == true, "\(name)")
    }
    #expect(states["unlink"]?.reason == .noLink && states["indent"]?.reason == .nowhereToMove)
  }

  @Test func groupsAreInOrderAndHoldAll() throws {
    let sections = try bar("a‸").sections
    #expect(
      sections.map(\.group)
        == AccessoryBar.Group.allCases.filter { $0 != .editing && $0 != .typing })
    #expect(
      sections.map(\.title)
        == ["Text", "Headings", "Lists", "Blocks", "Links", "Tables", "Lines"])
    #expect(sections.flatMap(\.items) == (try bar("a‸").items))
    #expect(sections[1].items.map(\.identifier).first == "heading-1")
  }

  @Test func whatHasNoRoomIsInTheMenuByGroups() throws {
    let bar = try bar("a‸")
    let layout = bar.layout(width: 6 * 44, itemWidth: { _ in 44 })
    #expect(layout.places.map(\.identifier) == Array(bar.items.map(\.identifier).prefix(5)))
    let menu = bar.menu(of: layout)
    #expect(menu.flatMap { $0.items.map(\.identifier) } == layout.overflow)
    #expect(menu.first?.group == .headings && menu.first?.items.first?.identifier == "heading-2")
  }

  @Test func theCompactBarHasThreeAndAMenuOfTheRest() throws {
    let bar = try bar("- a‸")
    let compact = bar.compact()
    #expect(compact.items.map(\.identifier) == ["strong", "heading", "bullet-list"])
    #expect(compact.items.last?.isOn == true)
    let rest = compact.menu.flatMap(\.items)
    #expect(rest.count + 3 == bar.items.count)
    #expect(Set(rest + compact.items) == Set(bar.items))
    // The compact bar of marks also has three.
    let marks = AccessoryBar(
      CommandState.all(of: [], in: [], groups: [.marks]), dialect: .commonMark
    ).compact()
    #expect(marks.items.map(\.identifier) == ["strong", "emphasis", "code"])
    #expect(marks.menu.isEmpty)
    #expect(bar.compact(["link", "no-such"]).items.map(\.identifier) == ["link", "strong"])
  }

  @Test(
    "a button is lit if its command is on",
    arguments: [
      ("## a‸", ["heading-2"]), ("a‸", ["paragraph"]), ("- a‸", ["paragraph", "bullet-list"]),
      ("1. a‸", ["paragraph", "ordered-list"]),
      ("- [x] a‸", ["paragraph", "task-list", "task-toggle"]),
      ("> a‸", ["paragraph", "quote"]), ("```\na‸\n```", ["code-block"]),
      ("[a‸](u)", ["paragraph", "link"]),
      ("| a |\n| :-: |\n| b‸ |", ["align-center"]),
    ])
  func lit(_ marked: String, _ lit: [String]) throws {
    #expect(try bar(marked).items.filter(\.isOn).map(\.identifier) == lit)
  }

  @Test func aHeadingSaysItsLevel() throws {
    #expect(try bar("a\n=‸").headingLevel == 1)
    #expect(try bar("###### a‸").headingLevel == 6)
    #expect(try bar("a‸").headingLevel == nil)
    #expect(try bar("⟦# a\n## b⟧").headingLevel == nil)
  }

  @Test func whatDoesNotApplySaysWhy() throws {
    let bar = try bar("a‸")
    #expect(bar["indent"]?.isEnabled == false && bar["indent"]?.reason == .notInList)
    #expect(bar["unlink"]?.reason == .noLink && bar["table-add-row"]?.reason == .notInTable)
    #expect(bar["clear-formatting"]?.reason == .nothingMarkable)
    #expect(try self.bar("**a‸**")["clear-formatting"]?.isEnabled == true)
    #expect(bar["heading-1"]?.reason == nil && bar["strong"]?.reason == nil)
    #expect(bar["link"]?.argument == "the destination" && bar["quote"]?.argument == "")
  }

  @Test(
    "a button is disabled if a tap on it does nothing",
    arguments: [
      "a ⟦word⟧ b", "te‸xt", "‸", "```\nco‸de\n```", "# he⟦adi⟧ng", "<div>\nht‸ml\n</div>",
      "- a\n- b‸", "- [ ] a\n  - [x] ‸b", "> q‸", "| a | b |\n| - | - |\n| c‸ | d |", "[li⟦n⟧k](u)",
      "---‸", "[a]: b‸", "⟦a\n\n- b\n\n> c⟧", "a **b ‸c** d", "1. a\n\n   b‸\n", "a\n\n‸\n\nb",
    ])
  func enabled(_ marked: String) throws {
    for item in try bar(marked).items
    where CommandRow(name: item.identifier)?.isAlwaysEnabled == false {
      let argument =
        switch item.identifier {
        case "table-insert": "2x2"
        case "link", "image", "paste", "paste-html", "paste-url": "https://example.org"
        default: nil as String?
        }
      var editor = try editor(marked)
      let outcome = try bar(marked).tap(item.identifier, argument: argument) { editor.perform($0) }
      // Below a rule at a document's start, a second one would make front matter: refused.
      if case .refused? = outcome, item.identifier == "duplicate-line" { continue }
      #expect(item.isEnabled == (outcome?.plan != nil), "\(marked): \(item.identifier)")
    }
  }

  @Test func aCompactLayoutHasThreeButtonsAndAMenuOfAllOthers() throws {
    let bar = try bar("a‸")
    let layout = bar.layout(.compact, width: 1000, itemWidth: { _ in 50 }, groupSpacing: 10)
    #expect(layout.places.map(\.identifier) == ["strong", "heading", "bullet-list"])
    #expect(layout.places.map(\.x) == [0, 60, 120])
    #expect(layout.places.allSatisfy { $0.width == 50 })
    #expect(layout.overflowX == 170)
    let menu = bar.menu(of: layout).flatMap(\.items).map(\.identifier)
    #expect(Set(menu + layout.places.map(\.identifier)) == Set(bar.items.map(\.identifier)))
    #expect(menu.count + 3 == bar.items.count)
  }

  @Test func aFullLayoutHasRoomBetweenGroupsAndIsMirrored() throws {
    let bar = try bar("a‸")
    let layout = bar.layout(.full, width: 320, itemWidth: { _ in 40 }, groupSpacing: 8)
    // Four marks, then the headings after a gap.
    #expect(layout.places.map(\.x) == [0, 40, 80, 120, 168, 208])
    #expect(layout.overflowX == 248)
    #expect(layout.places.count + layout.overflow.count == bar.items.count)
    let mirrored = bar.layout(
      .full, width: 320, itemWidth: { _ in 40 }, groupSpacing: 8, direction: .rightToLeft)
    #expect(mirrored.places.map(\.x) == layout.places.map { 320 - $0.x - 40 })
    let wide = bar.layout(.full, width: 10_000, itemWidth: { _ in 40 })
    #expect(wide.overflow.isEmpty && wide.overflowX == nil)
    let narrow = bar.layout(.compact, width: 20, itemWidth: { _ in 40 })
    #expect(narrow.places.isEmpty && narrow.overflow.count == bar.items.count)
  }

  @Test func aKeyIsTheButtonsThatAppliesAndElsewhereTheHosts() throws {
    let tab = KeyShortcut("tab", [])
    let inTable = try bar("| a‸ | b |\n|---|---|")
    #expect(inTable[tab]?.identifier == "table-next-cell")
    #expect(inTable.keys.filter { $0.shortcut == tab }.map(\.identifier) == ["table-next-cell"])
    let inList = try bar("- a\n- b‸")
    #expect(inList[tab]?.identifier == "indent")
    #expect(inList.keys.filter { $0.shortcut == tab }.map(\.identifier) == ["indent"])
    let inText = try bar("a‸")
    #expect(!inText.keys.contains { $0.shortcut == tab })
    #expect(inText.keys.contains { $0.identifier == "heading-2" })
    #expect(inText["paste-url"]?.needsArgument == true)
    #expect(!inText.keys.contains { $0.identifier == "paste-url" })
    #expect(inText.withoutNeeds["paste-url"] == nil)
    #expect(inText.withoutNeeds.items.count + 3 == inText.items.count)
  }

  @Test func anInputHasTheStatesOfItsText() throws {
    var buffer = TextBuffer("- a\n- b")
    buffer.selectedTextRange = nil
    let states = buffer.commandStates().filter { $0.row.isAvailable(in: .gitHub) }
    #expect(states.count > 50 && states.allSatisfy { $0.reason == .noSelection })
    buffer.selectedTextRange = BufferRange(utf8: 7..<7)
    #expect(
      buffer.commandStates() == CommandState.all(of: [7..<7], in: Array("- a\n- b".utf8)))
  }

  @Test func tapsDoWhatTheCatalogueSays() throws {
    #expect(try tap("heading-2", "te‸xt") == "## te‸xt")
    #expect(try tap("link", "⟦text⟧", "https://a.b") == "[⟦text⟧](https://a.b)")
    #expect(try tap("strong", "⟦text⟧") == "**⟦text⟧**")
    #expect(try tap("outdent", "te‸xt") == "nothing")
    #expect(try tap("no-such", "te‸xt") == "nothing")
  }

  @Test func labelsSayAStateOnlyWhereThereIsOne() throws {
    let bar = try bar("- a‸")
    #expect(bar["bullet-list"]?.spokenLabel == "Bullet List, on")
    #expect(bar["quote"]?.spokenLabel == "Quote, off")
    #expect(bar["move-line-up"]?.spokenLabel == "Move Up")
  }

  @Test func shortcutsAreThoseOfTheCatalogue() throws {
    let bar = try bar("a‸")
    #expect(bar["heading-2"]?.shortcut?.symbols == "⌥⌘2")
    #expect(bar["bullet-list"]?.shortcut?.symbols == "⇧⌘8")
    #expect(bar["link"]?.shortcut == KeyShortcut("k", .command))
    #expect(bar["indent"]?.shortcut == KeyShortcut("tab", []))
    #expect(bar["table-add-row"]?.shortcut == nil)
    #expect(bar[KeyShortcut("7", [.command, .shift])]?.identifier == "ordered-list")
    // Two keys belong to two commands each, only one of which applies: in a table or in a list.
    let keys = bar.items.compactMap(\.shortcut)
    let twice = Set(keys.filter { key in keys.filter { $0 == key }.count > 1 })
    #expect(twice == [KeyShortcut("tab", []), KeyShortcut("tab", .shift)])
  }

  @Test func statesOfADocumentAreThoseOfItsText() throws {
    let pieces = [
      "# a\n\n", "- a\n  - b\n", "> c\n\n", "text\n", "\n", "```\nx\n```\n", "1. a\n",
      "| a |\n| - |\n",
    ]
    var seed: UInt64 = 7
    func below(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    for _ in 0..<120 {
      let text = (0..<(3 + below(9))).map { _ in pieces[below(pieces.count)] }.joined()
      let caret = below(text.utf8.count + 1)
      let whole = CommandState.all(of: [caret..<caret], in: Array(text.utf8))
      let editor = try MarkdownEditor(TextBuffer(text))
      let part = CommandState.all(of: [caret..<caret], in: editor.document)
      #expect(part == whole, "\(text.debugDescription) at \(caret)")
    }
  }

  @Test func aKeyThatReachesBackMovesTheSelectionsBefore() throws {
    let (text, selections) = try MarkedText.read("⟦  ⟧- ⟦b⟧\n")
    let command = try #require(EditingCommand(named: "newline"))
    guard case .plan(let plan) = command.outcome(onUTF8: selections, in: Array(text.utf8)) else {
      Issue.record("there is no plan")
      return
    }
    let after = plan.edit.applying(to: Array(text.utf8))
    #expect(plan.selections.count == 2)
    #expect(plan.selections.allSatisfy { $0.upperBound <= after.count })
  }

  @Test(
    "a command has the same result on a part of a document as on the whole",
    arguments: [
      ("move-line-up", "x\n```\ncode\n```\n‸text\nmore\n"),
      ("move-line-up", "b\n===\n# a\n[r]: /u\n- ‸a\n"),
      ("move-line-down", "x\n‸y\n```\ncode\n```\nz\n"), ("code-block", "x\n\ny‸\n\nz"),
    ])
  func partIsWhole(_ name: String, _ marked: String) throws {
    let editor = try editor(marked)
    let command = try #require(EditingCommand(named: name))
    let whole = command.outcome(onUTF8: editor.utf8Selections, in: editor.buffer.utf8Bytes)
    switch (command.outcome(onUTF8: editor.utf8Selections, in: editor.document), whole) {
    case (.plan(let one), .plan(let other)):
      #expect(one == other)
    case (.plan, _), (_, .plan): Issue.record("\(name) on \(marked.debugDescription)")
    default: break
    }
  }
}
