@_spi(StandIn) import AppKit
import AppleAdapters
@_spi(StandIn) import SwiftUI
import Testing

/// Text that is not typed, text that must not be changed, and undo, as a person on a Mac sees them.
@MainActor struct MacEditingTests {
  final class Host: NSObject, NSTextViewDelegate {
    let manager = UndoManager()
    var commands: TextViewCommands?
    var changes = 0
    func undoManager(for view: NSTextView) -> UndoManager? { manager }
    func textView(
      _ textView: NSTextView, shouldChangeTextIn range: NSRange, replacementString: String?
    ) -> Bool { commands?.takesKey(replacing: range, with: replacementString) != true }
    func textDidChange(_ notification: Notification) { changes += 1 }
  }
  let window = MacWindow()
  let host = Host()

  // MARK: Text that is not typed

  @Test func aPredictionIsNotInTheText() {
    let view = window.view("See the ‸")
    view.predict("seed")
    #expect(view.string == "See the seed" && view.text == "See the ")
    #expect(view.predictedTextRange == NSRange(location: 8, length: 4) && !view.isComposing)
    #expect(view.barrier() == nil && view.typedText.description == "See the ")
    view.inlinePredictionType = .no
    #expect(view.predictedTextRange == nil && view.isComposing)
  }

  @Test(arguments: ["B", "⏎", "⇥", "⌫", "⇤"])
  func aKeyRemovesAPrediction(key: String) {
    for plainKeys in key == "⇤" ? [false] : [false, true] {
      let view = window.view("- seed list‸")
      view.performsKeys = !plainKeys
      view.predict("s of all")
      if key == "B" { window.press("8", [.command, .shift]) } else { view.type(key) }
      let after = [
        "B": "seed list", "⏎": plainKeys ? "- seed list\n" : "- seed list\n- ",
        "⌫": "- seed lis", "⇤": "- seed list", "⇥": "- seed list\t",
      ]
      #expect(view.string == after[key] && view.markdownEditor.text == view.string)
      #expect(!view.hasMarkedText())
    }
  }

  @Test(arguments: [true, false]) func aCommandRemovesAPrediction(isPlain: Bool) {
    let view = isPlain ? window.show(NSTextView(), "See ‸") : window.view("See ‸")
    let commands = TextViewCommands(view)
    func quote() -> Outcome {
      (view as? MarkdownTextView)?.perform(.quote) ?? commands.perform(.quote)
    }
    view.inlinePredictionType = .no
    view.predict("list")
    #expect(quote() == .unchanged(.composing) && view.string == "See list")
    view.inlinePredictionType = .default
    view.set("See ‸")
    view.unmarkText()
    view.set("See ‸")
    view.predict("list")
    #expect(quote().plan != nil && view.string == "> See ")
  }

  @Test func typingReplacesAPrediction() {
    let view = window.view("a ‸")
    view.predict("seed")
    view.type("s")
    #expect(view.string == "a s" && view.text == "a s")
  }

  @Test(arguments: [true, false])
  func theCaretAtTheStartOfACompositionDeletesNothing(isPlain: Bool) {
    let view = isPlain ? window.show(NSTextView(), "a ‸") : window.view("a ‸")
    let commands = TextViewCommands(view)
    view.compose("にほ")
    view.compose("にほ", caret: 0)
    if let view = view as? MarkdownTextView {
      #expect(view.perform(.toggle(.strong)) == .unchanged(.composing))
      #expect(view.commandStates()["strong"]?.reason == .composing)
      #expect(!window.press("b") && view.isComposing && view.text == "a にほ")
    } else {
      #expect(commands.perform(.toggle(.strong)) == .unchanged(.composing))
      #expect(commands.commandStates()["strong"]?.reason == .composing)
    }
    #expect(view.string == "a にほ" && view.hasMarkedText())
  }

  @Test func theBindingHasCompositionsAndNoPredictions() throws {
    let state = State(wrappedValue: "a ")
    let host = RepresentableHost(MarkdownTextEditor(text: state.projectedValue))
    let view = try #require(host.view.documentView as? MarkdownTextView)
    view.setSelectedRange(NSRange(location: 2, length: 0))
    view.predict("seed")
    #expect(view.string == "a seed" && state.wrappedValue == "a ")
    view.type("s")
    #expect(state.wrappedValue == "a s")
    view.compose("に")
    #expect(state.wrappedValue == "a sに")
    view.compose("にほ")
    #expect(state.wrappedValue == "a sにほ")
    // The app sends the text while the input method is composing.
    state.wrappedValue = ""
    host.update(MarkdownTextEditor(text: state.projectedValue))
    #expect(view.string == "" && !view.hasMarkedText() && view.inputContext?.discarded == 1)
    view.type("b")
    #expect(state.wrappedValue == "b")
    view.undoManager?.undo()
    view.undoManager?.undo()
    #expect(state.wrappedValue == view.string && Exceptions.raised.isEmpty)
  }

  /// An update takes the focus from no other view.
  @Test func swiftUIMovesOnlyItsOwnFocus() async throws {
    let (text, isFocused) = (State(wrappedValue: "a"), State(wrappedValue: false))
    let editor = MarkdownTextEditor(
      text: text.projectedValue, isFocused: isFocused.projectedValue)
    let host = RepresentableHost(editor)
    let view = window.show(try #require(host.view.documentView as? MarkdownTextView), "a‸")
    #expect(isFocused.wrappedValue)
    let other = window.view("b‸")
    #expect(!isFocused.wrappedValue)
    for (value, responder) in [(false, other), (true, view), (false, nil)] {
      isFocused.wrappedValue = value
      host.update(editor)
      for _ in 1...5 { await Task.yield() }
      #expect(window.window.firstResponder === responder)
    }
  }

  @Test func aTextForReadingKeepsItsSelection() {
    let view = window.view("one ⟦two⟧\nthree")
    view.isEditable = false
    #expect(view.show("zero\none two\nthree") && view.shown == "zero\none ⟦two⟧\nthree")
  }

  @Test func swiftUIHasTheSelectionAndTheHeight() throws {
    let text = State(wrappedValue: "one two\nthree")
    let selection = State(wrappedValue: NSRange(location: 4, length: 3))
    let editor = MarkdownTextEditor(
      text: text.projectedValue, selection: selection.projectedValue, height: .lines(1...9))
    let host = RepresentableHost(editor)
    let view = try #require(host.view.documentView as? MarkdownTextView)
    #expect(view.shown == "one ⟦two⟧\nthree")
    view.setSelectedRange(NSRange(location: 0, length: 3))
    #expect(selection.wrappedValue == NSRange(location: 0, length: 3))
    let height = try #require(host.size(editor, width: 300)?.height)
    view.textContainerInset.height = 10
    #expect(host.size(editor, width: 300) == CGSize(width: 300, height: height + 20))
  }

  @Test(arguments: [true, false])
  func settingTheTextEndsACompositionAndAPrediction(isString: Bool) {
    let view = window.view("a ‸")
    for isPrediction in [true, false] {
      if isPrediction { view.predict("seed") } else { view.compose("にほ") }
      if isString { view.string = "new" } else { view.text = "new" }
      #expect(view.string == "new" && view.text == "new" && !view.hasMarkedText())
      view.type("x")
      #expect(view.string == "newx" && view.markdownEditor.text == "newx")
    }
    // The input method would enter its text again.
    #expect(view.inputContext?.discarded == 2)
    view.text = "b"
    #expect(view.inputContext?.discarded == 2)
  }

  @Test func anOutsideChangeEndsACompositionAndAPrediction() {
    let view = window.view("a ‸")
    view.predict("seed")
    #expect(view.show("a b ") && view.string == "a b " && !view.hasMarkedText())
    view.set("a ‸")
    view.compose("に")
    #expect(view.show("x a に") && view.string == "x a に" && !view.hasMarkedText())
    #expect(view.inputContext?.discarded == 2 && view.shown == "x a に‸")
    view.compose("ほ")
    view.setWritingTools(active: true)
    #expect(!view.show("c") && view.string == "x a にほ" && view.hasMarkedText())
  }

  @Test(arguments: [true, false])
  func typedTextGetsThePendingMark(isPlain: Bool) {
    let view = isPlain ? window.show(NSTextView(), "a ‸") : window.view("a ‸")
    let commands = TextViewCommands(view)
    func toggle() {
      if isPlain { commands.perform(.toggle(.strong)) } else { window.press("b") }
    }
    toggle()
    view.compose("に")
    view.compose("にほ")
    view.insertText("日本", replacementRange: NSRange(location: NSNotFound, length: 0))
    #expect(view.shown == "a **日本‸**" || view.shown == "a **日本**‸")
    view.undoManager?.undo()
    #expect(view.string == "a 日本")
    view.undoManager?.redo()
    #expect(view.string == "a **日本**")
  }

  @Test(arguments: [true, false])
  func aPendingMarkEndsWhenTheCaretMoves(isPlain: Bool) {
    let view = isPlain ? window.show(NSTextView(), "a ‸") : window.view("a ‸")
    let commands = TextViewCommands(view)
    if isPlain { commands.perform(.toggle(.strong)) } else { window.press("b") }
    for place in [0, 2] { view.setSelectedRange(NSRange(location: place, length: 0)) }
    view.type("b")
    #expect(view.shown == "a b‸")
  }

  @Test func keysAndUndoOfAnAppsOwnView() {
    let view = window.show(NSTextView(), "- a‸")
    let commands = TextViewCommands(view)
    host.commands = commands
    view.delegate = host
    view.type("⏎b")
    #expect(view.string == "- a\n- b" && host.changes == 2)
    commands.perform(.toggle(.strong))
    view.type("c")
    #expect(
      view.string == "- a\n- b**c**" || view.string == "- a\n- **b**c" || view.string.contains("**")
    )
    while host.manager.canUndo { host.manager.undo() }
    #expect(view.string == "- a")
    while host.manager.canRedo { host.manager.redo() }
    #expect(view.string.hasPrefix("- a\n- ") && view.string.contains("**"))
    view.isEditable = false
    #expect(commands.perform(.toggle(.strong)) == .unchanged(.readOnly))
    view.isEditable = true
    view.setWritingTools(active: true)
    #expect(commands.perform(.toggle(.strong)) == .unchanged(.beingRewritten))
    #expect(!commands.takesKey(replacing: view.selectedRange(), with: "\n"))
    #expect(Exceptions.raised.isEmpty)
  }

  @Test func theCommandsOfAViewThatIsGone() {
    var view: NSTextView? = window.show(NSTextView(), "a‸")
    let commands = TextViewCommands(view ?? NSTextView())
    view = nil
    #expect(commands.perform(.toggle(.strong)) == .unchanged(.noSelection))
    #expect(commands.commandStates().isEmpty)
    #expect(!commands.takesKey(replacing: NSRange(), with: "\n"))
  }

  // MARK: Text that must not be changed

  @Test(arguments: [true, false])
  func nothingChangesATextThatIsReadOnlyOrBeingRewritten(isReadOnly: Bool) throws {
    let view = window.view("- [ ] ⟦a⟧ b")
    let menu = view.markdownMenu()
    let text = view.string
    var pictures = 0
    view.onPasteImage = { _ in
      pictures += 1
      return nil
    }
    if isReadOnly { view.isEditable = false } else { view.setWritingTools(active: true) }
    #expect(view.barrier() == (isReadOnly ? .readOnly : .beingRewritten))
    #expect(view.opened(menu).isEmpty)
    for item in menu.commands { view.runMarkdownCommand(item) }
    #expect(!window.press("b") && !window.press("8", [.command, .shift]))
    view.mouseDown(with: NSEvent(clickAt: NSPoint(x: 3 * 8 + 2, y: 10)))
    view.copy(nil)
    #expect(NSPasteboard.general.string(forType: .string) == "a")
    view.cut(nil)
    window.copy([.string: "x", .html: "<b>x</b>"])
    view.paste(nil)
    view.pasteAsPlainText(nil)
    #expect(!view.drop(NSPasteboard.general, at: 0) && !view.drop(at: 0))
    for source in [view as Any?, nil] {
      let drag = Drag(.general, from: source, to: .zero)
      #expect(view.dragOperation(for: drag, type: .string) == [])
      #expect(!view.performDragOperation(drag))
    }
    window.copy([.png: "x"])
    view.paste(nil)
    #expect(view.menu(for: NSEvent(clickAt: .zero))?.commands.isEmpty == true)
    for name in ["cut:", "paste:", "pasteAsPlainText:"] {
      let item = NSMenuItem(title: name, action: Selector(name), keyEquivalent: "")
      #expect(!view.validateUserInterfaceItem(item))
    }
    let copy = NSMenuItem(title: "Copy", action: Selector("copy:"), keyEquivalent: "c")
    #expect(view.validateUserInterfaceItem(copy))
    if isReadOnly { view.type("x⏎⌫⇥⇤") }
    view.performsKeys = true
    #expect(view.perform(.toggle(.strong)).plan == nil)
    #expect(view.string == text && view.markdownEditor.text == text && pictures == 0)
    // What the app shows is not what a person edits.
    #expect(view.show("new") == isReadOnly)
    #expect(view.string == (isReadOnly ? "new" : text) && Exceptions.raised.isEmpty)
  }

  @Test func aKeyWhileWritingToolsRewriteIsNoCommand() {
    let view = window.view("- a‸")
    view.setWritingTools(active: true)
    view.type("⏎")
    #expect(view.string == "- a\n")
    view.setWritingTools(active: false)
    #expect(view.opened(view.markdownMenu()).contains("Bold"))
  }

  // MARK: Undo

  @Test(arguments: [true, false])
  func undoAfterAnOutsideChangeLeadsBackStepByStep(hasDelegate: Bool) {
    let view = window.view("one\ntwo\nthree‸")
    if hasDelegate { view.delegate = host }
    view.setSelectedRange(NSRange(location: 5, length: 0))
    view.type("X")
    view.setSelectedRange(NSRange(location: 9, length: 5))
    window.press("b")
    let undo = view.undoManager
    #expect(view.shown == "one\ntXwo\n**⟦three⟧**" && undo?.undoActionName == "Bold")
    #expect(view.show("zero\none\ntXwo\n**three**\nfour"))
    #expect(view.shown == "zero\none\ntXwo\n**⟦three⟧**\nfour")
    var texts: [String] = []
    while undo?.canUndo == true {
      undo?.undo()
      texts.append(view.string)
    }
    #expect(texts == ["one\ntXwo\n**three**", "one\ntXwo\nthree", "one\ntwo\nthree"])
    while undo?.canRedo == true { undo?.redo() }
    #expect(view.string == "zero\none\ntXwo\n**three**\nfour" && Exceptions.raised.isEmpty)
    #expect(view.markdownEditor.text == view.string)
    #expect((undo === host.manager) == hasDelegate)
  }

  @Test(arguments: [true, false])
  func undoAfterAWholeTextIsSetDoesNothing(hasDelegate: Bool) {
    for isString in [true, false] {
      let view = window.view("a long text‸")
      if hasDelegate { view.delegate = host }
      view.type(" with more")
      if isString { view.string = "b" } else { view.text = "b" }
      while view.undoManager?.canUndo == true { view.undoManager?.undo() }
      view.undoManager?.undo()
      #expect(view.string == "b" && Exceptions.raised.isEmpty)
      view.type("c")
      view.undoManager?.undo()
      #expect(view.string == "b" && Exceptions.raised.isEmpty)
    }
  }

  @Test func undoAfterTheViewIsGoneDoesNothing() {
    for hasDelegate in [true, false] {
      do {
        let view = window.view("a‸")
        if hasDelegate { view.delegate = host }
        view.type("b")
        window.press("b")
      }
      #expect(window.window.firstResponder == nil)
      for manager in [host.manager, window.window.undoManager] {
        while manager?.canUndo == true { manager?.undo() }
      }
      #expect(Exceptions.raised.isEmpty)
    }
  }

  @Test func twoViewsOfAWindowUndoForThemselves() {
    let (first, second) = (window.view("a‸"), window.view("b‸"))
    first.type("1")
    second.type("2")
    first.undoManager?.undo()
    #expect(first.string == "a" && second.string == "b2")
    second.undoManager?.undo()
    first.undoManager?.redo()
    #expect(first.string == "a1" && second.string == "b")
    // An app may return the window's manager, which is the view's own all the same.
    #expect(first.undoManager !== window.window.undoManager)
  }

  @Test(arguments: [true, false], [true, false])
  func undoAndRedoDoNotMarkText(isPlain: Bool, isRedo: Bool) {
    let text = isRedo ? "a ‸" : "a b‸"
    let view = isPlain ? window.show(NSTextView(), text) : window.view(text)
    let commands = TextViewCommands(view)
    view.type(isRedo ? "b" : "⌫")
    if isRedo { view.undoManager?.undo() }
    #expect(view.shown == "a ‸")
    if isPlain { commands.perform(.toggle(.strong)) } else { window.press("b") }
    if isRedo { view.undoManager?.redo() } else { view.undoManager?.undo() }
    #expect(view.shown == "a b‸")
  }

  @Test func undoWaitsUntilATextCanBeEdited() {
    let view = window.view("a‸")
    view.type("b")
    view.isEditable = false
    view.undoManager?.undo()
    #expect(view.string == "ab")
    view.isEditable = true
    view.undoManager?.undo()
    #expect(view.string == "a" && view.undoManager?.canUndo == false)
  }

  // MARK: The placeholder

  @Test func thePlaceholderIsDrawnInAnEmptyView() throws {
    let view = window.view("‸")
    func drawn() -> CGContext.Shape? {
      let context = CGContext()
      NSGraphicsContext.current = NSGraphicsContext(cgContext: context, flipped: true)
      defer { NSGraphicsContext.current = nil }
      view.draw(view.bounds)
      return context.shapes.first
    }
    #expect(drawn() == nil)
    view.placeholder = "Write"
    let shape = try #require(drawn())
    // The first character is at 5 points from the container, whose origin is at (3, 4).
    #expect(shape.name == "Write" && shape.frame == CGRect(x: 8, y: 4, width: 384, height: 292))
    #expect(shape.color == NSColor.placeholderTextColor.components)
    #expect(view.accessibilityPlaceholder == "Write")
    view.needsDisplay = false
    view.compose("に")
    #expect(view.needsDisplay && drawn() == nil)
    view.unmarkText()
    view.needsDisplay = false
    view.type("⌫")
    #expect(view.needsDisplay && drawn()?.name == "Write")
    view.needsDisplay = false
    view.placeholder = nil
    #expect(view.needsDisplay && drawn() == nil)
  }
}
