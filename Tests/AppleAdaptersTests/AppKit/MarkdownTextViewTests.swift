@_spi(StandIn) import AppKit
import AppleAdapters
import MarkdownEditing
import MarkdownSyntax
@_spi(StandIn) import SwiftUI
import Testing
import TextEditing

/// Uses the text view for the Mac as a person does.
@MainActor struct MarkdownTextViewTests {
  let window = NSWindow()

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

  @Test func keysAreCommands() {
    let view = view("- seed", 6)
    view.press(Selector("insertNewline:"))
    view.press(Selector("insertTab:"))
    #expect(view.string == "- seed\n  - ")
    view.press(Selector("insertBacktab:"))
    #expect(view.string == "- seed\n- ")
    view.press(Selector("deleteBackward:"))
    #expect(view.string == "- seed\n\n")
    view.insertText("x", replacementRange: NSRange(location: NSNotFound, length: 0))
    #expect(view.string == "- seed\n\nx" && view.markdownEditor.text == view.string)
    view.undoManager?.undo()
    #expect(view.string == "- seed\n\n" && view.markdownEditor.text == view.string)
  }

  @Test func typingOverASelectionKeepsMarksWhole() {
    let view = view("a **b** c", 4, 5)
    view.insertText("x", replacementRange: view.selectedRange())
    #expect(view.string == "a **x**")
    view.performsKeys = false
    view.press(Selector("insertNewline:"))
    view.press(Selector("insertTab:"))
    view.press(Selector("insertBacktab:"))
    view.press(Selector("deleteBackward:"))
    #expect(view.string == "a **x\n**")
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
    view.togglesClickedTasks = false
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
