import AppKit
import AppleAdapters
import Testing

@MainActor private final class Refusing: NSObject, NSTextViewDelegate {
  func textView(
    _ textView: NSTextView, shouldChangeTextIn affectedCharRange: NSRange,
    replacementString: String?
  ) -> Bool { false }
}

@MainActor struct NSTextViewTextInputTests {
  let window = NSWindow()
  let view = NSTextView()
  /// A constant, whose mutating methods are those of the class.
  var input: NSTextView { view }

  @Test func aCommandActsOnTheView() {
    _ = window.makeFirstResponder(view)
    view.string = "See the seed list."
    view.setSelectedRange(NSRange(8..<12))
    input.perform(.toggle(.strong))
    #expect(view.string == "See the **seed** list." && view.selectedRange() == NSRange(10..<14))
    view.undoManager?.undo()
    #expect(view.string == "See the seed list." && view.selectedRange() == NSRange(8..<12))
    let delegate = Refusing()
    view.delegate = delegate
    input.replace(NSRange(0..<1), withText: "b")
    #expect(view.string == "See the seed list.")
  }

  @Test func typingAndDeleting() {
    #expect(!input.hasText)
    input.insertText("a👍")
    #expect(view.string == "a👍" && input.hasText)
    input.deleteBackward()
    #expect(view.string == "a")
    input.selectedTextRange = NSRange(0..<1)
    input.insertText("b")
    #expect(view.string == "b" && input.selectedTextRange == NSRange(1..<1))
    input.selectedTextRange = nil
    #expect(input.selectedTextRange == NSRange(1..<1))
  }

  @Test func positionsAreOffsetsAndRangesAreRanges() {
    view.string = "a👍b"
    #expect(input.beginningOfDocument == 0 && input.endOfDocument == 4)
    #expect(input.position(from: 0, offset: 4) == 4 && input.position(from: 4, offset: -4) == 0)
    #expect(input.position(from: 0, offset: 5) == nil && input.position(from: 0, offset: -1) == nil)
    #expect(input.position(from: 4, offset: .max) == nil)
    #expect(input.offset(from: 0, to: 4) == 4 && input.offset(from: 4, to: 0) == -4)
    #expect(input.compare(0, to: 4) == .orderedAscending && input.compare(1, to: 1) == .orderedSame)
    #expect(input.compare(4, to: 0) == .orderedDescending)
    #expect(input.textRange(from: 4, to: 1) == NSRange(1..<4))
    #expect(NSRange(2..<2).isEmpty && !NSRange(2..<3).isEmpty)
    #expect(input.text(in: NSRange(1..<3)) == "👍" && input.text(in: NSRange(4..<4)) == "")
    #expect(input.text(in: NSRange(3..<5)) == nil)
    #expect(input.text(in: NSRange(location: -1, length: 1)) == nil)
  }

  @Test func smartTypingIsTurnedOff() {
    let plain = NSTextView()
    plain.turnOffSmartTyping()
    for view in [plain, MarkdownTextView()] {
      #expect(!view.isAutomaticQuoteSubstitutionEnabled && !view.smartInsertDeleteEnabled)
      #expect(!view.isAutomaticDashSubstitutionEnabled)
    }
  }

  @Test func markedTextIsTheInputMethods() {
    view.string = "ab"
    view.setSelectedRange(NSRange(1..<2))
    #expect(input.markedTextRange == nil)
    input.setMarkedText("é", selectedRange: NSRange(0..<1))
    #expect(view.string == "aé" && input.markedTextRange == NSRange(1..<2))
    #expect(view.selectedRange() == NSRange(1..<2))
    input.setMarkedText("éx", selectedRange: NSRange(2..<2))
    #expect(view.string == "aéx")
    input.unmarkText()
    #expect(input.markedTextRange == nil)
    view.setSelectedRange(NSRange(1..<3))
    input.setMarkedText(nil, selectedRange: NSRange(0..<0))
    #expect(view.string == "a")
  }
}
