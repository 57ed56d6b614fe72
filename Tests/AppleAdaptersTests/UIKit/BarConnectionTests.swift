import AppleAdapters
import Testing
@_spi(StandIn) import UIKit

/// A custom text input that registers no undo of its edits.
@MainActor final class PlainInput: UITextField {
  private let steps = UndoManager()
  override var undoManager: UndoManager? { steps }
}

@MainActor struct BarConnectionTests {
  @Test(arguments: [true, false])
  func theBarRegistersUndoForAnInputThatDoesNot(registersUndo: Bool) throws {
    let input = PlainInput(frame: .zero)
    input.text = "ab"
    input.selectedTextRange = input.textRange(
      from: input.beginningOfDocument, to: input.endOfDocument)
    let bar = MarkdownInputAccessoryView()
    bar.attach(to: input, registersUndo: registersUndo)
    bar.tap("code")
    #expect(input.text == "`ab`" && bar.bar["code"]?.isOn == true)
    let undo = try #require(input.undoManager)
    #expect(undo.canUndo == registersUndo)
    if !registersUndo { return }
    #expect(undo.undoActionName == "Code")
    undo.undo()
    #expect(input.text == "ab")
    #expect(
      input.offset(from: input.beginningOfDocument, to: try #require(input.selectedTextRange).end)
        == 2)
    undo.redo()
    #expect(input.text == "`ab`")
    undo.undo()
    #expect(input.text == "ab")
  }

  @Test func aKeyIsUndoneAsATapIs() throws {
    let input = PlainInput(frame: .zero)
    input.text = "- a"
    input.selectedTextRange = input.textRange(from: input.endOfDocument, to: input.endOfDocument)
    let bar = MarkdownInputAccessoryView()
    bar.options.whileComposing = .commits
    bar.attach(to: input, registersUndo: true)
    #expect(bar.takesKey(replacing: NSRange(location: 3, length: 0), with: "\n"))
    #expect(input.text == "- a\n- ")
    try #require(input.undoManager).undo()
    #expect(input.text == "- a")
    // Return belongs to the input method, even if a button confirms its text.
    input.setMarkedText("e", selectedRange: NSRange(location: 1, length: 0))
    #expect(!bar.takesKey(replacing: NSRange(location: 4, length: 0), with: "\n"))
    #expect(input.markedTextRange != nil)
    #expect(bar.tap("strong") && input.markedTextRange == nil)
  }

  @Test func anInputWithoutAnEditorHasTheBarsDialect() {
    let field = UITextField(frame: .zero)
    field.text = "a"
    let bar = MarkdownInputAccessoryView(dialect: .commonMark)
    bar.attach(to: field)
    #expect(bar.bar["strikethrough"] == nil)
    bar.dialect = .gitHub
    #expect(bar.bar["strikethrough"] != nil)
  }
}
