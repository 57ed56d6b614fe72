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
  let view = NSTextView()
  var input: NSTextView { view }

  func select(_ location: Int, _ length: Int) {
    view.setSelectedRange(NSRange(location: location, length: length))
  }
  func range(_ from: Int, _ to: Int) -> NSTextViewRange {
    NSTextViewRange(NSTextViewPosition(utf16Offset: from), NSTextViewPosition(utf16Offset: to))
  }

  @Test func aCommandActsOnTheView() {
    view.string = "See the seed list."
    select(8, 4)
    input.perform(.toggle(.strong))
    #expect(view.string == "See the **seed** list.")
    #expect(view.selectedRange() == NSRange(location: 10, length: 4))
    view.undoManager?.undo()
    #expect(view.string == "See the seed list.")
    #expect(view.selectedRange() == NSRange(location: 8, length: 4))
  }

  @Test func aDelegateMayRefuse() {
    let delegate = Refusing()
    view.string = "a"
    view.delegate = delegate
    input.replace(range(0, 1), withText: "b")
    #expect(view.string == "a")
  }

  @Test func typingAndDeleting() {
    #expect(!input.hasText)
    input.insertText("a👍")
    #expect(view.string == "a👍")
    #expect(input.hasText)
    input.deleteBackward()
    #expect(view.string == "a")
    select(0, 1)
    input.insertText("b")
    #expect(view.string == "b")
  }

  @Test func textOfARange() {
    view.string = "a👍b"
    #expect(input.text(in: range(1, 3)) == "👍")
    #expect(input.text(in: range(4, 0)) == "a👍b")
    #expect(input.text(in: range(4, 4)) == "")
    #expect(input.text(in: range(3, 5)) == nil)
    #expect(input.text(in: range(-1, 1)) == nil)
  }

  @Test func positions() throws {
    view.string = "a👍b"
    let start = input.beginningOfDocument
    #expect(input.endOfDocument.utf16Offset == 4)
    #expect(input.position(from: start, offset: 4) == input.endOfDocument)
    #expect(input.position(from: start, offset: 5) == nil)
    #expect(input.position(from: start, offset: -1) == nil)
    #expect(input.position(from: input.endOfDocument, offset: .max) == nil)
    #expect(input.offset(from: start, to: input.endOfDocument) == 4)
    #expect(input.offset(from: input.endOfDocument, to: start) == -4)
    #expect(input.compare(start, to: input.endOfDocument) == .orderedAscending)
    #expect(input.compare(input.endOfDocument, to: start) == .orderedDescending)
    #expect(input.compare(start, to: start) == .orderedSame)
    let all = try #require(input.textRange(from: input.endOfDocument, to: start))
    #expect(all.nsRange == NSRange(location: 0, length: 4))
    #expect(!all.isEmpty && range(2, 2).isEmpty)
    #expect(NSTextViewRange(NSRange(location: NSNotFound, length: 0)) == nil)
  }

  @Test func theSelectionIsTheViews() {
    view.string = "abc"
    select(1, 1)
    #expect(input.selectedTextRange == range(1, 2))
    input.selectedTextRange = range(0, 2)
    #expect(view.selectedRange() == NSRange(location: 0, length: 2))
    input.selectedTextRange = nil
    #expect(view.selectedRange() == NSRange(location: 0, length: 2))
  }

  @Test func markedTextIsTheInputMethods() {
    view.string = "ab"
    select(1, 1)
    #expect(input.markedTextRange == nil)
    input.setMarkedText("é", selectedRange: NSRange(location: 0, length: 1))
    #expect(view.string == "aé")
    #expect(input.markedTextRange == range(1, 2))
    #expect(view.selectedRange() == NSRange(location: 1, length: 1))
    input.setMarkedText("éx", selectedRange: NSRange(location: 2, length: 0))
    #expect(view.string == "aéx")
    input.unmarkText()
    #expect(input.markedTextRange == nil)
    select(1, 2)
    input.setMarkedText(nil, selectedRange: NSRange(location: 0, length: 0))
    #expect(view.string == "a")
  }
}
