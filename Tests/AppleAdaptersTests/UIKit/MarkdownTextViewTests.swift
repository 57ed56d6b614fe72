import AppleAdapters
import Testing
@_spi(StandIn) import UIKit

@MainActor struct MarkdownTextViewTests {
  let delegate = RefreshingDelegate()

  func view(_ marked: String) -> MarkdownTextView { delegate.view(marked) }

  @Test(arguments: [
    ("See the ⟦seed⟧ list.", "strong", "See the **⟦seed⟧** list."),
    ("See the **⟦seed⟧** list.", "strong", "See the ⟦seed⟧ list."),
    ("a ⟦👨‍👩‍👧 b é⟧ c", "emphasis", "a *⟦👨‍👩‍👧 b é⟧* c"),
    ("See ⟦x⟧", "code", "See `⟦x⟧`"),
  ])
  func aTapTogglesAMark(before: String, identifier: String, after: String) {
    let view = view(before)
    view.bar.tap(identifier)
    #expect(view.marked == after)
    #expect(view.markdownEditor.buffer.description == view.text)
  }

  /// `B` is the button, `<` moves the caret to the start, other characters are keys.
  @Test(arguments: [
    ("a ‸", "BxBy", "a **x**y‸"), ("wo‸rd", "BB", "wo‸rd"), ("ab ‸", "B⌫", "ab‸"),
    ("⟦seed⟧", "# S", "# S‸"), ("a ‸", "BBx", "a x‸"), ("a ‸", "B x", "a  **x‸**"),
    ("a‸", " B<x", "x‸a "),
  ])
  func marksByKeys(before: String, keys: String, after: String) {
    let view = view(before)
    let plain = UITextView(frame: .zero, textContainer: nil)
    let host = TakingDelegate()
    plain.set(before)
    host.bar.attach(to: plain)
    plain.delegate = host
    for (view, bar) in [(view, view.bar), (plain, host.bar)] {
      for key in keys {
        switch key {
        case "B": bar.tap("strong")
        case "⌫": view.pressBackspace()
        case "<":
          view.selectedRange = NSRange(location: 0, length: 0)
          bar.refresh()
        default: view.type(String(key))
        }
      }
      #expect(view.marked == after)
    }
  }

  @Test func aPendingMarkIsLit() {
    let view = view("a ‸")
    view.bar.tap("strong")
    #expect(view.text == "a " && view.bar.bar["strong"]?.isOn == true)
    view.selectedRange = NSRange(location: 0, length: 0)
    view.refreshBar()
    view.selectedRange = NSRange(location: 2, length: 0)
    view.refreshBar()
    #expect(view.bar.bar["strong"]?.isOn == false)
  }

  /// A text that the view types without a key gets the pending mark afterwards.
  @Test func aComposedTextGetsThePendingMark() {
    let view = view("見 ‸")
    view.bar.tap("strong")
    view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0))
    view.setMarkedText("日本", selectedRange: NSRange(location: 2, length: 0))
    #expect(view.text == "見 日本")
    view.type("日本")
    #expect(view.marked == "見 **日本‸**")
    #expect(view.markdownEditor.text == view.text)
  }

  @Test func typingReachesTheIndex() {
    let view = view("See the ‸list.")
    for character in ["s", "e", "e", "d", " ", "👍", "\n"] { view.type(character) }
    view.pressBackspace()
    view.pressBackspace()
    #expect(view.marked == "See the seed ‸list.")
    #expect(view.markdownEditor.buffer.description == "See the seed list.")
    #expect(delegate.changes == 9)
  }

  @Test func anEditInsideASurrogatePairIsReadAgain() {
    let view = view("a👍b‸")
    view.textStorage.replaceCharacters(in: NSRange(location: 2, length: 1), with: "")
    #expect(view.markdownEditor.buffer.description == view.textStorage.string)
  }

  @Test func onlyEditsOfCharactersReachTheIndex() {
    let view = view("See the seed‸")
    view.textStorage.setAttributes([:], range: NSRange(location: 0, length: 3))
    #expect(view.markdownEditor.buffer.description == "See the seed")
  }

  @Test func undoTakesATapBackUnderItsName() throws {
    let view = view("See the ⟦seed⟧ list.")
    view.bar.tap("strong")
    let undo = try #require(view.undoManager)
    #expect(undo.undoActionName == "Strong")
    undo.undo()
    #expect(view.text == "See the seed list.")
    #expect(view.markdownEditor.buffer.description == "See the seed list.")
    undo.redo()
    #expect(view.text == "See the **seed** list.")
  }

  @Test func aTapThatChangesNothingNamesNoStep() throws {
    let view = view("    code‸")
    view.type("x")
    view.undoManager?.setActionName("Typing")
    view.bar.tap("strong")
    #expect(view.undoManager?.undoActionName == "Typing")
    #expect(view.text == "    codex")
  }

  @Test func menuCommandsAreMarkdowns() {
    let view = view("⟦a⟧")
    view.toggleBoldface(nil)
    view.toggleItalics(nil)
    #expect(view.text == "***a***")
  }

  @Test func boldIsOfferedOnlyIfTheBarOffersIt() {
    let selectors = [Selector(("toggleBoldface:")), Selector(("toggleItalics:"))]
    let text = view("⟦a⟧")
    #expect(selectors.allSatisfy { text.canPerformAction($0, withSender: nil) })
    #expect(!text.canPerformAction(Selector(("fly:")), withSender: nil))
    let code = view("    ⟦a⟧")
    #expect(!selectors.contains { code.canPerformAction($0, withSender: nil) })
  }

  @Test func aKeyCommandDoesWhatItsButtonDoes() throws {
    let view = view("⟦a⟧")
    let bold = try #require(view.keyCommands?.first { $0.title == "Strong" })
    #expect(bold.wantsPriorityOverSystemBehavior)
    #expect(bold.action == Selector(("markdownKeyPressed:")))
    view.markdownKeyPressed(bold)
    #expect(view.text == "**a**")
    view.markdownKeyPressed(UIKeyCommand(title: "", action: Selector(("x")), input: "q"))
    #expect(view.text == "**a**")
  }

  @Test func theShortcutBarReplacesTheBar() {
    let stage = Stage()
    let view = view("⟦a⟧")
    stage.window.addSubview(view)
    let own = UIBarButtonItemGroup(barButtonItems: [], representativeItem: nil)
    view.inputAssistantItem.trailingBarButtonGroups = [own]
    #expect(view.inputAccessoryView === view.bar)
    view.barPlacement = .shortcutBar
    #expect(view.reloads == 0)
    #expect(view.inputAccessoryView == nil)
    let groups = view.inputAssistantItem.trailingBarButtonGroups
    #expect(groups.count == 2 && groups[0] === own)
    #expect(groups[1].barButtonItems.contains { $0.accessibilityLabel == "Strong" })
    // The group is not in a bar of the system, so the buttons are above the keyboard.
    _ = view.becomeFirstResponder()
    #expect(view.reloads == 1 && Keyboard.shared.accessoryView === view.bar)
    view.barPlacement = .aboveKeyboard
    #expect(view.reloads == 2)
    #expect(view.inputAssistantItem.trailingBarButtonGroups.map { $0 === own } == [true])
    #expect(Keyboard.shared.accessoryView === view.bar)
    view.barPlacement = .aboveKeyboard
    #expect(view.reloads == 2)
  }

  @Test func theBarWaitsWhileWritingToolsRewrite() {
    let view = view("⟦a⟧")
    view.setWritingTools(active: true)
    view.set("**⟦a⟧**")
    #expect(view.bar.bar["strong"]?.isOn == false)
    view.setWritingTools(active: false)
    view.refreshBar()
    #expect(view.bar.bar["strong"]?.isOn == true)
  }

  @Test func anotherDialectHasOtherButtons() {
    let view = view("⟦a⟧")
    #expect(view.dialect == view.bar.dialect)
    #expect(view.bar.bar["strikethrough"] != nil)
    view.dialect = .commonMark
    #expect(view.bar.bar["strikethrough"] == nil)
    #expect(view.markdownEditor.dialect == .commonMark)
  }

  @Test func theKeyboardDoesNotChangeMarkup() {
    let view = view("")
    #expect(view.smartQuotesType == .no)
    #expect(view.smartDashesType == .no)
  }
}
