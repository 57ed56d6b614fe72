@_spi(StandIn) import AppKit
import AppleAdapters
import MarkdownEditing
import Testing
import TextEditing

/// Return, Backspace and Tab in an `NSTextView`, handled by its delegate.
@MainActor struct NSTextViewKeysTests {
  final class Host: NSObject, NSTextViewDelegate {
    var changes = 0
    func textView(
      _ textView: NSTextView, shouldChangeTextIn range: NSRange, replacementString: String?
    ) -> Bool { !textView.takesKey(replacing: range, with: replacementString) }
    func textDidChange(_ notification: Notification) { changes += 1 }
  }

  private func view(_ text: String, _ location: Int, _ length: Int = 0) -> (NSTextView, Host) {
    let (view, host) = (NSTextView(), Host())
    view.string = text
    view.setSelectedRange(NSRange(location: location, length: length))
    view.delegate = host
    return (view, host)
  }

  @Test func keysAreCommands() {
    let (view, host) = view("- seed", 6)
    view.press(Selector("insertNewline:"))
    #expect(view.string == "- seed\n- " && host.changes == 1)
    view.press(Selector("deleteBackward:"))
    // As in any editor, this removes the marker, and a blank line ends the list.
    #expect(view.string == "- seed\n\n")
    view.insertText("x", replacementRange: view.selectedRange())
    #expect(view.string == "- seed\n\nx")
    view.undoManager?.undo()
    #expect(view.string == "- seed\n\n")
    view.undoManager?.undo()
    #expect(view.string == "- seed\n- ")
  }

  @Test func tabIndentsAnItemAndTypesATabElsewhere() {
    let (item, itemHost) = view("- a\n- b", 7)
    item.press(Selector("insertTab:"))
    #expect(item.string == "- a\n  - b" && itemHost.changes == 1)
    let (plain, plainHost) = view("ab", 1)
    plain.press(Selector("insertTab:"))
    #expect(plain.string == "a\tb" && plainHost.changes == 1)
  }

  @Test func typingOverASelectionKeepsMarksWhole() {
    let (view, host) = view("a **b** c", 4, 5)
    view.insertText("x", replacementRange: view.selectedRange())
    #expect(view.string == "a **x**" && host.changes == 1)
    #expect(!view.takesKey(replacing: NSRange(location: 0, length: 1), with: nil))
    view.setMarkedText(
      "に", selectedRange: NSRange(location: 1, length: 0),
      replacementRange: NSRange(location: NSNotFound, length: 0))
    #expect(!view.takesKey(replacing: view.selectedRange(), with: "\n"))
  }
}
