import AppleAdapters
import EditorTestSupport
import MarkdownEditing
import Testing
@_spi(StandIn) import UIKit

/// Checks what a reader sees in a styled text view. Each test types or taps, lays the view out, and
/// reads the attributes of the characters.
@MainActor struct LiveStylingTests {
  let stage = Stage()
  let delegate = RefreshingDelegate()

  private func view(_ marked: String, _ change: (inout MarkdownTheme) -> Void = { _ in })
    -> MarkdownTextView
  {
    let view = stage.fill(with: delegate.view(marked))
    var theme = MarkdownTheme.standard
    change(&theme)
    view.theme = theme
    view.layoutIfNeeded()
    return view
  }

  /// Returns the attribute of the first character of a word.
  private func attribute<Value>(_ key: NSAttributedString.Key, _ word: String, in view: UITextView)
    -> Value?
  {
    let place = (view.text as NSString).range(of: word).location
    return view.textStorage.attribute(key, at: place, effectiveRange: nil) as? Value
  }
  private func hasFont(_ location: Int, in view: UITextView) -> Bool {
    view.textStorage.attribute(.font, at: location, effectiveRange: nil) != nil
  }
  private func font(_ word: String, in view: UITextView) -> UIFont {
    attribute(.font, word, in: view) ?? .systemFont(ofSize: 0)
  }
  private func color(_ word: String, in view: UITextView, _ style: UIUserInterfaceStyle = .light)
    -> [CGFloat]
  {
    let color: UIColor? = attribute(.foregroundColor, word, in: view)
    return color?.resolvedColor(with: UITraitCollection(style: style)).components ?? []
  }
  private func isBold(_ word: String, in view: UITextView) -> Bool {
    font(word, in: view).fontDescriptor.symbolicTraits.contains(.traitBold)
  }

  @Test func headingsAreLargeAndMarksAreShown() {
    let view = view("# Seeds\n\nSee **the** *list*, ~~old~~ `code`, [site](/url).\n\n## Herbs")
    #expect(abs(font("Seeds", in: view).pointSize - 27.2) < 0.01 && isBold("Seeds", in: view))
    #expect(abs(font("Herbs", in: view).pointSize - 23.8) < 0.01)
    #expect(font("See ", in: view).pointSize == 17 && !isBold("See ", in: view))
    #expect(isBold("the", in: view) && !isBold("list", in: view))
    #expect(font("list", in: view).fontDescriptor.symbolicTraits == .traitItalic)
    #expect(attribute(.strikethroughStyle, "old", in: view) == 1)
    #expect(font("code", in: view).fontName == ".SFUIMono")
    #expect(attribute(.underlineStyle, "site", in: view) == 1)
    #expect(color("**", in: view) != color("See ", in: view))
    #expect(color("/url", in: view) == color("url", in: view))
    let style: NSParagraphStyle? = attribute(.paragraphStyle, "Seeds", in: view)
    #expect(style?.paragraphSpacingBefore == 8.5)
  }

  @Test func anOpenFenceStylesWhatComesAfterAndAClosedOneLetsItGo() {
    let view = view("‸a *b*\n\nc *d*")
    view.type("```\n")
    view.layoutIfNeeded()
    #expect(font("d", in: view).fontName == ".SFUIMono")
    view.selectedRange = NSRange(location: 4, length: 0)
    view.type("x\n```\n")
    view.layoutIfNeeded()
    #expect(font("d", in: view).fontDescriptor.symbolicTraits == .traitItalic)
  }

  @Test func dynamicTypeScalesEverything() {
    let view = view("# a\n\nb") { $0.textSize = 20 }
    #expect(font("b", in: view).pointSize == 20)
    UIFontMetrics.factor = 2
    stage.window.setTraits(UITraitCollection(category: .accessibilityExtraExtraExtraLarge))
    view.layoutIfNeeded()
    #expect(font("b", in: view).pointSize == 40 && font("a", in: view).pointSize == 64)
  }

  @Test func fontsOfAThemeAreUsedIfTheyAreInstalled() {
    let view = view("a `b` **c** *d*") {
      $0.fontName = "Georgia"
      $0.codeFontName = "Missing"
    }
    #expect(
      font("a", in: view).fontName == "Georgia" && font("b", in: view).fontName == ".SFUIMono")
    #expect(isBold("c", in: view) && !isBold("d", in: view))
  }

  @Test func hiddenDelimitersAreShownInTheLineOfTheCaret() {
    let view = view("‸\n# one\n\n**two** [three](/url)\n\n***\n\n![four](/image)\n\n[five]: /six") {
      $0.delimiters = .hidden
    }
    func isHidden(_ word: String) -> Bool { font(word, in: view).pointSize < 1 }
    #expect(["# ", " one", "**", "[three", "](/url", "/url", ")"].allSatisfy(isHidden))
    #expect(
      ["one", "two", "three", "***", "![", "/image", "[five", "/six"].allSatisfy { !isHidden($0) })
    view.selectedRange = (view.text as NSString).range(of: "two")
    view.refreshBar()
    view.layoutIfNeeded()
    #expect(["**", "[three", "/url"].allSatisfy { !isHidden($0) } && isHidden("# one"))
    view.selectedRange = NSRange(location: 1, length: 0)
    view.refreshBar()
    view.layoutIfNeeded()
    #expect(isHidden("**") && !isHidden("# one"))
  }

  @Test func linesOfNothingButDelimitersStayVisible() {
    let view = view("‸\nTitle\n=====\n\n```swift\nlet a = 1\n```\n") { $0.delimiters = .hidden }
    #expect(font("=====", in: view).pointSize > 1 && font("```\n", in: view).pointSize > 1)
  }

  @Test func tablesAreMonospacedAndItemsHang() {
    let view = view("| a | b |\n|---|---|\n| c | d |\n\n- item\n  > quote")
    for word in ["| a", "a |", "---", "c", " d"] {
      #expect(font(word, in: view).fontName == ".SFUIMono")
    }
    #expect(isBold("b |", in: view) && !isBold("d |", in: view))
    let item: NSParagraphStyle? = attribute(.paragraphStyle, "item", in: view)
    #expect(item?.headIndent == 17)
    let quote: NSParagraphStyle? = attribute(.paragraphStyle, "quote", in: view)
    #expect(quote?.headIndent == 34 && color("quote", in: view) != color("item", in: view))
  }

  @Test func markedTextIsLeftAlone() {
    let view = view("**a** ‸")
    view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0))
    view.textStorage.setAttributes([:], range: NSRange(location: 2, length: 1))
    view.layoutIfNeeded()
    #expect(!hasFont(2, in: view))
    view.textStorage.addAttribute(
      NSAttributedString.Key("InputMethod"), value: 1, range: NSRange(location: 6, length: 1))
    view.textStorage.removeAttribute(.font, range: NSRange(location: 6, length: 1))
    view.refreshBar()
    view.layoutIfNeeded()
    #expect(!hasFont(6, in: view))
    view.unmarkText()
    view.refreshBar()
    view.layoutIfNeeded()
    #expect(hasFont(6, in: view))
    #expect(attribute(NSAttributedString.Key("InputMethod"), "に", in: view) == 1)
  }

  @Test func aPredictionKeepsItsLookAndTheRestIsStyled() {
    let view = view("*a* ‸")
    view.setMarkedText("seed", selectedRange: NSRange(location: 0, length: 0))
    view.textStorage.removeAttribute(.font, range: NSRange(location: 4, length: 4))
    view.selectedRange = NSRange(location: 4, length: 0)
    view.layoutIfNeeded()
    #expect(!hasFont(5, in: view))
    #expect(font("a", in: view).fontDescriptor.symbolicTraits == .traitItalic)
    view.unmarkText()
    view.setNeedsLayout()
    view.layoutIfNeeded()
    #expect(hasFont(5, in: view))
  }

  @Test func attributesOfTheAppStay() {
    let view = view("*a* b")
    let own = NSAttributedString.Key("Comment")
    view.textStorage.addAttribute(own, value: "see", range: NSRange(location: 0, length: 5))
    view.selectedRange = NSRange(location: 5, length: 0)
    view.type("c")
    view.layoutIfNeeded()
    #expect(attribute(own, "*a*", in: view) == "see")
  }

  @Test func aTapOnABoxChecksItAndLeavesTheCaret() throws {
    let view = view("- [ ] basil\n- [ ] dill‸")
    let tap = try #require(view.tap(at: CGPoint(x: 3.4 * 8, y: 10)))
    #expect(tap.action == Selector(("markdownTapped:")) && tap.target === view)
    view.markdownTapped(tap)
    #expect(view.marked == "- [x] basil\n- [ ] dill‸")
    view.markdownTapped(tap)
    #expect(view.marked == "- [ ] basil\n- [ ] dill‸")
    view.undoManager?.undo()
    #expect(view.text == "- [x] basil\n- [ ] dill")
    #expect(view.tap(at: CGPoint(x: 9 * 8, y: 10)) == nil)
    #expect(view.selectedRange == NSRange(location: 9, length: 0))
    #expect(view.tap(at: CGPoint(x: 3.4 * 8, y: 600)) == nil)
    view.togglesTappedTasks = false
    #expect(view.tap(at: CGPoint(x: 3.4 * 8, y: 10)) == nil)
  }

  @Test func aHighlighterStylesTheLinesOfARange() throws {
    let editor = try MarkdownEditor("*a*\n\n*b* **c**", dialect: .gitHub)
    let storage = NSTextStorage(string: "")
    storage.replaceCharacters(in: NSRange(location: 0, length: 0), with: editor.text)
    func size(_ location: Int) -> CGFloat? {
      (storage.attribute(.font, at: location, effectiveRange: nil) as? UIFont)?.pointSize
    }
    var theme = MarkdownTheme.standard
    theme.delimiters = .hidden
    let highlighter = MarkdownHighlighter(theme: theme)
    let (range, marked) = (NSRange(location: 6, length: 1), NSRange(location: 11, length: 1))
    #expect(
      highlighter.style(storage, of: editor, in: range, sparing: marked)
        == NSRange(location: 5, length: 9))
    #expect(size(5) == 0.01 && size(6) == 17 && size(1) == nil && size(11) == nil)
    highlighter.style(storage, of: editor, in: range, revealing: range)
    #expect(size(5) == 17 && size(11) == 17 && size(1) == nil)
    highlighter.clear(storage)
    #expect(size(5) == nil)
    let outside = NSRange(location: 50, length: 1)
    #expect(highlighter.style(storage, of: editor, in: outside).length == 0)
  }

  @Test func withoutAThemeTheTextIsPlain() {
    let view = view("# a **b**")
    view.theme = nil
    view.layoutIfNeeded()
    #expect(!hasFont(2, in: view))
    view.type("c")
    view.layoutIfNeeded()
    #expect(!hasFont(2, in: view))
    view.theme = .standard
    view.layoutIfNeeded()
    #expect(isBold("a", in: view))
  }

  @Test func aLongTextIsStyledFromWhatIsSeen() async {
    let view = view(String(repeating: "some *words* that go on\n\n", count: 3_000))
    #expect(font("words", in: view).fontDescriptor.symbolicTraits == .traitItalic)
    #expect(!hasFont(view.textStorage.length - 18, in: view))
    view.contentOffset.y = 6_000 * 20 - 800
    view.setNeedsLayout()
    view.layoutIfNeeded()
    #expect(hasFont(view.textStorage.length - 18, in: view))
    // The rest is styled later, and a key at the start moves the remaining text in the meantime.
    view.selectedRange = NSRange(location: 0, length: 0)
    view.type("x\n\n")
    let places = stride(from: 0, to: view.textStorage.length, by: 99)
    for _ in 0..<10_000 where !places.allSatisfy({ hasFont($0, in: view) }) {
      await Task.yield()
      view.layoutIfNeeded()
    }
    #expect(places.allSatisfy { hasFont($0, in: view) })
  }

  /// After any edits, every character looks the same as in a view that gets the text at once.
  @Test(arguments: 0..<12) func editsAreStyledAsTheWholeTextWouldBe(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "*", "**", "`", "# ", "\n", "\n\n", "> ", "- [ ] ", "a", "é👍", "|a|b|\n|-|-|\n", "```\n",
      "[x]", "[x]: /y\n", "\r\n",
    ]
    let view = view("start *here*\n\n[x]\n", { $0.delimiters = seed % 2 == 0 ? .hidden : .dimmed })
    for _ in 0..<30 {
      let text = view.text as NSString
      let start = Int(random.next() % UInt64(text.length + 1))
      let length = min(Int(random.next() % 4), text.length - start)
      view.selectedRange = text.rangeOfComposedCharacterSequences(
        for: NSRange(location: start, length: length))
      view.textStorage.replaceCharacters(
        in: view.selectedRange, with: pieces[Int(random.next() % UInt64(pieces.count))])
      if random.next() % 3 == 0 { view.layoutIfNeeded() }
    }
    view.selectedRange = NSRange(location: 0, length: 0)
    view.refreshBar()
    view.layoutIfNeeded()
    let theme = view.theme ?? .standard
    let fresh = self.view("", { $0 = theme })
    fresh.text = view.text
    fresh.selectedRange = NSRange(location: 0, length: 0)
    fresh.refreshBar()
    fresh.layoutIfNeeded()
    let different = zip(looks(of: view), looks(of: fresh)).enumerated().first { $1.0 != $1.1 }
    #expect(different == nil, "\(view.text.debugDescription)")
  }

  /// Returns the font, colours and lines of every character, in words.
  private func looks(of view: UITextView) -> [String] {
    (0..<view.textStorage.length).map { index in
      let attributes = view.textStorage.attributes(at: index, effectiveRange: nil)
      let font = attributes[.font] as? UIFont
      let colors = [NSAttributedString.Key.foregroundColor, .backgroundColor].map {
        (attributes[$0] as? UIColor)?.resolvedColor(with: UITraitCollection()).components ?? []
      }
      let indent = (attributes[.paragraphStyle] as? NSParagraphStyle)?.headIndent ?? -1
      return
        "\(font?.fontName ?? "") \(font?.pointSize ?? 0) \(font?.fontDescriptor.symbolicTraits.rawValue ?? 9) "
        + "\(colors) \(indent) \(attributes[.underlineStyle] ?? 0) \(attributes[.strikethroughStyle] ?? 0)"
    }
  }
}
