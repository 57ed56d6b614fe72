import EditorTestSupport
import MarkdownBar
import MarkdownEditing
import MarkdownSyntax
import Testing
import TextEditing

private func bar(
  _ marked: String, dialect: Dialect = .gitHub, options: EditingOptions = .standard
) throws -> AccessoryBar {
  let states = try MarkdownEditor(marked: marked, dialect: dialect).commandStates(options: options)
  return AccessoryBar(states, dialect: dialect, options: options)
}

extension AccessoryBar {
  fileprivate var names: [String] { items.map(\.identifier) }
}

@Suite("A bar has a button for each command") struct BarItemTests {
  @Test func marksAreThoseOfTheCatalogueInOrder() throws {
    let states = try TextBuffer(marked: "‸").commandStates([.marks], dialect: .commonMark)
    let items = AccessoryBar(states, dialect: .commonMark).items
    #expect(items.map(\.identifier) == Mark.all(in: .commonMark).map(\.name))
    #expect(items.map(\.title) == ["Bold", "Italic", "Code"])
    #expect(
      items.map(\.symbolName) == ["bold", "italic", "chevron.left.forwardslash.chevron.right"])
    #expect(items.map { $0.shortcut?.symbols } == ["⌘B", "⌘I", "⌘E"])
    #expect(items.map { $0.command?.row.mark } == Mark.all(in: .commonMark))
    #expect(items.allSatisfy { $0.command?.markAction == .toggle && $0.group == .marks })
  }

  @Test func everyCommandThatIsNoKeyHasAButton() throws {
    let bar = try bar("a‸")
    let rows = CommandRow.all.filter { $0.group != .typing && $0.isAvailable(in: .gitHub) }
    #expect(bar.names == rows.map(\.name))
    #expect(bar.items.allSatisfy { !$0.title.isEmpty && !$0.symbolName.isEmpty })
    // Keys have no buttons, even if their states are passed in.
    let keys = CommandRow.all.filter { $0.group == .typing }
      .map { CommandState(row: $0, presence: .off) }
    #expect(keys.count == 4 && AccessoryBar(keys).items.isEmpty)
    let sections = bar.sections
    #expect(
      sections.map(\.title) == ["Text", "Headings", "Lists", "Blocks", "Links", "Tables", "Lines"])
    #expect(sections.flatMap(\.items) == bar.items)
    #expect(
      sections.map(\.group)
        == AccessoryBar.Group.allCases.filter { $0 != .editing && $0 != .typing })
  }

  @Test(
    "a button is lit if its command is on",
    arguments: [
      ("## a‸", ["heading-2"]), ("a‸", ["paragraph"]), ("- a‸", ["paragraph", "bullet-list"]),
      ("1. a‸", ["paragraph", "ordered-list"]), ("a **⟦word⟧** b", ["strong", "paragraph"]),
      ("- [x] a‸", ["paragraph", "task-list", "task-toggle"]), ("> a‸", ["paragraph", "quote"]),
      ("```\na‸\n```", ["code-block"]), ("[a‸](u)", ["paragraph", "link"]),
      ("| a |\n| :-: |\n| b‸ |", ["align-center"]), ("**text**‸", ["paragraph"]),
      ("*`⟦c⟧`*", ["emphasis", "code", "paragraph"]),
    ])
  func lit(_ marked: String, _ lit: [String]) throws {
    #expect(try bar(marked).items.filter(\.isOn).map(\.identifier) == lit)
  }

  @Test(
    "a button is disabled if a tap on it does nothing",
    arguments: [
      "a ⟦word⟧ b", "te‸xt", "‸", "```\nco‸de\n```", "# he⟦adi⟧ng", "<div>\nht‸ml\n</div>",
      "- a\n- b‸", "- [ ] a\n  - [x] ‸b", "> q‸", "| a | b |\n| - | - |\n| c‸ | d |",
      "[li⟦n⟧k](u)", "---‸", "[a]: b‸", "⟦a\n\n- b\n\n> c⟧", "a **b ‸c** d", "1. a\n\n   b‸\n",
      "a\n\n‸\n\nb", "a ⟦ ⟧ b",
    ])
  func enabled(_ marked: String) throws {
    for item in try bar(marked).items
    where CommandRow(named: item.identifier)?.isAlwaysEnabled == false {
      let argument =
        switch item.identifier {
        case "table-insert": "2x2"
        case "date": "2026-05-12"
        case "link", "image", "paste", "paste-html", "paste-url": "https://example.org"
        default: nil as String?
        }
      var editor = try MarkdownEditor(marked: marked)
      let outcome = try bar(marked).tap(item.id, argument: argument) { editor.perform($0) }
      // Below a rule at a document's start, a second one would make front matter: refused.
      if case .refused? = outcome, item.identifier == "duplicate-line" { continue }
      #expect(item.isEnabled == (outcome?.plan != nil), "\(marked): \(item.identifier)")
    }
  }

  @Test(arguments: [
    ("⟦a⟧", false), ("⟦a `b`⟧", true), ("**a‸b**", true), ("a‸ **b**", false),
    ("**a‸b** c ⟦d⟧", true), ("a‸ c ⟦*d*⟧", true), ("~~a~~ ⟦b⟧", false), ("- ‸", false),
  ])
  func clearingIsEnabledWhereThereAreMarks(marked: String, isEnabled: Bool) throws {
    #expect(try bar(marked)["clear-formatting"]?.isEnabled == isEnabled)
    let editor = try MarkdownEditor(marked: marked)
    let alone = CommandState.all(
      of: editor.utf8Selections, in: editor.buffer.utf8Bytes, groups: [.inlines])
    #expect(alone["clear-formatting"]?.applies == isEnabled && alone[.strong] == nil)
  }

  @Test(arguments: [
    ("strong", "a **⟦word⟧** b", "a ⟦word⟧ b"), ("emphasis", "te‸xt", "*te‸xt*"),
    ("code", "a ‸ b", "unchanged nothingToMark"), ("strike", "te‸xt", "no such button"),
    ("strong", "```\nco‸de\n```", "unchanged caretOutsideText"),
    ("outdent", "te‸xt", "unchanged notInList"), ("heading-2", "te‸xt", "## te‸xt"),
  ])
  func aTapCarriesOutTheCommand(_ name: AccessoryBar.ItemID, _ before: String, _ after: String)
    throws
  {
    var input = try TextBuffer(marked: before)
    let outcome = AccessoryBar(input.commandStates()).tap(name) { input.perform($0) }
    switch outcome {
    case .plan: #expect(input.marked == after)
    case .unchanged(let reason): #expect("unchanged \(reason.rawValue)" == after)
    case .refused, nil: #expect(after == "no such button")
    }
  }

  @Test func whatDoesNotApplySaysWhy() throws {
    let bar = try bar("a‸")
    #expect(bar["indent"]?.isEnabled == false && bar["indent"]?.reason == .notInList)
    #expect(bar["unlink"]?.reason == .noLink && bar["table-add-row"]?.reason == .notInTable)
    #expect(bar["clear-formatting"]?.reason == .nothingMarkable)
    #expect(bar["heading-1"]?.reason == nil && bar["strong"]?.reason == nil)
    #expect(bar["link"]?.argument == "the destination" && bar["quote"]?.argument == "")
  }

  @Test func statesAreOfTheWholeSelection() {
    let text = Array(("a\n\n" + String(repeating: "## b\n\n> - c\n\n", count: 80)).utf8)
    let states = CommandState.all(of: [0..<text.count], in: text)
    let presences = ["heading-1": CommandState.Presence.off, "heading-2": .mixed, "quote": .mixed]
    for (name, presence) in presences {
      #expect(states[name]?.presence == presence && states[name]?.applies == true, "\(name)")
    }
    #expect(states["unlink"]?.reason == .noLink && states["indent"]?.reason == .nowhereToMove)
    var buffer = TextBuffer("- a\n- b")
    buffer.selectedTextRange = nil
    let none = buffer.commandStates().filter { $0.row.isAvailable(in: .gitHub) }
    #expect(none.count > 50 && none.allSatisfy { $0.reason == .noSelection })
    #expect(AccessoryBar(none).items.allSatisfy { !$0.isEnabled && !$0.isOn })
    buffer.selectedTextRange = BufferRange(utf8: 7..<7)
    #expect(
      buffer.commandStates() == CommandState.all(of: [7..<7], in: Array("- a\n- b".utf8)))
  }

  @Test(arguments: Dialect.named.map { $0.dialect })
  func aBarHasOnlyWhatTheDialectHas(_ dialect: Dialect) throws {
    for marked in ["a‸", "| ⟦a⟧ |\n|---|", "- [ ] ‸a"] {
      var editor = try MarkdownEditor(marked: marked, dialect: dialect)
      let bar = AccessoryBar(editor)
      #expect(bar.allItems.contains { $0.group == .tables } == dialect.extensions.contains(.tables))
      #expect((bar["task-list"] != nil) == dialect.extensions.contains(.tasks))
      #expect((bar["strikethrough"] != nil) == Mark.strikethrough.isAvailable(in: dialect))
      #expect((bar["highlight"] != nil) == Mark.highlight.isAvailable(in: dialect))
      for state in editor.commandStates() where !state.row.isAvailable(in: dialect) {
        #expect(state.reason == .notInDialect)
        #expect(editor.perform(EditingCommand(state.row)) == .unchanged(.notInDialect))
      }
    }
  }

  @Test func optionsReachTheCommands() throws {
    var options = EditingOptions.standard
    options.taskFamily = .follows
    let bar = try bar("- [ ] a\n  - [ ] b‸", options: options)
    #expect(bar.items.allSatisfy { $0.command?.options == options })
    let plain = try MarkdownEditingTests.bar("a‸")
    #expect(plain.items.allSatisfy { $0.command?.options == .standard })
    var editor = try MarkdownEditor(marked: "- [ ] a\n  - [ ] b‸")
    _ = bar.arranged().tap("task-toggle") { editor.perform($0) }
    #expect(editor.marked == "- [x] a\n  - [x] b‸")
  }

  @Test func aHeadingSaysItsLevel() throws {
    for (marked, level) in [("a\n=‸", 1), ("###### a‸", 6), ("a‸", nil), ("⟦# a\n## b⟧", nil)] {
      #expect(try bar(marked).headingLevel == level)
    }
  }
}

@Suite("A bar finds buttons by their keys") struct BarKeyTests {
  @Test func modifiersHaveAppleNumbers() {
    // UIKeyModifierFlags and NSEvent.ModifierFlags: the alpha shift is 1 << 16.
    let modifiers: [(KeyShortcut.Modifiers, Int, String)] = [
      (.shift, 131_072, "⇧X"), (.control, 262_144, "⌃X"), (.option, 524_288, "⌥X"),
      (.command, 1_048_576, "⌘X"), ([], 0, "X"),
    ]
    for (modifier, number, symbols) in modifiers {
      #expect(modifier.rawValue == number && KeyShortcut("x", modifier).symbols == symbols)
    }
    #expect(KeyShortcut("k", [.command, .shift, .option, .control]).symbols == "⌃⌥⇧⌘K")
  }

  @Test func shortcutsAreThoseOfTheCatalogue() throws {
    let bar = try bar("a‸")
    #expect(bar["heading-2"]?.shortcut?.symbols == "⌥⌘2")
    #expect(bar["bullet-list"]?.shortcut?.symbols == "⇧⌘8")
    #expect(bar["indent"]?.shortcut == KeyShortcut("tab", []))
    #expect(bar["table-add-row"]?.shortcut == nil)
    #expect(bar[KeyShortcut("7", [.command, .shift])]?.identifier == "ordered-list")
    #expect(bar[KeyShortcut("B", .command)]?.identifier == "strong")
    #expect(bar[KeyShortcut("b", [.command, .shift])] == nil && bar[KeyShortcut("b", [])] == nil)
    // Two keys belong to two commands each, only one of which applies: in a table or in a list.
    let keys = bar.items.compactMap(\.shortcut)
    let twice = Set(keys.filter { key in keys.filter { $0 == key }.count > 1 })
    #expect(twice == [KeyShortcut("tab", []), KeyShortcut("tab", .shift)])
  }

  @Test func aKeyIsTheButtonsThatAppliesAndElsewhereTheHosts() throws {
    let tab = KeyShortcut("tab", [])
    for (marked, name) in [
      ("| a‸ | b |\n|---|---|", "table-next-cell"), ("- a\n- b‸", "indent"), ("a‸", nil),
    ] {
      let bar = try bar(marked)
      #expect(bar.keys.filter { $0.shortcut == tab }.map(\.identifier) == (name.map { [$0] } ?? []))
      if let name { #expect(bar[tab]?.identifier == name) }
    }
    let inText = try bar("a‸")
    #expect(inText.keys.contains { $0.identifier == "heading-2" })
    #expect(inText["paste-url"]?.needsArgument == true)
    #expect(!inText.keys.contains { $0.identifier == "paste-url" })
    #expect(inText.withoutNeeds["paste-url"] == nil)
    #expect(inText.withoutNeeds.items.count + 3 == inText.items.count)
    let repeating = inText.items.filter(\.repeats).map(\.identifier)
    #expect(repeating == ["indent", "outdent", "move-line-up", "move-line-down"])
  }
}

@Suite("A bar is arranged as its host wants") struct BarArrangementTests {
  @Test func listTaskAndLinkComeBeforeTheHeadings() throws {
    let bar = try bar("a‸").arranged()
    #expect(
      bar.names.prefix(9) == [
        "strong", "emphasis", "code", "bullet-list", "task-list", "link", "headings",
        "strikethrough", "ordered-list",
      ])
    #expect(!bar.names.contains("heading-1") && Set(bar.names).count == bar.names.count)
    // The widths of an iPhone SE of the first and of the second generation, and of an iPhone 14.
    for (width, last) in [(320.0, "task-list"), (375, "link"), (390, "headings")] {
      let layout = bar.layout(.full, width: width, itemWidth: { _ in 44 }, groupSpacing: 8)
      #expect(layout.places.last?.identifier == last)
    }
  }

  @Test func theHeadingsAreOneButtonWithAMenu() throws {
    let bar = try bar("## a‸").arranged()
    let headings = try #require(bar["headings"])
    let levels = (1...6).map { "heading-\($0)" }
    #expect(
      headings.menu.map(\.identifier) == levels + ["heading", "paragraph", "promote", "demote"])
    #expect(headings.isOn && headings.isEnabled && headings.symbolName == "2.square")
    #expect(headings.spokenLabel == "Headings, on" && headings.group == .headings)
    #expect(bar["heading-2"]?.isOn == true && bar.headingLevel == 2)
    let plain = try #require(try MarkdownEditingTests.bar("a‸").arranged()["headings"])
    #expect(!plain.isOn && plain.symbolName == "textformat.size")
    // A level is found by its key and tapped by its name although it is in a menu.
    #expect(bar[KeyShortcut("2", [.command, .option])]?.identifier == "heading-2")
    var editor = try MarkdownEditor("a")
    #expect(bar.tap("heading-3") { editor.perform($0) }?.plan != nil && editor.text == "### a")
    #expect(bar.tap("headings") { editor.perform($0) } == nil)
    // In the bar's menu, the levels are in the section of the headings.
    let narrow = bar.layout(.full, width: 100, itemWidth: { _ in 44 })
    let section = bar.menu(of: narrow).first { $0.group == .headings }
    #expect(section?.items.map(\.identifier) == headings.menu.map(\.identifier))
    let code = try #require(try MarkdownEditingTests.bar("```\na‸\n```").arranged()["headings"])
    #expect(!code.isEnabled && code.reason == .inCode)
    #expect(bar.arranged(["link"], addsOthers: false)["headings"] == nil)
  }

  @Test func buttonsAreChosenAndTheHostsOwnAreAmongThem() throws {
    let stamp = AccessoryBar.Item(
      own: "timestamp", title: "Date", symbolName: "calendar", shortcut: KeyShortcut("d", .command))
    let bar = try bar("**a‸**").arranged(
      ["link", "timestamp", "strong", "no-such"], own: [.hideKeyboard, stamp], addsOthers: false)
    #expect(bar.names == ["link", "timestamp", "strong"])
    #expect(bar["timestamp"]?.command == nil && bar["timestamp"]?.isEnabled == true)
    #expect(bar["timestamp"]?.spokenLabel == "Date" && bar["strong"]?.spokenLabel == "Bold, on")
    #expect(bar.keys.map(\.identifier).contains("timestamp"))
    var editor = try MarkdownEditor("a")
    #expect(bar.tap("timestamp") { editor.perform($0) } == nil && editor.text == "a")
    let all = try MarkdownEditingTests.bar("a‸")
      .arranged(own: [.undo(isEnabled: false), .hideKeyboard])
    #expect(all.items.last?.identifier == "hide-keyboard")
    #expect(all["undo"]?.isEnabled == false && all["undo"]?.group == .editing)
    #expect(all.sections.last?.items.map(\.identifier) == ["undo", "hide-keyboard"])
  }

  @Test func everyNamedButtonExists() throws {
    let named: [(AccessoryBar.ItemID, title: String)] = [
      (.strong, "Bold"), (.emphasis, "Italic"), (.code, "Code"),
      (.strikethrough, "Strikethrough"), (.highlight, "Highlight"), (.headings, "Headings"),
      ("heading-6", "Heading 6"), (.paragraph, "Paragraph"), (.bulletList, "Bullet List"),
      (.orderedList, "Numbered List"), (.taskList, "Task List"), (.taskToggle, "Check"),
      (.quote, "Quote"), (.codeBlock, "Code Block"), (.horizontalRule, "Rule"), (.link, "Link"),
      (.image, "Image"), (.footnote, "Footnote"), (.table, "Table"), (.indent, "Indent"),
      (.outdent, "Outdent"), (.moveLineUp, "Move Up"), (.moveLineDown, "Move Down"),
      (.clearFormatting, "Clear Formatting"), (.undo, "Undo"), (.redo, "Redo"),
      (.paste, "Paste as Markdown"), (.hideKeyboard, "Hide Keyboard"),
    ]
    let own: [AccessoryBar.Item] = [
      .undo(isEnabled: true), .redo(isEnabled: true), .paste(isEnabled: true), .hideKeyboard,
    ]
    var dialect = Dialect.obsidian
    dialect.extensions.formUnion(Dialect.gitHub.extensions)
    let bar = try bar("a‸", dialect: dialect).arranged(own: own)
    for (id, title) in named {
      #expect(bar[id]?.title == title && bar[id]?.id == id)
    }
    for (id, _) in named { #expect(AccessoryBar.ItemID(named: id.name) == id) }
    for name in ["strog", "newline", "stamp"] { #expect(AccessoryBar.ItemID(named: name) == nil) }
    // A button of the app takes the place of the catalogue's with the same identifier.
    #expect(bar.items.filter { $0.id == .paste }.map(\.group) == [.editing])
  }

  /// The first version of iOS with each symbol, from a public list of SF Symbols.
  @Test func everySymbolExistsInTheOldestSystem() throws {
    let versions: [(version: Double, names: String)] = [
      (13, "bold italic strikethrough 1.square 2.square 3.square 4.square 5.square 6.square"),
      (13, "number list.bullet list.number checkmark.square text.quote minus link photo"),
      (13, "doc.on.clipboard arrow.right.to.line arrow.left.to.line minus.rectangle"),
      (13, "text.alignleft text.aligncenter text.alignright increase.indent decrease.indent"),
      (13, "arrow.up arrow.down plus.square.on.square keyboard.chevron.compact.down"),
      (13, "textformat.size xmark.circle arrow.down.right arrow.down.square arrow.down.to.line"),
      (13, "arrow.left.square arrow.right.square arrow.up.arrow.down arrow.up.left"),
      (13, "arrow.up.square arrow.up.to.line doc.on.clipboard.fill doc.richtext"),
      (13, "exclamationmark.bubble keyboard list.dash selection.pin.in.out text.append"),
      (13, "text.badge.minus textformat.123 textformat.subscript textformat.superscript trash"),
      (13, "underline list.bullet.indent arrow.up.arrow.down.square textformat"),
      (13, "link.circle link.circle.fill arrow.up.arrow.down.circle calendar text.bubble"),
      (13, "text.justify arrow.merge arrow.2.circlepath archivebox"),
      (14, "highlighter paragraphsign curlybraces.square tablecells rectangle.split.1x2"),
      (14, "rectangle.split.2x1 minus.rectangle.portrait tablecells.badge.ellipsis"),
      (14, "arrow.uturn.backward arrow.uturn.forward link.badge.plus square.dashed"),
      (14, "tablecells.fill"),
      (15, "chevron.left.forwardslash.chevron.right checklist"),
      (16, "eraser"),
      (18, "personalhotspot.slash"),
    ]
    var dialect = Dialect.obsidian
    dialect.extensions.formUnion(Dialect.gitHub.extensions)
    let bar = try bar("# a‸", dialect: dialect)
    let own = [AccessoryBar.Item.undo(isEnabled: true), .redo(isEnabled: true), .hideKeyboard]
    for item in bar.items + bar.arranged(own: own).allItems {
      let row = versions.first { $0.names.split(separator: " ").contains(item.symbolName[...]) }
      #expect(try #require(row, "\(item.symbolName) is not listed").version <= 17)
    }
  }
}

@Suite("A bar is laid out in its room") struct BarLayoutTests {
  private let marks = AccessoryBar(
    CommandState.all(of: [], in: [], groups: [.marks]), dialect: .commonMark)

  private func layout(
    _ width: Double, _ direction: AccessoryBar.LayoutDirection = .leftToRight, spacing: Double = 0
  ) -> AccessoryBar.Layout {
    marks.layout(
      width: width, itemWidth: { $0.identifier == "emphasis" ? 60 : 50 }, spacing: spacing,
      direction: direction)
  }

  @Test(
    "left to right: the left edges, the other button's, and what stands behind it",
    arguments: [
      (400.0, 0.0, [0.0, 50, 110], nil, []), (160, 0, [0, 50, 110], nil, []),
      (159, 0, [0, 50], 110.0, ["code"]), (154, 0, [0, 50], 110, ["code"]),
      (153, 0, [0], 50, ["emphasis", "code"]), (94, 0, [0], 50, ["emphasis", "code"]),
      (93, 0, [], 0, ["strong", "emphasis", "code"]),
      (44, 0, [], 0, ["strong", "emphasis", "code"]),
      (43, 0, [], nil, ["strong", "emphasis", "code"]),
      (180, 10, [0, 60, 130], nil, []), (179, 10, [0, 60], 130, ["code"]),
      (174, 10, [0, 60], 130, ["code"]), (170, 10, [0], 60, ["emphasis", "code"]),
    ] as [(Double, Double, [Double], Double?, [String])])
  func overflow(
    width: Double, spacing: Double, edges: [Double], other: Double?, behind: [String]
  ) {
    let leftToRight = layout(width, spacing: spacing)
    #expect(leftToRight.places.map(\.x) == edges)
    #expect(leftToRight.overflowX == other && leftToRight.overflow == behind)
    // Right to left is a mirror image, button by button.
    let rightToLeft = layout(width, .rightToLeft, spacing: spacing)
    #expect(rightToLeft.overflow == behind)
    #expect(rightToLeft.overflowX == other.map { width - $0 - 44 })
    #expect(rightToLeft.places.map { width - $0.x - $0.width } == leftToRight.places.map(\.x))
    #expect(rightToLeft.places.map(\.identifier) == leftToRight.places.map(\.identifier))
  }

  @Test func anOwnButtonSpeaksItsState() {
    let pin = AccessoryBar.Item(
      own: "pin", title: "Pin", symbolName: "pin", presence: .mixed, isState: true)
    #expect(pin.spokenLabel == "Pin, partly on" && pin.spokenValue == "partly on")
    #expect(AccessoryBar([]).arranged([.headings, .strong]).items.isEmpty)
  }

  @Test func theHeightGrowsWithinLimitsAndBySafeArea() {
    for (scaled, safeArea, height) in [
      (44.0, 0.0, 44.0), (36, 0, 44), (60, 0, 60), (131, 0, 72), (60, 34, 94), (131, 34, 106),
      (44, -5, 44),
    ] {
      #expect(AccessoryBar.height(scaled: scaled, safeAreaBottom: safeArea) == height)
    }
    #expect(AccessoryBar.height(scaled: 60) == 60)
  }

  @Test func nothingSmallPassesAButtonThatHasNoRoom() {
    let layout = marks.layout(width: 110, itemWidth: { $0.identifier == "strong" ? 90 : 10 })
    #expect(layout.places.count == 3)
    let tight = marks.layout(width: 109, itemWidth: { $0.identifier == "strong" ? 90 : 10 })
    #expect(tight.places.isEmpty && tight.overflow == ["strong", "emphasis", "code"])
    let wide = marks.layout(width: 149, itemWidth: { _ in 50 }, overflowWidth: 60)
    #expect(wide.overflowX == 50)
    #expect(marks.layout(width: 59, itemWidth: { _ in 50 }, overflowWidth: 60).overflowX == nil)
  }

  @Test func whatHasNoRoomIsInTheMenuByGroups() throws {
    let bar = try bar("a‸")
    let layout = bar.layout(width: 6 * 44, itemWidth: { _ in 44 })
    #expect(layout.places.map(\.identifier) == Array(bar.names.prefix(5)))
    let menu = bar.menu(of: layout)
    #expect(menu.flatMap { $0.items.map(\.identifier) } == layout.overflow)
    #expect(menu.first?.group == .headings && menu.first?.items.first?.identifier == "heading-2")
  }

  @Test func theCompactBarHasThreeButtonsAndAMenuOfAllOthers() throws {
    let bar = try bar("- a‸")
    let compact = bar.compact()
    #expect(compact.items.map(\.identifier) == ["strong", "heading", "bullet-list"])
    let rest = compact.menu.flatMap(\.items)
    #expect(rest.count + 3 == bar.items.count && Set(rest + compact.items) == Set(bar.items))
    #expect(bar.compact(["link", "no-such"]).items.map(\.identifier) == ["link", "strong"])
    #expect(marks.compact().items.map(\.identifier) == ["strong", "emphasis", "code"])
    #expect(marks.compact().menu.isEmpty)
    let layout = bar.layout(.compact, width: 1000, itemWidth: { _ in 50 }, groupSpacing: 10)
    #expect(layout.places.map(\.identifier) == compact.items.map(\.identifier))
    #expect(layout.places.map(\.x) == [0, 60, 120] && layout.overflowX == 170)
    #expect(layout.places.allSatisfy { $0.width == 50 } && layout.width == 1000)
    #expect(Set(layout.overflow) == Set(rest.map(\.identifier)))
    let narrow = bar.layout(.compact, width: 20, itemWidth: { _ in 40 })
    #expect(narrow.places.isEmpty && narrow.overflow.count == bar.items.count)
    let arranged = bar.arranged().layout(.compact, width: 390, itemWidth: { _ in 44 })
    #expect(arranged.places.map(\.identifier) == ["strong", "headings", "bullet-list"])
  }

  @Test func aFullLayoutHasRoomBetweenGroupsAndIsMirrored() throws {
    let bar = try bar("a‸")
    let layout = bar.layout(.full, width: 320, itemWidth: { _ in 40 }, groupSpacing: 8)
    // Four marks, then the headings after a gap.
    #expect(layout.places.map(\.x) == [0, 40, 80, 120, 168, 208] && layout.overflowX == 248)
    #expect(layout.places.count + layout.overflow.count == bar.items.count)
    let mirrored = bar.layout(
      .full, width: 320, itemWidth: { _ in 40 }, groupSpacing: 8, direction: .rightToLeft)
    #expect(mirrored.places.map(\.x) == layout.places.map { 320 - $0.x - 40 })
    #expect(mirrored.overflowX == 28)
    let wide = bar.layout(.full, width: 10_000, itemWidth: { _ in 40 })
    #expect(wide.overflow.isEmpty && wide.overflowX == nil && wide.width == 10_000)
  }

  @Test func aScrollingBarHasAllButtonsSideBySide() throws {
    let bar = try bar("a‸").arranged()
    let layout = bar.layout(.scrolling, width: 390, itemWidth: { _ in 44 }, groupSpacing: 8)
    #expect(layout.places.map(\.identifier) == bar.names)
    #expect(layout.overflowX == nil && layout.overflow.isEmpty)
    let gaps = zip(bar.items, bar.items.dropFirst()).count { $0.group != $1.group }
    #expect(layout.width == Double(44 * bar.items.count + 8 * gaps))
    let ends = layout.places.map { $0.x + $0.width }
    #expect(ends.last == layout.width)
    #expect(zip(ends, layout.places.dropFirst()).allSatisfy { $0 <= $1.x })
    let mirrored = bar.layout(
      .scrolling, width: 390, itemWidth: { _ in 44 }, groupSpacing: 8, direction: .rightToLeft)
    #expect(mirrored.places.map(\.x) == ends.map { layout.width - $0 })
    let wide = bar.layout(.scrolling, width: 5000, itemWidth: { _ in 44 })
    #expect(wide.width == 5000 && wide.places.count == bar.items.count)
  }
}

@Suite("All words of a bar go through its wording") struct BarWordingTests {
  typealias Wording = AccessoryBar.Wording

  @Test func germanTranslatesEveryText() {
    let english = Wording.english
    #expect(Set(Wording.german.texts.keys) == Set(english.keys))
    // The words that are the same in both languages.
    let same = english.filter { Wording.german[$0.key] == $0.value }
    #expect(Set(same.values) == ["Code", "Link", "Links", "Text"])
    for (key, text) in Wording.german.texts {
      #expect(text.contains("%@") == english[key]?.contains("%@"), "\(key)")
      #expect(!text.isEmpty && text.first != " ", "\(key)")
    }
  }

  @Test func noEnglishWordIsLeftOnATranslatedBar() throws {
    // Each text shows its key, so that a word that bypasses the wording is visible.
    let keys = Wording { key, _ in "«\(key)»" }
    let own = [AccessoryBar.Item.undo(isEnabled: true), .redo(isEnabled: false), .hideKeyboard]
    for text in ["a ⟦word⟧", "- [ ] **a** ⟦b **c**⟧", "| a |\n| - |\n| b‸ |", "```\nco‸de\n```"] {
      let bar = try bar(text).arranged(own: own).worded(keys)
      for item in bar.allItems {
        #expect(item.title == "«\(item.identifier)»")
        let label = item.isState ? "\(item.title), «state.\(item.presence.rawValue)»" : item.title
        #expect(item.spokenLabel == label)
        #expect(item.spokenValue == (item.isMixed ? "«state.mixed»" : nil))
        #expect(item.argument.isEmpty || item.argument == "«\(item.identifier).argument»")
        #expect(bar.hint(of: item)?.hasPrefix("«reason.") ?? true)
      }
      for section in bar.sections { #expect(section.title == "«group.\(section.group.rawValue)»") }
    }
    let german = try bar("a‸").worded(.german).arranged(own: [.hideKeyboard])
    #expect(german["headings"]?.title == "Überschriften" && german.wording == .german)
    #expect(german["hide-keyboard"]?.title == "Tastatur ausblenden")
  }

  @Test func labelsSayAStateOnlyWhereThereIsOne() throws {
    let list = try bar("- a‸")
    #expect(list["bullet-list"]?.spokenLabel == "Bullet List, on")
    #expect(list["quote"]?.spokenLabel == "Quote, off")
    #expect(list["move-line-up"]?.spokenLabel == "Move Up")
    let mixed = try #require(try bar("⟦a **word**⟧ b")["strong"])
    #expect(mixed.isMixed && !mixed.isOn && mixed.spokenLabel == "Bold, partly on")
    #expect(mixed.spokenValue == "partly on")
    let disabled = AccessoryBar([CommandState(.strong, presence: .on, reason: .alreadySo)])
    #expect(disabled["strong"]?.isEnabled == false && disabled["strong"]?.isOn == true)
    #expect(disabled["strong"]?.spokenLabel == "Bold, on")
  }

  @Test func anOutcomeHasASentence() throws {
    let text = TextBuffer("a\nb\n\nc *d*")
    let refused = Outcome.refused(.noSpelling(5..<10))
    let percent = Wording(["refusal.noSpelling": "100 % %@%", "line": "%@."])
    let sentences: [(Wording, Outcome, String)] = [
      (
        .german, .unchanged(.caretOutsideText),
        "An der Einfügemarke ist keine Auszeichnung möglich."
      ),
      (
        .german, refused,
        "Im Block bei Zeile 4 gibt es für das Gewünschte keine Schreibweise mit Sternen oder "
          + "Klammern."
      ),
      (
        Wording(), refused,
        "The requested marks or links cannot be written in the block at line 4: no delimiters "
          + "there are read as them."
      ),
      (percent, refused, "100 % 4.%"),
      (percent, .refused(.noSpelling(50..<60)), "100 % 4.%"),
      // A message names the first line of a block of several.
      (percent, .refused(.noSpelling(0..<4)), "100 % 1.%"),
    ]
    for (wording, outcome, sentence) in sentences {
      #expect(wording.sentence(outcome, in: text) == sentence)
    }
    let others: [Outcome.Refusal] = [
      .readingsDiffer(0..<1), .blocksDiffer(0..<1), .tooIntricate(0..<1), .internal(0..<1),
      .inputRejectedEdit, .insideCharacter(0..<1), .unparsable("x"),
    ]
    let all = others.compactMap { Wording.german.sentence(.refused($0), in: text) }
    #expect(Set(all).count == others.count && !all.contains(""))
    var editor = try MarkdownEditor("a")
    #expect(Wording().sentence(editor.perform(.heading(1)), in: text) == nil)
  }

  @Test func aDisabledButtonHasAReason() throws {
    let bar = try bar("a‸")
    #expect(bar["indent"].flatMap(bar.hint) == Wording.english["reason.notInList"])
    #expect(bar["strong"].map(bar.hint) == .some(nil))
  }

  @Test(arguments: [
    ("strong", Wording(), ["Bold", "Strong"]), ("strong", .german, ["Fett", "Stark"]),
    ("strikethrough", Wording(), ["Strikethrough", "Strike", "Struck Through"]),
    ("image", Wording(), ["Image"]),
  ])
  func voiceControlFindsTheUsualNames(_ name: String, _ wording: Wording, names: [String]) throws {
    #expect(wording.names(of: try #require(try bar("a‸").worded(wording)[name])) == names)
  }

  @Test func aHostWithAPartOfTheWordsHasTheRestInEnglish() throws {
    let bar = try bar("**⟦a⟧**").worded(
      Wording(["state.on": "an", "more": "Mehr", "group.marks": "Zeichen"]))
    #expect(bar["strong"]?.spokenLabel == "Bold, an")
    #expect(bar["quote"]?.spokenLabel == "Quote, off")
    #expect(bar.wording["more"] == "Mehr" && bar.wording["bar"] == "Markdown")
    #expect(bar.wording["no such key"].isEmpty)
    #expect(bar.sections.map(\.title).prefix(2) == ["Zeichen", "Headings"])
  }
}
