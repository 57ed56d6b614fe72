import AppleAdapters
import Testing
@_spi(StandIn) import UIKit

@MainActor struct UITextInputBridgeTests {
  let view = UITextView(frame: .zero)
  var bridge: UITextInputBridge<UITextView> { UITextInputBridge(view) }

  init() { view.text = "one\ntwo\n\nthree" }

  func position(_ offset: Int) throws -> UITextPosition {
    try #require(bridge.position(from: bridge.beginningOfDocument, offset: offset))
  }
  func range(_ from: Int, _ to: Int) throws -> UITextRange {
    try #require(bridge.textRange(from: position(from), to: position(to)))
  }
  func offset(_ position: UITextPosition?) throws -> Int {
    bridge.offset(from: bridge.beginningOfDocument, to: try #require(position))
  }

  @Test func textAndEdits() throws {
    let input = bridge
    #expect(input.hasText)
    #expect(!UITextInputBridge(UITextView(frame: .zero)).hasText)
    #expect(input.text(in: try range(4, 7)) == "two")
    input.selectedTextRange = try range(4, 7)
    #expect(try offset(input.selectedTextRange?.start) == 4)
    input.insertText("2")
    #expect(view.text == "one\n2\n\nthree")
    input.deleteBackward()
    #expect(view.text == "one\n\n\nthree")
    input.replace(try range(0, 3), withText: "1")
    #expect(view.text == "1\n\n\nthree")
    input.setMarkedText("é", selectedRange: NSRange(location: 1, length: 0))
    #expect(try offset(input.markedTextRange?.end) == 2)
    input.unmarkText()
    #expect(input.markedTextRange == nil)
    #expect(view.text == "1é\n\n\nthree")
  }

  @Test func positions() throws {
    #expect(bridge.compare(try position(1), to: try position(2)) == .orderedAscending)
    #expect(bridge.compare(try position(2), to: try position(1)) == .orderedDescending)
    #expect(bridge.compare(try position(2), to: try position(2)) == .orderedSame)
    #expect(try offset(bridge.endOfDocument) == 14)
    #expect(bridge.position(from: bridge.endOfDocument, offset: 1) == nil)
    #expect(bridge.position(from: bridge.beginningOfDocument, offset: -1) == nil)
  }
}
