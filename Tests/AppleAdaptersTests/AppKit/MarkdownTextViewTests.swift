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
    #expect(view.string == "See the **seed** list." && view.undoManager?.undoActionName == "Bold")
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

  /// A box of three characters begins at 16 points.
  @Test func aClickHitsTheCharacterUnderIt() {
    for (x, isHit) in [(12, false), (17, true), (39, true), (45, false), (200, false)] {
      let view = view("- [ ] basil", 11)
      view.mouseDown(with: NSEvent(clickAt: NSPoint(x: CGFloat(x), y: 8)))
      #expect((view.string == "- [x] basil") == isHit, "\(x)")
    }
    let view = view("- [ ] basil", 11)
    view.isEditable = false
    view.mouseDown(with: NSEvent(clickAt: NSPoint(x: 20, y: 8)))
    view.isEditable = true
    view.mouseDown(with: NSEvent(clickAt: NSPoint(x: 20, y: 200)))
    #expect(view.string == "- [ ] basil")
    view.string = String(repeating: "\n", count: 50) + view.string
    view.scroll(NSPoint(x: 0, y: 600))
    view.layoutSubtreeIfNeeded()
    let box = view.firstRect(
      forCharacterRange: NSRange(location: 52, length: 3), actualRange: nil)
    let corner = window.convertPoint(toScreen: .zero)
    view.mouseDown(
      with: NSEvent(clickAt: NSPoint(x: box.midX - corner.x, y: corner.y - box.midY)))
    #expect(view.string.hasSuffix("- [x] basil"))
  }

  @Test func aClickWithCommandFollowsALink() {
    let view = view("see [the site](/url) or <https://a.b>", 0)
    var heard: [String] = []
    let (link, address) = (NSPoint(x: 6 * 8, y: 8), NSPoint(x: 28 * 8, y: 8))
    view.mouseDown(with: NSEvent(clickAt: link, .command))
    view.onLinkTap = { heard.append($0) }
    view.mouseDown(with: NSEvent(clickAt: link))
    view.mouseDown(with: NSEvent(clickAt: NSPoint(x: 8, y: 8), .command))
    #expect(heard.isEmpty)
    view.mouseDown(with: NSEvent(clickAt: link, .command))
    view.isEditable = false
    view.mouseDown(with: NSEvent(clickAt: address))
    #expect(heard == ["/url", "https://a.b"])
  }

  @Test func bulletsCodeAndImagesAreDrawn() async throws {
    let view = view("- a\n- [x] b\n\n```\nc\n```\n\n![d](/e)\n", 28)
    view.theme?.delimiters = .hidden
    view.textContainer?.size.width = 110
    view.imageForSource = { _ in NSImage(size: NSSize(width: 200, height: 50)) }
    view.codeHighlighter = { _, _ in [(0..<1, MarkdownTheme.Color(light: 0xFF0000, dark: 0))] }
    view.layoutSubtreeIfNeeded()
    for _ in 1...4 { await Task.yield() }
    view.layoutSubtreeIfNeeded()
    func shapes(_ word: String) throws -> [CGContext.Shape] {
      let text = view.string as NSString
      let range = text.lineRange(for: text.range(of: word))
      let line = NSTextLineFragment(
        CGRect(x: 0, y: 0, width: 80, height: 15), NSRange(location: 0, length: range.length)
      ) { CGFloat($0) * 8 }
      let part = try #require(view.textStorage).attributedSubstring(from: range)
      return view.textLayoutManager?.draw(
        part, in: CGRect(x: 0, y: 0, width: 80, height: 15), lines: [line]) ?? []
    }
    #expect(try shapes("- a").map(\.name) == ["text", "fill oval"])
    #expect(try shapes("[x]").map(\.name) == ["text", "stroke rect", "stroke line"])
    #expect(try shapes("c\n").map(\.name) == ["fill rect", "text"])
    #expect(try shapes("c\n")[0].frame == CGRect(x: 0, y: 0, width: 110, height: 16))
    #expect(try shapes("![d")[1].name == "image")
    #expect(try shapes("![d")[1].frame == CGRect(x: 5, y: 21, width: 100, height: 25))
    let light = try #require(NSAppearance(named: .aqua))
    let place = (view.string as NSString).range(of: "c\n").location
    let red = view.textStorage?.attribute(.foregroundColor, at: place, effectiveRange: nil)
    #expect((red as? NSColor)?.resolved(in: light).components == [1, 0, 0, 1])
  }

  @Test func whatIsReadDoesNotMoveWhileTheTextAboveIsStyled() async {
    let view = MarkdownTextView(frame: NSRect(x: 0, y: 0, width: 400, height: 300))
    _ = window.makeFirstResponder(view)
    view.string = String(repeating: "# Title\n\nsome words\n\n", count: 2_000)
    view.scroll(NSPoint(x: 0, y: 150_010))
    let word = view.characterIndexForInsertion(at: NSPoint(x: 0, y: 150_010))
    func place() -> CGFloat {
      view.firstRect(
        forCharacterRange: NSRange(location: word, length: 1), actualRange: nil
      ).maxY
    }
    let before = place()
    for _ in 0..<20 {
      view.layoutSubtreeIfNeeded()
      await Task.yield()
      #expect(abs(place() - before) < 0.01)
    }
    #expect(font("Title", in: view)?.pointSize == 13 * 1.6)
    #expect(view.visibleRect.minY != 150_010)
  }

  @Test func coloursOfTheSystemAndIncreasedContrast() throws {
    let view = view("# a\n", 4)
    let dynamic = NSColor(name: nil) { appearance in
      appearance.name == .darkAqua
        ? NSColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
        : NSColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)
    }
    let color = MarkdownTheme.Color(dynamic)
    #expect(color == MarkdownTheme.Color(light: 0xFF8080, dark: 0x00FF00))
    func delimiter(_ name: NSAppearance.Name) throws -> [CGFloat] {
      let color = view.textStorage?.attribute(.foregroundColor, at: 0, effectiveRange: nil)
      let appearance = try #require(NSAppearance(named: name))
      return (color as? NSColor)?.resolved(in: appearance).components ?? []
    }
    #expect(try delimiter(.aqua)[0] == 0x76 / 255)
    #expect(try delimiter(.accessibilityHighContrastAqua)[0] < 0x5A / 255)
    #expect(try delimiter(.darkAqua)[0] == 0x8E / 255)
    #expect(try delimiter(.accessibilityHighContrastDarkAqua)[0] > 0x90 / 255)
  }

  @Test func theCaretOfAnEmptyLineHasTheHeightOfText() {
    let view = view("# a", 0)
    view.setSelectedRange(NSRange(location: 3, length: 0))
    view.insertText("\n", replacementRange: view.selectedRange())
    #expect((view.typingAttributes[.font] as? NSFont)?.pointSize ?? 0 > 20)
    view.layoutSubtreeIfNeeded()
    #expect((view.typingAttributes[.font] as? NSFont)?.pointSize == 13)
  }

  @Test func voiceOverHasARotorAndActions() throws {
    let view = view("# a\n\n- [ ] b [c](/d)\n\n## e", 11)
    let rotor = try #require(view.accessibilityCustomRotors().first)
    #expect(rotor.type == .heading)
    let search = NSAccessibilityCustomRotor.SearchParameters()
    func step(_ direction: NSAccessibilityCustomRotor.SearchDirection) -> NSRange? {
      search.searchDirection = direction
      guard let found = rotor.itemSearchDelegate?.rotor(rotor, resultFor: search) else {
        return nil
      }
      #expect(found.targetElement === view)
      search.currentItem = found
      return found.targetRange
    }
    let (first, last) = (NSRange(location: 0, length: 3), NSRange(location: 22, length: 4))
    #expect(step(.next) == first && step(.next) == last && step(.next) == nil)
    #expect(step(.previous) == first && step(.previous) == nil)
    search.currentItem = NSAccessibilityCustomRotor.ItemResult(targetElement: view)
    #expect(step(.previous) == last)
    let check = try #require(view.accessibilityCustomActions()?.first)
    #expect(check.name == "Check" && check.handler?() == true && view.string.contains("[x] b"))
    var heard: [String] = []
    view.onLinkTap = { heard.append($0) }
    view.setSelectedRange(NSRange(location: 14, length: 0))
    let actions = view.accessibilityCustomActions() ?? []
    #expect(actions.map(\.name) == ["Uncheck", "Open Link"])
    #expect(actions.last?.handler?() == true && heard == ["/d"])
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
    view.theme?.font = NSFont(name: "Georgia", size: 11)
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
