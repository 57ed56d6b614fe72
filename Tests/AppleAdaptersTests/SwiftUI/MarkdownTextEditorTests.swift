import AppleAdapters
import MarkdownEditing
@_spi(StandIn) import SwiftUI
import Testing
@_spi(StandIn) import UIKit

/// A model that stores a string, at once or later, as it is or changed.
@MainActor private final class Model {
  var text: String
  var change: (String) -> String = { $0 }
  var waiting: [String]?
  init(_ text: String) { self.text = text }

  var binding: Binding<String> {
    Binding(
      get: { @MainActor in self.text },
      set: { @MainActor in
        if self.waiting == nil { self.text = self.change($0) } else { self.waiting?.append($0) }
      })
  }
  /// A binding that makes a new value each time it is asked.
  var version: Binding<MarkdownText> {
    Binding(
      get: { @MainActor in MarkdownText(self.text) }, set: { @MainActor in self.text = $0.string })
  }
}

@MainActor struct MarkdownTextEditorTests {
  @State var text = "See the seed list."

  @Test func textFlowsBothWays() {
    let host = RepresentableHost(MarkdownTextEditor(text: $text))
    #expect(host.view.text == "See the seed list.")
    host.view.selectedRange = NSRange(location: 8, length: 4)
    #expect(host.view.bar.bar["strong"]?.isEnabled == true)
    host.view.bar.tap("strong")
    #expect(text == "See the **seed** list.")
    host.view.type("!")
    #expect(text == "See the **!** list.")
    let revision = host.view.markdownEditor.revision
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.markdownEditor.revision == revision)
    text = "Another."
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.text == "Another.")
    #expect(host.view.markdownEditor.buffer.description == "Another.")
  }

  @Test func anUnchangedTextKeepsTheCaret() {
    let host = RepresentableHost(MarkdownTextEditor(text: $text))
    host.view.selectedRange = NSRange(location: 3, length: 0)
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.selectedRange == NSRange(location: 3, length: 0))
  }

  /// A change from elsewhere ends a composition, and waits for Writing Tools.
  @Test func aChangeFromElsewhereIsShownAtOnceOrAfterWritingTools() {
    let host = RepresentableHost(MarkdownTextEditor(text: $text))
    host.view.setMarkedText("é", selectedRange: NSRange(location: 1, length: 0))
    #expect(text == "See the seed list.é")
    text = "Another."
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.text == "Another." && host.view.markedTextRange == nil)
    host.view.type("!")
    #expect(text == "Another.!")
    host.view.setWritingTools(active: true)
    text = "A third."
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.text == "Another.!")
    host.view.setWritingTools(active: false)
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.text == "A third.")
  }

  /// “Send” empties the text while a prediction or an input method shows text of its own.
  @Test(arguments: [true, false]) func sendEmptiesTheText(isPrediction: Bool) {
    text = ""
    let editor = MarkdownTextEditor(text: $text)
    let host = RepresentableHost(editor)
    host.view.type("See the")
    host.update(editor)
    if isPrediction {
      host.view.predict(" list")
      host.update(editor)
      #expect(text == "See the" && host.view.text == "See the")
      #expect(host.view.textStorage.string == "See the list")
    } else {
      host.view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0))
      host.update(editor)
      #expect(text == "See theに")
    }
    text = ""
    host.update(editor)
    #expect(host.view.text == "" && host.view.markedTextRange == nil)
    host.view.type("O")
    host.update(editor)
    #expect(text == "O" && host.view.text == "O")
  }

  /// A model that stores a string makes a new value each time it is asked.
  @Test func aModelOfAStringKeepsCaretAndUndo() {
    let model = Model("one\ntwo")
    let binding = model.version
    let host = RepresentableHost(MarkdownTextEditor(text: binding))
    host.view.selectedRange = NSRange(location: 3, length: 0)
    for key in ["a", "b"] {
      host.view.type(key)
      host.update(MarkdownTextEditor(text: binding))
    }
    #expect(host.view.marked == "oneab‸\ntwo" && model.text == "oneab\ntwo")
    host.view.undoManager?.undo()
    host.view.undoManager?.undo()
    #expect(host.view.text == "one\ntwo" && model.text == "one\ntwo")
  }

  @Test func aChangeFromElsewhereKeepsCaretUndoAndScrolling() {
    text = (1...50).map { "line \($0)" }.joined(separator: "\n")
    let editor = MarkdownTextEditor(text: $text)
    let host = RepresentableHost(editor)
    host.view.frame = CGRect(x: 0, y: 0, width: 300, height: 200)
    host.view.selectedRange = (text as NSString).range(of: "line 30")
    host.view.contentOffset.y = 400
    host.view.type("mine")
    host.update(editor)
    let before = text
    // Another device adds a line above, and changes one below.
    text =
      "new\n" + text.replacingOccurrences(of: "line 44\n", with: "line forty-four\n")
    host.update(editor)
    #expect(host.view.text == text && host.view.contentOffset.y == 400)
    #expect(host.view.marked.contains("line 29\nmine‸\nline 31"))
    host.view.undoManager?.undo()
    #expect(host.view.text == before && text == before)
    host.view.undoManager?.undo()
    #expect(host.view.text.contains("line 30") && !host.view.text.contains("mine"))
  }

  /// A model that stores a text later returns older ones meanwhile, which must not come back.
  @Test func aLateModelLosesNothing() {
    let model = Model("")
    model.waiting = []
    let editor = MarkdownTextEditor(text: model.binding)
    let host = RepresentableHost(editor)
    for key in "abc" {
      host.view.type(String(key))
      host.update(editor)
    }
    for value in model.waiting ?? [] {
      model.text = value
      host.update(editor)
      #expect(host.view.marked == "abc‸")
    }
    model.text = "abcd"
    host.update(editor)
    #expect(host.view.text == "abcd")
  }

  /// A model may change what it is given, for example to limit its length.
  @Test func aModelMayChangeTheText() {
    let model = Model("abcd")
    model.change = { String($0.prefix(5).uppercased()) }
    let editor = MarkdownTextEditor(text: model.binding)
    let host = RepresentableHost(editor)
    host.view.type("E")
    host.update(editor)
    #expect(host.view.text == "ABCDE")
    text = "é"
    let other = RepresentableHost(MarkdownTextEditor(text: $text))
    text = "e\u{301}"
    other.update(MarkdownTextEditor(text: $text))
    #expect(other.view.text.unicodeScalars.count == 2)
  }

  @Test func argumentsReachTheView() async {
    let selection = State(wrappedValue: NSRange(location: 4, length: 3))
    let isFocused = State(wrappedValue: false)
    var theme = MarkdownTheme.standard
    theme.textSize = 30
    var tapped: [String] = []
    func editor(isEditable: Bool = true) -> MarkdownTextEditor {
      MarkdownTextEditor(
        text: $text, selection: selection.projectedValue, isFocused: isFocused.projectedValue,
        isEditable: isEditable, theme: theme, placeholder: "Write here"
      ) { $0.performsKeys = $0.isEditable }
      .onLinkTap { tapped.append($0) }
      .onPasteImage { "\($0.type).png" }
    }
    let stage = Stage()
    let host = RepresentableHost(editor())
    _ = stage.fill(with: host.view)
    #expect(host.view.selectedRange == NSRange(location: 4, length: 3))
    #expect(host.view.theme == theme && host.view.placeholder == "Write here")
    host.view.onLinkTap?("u")
    #expect(tapped == ["u"] && host.view.onPasteImage != nil && host.view.performsKeys)
    host.view.selectedRange = NSRange(location: 8, length: 4)
    #expect(selection.wrappedValue == NSRange(location: 8, length: 4))
    // The caret moves with the text, unless the app moves it.
    text = "Oh! " + text
    host.update(editor())
    await Task.yield()
    #expect(host.view.selectedRange == NSRange(location: 12, length: 4))
    #expect(selection.wrappedValue == NSRange(location: 12, length: 4))
    selection.wrappedValue = NSRange(location: 0, length: 3)
    host.update(editor())
    #expect(host.view.marked.hasPrefix("⟦Oh!⟧"))
    selection.wrappedValue = NSRange(location: 900, length: 3)
    host.update(editor())
    #expect(host.view.selectedRange == NSRange(location: 0, length: 3))
    isFocused.wrappedValue = true
    host.update(editor())
    await Task.yield()
    #expect(host.view.isFirstResponder)
    _ = host.view.resignFirstResponder()
    #expect(!isFocused.wrappedValue)
    _ = host.view.becomeFirstResponder()
    #expect(isFocused.wrappedValue)
    host.update(editor(isEditable: false))
    #expect(!host.view.isEditable && !host.view.performsKeys)
    host.update(editor())
    #expect(host.view.isEditable)
    host.update(editor(), isEnabled: false)
    #expect(!host.view.isEditable)
  }

  /// A binding that is set renders its views again.
  @Test func aBindingThatIsRightIsNotSet() async {
    let isFocused = State(wrappedValue: true)
    var sets = 0
    let binding = Binding(
      get: { @MainActor in isFocused.wrappedValue },
      set: { @MainActor in
        isFocused.wrappedValue = $0
        sets += 1
      })
    let stage = Stage()
    let host = RepresentableHost(MarkdownTextEditor(text: $text, isFocused: binding))
    _ = stage.fill(with: host.view)
    for _ in 1...5 { await Task.yield() }
    #expect(host.view.isFirstResponder && sets == 0)
    _ = host.view.resignFirstResponder()
    #expect(!isFocused.wrappedValue && sets == 1)
  }

  @Test func theHeightGrowsWithTheText() {
    text = "a"
    let editor = MarkdownTextEditor(text: $text, theme: nil, height: .lines(2...4))
    let host = RepresentableHost(editor)
    let edges = 16.0
    let attributes = MarkdownHighlighter().textAttributes
    let line = NSAttributedString(string: "x", attributes: attributes).size().height
    #expect(host.size(editor, width: 300) == CGSize(width: 300, height: 2 * line + edges))
    #expect(!host.view.isScrollEnabled)
    text = "a\nb\nc"
    host.update(editor)
    let grown = host.size(editor, width: 300)?.height ?? 0
    #expect(grown > 2 * line + edges && grown <= 4 * line + edges)
    text = String(repeating: "a\n", count: 20)
    host.update(editor)
    #expect(host.size(editor, width: 300)?.height == 4 * line + edges && host.view.isScrollEnabled)
    #expect(host.size(MarkdownTextEditor(text: $text), width: .infinity) == nil)
    let filling = RepresentableHost(MarkdownTextEditor(text: $text))
    #expect(filling.size(MarkdownTextEditor(text: $text), width: 300) == nil)
  }

  @Test func dialectAndOptionsAreTakenOver() {
    var options = EditingOptions.standard
    options.atEdge = .pending
    let first = MarkdownTextEditor(text: $text, dialect: .commonMark, options: options)
    let host = RepresentableHost(first)
    #expect(host.view.dialect == .commonMark)
    #expect(host.view.bar.options == options)
    host.update(MarkdownTextEditor(text: $text))
    #expect(host.view.dialect == .gitHub)
    #expect(host.view.bar.options == .standard)
  }

  @Test func anotherBindingIsWrittenTo() {
    let host = RepresentableHost(MarkdownTextEditor(text: $text))
    let other = State(wrappedValue: text)
    host.update(MarkdownTextEditor(text: other.projectedValue))
    host.view.type("!")
    #expect(text == "See the seed list.")
    #expect(other.wrappedValue == "See the seed list.!")
  }

  @Test func aKeyOfTheEditorCopiesNoText() {
    let long = String(repeating: "See the **seed** list.\n\n", count: 1000)
    let state = State(wrappedValue: MarkdownText(long))
    let editor = MarkdownTextEditor(text: state.projectedValue) { $0.bar.wording = .german }
    let host = RepresentableHost(editor)
    #expect(host.view.bar.wording == .german && host.view.text == long)
    host.view.selectedRange = NSRange(location: 4, length: 0)
    let copies = host.view.textStorage.copies
    for key in ["a", "b", "c"] {
      host.view.type(key)
      // SwiftUI updates the view with each new value of the binding.
      host.update(editor)
    }
    #expect(host.view.textStorage.copies == copies)
    #expect(state.wrappedValue.buffer.text(utf8: 0..<10) == "See abcthe")
    state.wrappedValue = MarkdownText("other")
    host.update(editor)
    #expect(host.view.text == "other" && state.wrappedValue.string == "other")
    #expect(MarkdownText("a") == MarkdownText("a") && MarkdownText("a") != MarkdownText("b"))
    let copy = state.wrappedValue
    #expect(copy == state.wrappedValue)
  }
}
