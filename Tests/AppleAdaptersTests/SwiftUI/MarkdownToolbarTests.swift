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
    #expect(toggles.prefix(3).map(\.title) == ["Strong", "Emphasis", "Code"])
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
    #expect(menu.title == "Überschriften" && menu.all("toggle").count == 10)
    menu.all("toggle")[1].tap()
    toggles[1].tap()
    #expect(tapped == ["heading-2"])
  }
}
