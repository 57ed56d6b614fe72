import AccessoryCommands
import AppleAdapters
import Testing
@_spi(StandIn) import UIKit

@MainActor struct MarkdownTextViewTests {
  @Test func aTapOnTheBarMakesTheSelectionBold() throws {
    let view = MarkdownTextView()
    view.text = "See the seed list."
    view.selectedRange = NSRange(location: 8, length: 4)
    view.refreshBar()
    view.bar.tap("strong")
    #expect(view.text == "See the **seed** list.")
  }
}
