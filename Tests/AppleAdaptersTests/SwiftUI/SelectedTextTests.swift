import AccessoryCommands
import AppleAdapters
@_spi(StandIn) import SwiftUI
import Testing

@MainActor struct SelectedTextTests {
  @Test func theToolbarTogglesTheSelection() throws {
    var note = SelectedText("See the seed list.")
    let start = note.text.index(note.text.startIndex, offsetBy: 8)
    note.selection = TextSelection(range: start..<note.text.index(start, offsetBy: 4))
    var tapped: [String] = []
    let toolbar = MarkdownToolbar(AccessoryBar(note.formattingState())) { tapped.append($0) }
    let toggle = try #require(renderToolbar(toolbar).flatMap { $0.all("toggle") }.first)
    toggle.tap()
    #expect(tapped == ["strong"])
  }
}
