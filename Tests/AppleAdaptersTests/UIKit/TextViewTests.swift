import AppleAdapters
import MarkdownEditing
import Testing
import TextEditing
@_spi(StandIn) import UIKit

/// A custom text input that registers no undo of its edits.
@MainActor private final class PlainInput: UITextField {
  private let steps = UndoManager()
  override var undoManager: UndoManager? { steps }
}

/// A syntax highlighter of the app, which occupies the storage's only delegate.
private final class Highlighter: NSObject, NSTextStorageDelegate {
  var edits = 0
  func textStorage(
    _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int
  ) { edits += 1 }
}

/// A delegate that counts, and may forbid edits.
@MainActor private final class Host: NSObject, UITextViewDelegate {
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
}

/// Refreshes a bar when the selection of a text field changes, as the documentation says.
@MainActor private final class FieldDelegate: NSObject, UITextFieldDelegate {
  let bar: MarkdownInputAccessoryView
  init(_ bar: MarkdownInputAccessoryView) { self.bar = bar }
  func textFieldDidChangeSelection(_ textField: UITextField) { bar.refresh() }
}

/// Taps and keys in a `MarkdownTextView`, and in other inputs with a bar.
@MainActor @Suite(.serialized) struct TextViewTests {
  let stage = Stage()
  let delegate = RefreshingDelegate()
  private let host = Host()

  private func view(_ marked: String) -> MarkdownTextView { delegate.view(marked) }
  /// A plain text view whose delegate passes keys to a bar.
  private func plain(_ marked: String) -> (view: UITextView, host: TakingDelegate) {
    let (view, host) = (UITextView(frame: .zero), TakingDelegate())
    view.set(marked)
    host.bar.attach(to: view)
    view.delegate = host
    return (view, host)
  }

  @Test func aTextFieldsBarFollowsItsTextAndItsSelection() throws {
    let (field, bar) = (UITextField(frame: .zero), MarkdownInputAccessoryView())
    let refresher = FieldDelegate(bar)
    field.delegate = refresher
    bar.attach(to: field)
    let strong = try #require(bar.button("strong"))
    field.insertText("**a** b")
    #expect(!strong.isSelected)
    // The text changes alone, without a call of the delegate.
    field.delegate = nil
    field.insertText("\n    ")
    field.text = "    c"
    field.insertText("d")
    #expect(bar.bar["strong"]?.isEnabled == false)
    field.text = "**a**"
    field.delegate = refresher
    let start = try #require(field.position(from: field.beginningOfDocument, offset: 3))
    field.selectedTextRange = field.textRange(from: start, to: start)
    #expect(strong.isSelected && strong.isEnabled)
  }

  /// `B` is the button of Bold, `<` moves the caret to the start, other characters are keys.
  @Test(arguments: [
    ("See the ⟦seed⟧ list.", "B", "See the **⟦seed⟧** list."),
    ("See the **⟦seed⟧** list.", "B", "See the ⟦seed⟧ list."),
    ("a ⟦👨‍👩‍👧 b é⟧ c", "B", "a **⟦👨‍👩‍👧 b é⟧** c"), ("a 👍🏽 ⟦word⟧", "B", "a 👍🏽 **⟦word⟧**"),
    ("a ‸", "BxBy", "a **x**y‸"), ("wo‸rd", "BB", "wo‸rd"), ("ab ‸", "B⌫", "ab‸"),
    ("⟦seed⟧", "# S", "# S‸"), ("a ‸", "BBx", "a x‸"), ("a ‸", "B x", "a  **x‸**"),
    ("a‸", " B<x", "x‸a "), ("- seed‸", "\n", "- seed\n- ‸"),
    ("- seed\n- ‸", "\nx", "- seed\n\nx‸"),
    ("- seed\n- ‸", "⌫x", "- seed\n\nx‸"), ("- ‸seed\n", "⌫⌫", "‸seed\n"),
    ("1. a‸", "\nx⌫⌫y", "1. a\n\ny‸"), ("a **⟦b** c⟧", "x", "a **x‸**"),
    ("- a\n- b‸", "\t", "- a\n  - b‸"), ("t‸e", "\t", "t\t‸e"),
    ("See the ‸list.", "seed 👍\n⌫⌫", "See the seed ‸list."),
  ])
  func keysAreCommands(before: String, keys: String, after: String) {
    let (indexed, plain) = (view(before), plain(before))
    for (view, bar) in [(indexed, indexed.bar), (plain.view, plain.host.bar)] {
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
    #expect(indexed.markdownEditor.text == indexed.text)
  }

  /// Dictation, for example, asks no delegate.
  @Test func aTextThatIsNoKeyGetsThePendingMark() {
    let (view, bar) = (UITextView(frame: .zero), MarkdownInputAccessoryView())
    view.set("a ‸")
    bar.attach(to: view)
    bar.tap("strong")
    view.insertText("seed list")
    #expect(view.marked == "a **seed list‸**")
  }

  @Test func aPendingMarkIsLit() {
    let view = view("a ‸")
    view.bar.tap("strong")
    #expect(view.text == "a " && view.bar.bar["strong"]?.isOn == true)
    view.selectedRange = NSRange(location: 0, length: 0)
    view.selectedRange = NSRange(location: 2, length: 0)
    #expect(view.bar.bar["strong"]?.isOn == false)
  }

  /// A text that the view types without a key gets the pending mark afterwards.
  @Test func aComposedTextGetsThePendingMark() {
    let view = view("見 ‸")
    view.bar.tap("strong")
    view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0))
    #expect(view.text == "見 に")
    view.type("日本")
    #expect(view.marked == "見 **日本‸**" && view.markdownEditor.text == view.text)
  }

  @Test func theDelegateIsAskedOnceAndMayForbidAnEdit() {
    let view = view("- seed‸")
    view.delegate = host
    view.type("\n")
    #expect(view.text == "- seed\n- " && host.asked == ["\n"] && host.changes == 1)
    host.allows = false
    view.type("\n")
    view.pressBackspace()
    #expect(view.text == "- seed\n- ")
    host.allows = true
    view.performsKeys = false
    view.type("\n")
    #expect(view.text == "- seed\n- \n")
    view.pressBackspace()
    #expect(view.text == "- seed\n- ")
  }

  @Test func whatCannotBeAnEditOfTheIndexIsReadAgain() {
    let view = view("a👍b‸")
    let highlighter = Highlighter()
    view.textStorage.delegate = highlighter
    view.textStorage.setAttributes([:], range: NSRange(location: 0, length: 3))
    #expect(view.markdownEditor.revision == self.view("a👍b‸").markdownEditor.revision)
    view.textStorage.replaceCharacters(in: NSRange(location: 2, length: 1), with: "")
    #expect(view.markdownEditor.text == view.textStorage.string)
    // The app's delegate of the storage stays.
    #expect(view.textStorage.delegate === highlighter && highlighter.edits == 2)
  }

  @Test func undoTakesATapBackUnderItsName() throws {
    let (indexed, plain) = (view("a ⟦b⟧"), plain("a ⟦b⟧"))
    for (view, bar) in [(indexed, indexed.bar), (plain.view, plain.host.bar)] {
      bar.tap("strong")
      let undo = try #require(view.undoManager)
      #expect(undo.undoActionName == "Bold")
      undo.undo()
      #expect(view.text == "a b")
      undo.redo()
      #expect(view.text == "a **b**")
    }
    // A tap that changes nothing names no step.
    let code = view("    code‸")
    code.type("x")
    code.undoManager?.setActionName("Typing")
    code.bar.tap("strong")
    #expect(code.undoManager?.undoActionName == "Typing" && code.text == "    codex")
  }

  @Test(arguments: [true, false])
  func theBarRegistersUndoForAnInputThatDoesNot(registersUndo: Bool) throws {
    let input = PlainInput(frame: .zero)
    input.text = "- ab"
    input.selectedTextRange = input.textRange(from: input.endOfDocument, to: input.endOfDocument)
    let bar = MarkdownInputAccessoryView()
    bar.options.whileComposing = .commits
    bar.attach(to: input, registersUndo: registersUndo)
    #expect(bar.takesKey(replacing: NSRange(location: 4, length: 0), with: "\n"))
    let undo = try #require(input.undoManager)
    #expect(input.text == "- ab\n- " && undo.canUndo == registersUndo)
    if registersUndo {
      undo.undo()
      undo.redo()
      #expect(input.text == "- ab\n- ")
      undo.undo()
    } else {
      input.text = "- ab"
    }
    let end = try #require(input.selectedTextRange).end
    #expect(input.offset(from: input.beginningOfDocument, to: end) == 4 && input.text == "- ab")
    input.selectedTextRange = input.textRange(
      from: try #require(input.position(from: end, offset: -2)), to: end)
    bar.tap("code")
    #expect(input.text == "- `ab`" && bar.bar["code"]?.isOn == true)
    if registersUndo {
      #expect(undo.undoActionName == "Code")
      undo.undo()
      #expect(input.text == "- ab")
      undo.redo()
    }
    #expect(input.text == "- `ab`")
    // Return belongs to the input method, even if a button confirms its text.
    input.setMarkedText("e", selectedRange: NSRange(location: 1, length: 0))
    #expect(!bar.takesKey(replacing: NSRange(location: 4, length: 0), with: "\n"))
    #expect(bar.tap("strong") && input.markedTextRange == nil)
  }

  @Test func theMenuOffersBoldAndItalicIfTheBarDoes() {
    let selectors = [Selector(("toggleBoldface:")), Selector(("toggleItalics:"))]
    let view = view("    ⟦a⟧")
    #expect(!selectors.contains { view.canPerformAction($0, withSender: nil) })
    view.set("⟦a⟧")
    #expect(selectors.allSatisfy { view.canPerformAction($0, withSender: nil) })
    #expect(!view.canPerformAction(Selector(("fly:")), withSender: nil))
    view.toggleBoldface(nil)
    #expect(view.text == "**a**")
    view.toggleItalics(nil)
    #expect(view.text == "***a***")
    #expect(view.smartQuotesType == .no && view.smartDashesType == .no)
    #expect(view.smartInsertDeleteType == .no)
    let field = UITextField(frame: .zero)
    field.turnOffSmartTyping()
    #expect(field.smartQuotesType == .no && field.smartDashesType == .no)
    #expect(field.smartInsertDeleteType == .no)
  }

  @Test func aTapWhileWritingToolsRewriteChangesNothing() {
    let view = view("See the ⟦seed⟧ list.")
    var outcomes: [Outcome] = []
    view.bar.onOutcome = { outcomes.append($0) }
    view.setWritingTools(active: true)
    #expect(!view.bar.tap("strong") && !view.bar.tap("undo"))
    view.insertText("x")
    #expect(view.text == "See the x list." && outcomes == [.unchanged(.beingRewritten)])
    // The bar does not change either.
    view.set("**⟦a⟧**")
    #expect(view.bar.bar["strong"]?.isOn == false)
    view.setWritingTools(active: false)
    view.refreshBar()
    #expect(view.bar.bar["strong"]?.isOn == true && view.bar.tap("strong") && view.text == "a")
  }

  @Test func anInlinePredictionLeavesTheButtonsOn() {
    let view = view("See the ‸")
    // The caret is before a prediction.
    view.setMarkedText("seed", selectedRange: NSRange(location: 0, length: 0))
    view.refreshBar()
    #expect(view.predictedTextRange != nil && !view.isComposing)
    view.bar.tap("bullet-list")
    #expect(view.text == "- See the " && view.markedTextRange == nil)
    // A view without predictions has only input methods, whose caret can be anywhere.
    view.inlinePredictionType = .no
    view.setMarkedText("seed", selectedRange: NSRange(location: 0, length: 0))
    view.refreshBar()
    #expect(view.isComposing)
    #expect(
      view.bar.bar.items.filter(\.isEnabled).map(\.identifier) == ["undo", "hide-keyboard"])
    view.inlinePredictionType = .default
    view.setMarkedText("にほ", selectedRange: NSRange(location: 2, length: 0))
    #expect(view.isComposing && view.predictedTextRange == nil)
    view.insertText("\n")
    #expect(view.text == "- See the \n")
    view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0))
    view.refreshBar()
    #expect(!view.bar.tap("strong") && view.bar.bar["strong"]?.reason == .composing)
    #expect(view.bar.button("strong")?.accessibilityHint == "An input method is composing.")
  }

  @Test func aPlainInputIsReadEachTime() {
    let (view, host) = plain("‸")
    #expect(host.bar.bar["quote"]?.isOn == false)
    view.insertText("> a")
    #expect(host.bar.bar["quote"]?.isOn == true)
    host.bar.dialect = .commonMark
    #expect(host.bar.bar["strikethrough"] == nil)
    var outcome: Outcome?
    host.bar.onOutcome = { outcome = $0 }
    #expect(!host.bar.tap("outdent") && !host.bar.tap("no such"))
    #expect(outcome == .unchanged(.notInList))
    view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0))
    #expect(!host.bar.takesKey(replacing: view.selectedRange, with: "\n"))
    view.unmarkText()
    // The edit of a key is no key.
    var nested: [Bool] = []
    host.changed = { nested.append(host.bar.takesKey(replacing: $0.selectedRange, with: "\n")) }
    #expect(host.bar.takesKey(replacing: view.selectedRange, with: "\n") && nested == [false])
    host.changed = { _ in }
    view.setWritingTools(active: true)
    #expect(!host.bar.takesKey(replacing: view.selectedRange, with: "\n"))
  }

  @Test func anotherDialectHasOtherButtons() {
    let view = view("⟦a⟧")
    #expect(view.dialect == view.bar.dialect && view.bar.bar["strikethrough"] != nil)
    view.dialect = .commonMark
    #expect(view.bar.bar["strikethrough"] == nil && view.markdownEditor.dialect == .commonMark)
  }

  @Test func theBarKeepsNoInputAlive() {
    let bar = MarkdownInputAccessoryView()
    weak var gone: UITextView?
    for isIndexed in [false, true] {
      do {
        let view = isIndexed ? MarkdownTextView(bar: bar) : UITextView(frame: .zero)
        if !isIndexed { bar.attach(to: view) }
        view.set("⟦a⟧")
        bar.refresh()
        gone = view
        #expect(bar.bar["strong"]?.isEnabled == true)
      }
      #expect(gone == nil && !bar.tap("strong"))
      #expect(!bar.takesKey(replacing: NSRange(), with: "\n"))
      bar.refresh()
      #expect(bar.bar.items.allSatisfy { $0.command == nil })
    }
  }

  @Test func theBarOfAKeyboardExtension() {
    let controller = UIInputViewController(nibName: nil, bundle: nil)
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
    #expect(bar.tap("heading-1") && document.text == "a\n\n# See the **seed** list.")
    let states = bar.bar.items.map(\.isEnabled)
    document.text = "foo.bar"
    document.selectedRange = NSRange(location: 0, length: 4)
    bar.refresh()
    #expect(bar.bar["strong"]?.isEnabled == true && bar.bar.items.map(\.isEnabled) != states)
    // The text is the same, but another option counts.
    bar.options.edges = .plain
    #expect(bar.bar["strong"]?.isEnabled == false)
    document.reach = 3
    bar.refresh()
    #expect(!bar.tap("quote") && outcomes.last == .unchanged(.contextTooShort))
    #expect(UIAccessibility.announcements.last == "Die App zeigt zu wenig von ihrem Text.")
    #expect(bar.bar["undo"]?.isEnabled == false && bar.tap("hide-keyboard"))
    // A host may show nothing but the selection.
    document.text = "See the seed list."
    document.selectedRange = NSRange(location: 8, length: 4)
    document.reach = 0
    bar.refresh()
    #expect(!bar.tap("quote") && document.text == "See the seed list.")
  }

  /// An input that is neither a text view nor a control, as that of a web view.
  @Test func anyInputCanHaveTheBar() {
    let (input, bar) = (OtherInput(frame: .zero), MarkdownInputAccessoryView())
    input.base.set("See the ⟦seed⟧ list.")
    bar.attach(to: input)
    #expect(bar.tap("strong") && input.base.marked == "See the **⟦seed⟧** list.")
    input.base.set("a ‸")
    input.setMarkedText("に", selectedRange: NSRange(location: 0, length: 0))
    bar.refresh()
    #expect(bar.bar["strong"]?.reason == .composing)
  }

  @Test func theBridgeTypesIntoTheHost() {
    let document = HostDocument()
    document.text = "See the seed list."
    document.selectedRange = NSRange(location: 8, length: 4)
    let bridge = UITextDocumentProxyBridge(document)
    #expect(bridge.hasText && bridge.selectedText == "seed")
    #expect(bridge.documentContextBeforeInput == "See the ")
    #expect(bridge.documentContextAfterInput == " list.")
    bridge.insertText("****")
    bridge.adjustTextPosition(byCharacterOffset: -2)
    bridge.insertText("seed")
    #expect(document.text == "See the **seed** list.")
    bridge.deleteBackward()
    bridge.setMarkedText("d", selectedRange: NSRange(location: 1, length: 0))
    #expect(document.markedRange == NSRange(location: 13, length: 1))
    bridge.unmarkText()
    #expect(document.markedRange == nil && document.text == "See the **seed** list.")
  }

  @Test func aBridgeIsTheInputOfItsResponder() throws {
    let view = UITextView(frame: .zero)
    let input = UITextInputBridge(view)
    #expect(!input.hasText)
    view.text = "one\ntwo\n\nthree"
    let start = input.beginningOfDocument
    let (four, seven) = (
      try #require(input.position(from: start, offset: 4)),
      try #require(input.position(from: start, offset: 7))
    )
    #expect(input.hasText && input.offset(from: start, to: input.endOfDocument) == 14)
    #expect(input.compare(four, to: seven) == .orderedAscending)
    #expect(input.compare(seven, to: four) == .orderedDescending)
    #expect(input.position(from: input.endOfDocument, offset: 1) == nil)
    let range = try #require(input.textRange(from: seven, to: four))
    #expect(input.text(in: range) == "two")
    input.selectedTextRange = range
    #expect(view.marked == "one\n⟦two⟧\n\nthree")
    input.insertText("2")
    input.deleteBackward()
    #expect(view.marked == "one\n‸\n\nthree")
    input.replace(try #require(input.textRange(from: start, to: four)), withText: "1")
    input.setMarkedText("é", selectedRange: NSRange(location: 1, length: 0))
    #expect(input.markedTextRange.map { input.offset(from: start, to: $0.end) } == 2)
    input.unmarkText()
    #expect(input.markedTextRange == nil && view.text == "1é\n\nthree")
  }
}

/// An input that forwards everything to a text view.
@MainActor private final class OtherInput: UIView, UITextInput {
  let base = UITextView(frame: .zero)
  var hasText: Bool { base.hasText }
  func insertText(_ text: String) { base.insertText(text) }
  func deleteBackward() { base.deleteBackward() }
  func text(in range: UITextRange) -> String? { base.text(in: range) }
  func replace(_ range: UITextRange, withText text: String) { base.replace(range, withText: text) }
  var selectedTextRange: UITextRange? {
    get { base.selectedTextRange }
    set { base.selectedTextRange = newValue }
  }
  var markedTextRange: UITextRange? { base.markedTextRange }
  func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
    base.setMarkedText(markedText, selectedRange: selectedRange)
  }
  func unmarkText() { base.unmarkText() }
  var beginningOfDocument: UITextPosition { base.beginningOfDocument }
  var endOfDocument: UITextPosition { base.endOfDocument }
  func textRange(
    from fromPosition: UITextPosition, to toPosition: UITextPosition
  ) -> UITextRange? { base.textRange(from: fromPosition, to: toPosition) }
  func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    base.position(from: position, offset: offset)
  }
  func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult {
    base.compare(position, to: other)
  }
  func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
    base.offset(from: from, to: toPosition)
  }
  func firstRect(for range: UITextRange) -> CGRect { base.firstRect(for: range) }
  func caretRect(for position: UITextPosition) -> CGRect { base.caretRect(for: position) }
  func closestPosition(to point: CGPoint) -> UITextPosition? { base.closestPosition(to: point) }
  func characterRange(at point: CGPoint) -> UITextRange? { base.characterRange(at: point) }
}
