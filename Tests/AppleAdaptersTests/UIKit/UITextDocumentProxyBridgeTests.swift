import AppleAdapters
import Testing
@_spi(StandIn) import UIKit

@MainActor struct UITextDocumentProxyBridgeTests {
  @Test func theBridgeTypesIntoTheHost() {
    let document = HostDocument()
    document.text = "See the seed list."
    document.selectedRange = NSRange(location: 8, length: 4)
    let bridge = UITextDocumentProxyBridge(document)
    #expect(bridge.hasText)
    #expect(bridge.documentContextBeforeInput == "See the ")
    #expect(bridge.selectedText == "seed")
    #expect(bridge.documentContextAfterInput == " list.")
    bridge.insertText("****")
    bridge.adjustTextPosition(byCharacterOffset: -2)
    bridge.insertText("seed")
    #expect(document.text == "See the **seed** list.")
    bridge.deleteBackward()
    bridge.setMarkedText("d", selectedRange: NSRange(location: 1, length: 0))
    #expect(document.markedRange == NSRange(location: 13, length: 1))
    bridge.unmarkText()
    #expect(document.markedRange == nil)
    #expect(document.text == "See the **seed** list.")
  }
}
