@_spi(StandIn) import AppKit
import AppleAdapters
@_spi(StandIn) import SwiftUI
import Testing

/// Uses the text views of the Mac as a person does.
@MainActor struct MarkdownTextViewTests {
  /// A delegate as in the documentation of `takesKey`.
  final class Host: NSObject, NSTextViewDelegate {
    var commands: TextViewCommands?
    func textView(
      _ textView: NSTextView, shouldChangeTextIn range: NSRange, replacementString: String?
    ) -> Bool { commands?.takesKey(replacing: range, with: replacementString) != true }
  }
  let window = NSWindow()
  let host = Host()

  private func view(_ text: String, _ location: Int, _ length: Int = 0) -> MarkdownTextView {
    let view = MarkdownTextView(frame: NSRect(x: 0, y: 0, width: 400, height: 300))
    _ = window.makeFirstResponder(view)
    view.string = text
    view.setSelectedRange(NSRange(location: location, length: length))
    view.layoutSubtreeIfNeeded()
    return view
  }
  private func font(_ word: String, in view: NSTextView) -> NSFont? {
    let place = (view.string as NSString).range(of: word).location
    return view.textStorage?.attribute(.font, at: place, effectiveRange: nil) as? NSFont
  }

  /// Either text view whose keys are commands: of a plain one, its delegate runs them.
  private func view(isPlain: Bool, _ text: String, _ location: Int, _ length: Int = 0) -> NSTextView
  {
    if !isPlain { return view(text, location, length) }
    let view = NSTextView()
    _ = window.makeFirstResponder(view)
    view.string = text
    view.setSelectedRange(NSRange(location: location, length: length))
    host.commands = TextViewCommands(view)
    view.delegate = host
    return view
  }

  /// `B` is ⌘B, `⇤` is Shift-Tab; other characters are keys.
  @Test(arguments: [
    ("- seed", 6, 0, "\n", "- seed\n- "), ("- seed\n- ", 9, 0, "\nx", "- seed\n\nx"),
    // As in any editor, Backspace removes the marker.
    ("- seed\n- ", 9, 0, "⌫x", "- seed\n\nx"), ("- a\n- b", 7, 0, "\t", "- a\n  - b"),
    ("ab", 1, 0, "\t", "a\tb"), ("a **b** c", 4, 5, "x", "a **x**"),
    ("a ", 2, 0, "BxBy", "a **x**y"), ("word", 2, 0, "BB", "word"), ("ab ", 3, 0, "B⌫", "ab"),
    ("seed", 0, 4, "# S", "# S"), ("- a\n  - b", 9, 0, "⇤", "- a\n- b"), ("a", 1, 0, "⇤", "a"),
  ])
  func keysAreCommands(text: String, start: Int, length: Int, keys: String, after: String) {
    for isPlain in keys.contains("⇤") ? [false] : [false, true] {
      let view = view(isPlain: isPlain, text, start, length)
      for key in keys {
        switch key {
        case "B" where isPlain: host.commands?.perform(.toggle(.strong))
        case "B": _ = view.performKeyEquivalent(with: NSEvent(key: "b", .command))
        case "⌫": view.press(Selector("deleteBackward:"))
        case "\n": view.press(Selector("insertNewline:"))
        case "\t": view.press(Selector("insertTab:"))
        case "⇤": view.press(Selector("insertBacktab:"))
        default: view.insertText(String(key), replacementRange: view.selectedRange())
        }
      }
      #expect(view.string == after)
      if let view = view as? MarkdownTextView { #expect(view.markdownEditor.text == after) }
      // The edits of undo are not keys.
      while view.undoManager?.canUndo == true { view.undoManager?.undo() }
      #expect(view.string == text)
    }
  }

  @Test func aComposedTextGetsThePendingMark() {
    let view = view("a ", 2)
    let none = NSRange(location: NSNotFound, length: 0)
    #expect(view.performKeyEquivalent(with: NSEvent(key: "b", .command)))
    view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0), replacementRange: none)
    view.insertText("日本", replacementRange: none)
    #expect(view.string == "a **日本**" && view.markdownEditor.text == view.string)
  }

  @Test func aKeyOfAnInputMethodIsNoCommand() throws {
    let view = view(isPlain: true, "- a", 3)
    let commands = try #require(host.commands)
    #expect(!commands.takesKey(replacing: NSRange(location: 0, length: 1), with: nil))
    view.setMarkedText(
      "に", selectedRange: NSRange(location: 1, length: 0),
      replacementRange: NSRange(location: NSNotFound, length: 0))
    #expect(!commands.takesKey(replacing: view.selectedRange(), with: "\n"))
  }

  @Test func keysCanBeSwitchedOff() {
    let view = view("- a", 3)
    view.performsKeys = false
    view.press(Selector("insertNewline:"))
    view.press(Selector("insertTab:"))
    view.press(Selector("insertBacktab:"))
    view.press(Selector("deleteBackward:"))
    #expect(view.string == "- a\n")
    #expect(view.markdownEditor.text == view.string)
  }

  @Test func shortcutsAreCommands() {
    let view = view("See the seed list.", 8, 4)
    #expect(view.performKeyEquivalent(with: NSEvent(key: "b", .command)))
    #expect(view.string == "See the **seed** list." && view.undoManager?.undoActionName == "Strong")
    #expect(view.performKeyEquivalent(with: NSEvent(key: "8", [.command, .shift])))
    #expect(view.string == "- See the **seed** list.")
    #expect(!view.performKeyEquivalent(with: NSEvent(key: "q", .command)))
    _ = window.makeFirstResponder(nil)
    #expect(!view.performKeyEquivalent(with: NSEvent(key: "b", .command)))
  }

  @Test func aClickOnABoxChecksIt() {
    let view = view("- [ ] basil\n- [ ] dill", 14)
    view.mouseDown(with: NSEvent(clickAt: NSPoint(x: 3 * 8, y: 30)))
    #expect(view.string == "- [ ] basil\n- [x] dill" && view.selectedRange().location == 14)
    view.mouseDown(with: NSEvent(clickAt: NSPoint(x: 12 * 8, y: 30)))
    view.togglesTasks = false
    view.mouseDown(with: NSEvent(clickAt: NSPoint(x: 3 * 8, y: 30)))
    #expect(view.string == "- [ ] basil\n- [x] dill")
  }

  @Test func theTextIsStyledAsItIsWritten() throws {
    let view = view("# Seeds\n\n*a* `b`", 7)
    #expect(font("Seeds", in: view)?.pointSize == 13 * 1.6)
    #expect(font("a", in: view)?.fontDescriptor.symbolicTraits == .italic)
    #expect(font("b", in: view)?.fontName == ".SFNSMono")
    view.insertText("!", replacementRange: view.selectedRange())
    view.layoutSubtreeIfNeeded()
    #expect(font("!", in: view)?.fontDescriptor.symbolicTraits == .bold)
    let color =
      view.textStorage?.attribute(.foregroundColor, at: 2, effectiveRange: nil) as? NSColor
    let dark = try #require(NSAppearance(named: .darkAqua))
    let light = try #require(NSAppearance(named: .aqua))
    #expect(color?.resolved(in: dark).components == [1, 1, 1, 1])
    #expect(color?.resolved(in: light).components == [0, 0, 0, 1])
    view.theme?.fontName = "Georgia"
    view.theme?.textSize = 15
    view.theme?.delimiters = .hidden
    view.layoutSubtreeIfNeeded()
    #expect(font("a", in: view)?.fontName == "Georgia" && font("a", in: view)?.pointSize == 15)
    #expect(font("*a", in: view)?.pointSize == 0.01)
    view.setSelectedRange(NSRange(location: 11, length: 0))
    view.layoutSubtreeIfNeeded()
    #expect(font("*a", in: view)?.pointSize == 15 && font("# S", in: view)?.pointSize == 0.01)
    view.theme = nil
    view.layoutSubtreeIfNeeded()
    #expect(font("a", in: view) == nil)
  }

  @Test func whileAnInputMethodComposesNothingIsStyled() {
    let view = view("**a** ", 6)
    let none = NSRange(location: NSNotFound, length: 0)
    view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0), replacementRange: none)
    view.textStorage?.removeAttribute(.font, range: NSRange(location: 6, length: 1))
    view.layoutSubtreeIfNeeded()
    #expect(font("に", in: view) == nil)
    view.unmarkText()
    view.needsLayout = true
    view.layoutSubtreeIfNeeded()
    #expect(font("に", in: view) != nil)
  }

  @Test func anotherDialectIsShown() {
    let view = view("~~a~~", 0)
    func isStruck() -> Bool {
      view.textStorage?.attribute(.strikethroughStyle, at: 2, effectiveRange: nil) != nil
    }
    #expect(isStruck())
    view.dialect = .commonMark
    view.layoutSubtreeIfNeeded()
    #expect(!isStruck() && view.dialect == .commonMark)
  }

  @Test func swiftUIShowsTheView() throws {
    let state = State(wrappedValue: MarkdownText("a"))
    let host = RepresentableHost(
      MarkdownTextEditor(text: state.projectedValue) { $0.theme?.textSize = 20 })
    let view = try #require(host.view.documentView as? MarkdownTextView)
    #expect(view.string == "a" && host.view.hasVerticalScroller && view.theme?.textSize == 20)
    view.setSelectedRange(NSRange(location: 0, length: 1))
    view.insertText("b", replacementRange: view.selectedRange())
    #expect(state.wrappedValue.string == "b")
    state.wrappedValue = MarkdownText("c")
    host.update(MarkdownTextEditor(text: state.projectedValue, dialect: .commonMark))
    #expect(view.string == "c" && view.dialect == .commonMark)
  }
}
