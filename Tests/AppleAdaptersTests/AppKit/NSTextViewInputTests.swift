import AccessoryCommands
import AppKit
import AppleAdapters
import Testing
import TextEditing

@MainActor struct NSTextViewInputTests {
  @Test func boldAroundTheSelection() throws {
    let view = NSTextView()
    view.string = "See the seed list."
    view.setSelectedRange(NSRange(location: 8, length: 4))
    var input = NSTextViewInput(view)
    _ = input.toggle(.strong)
    #expect(view.string == "See the **seed** list.")
  }
}
