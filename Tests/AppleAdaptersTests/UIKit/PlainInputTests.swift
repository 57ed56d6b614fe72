import AppleAdapters
import MarkdownEditing
import Testing
@_spi(StandIn) import UIKit

/// Checks the bar on inputs without an index, and on the document of a keyboard extension.
@MainActor @Suite(.serialized) struct PlainInputTests {
  private func plain(_ text: String, _ location: Int, _ length: Int = 0) -> UITextView {
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 320, height: 200), textContainer: nil)
    view.text = text
    view.selectedRange = NSRange(location: location, length: length)
    return view
  }

  @Test func aPlainTextViewHasCommandsAndOneUndoStep() {
    let view = plain("a 👍🏽 word", 7, 4)
    let bar = MarkdownInputAccessoryView()
    var outcome: Outcome?
    bar.onOutcome = { outcome = $0 }
    bar.attach(to: view)
    #expect(bar.tap("strong") && view.text == "a 👍🏽 **word**")
    #expect(view.undoManager?.undoActionName == "Strong")
    view.undoManager?.undo()
    #expect(view.text == "a 👍🏽 word")
    #expect(outcome?.plan?.effect == .added)
    #expect(!bar.tap("outdent") && !bar.tap("no such"))
    #expect(outcome == .unchanged(.notInList))
  }

  @Test func keysOfAPlainTextView() {
    let view = plain("1. a", 4)
    let host = TakingDelegate()
    host.bar.attach(to: view)
    view.delegate = host
    view.type("\n")
    #expect(view.text == "1. a\n2. ")
    view.type("x")
    view.pressBackspace()
    view.pressBackspace()
    #expect(view.text == "1. a\n\n")
    view.type("y")
    #expect(view.text == "1. a\n\ny")
    view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0))
    #expect(!host.bar.takesKey(replacing: view.selectedRange, with: "\n"))
    view.setWritingTools(active: true)
    #expect(!host.bar.takesKey(replacing: view.selectedRange, with: "\n"))
  }

  @Test func theBarKeepsNoInputAlive() {
    let bar = MarkdownInputAccessoryView()
    weak var gone: UITextView?
    do {
      let view = plain("a", 0, 1)
      bar.attach(to: view)
      gone = view
      #expect(bar.bar["strong"]?.isEnabled == true)
    }
    #expect(gone == nil && !bar.tap("strong"))
    bar.refresh()
    #expect(bar.bar.items.allSatisfy { $0.command == nil })
    do {
      let view = MarkdownTextView(bar: bar)
      gone = view
    }
    #expect(gone == nil && !bar.tap("strong") && !bar.takesKey(replacing: NSRange(), with: "\n"))
  }

  @Test func theBarOfAKeyboardExtension() throws {
    final class Extension: UIInputViewController {}
    let controller = Extension(nibName: nil, bundle: nil)
    let document = HostDocument()
    controller.document = document
    document.text = "a\n\nSee the seed list."
    document.selectedRange = NSRange(location: 11, length: 4)
    let bar = MarkdownInputAccessoryView()
    bar.wording = .german
    bar.attach(toDocumentOf: controller)
    var outcomes: [Outcome] = []
    bar.onOutcome = { outcomes.append($0) }
    #expect(bar.tap("strong") && document.text == "a\n\nSee the **seed** list.")
    bar.refresh()
    #expect(bar.tap("heading-1") && document.text == "a\n\n# See the **seed** list.")
    document.reach = 3
    bar.refresh()
    #expect(!bar.tap("quote") && outcomes.last == .refused(.contextTooShort))
    #expect(UIAccessibility.announcements.last == "Die App zeigt zu wenig von ihrem Text.")
    #expect(bar.bar["undo"]?.isEnabled == false && bar.tap("hide-keyboard"))
    let proxy = UITextDocumentProxyBridge(controller.textDocumentProxy)
    #expect(proxy.hasText && proxy.selectedText == nil)
    proxy.setMarkedText("x", selectedRange: NSRange(location: 1, length: 0))
    proxy.unmarkText()
    proxy.deleteBackward()
    #expect(document.text == "a\n\n# See the **seed** list.")
  }

  @Test func ownInputViewsAreSetOrComputed() {
    let stage = Stage()
    let view = InputOwnerView(frame: .zero)
    stage.window.addSubview(view)
    #expect(view.canBecomeFirstResponder && view.inputView == nil)
    _ = view.becomeFirstResponder()
    let (keys, bar) = (UIView(frame: .zero), MarkdownInputAccessoryView())
    view.inputView = keys
    view.inputAccessoryView = bar
    #expect(Keyboard.shared.inputView === keys && Keyboard.shared.accessoryView === bar)
    view.inputView = nil
    #expect(Keyboard.shared.inputView == nil && Keyboard.shared.accessoryView === bar)
  }
}
