import AppleAdapters
import Testing
import TextEditing
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

  @Test(arguments: [
    (TextLayoutDirection.right, 6), (.left, 4), (.up, 1), (.down, 8),
  ])
  func steps(direction: TextLayoutDirection, expected: Int) throws {
    let next = bridge.position(from: try position(5), toward: direction, offset: 1)
    #expect(try offset(next) == expected)
  }

  @Test func farthestPositions() throws {
    let two = try range(4, 7)
    #expect(try offset(bridge.position(within: two, farthestToward: .left)) == 4)
    #expect(try offset(bridge.position(within: two, farthestToward: .right)) == 7)
    let before = try #require(bridge.characterRange(byExtending: position(4), toward: .up))
    #expect(try offset(before.start) == 0 && offset(before.end) == 4)
    let after = try #require(bridge.characterRange(byExtending: position(4), toward: .down))
    #expect(try offset(after.start) == 4 && offset(after.end) == 14)
  }

  // A character of the stand-in is 8 points wide and 20 high.
  @Test func rectangles() throws {
    #expect(bridge.firstRect(for: try range(1, 6)) == CGRect(x: 8, y: 0, width: 16, height: 20))
    #expect(bridge.caretRect(for: try position(5)) == CGRect(x: 8, y: 20, width: 2, height: 20))
    let lines = bridge.lineRects(for: try range(1, 6))
    #expect(
      lines.map(\.rect) == [
        CGRect(x: 8, y: 0, width: 16, height: 20), CGRect(x: 0, y: 20, width: 16, height: 20),
      ])
    #expect(lines.map(\.containsStart) == [true, false])
    #expect(lines.map(\.containsEnd) == [false, true])
    #expect(lines.allSatisfy { !$0.isRightToLeft && !$0.isVertical })
  }

  @Test func points() throws {
    let point = CGPoint(x: 15, y: 25)
    #expect(try offset(bridge.closestPosition(to: point)) == 6)
    #expect(try offset(bridge.closestPosition(to: point, within: range(0, 3))) == 3)
    let character = try #require(bridge.characterRange(at: CGPoint(x: 9, y: 25)))
    #expect(bridge.text(in: character) == "w")
    #expect(bridge.characterRange(at: CGPoint(x: 500, y: 500)) == nil)
  }
}
