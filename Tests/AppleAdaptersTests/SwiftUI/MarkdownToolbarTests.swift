import AppleAdapters
import MarkdownEditing
@_spi(StandIn) import SwiftUI
import Testing

@MainActor struct MarkdownToolbarTests {
  func note(_ text: String, _ from: Int, _ to: Int) -> SelectedText {
    let start = text.index(text.startIndex, offsetBy: from)
    return SelectedText(
      text,
      selection: TextSelection(range: start..<text.index(text.startIndex, offsetBy: to)))
  }
  func toggles(
    _ note: SelectedText, perform: @escaping @MainActor (EditingCommand) -> Void = { _ in }
  ) -> [Element] {
    let elements = renderToolbar(
      MarkdownToolbar(AccessoryBar(note.commandStates([.marks])), perform: perform))
    #expect(elements.map(\.placement) == [.keyboard])
    return elements.flatMap { $0.all("toggle") }
  }

  @Test func aToggleShowsItsMark() throws {
    let toggles = toggles(note("See **seed**.", 6, 10))
    #expect(toggles.prefix(3).map(\.title) == ["Bold", "Italic", "Code"])
    #expect(toggles.prefix(2).map(\.systemImage) == ["bold", "italic"])
    #expect(toggles.prefix(2).map { $0.isOn?.wrappedValue } == [true, false])
    #expect(toggles.allSatisfy { !$0.isDisabled && $0.style == "ButtonToggleStyle" })
    #expect(toggles.allSatisfy { $0.spokenValue == nil })
    #expect(toggles[0].shortcut == KeyboardShortcut(KeyEquivalent("b"), modifiers: .command))
  }

  @Test func aTapCarriesOutItsCommand() throws {
    let state = State(wrappedValue: note("seed", 0, 4))
    try #require(toggles(state.wrappedValue) { state.wrappedValue.perform($0) }.first).tap()
    #expect(state.wrappedValue.text == "**seed**")
    let date = AccessoryBar.Item(own: "date", title: "Date", symbolName: "calendar")
    let bar = AccessoryBar(note("a", 0, 1).commandStates([.marks])).arranged(["date"], own: [date])
    var (own, tapped): ([AccessoryBar.ItemID], [EditingCommand]) = ([], [])
    let toolbar = MarkdownToolbar(
      bar, onOwnItem: { own.append($0) }, perform: { tapped.append($0) })
    for toggle in renderToolbar(toolbar).flatMap({ $0.all("toggle") }).prefix(2) { toggle.tap() }
    #expect(own == ["date"] && tapped == [.toggle(.strong)])
    let code = toggles(note("    code", 5, 5)) { tapped.append($0) }
    for toggle in code { toggle.tap() }
    #expect(code.allSatisfy { $0.isDisabled } && tapped.count == 1)
  }

  @Test(
    arguments: [
      (.shift, .shift), (.control, .control), (.option, .option), (.command, .command),
      ([.command, .shift, .option], [.command, .shift, .option]),
    ] as [(KeyShortcut.Modifiers, EventModifiers)])
  func aShortcutIsOneCharacterWithItsModifiers(
    ours: KeyShortcut.Modifiers, theirs: EventModifiers
  ) {
    #expect(
      KeyboardShortcut(KeyShortcut("k", ours))
        == KeyboardShortcut(KeyEquivalent("k"), modifiers: theirs))
    #expect(KeyboardShortcut(KeyShortcut("up", ours)) == nil)
    #expect(KeyboardShortcut(KeyShortcut("", ours)) == nil)
  }

  @Test func theToolbarHasMenusReasonsAndNames() throws {
    let bar = AccessoryBar(note("a **b**", 0, 7).commandStates())
      .arranged(["strong", "unlink", "headings"], addsOthers: false).worded(.german)
    var tapped: [String] = []
    let elements = renderToolbar(MarkdownToolbar(bar) { tapped.append($0.row.name) })
    let toggles = elements.flatMap { $0.all("toggle") }
    #expect(toggles.map(\.title).prefix(2) == ["Fett", "Link entfernen"])
    #expect(toggles[0].spokenValue == "teilweise" && toggles[1].spokenValue == nil)
    #expect(toggles[0].isOn?.wrappedValue == false && toggles[0].inputLabels == ["Fett", "Stark"])
    #expect(toggles[1].isDisabled && toggles[1].spokenHint == "Die Auswahl enthält keinen Link.")
    let menu = try #require(elements.flatMap { $0.all("menu") }.first)
    #expect(menu.title == "Überschriften" && menu.children.count == 10)
    #expect(menu.children.allSatisfy { $0.style == nil })
    menu.all("toggle")[1].tap()
    toggles[1].tap()
    #expect(tapped == ["heading-2"])
  }

  @Test func whatDoesNotFitIsInAMenuByGroup() throws {
    let bar = AccessoryBar(note("a b", 0, 1).commandStates()).arranged().worded(.german)
    var tapped: [String] = []
    let toolbar = MarkdownToolbar(bar) { tapped.append($0.row.name) }
    let group = try #require(renderToolbar(toolbar).first)
    #expect(
      group.children.map(\.title) == [
        "Fett", "Kursiv", "Code", "Aufzählung", "Aufgabenliste", "Link", "Mehr",
      ])
    let more = try #require(group.children.last)
    #expect(more.kind == "menu" && more.systemImage == "ellipsis")
    #expect(more.children.first?.kind == "section" && more.children.first?.title == "Text")
    #expect(
      more.children.dropFirst().map(\.title)
        == ["Überschriften", "Listen", "Blöcke", "Links", "Tabellen", "Zeilen"])
    #expect(more.children.dropFirst().allSatisfy { $0.kind == "menu" })
    // Every button is somewhere, once.
    let titles = group.all("toggle").map(\.title) + group.all("button").map(\.title)
    let all = bar.items.flatMap { $0.menu.isEmpty ? [$0] : $0.menu }
    #expect(titles.sorted() == all.map(\.title).sorted())
    let heading = try #require(more.all("toggle").first { $0.title == "Überschrift 2" })
    #expect(heading.shortcut == bar["heading-2"]?.shortcut.flatMap(KeyboardShortcut.init))
    heading.tap()
    try #require(more.all("button").first { $0.title == "Duplizieren" }).tap()
    let outdent = try #require(more.all("button").first { $0.title == "Ausrücken" })
    outdent.tap()
    #expect(outdent.isDisabled && outdent.spokenHint == bar["outdent"].flatMap(bar.hint))
    #expect(tapped == ["heading-2", "duplicate-line"])
  }

  @Test(arguments: [(0, 0, 4), (1, 0, 4), (3, 2, 2), (4, 4, 0), (9, 4, 0)])
  func allButtonsAreShownIfTheyFit(_ limit: Int, _ shown: Int, _ others: Int) throws {
    let bar = AccessoryBar(note("a", 0, 1).commandStates())
      .arranged(["strong", "emphasis", "code", "link"], addsOthers: false)
    let elements = renderToolbar(MarkdownToolbar(bar, limit: limit) { _ in })[0].children
    #expect(elements.filter { $0.kind == "toggle" }.count == shown)
    let menu = elements.first { $0.kind == "menu" }
    #expect((menu?.all("toggle").count ?? 0) == others && (menu?.title ?? "More") == "More")
  }

  @Test func theMenuBarHasAllCommandsWithKeysAndCheckMarks() throws {
    let state = State(wrappedValue: note("See **seed**.", 6, 10))
    let date = AccessoryBar.Item(own: "date", title: "Date", symbolName: "calendar")
    let bar = AccessoryBar(state.wrappedValue.commandStates()).arranged([], own: [date])
    var own: [AccessoryBar.ItemID] = []
    let menu = try #require(
      renderCommands(
        MarkdownMenu(bar, title: "Format", onOwnItem: { own.append($0) }) {
          state.wrappedValue.perform($0)
        }
      ).first)
    #expect(menu.kind == "menu" && menu.title == "Format")
    #expect(menu.children.map(\.title) == bar.sections.map(\.title))
    for (element, section) in zip(menu.children, bar.sections) {
      #expect(element.children.map(\.title) == section.items.map(\.title))
      #expect(element.children.map(\.isDisabled) == section.items.map { !$0.isEnabled })
      #expect(
        element.children.map { $0.isOn?.wrappedValue }
          == section.items.map { $0.isState ? $0.isOn : nil })
      #expect(
        element.children.map(\.shortcut)
          == section.items.map { $0.shortcut.flatMap(KeyboardShortcut.init) })
      #expect(
        element.kind == "section" || element.isDisabled == !section.items.contains { $0.isEnabled })
    }
    let strong = try #require(menu.all("toggle").first)
    #expect(strong.title == "Bold" && strong.isOn?.wrappedValue == true)
    strong.tap()
    #expect(state.wrappedValue.text == "See seed.")
    try #require(menu.all("button").first { $0.title == "Date" }).tap()
    #expect(own == ["date"])
    #expect(renderCommands(MarkdownMenu(AccessoryBar([])) { _ in })[0].children.isEmpty)
  }
}
