import AppleAdapters
import MarkdownEditing
import Testing
@_spi(StandIn) import UIKit

/// Faults of the text view and its bar, each in the situation in which it was found.
@MainActor @Suite(.serialized) struct BarFaultTests {
  /// A syntax highlighter, which occupies the storage's only delegate.
  final class Highlighter: NSObject, NSTextStorageDelegate {
    var edits = 0
    func textStorage(
      _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
      range editedRange: NSRange, changeInLength delta: Int
    ) { edits += 1 }
  }

  final class Host: NSObject, UITextViewDelegate {
    var asked: [String] = []
    var changes = 0
    var allows = true
    func textView(
      _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool {
      asked.append(text)
      return allows
    }
    func textViewDidChange(_ textView: UITextView) { changes += 1 }
    func textViewDidChangeSelection(_ textView: UITextView) {
      (textView as? MarkdownTextView)?.refreshBar()
    }
  }

  private func view(_ text: String, _ location: Int, _ length: Int = 0) -> MarkdownTextView {
    let view = MarkdownTextView()
    view.text = text
    view.selectedRange = NSRange(location: location, length: length)
    view.refreshBar()
    return view
  }

  @Test func anAppsOwnStorageDelegateDestroysNoText() {
    let view = view("See the **seed** list and the rest of it.", 0)
    let highlighter = Highlighter()
    view.textStorage.delegate = highlighter
    view.insertText("Oh! ")
    #expect(view.markdownEditor.buffer.description == view.text)
    view.selectedRange = NSRange(location: 4, length: 3)
    view.bar.tap("strong")
    #expect(view.text == "Oh! **See** the **seed** list and the rest of it.")
    #expect(view.markdownEditor.buffer.description == view.text && highlighter.edits == 2)
    #expect(view.textStorage.delegate === highlighter)
  }

  @Test func theIndexFollowsEveryKindOfEdit() {
    let view = view("a 👍🏽 b\n", 0)
    view.textStorage.beginEditing()
    view.textStorage.replaceCharacters(in: NSRange(location: 0, length: 1), with: "- ab")
    view.textStorage.replaceCharacters(
      in: NSRange(location: view.textStorage.length, length: 0), with: "c\n")
    view.textStorage.endEditing()
    #expect(view.markdownEditor.buffer.description == view.text)
    view.text = ""
    #expect(view.markdownEditor.buffer.description.isEmpty)
    view.undoManager?.undo()
    #expect(view.markdownEditor.buffer.description == view.text)
  }

  @Test(arguments: [(1, 44), (1.5, 66)] as [(CGFloat, CGFloat)])
  func theSystemShowsTheBarAsHighAsAFingerNeeds(textSize: CGFloat, height: CGFloat) throws {
    let stage = Stage()
    UIFontMetrics.factor = textSize
    defer { UIFontMetrics.factor = 1 }
    let view = view("a", 1)
    stage.window.addSubview(view)
    _ = view.becomeFirstResponder()
    let bar = try #require(Keyboard.shared.accessoryView)
    #expect(bar === view.bar && bar.frame.height == height && bar.frame.width == 390)
  }

  @Test func aTapWhileWritingToolsRewriteChangesNothing() {
    let view = view("See the seed list.", 8, 4)
    var outcomes: [Outcome] = []
    view.bar.onOutcome = { outcomes.append($0) }
    view.setWritingTools(active: true)
    #expect(!view.bar.tap("strong") && !view.bar.tap("undo"))
    view.insertText("x")
    #expect(view.text == "See the x list.")
    #expect(outcomes == [.refused(.inputRejectedEdit)])
    view.setWritingTools(active: false)
    view.selectedRange = NSRange(location: 8, length: 1)
    #expect(view.bar.tap("strong") && view.text == "See the **x** list.")
  }

  @Test func anInlinePredictionLeavesTheButtonsOn() {
    let view = view("See the ", 8)
    // The caret is before a prediction.
    view.setMarkedText("seed", selectedRange: NSRange(location: 0, length: 0))
    view.refreshBar()
    #expect(view.isPredicting && !view.isComposing)
    #expect(view.bar.bar["bullet-list"]?.isEnabled == true)
    view.bar.tap("bullet-list")
    #expect(view.text == "- See the " && view.markedTextRange == nil)
    // A view without predictions has only input methods, whose caret can be anywhere.
    view.inlinePredictionType = .no
    view.setMarkedText("seed", selectedRange: NSRange(location: 0, length: 0))
    view.refreshBar()
    #expect(
      view.isComposing
        && view.bar.bar.items.filter(\.isEnabled).map(\.identifier) == ["undo", "hide-keyboard"])
    view.inlinePredictionType = .default
    view.setMarkedText("にほ", selectedRange: NSRange(location: 2, length: 0))
    #expect(view.isComposing && !view.isPredicting)
    view.refreshBar()
    #expect(!view.bar.tap("strong") && view.bar.bar["strong"]?.reason == .composing)
    let hint = view.bar.button("strong")?.accessibilityHint
    #expect(hint == "an input method is composing.")
  }

  @Test func keysAreCommandsAndTheDelegateIsAskedOnce() {
    let view = view("- seed", 6)
    let host = Host()
    view.delegate = host
    view.type("\n")
    #expect(view.text == "- seed\n- " && host.asked == ["\n"] && host.changes == 1)
    view.type("\n")
    #expect(view.text == "- seed\n\n")
    view.type("a")
    #expect(view.text == "- seed\n\na")
    view.pressBackspace()
    view.selectedRange = NSRange(location: 2, length: 0)
    view.pressBackspace()
    #expect(view.text == "seed\n\n" && view.selectedRange.location == 0)
    view.pressBackspace()
    #expect(view.text == "seed\n\n")
    view.undoManager?.undo()
    #expect(view.text == "- seed\n\n")
    // A delegate may forbid the edit.
    host.allows = false
    view.type("\n")
    #expect(view.text == "- seed\n\n")
    // Keys can be switched off.
    host.allows = true
    view.performsKeys = false
    view.selectedRange = NSRange(location: 6, length: 0)
    view.type("\n")
    #expect(view.text == "- seed\n\n\n")
  }

  @Test func typingOverASelectionKeepsMarksWhole() {
    let view = view("a **b** c", 4, 5)
    view.type("x")
    #expect(view.text == "a **x**")
    let tab = self.view("- a\n- b", 7)
    tab.type("\t")
    #expect(tab.text == "- a\n  - b")
    let plain = self.view("te", 1)
    plain.type("\t")
    #expect(plain.text == "t\te")
    let composing = self.view("- a", 3)
    composing.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0))
    composing.insertText("\n")
    #expect(composing.text == "- a\n")
  }

  @Test func aMoveOfTheCaretLooksUpNoImageAndMakesNoAction() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    let view = view("# a\n\nSee **the** seed list.\n\n- x\n", 6)
    window.addSubview(view.bar)
    view.bar.frame = CGRect(x: 0, y: 0, width: 390, height: 44)
    let host = Host()
    view.delegate = host
    view.bar.layoutIfNeeded()
    view.selectedRange = NSRange(location: 12, length: 0)
    let commands = UIKeyCommand.count
    _ = view.keyCommands
    #expect(UIKeyCommand.count - commands > 10)
    let (images, actions) = (UIImage.lookups, UIAction.count)
    view.selectedRange = NSRange(location: 6, length: 0)
    view.bar.layoutIfNeeded()
    view.selectedRange = NSRange(location: 12, length: 0)
    view.bar.layoutIfNeeded()
    #expect(UIImage.lookups == images && UIAction.count == actions)
    _ = view.keyCommands
    let again = UIKeyCommand.count
    _ = view.keyCommands
    #expect(UIKeyCommand.count == again)
    // The menus are made when they are opened.
    let menu = try #require(view.bar.button("more")?.menu)
    #expect(menu.actions().count > 20 && UIAction.count > actions)
  }

  @Test func aKeyCopiesNoText() {
    let view = view(String(repeating: "See the **seed** list.\n\n", count: 2000), 100)
    let host = Host()
    view.delegate = host
    let copies = view.textStorage.copies
    for key in ["x", "y", "\n", "- ", "z", "\n"] { view.type(key) }
    view.pressBackspace()
    #expect(view.textStorage.copies == copies)
    view.bar.tap("strong")
    #expect(view.textStorage.copies == copies)
    #expect(view.markdownEditor.buffer.utf16Count == view.textStorage.length)
  }

  @Test func aChangeOfTheTextRefreshesTheBarByItself() {
    let view = view("See the seed list.", 4)
    view.selectedRange = NSRange(location: 0, length: 0)
    view.insertText("- ")
    #expect(view.bar.bar["bullet-list"]?.isOn == true)
    let plain = UITextView(frame: .zero, textContainer: nil)
    let bar = MarkdownInputAccessoryView()
    bar.attach(to: plain)
    #expect(bar.bar["quote"]?.isOn == false)
    plain.insertText("> a")
    #expect(bar.bar["quote"]?.isOn == true)
  }
}
