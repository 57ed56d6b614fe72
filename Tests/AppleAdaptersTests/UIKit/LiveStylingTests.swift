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

  /// The view has no delegate: taps, keys, handles and the trackpad of the keyboard.
  @Test func delimitersAreShownAtTheCaretWithoutADelegate() {
    let view = stage.fill(with: MarkdownTextView())
    view.theme?.delimiters = .hidden
    view.text = "**one**\n\n**two**\n\n**three**"
    view.layoutIfNeeded()
    func shown() -> [Bool] {
      ["**one", "**two", "**three"].map { font($0, in: view).pointSize > 1 }
    }
    #expect(shown() == [false, false, true])
    _ = view.tap(at: CGPoint(x: 24, y: 10))
    #expect(view.bar.button("strong")?.isSelected == true)
    view.layoutIfNeeded()
    #expect(shown() == [true, false, false])
    view.selectedRange = NSRange(location: 12, length: 0)
    view.layoutIfNeeded()
    #expect(shown() == [false, true, false])
    view.drag(to: NSRange(location: 22, length: 0))
    view.layoutIfNeeded()
    #expect(shown() == [false, false, true])
    view.drag(to: NSRange(location: 4, length: 10))
    view.layoutIfNeeded()
    #expect(shown() == [true, true, false])
    view.selectedRange = NSRange(location: 8, length: 0)
    view.layoutIfNeeded()
    view.type("*x*")
    view.layoutIfNeeded()
    #expect(shown() == [false, false, false] && font("*x", in: view).pointSize > 1)
  }

  @Test func theCaretOfAnEmptyLineHasTheHeightOfText() {
    let view = view("# Seeds‸")
    func size() -> CGFloat { (view.typingAttributes[.font] as? UIFont)?.pointSize ?? 0 }
    view.selectedRange.location = 3
    view.selectedRange.location = 7
    #expect(abs(size() - 27.2) < 0.01)
    view.type("\n")
    view.layoutIfNeeded()
    #expect(size() == 17)
    view.type("a")
    view.layoutIfNeeded()
    view.selectedRange = NSRange(location: 4, length: 0)
    view.layoutIfNeeded()
    #expect(abs(size() - 27.2) < 0.01)
    view.selectedRange = NSRange(location: 0, length: 0)
    view.layoutIfNeeded()
    #expect(abs(size() - 27.2) < 0.01)
    let crlf = self.view("# a\r\n‸\r\nb")
    crlf.typingAttributes = [.font: UIFont.systemFont(ofSize: 40)]
    crlf.setNeedsLayout()
    crlf.layoutIfNeeded()
    #expect((crlf.typingAttributes[.font] as? UIFont)?.pointSize == 17)
    // A composition is left alone.
    view.selectedRange = NSRange(location: 9, length: 0)
    view.pressBackspace()
    view.layoutIfNeeded()
    view.typingAttributes = [:]
    view.setMarkedText("\n", selectedRange: NSRange(location: 1, length: 0))
    view.typingAttributes = [:]
    view.layoutIfNeeded()
    #expect(size() == 0)
  }

  @Test func whatIsReadDoesNotMoveWhileTheTextAboveIsStyled() async {
    let view = stage.fill(with: MarkdownTextView())
    view.layoutIfNeeded()
    view.text = String(repeating: "# Title\n\nsome words\n\n", count: 4_000)
    view.contentOffset.y = 250_010
    guard let first = view.closestPosition(to: CGPoint(x: 0, y: 250_010)) else { return }
    let word = view.offset(from: view.beginningOfDocument, to: first)
    let distance = view.caretRect(for: first).minY - view.contentOffset.y
    view.layoutIfNeeded()
    var steps = 0
    while !hasFont(0, in: view) || !hasFont(word - 200, in: view), steps < 10_000 {
      await Task.yield()
      view.layoutIfNeeded()
      steps += 1
      #expect(abs(view.caretRect(for: first).minY - view.contentOffset.y - distance) < 0.01)
    }
    // Headings are higher than text.
    #expect(steps > 0 && view.contentOffset.y > 270_000)
  }

  @Test func platformColoursAndFontsAreUsedInAThemeAndScaled() throws {
    let georgia = try #require(UIFont(name: "Georgia", size: 20))
    let menlo = try #require(UIFont(name: "Menlo", size: 11))
    let view = view("a `b` **c**\n\n# d") {
      $0.font = georgia
      $0.codeFont = menlo
      $0.text = MarkdownTheme.Color(
        UIColor { traits in
          traits.userInterfaceStyle == .dark
            ? UIColor(red: 0, green: 1, blue: 0, alpha: 1)
            : UIColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        })
    }
    #expect(font("a", in: view).fontName == "Georgia" && font("a", in: view).pointSize == 20)
    #expect(font("b", in: view).fontName == "Menlo" && font("b", in: view).pointSize == 20)
    #expect(isBold("c", in: view) && font("c", in: view).fontName == "Georgia")
    #expect(font("d", in: view).pointSize == 32)
    #expect(view.theme?.text == MarkdownTheme.Color(light: 0xFF8080, dark: 0x00FF00))
    #expect(view.theme?.font === georgia && view.theme?.codeFont === menlo)
    UIFontMetrics.factor = 1.5
    stage.window.setTraits(UITraitCollection(category: .accessibilityExtraExtraExtraLarge))
    view.layoutIfNeeded()
    #expect(font("a", in: view).pointSize == 30)
    view.theme?.textSize = 10
    view.layoutIfNeeded()
    #expect(font("a", in: view).pointSize == 15)
    view.theme?.font = nil
    view.layoutIfNeeded()
    #expect(font("a", in: view).fontName != "Georgia" && font("a", in: view).pointSize == 15)
  }

  /// The contrast of two colours by WCAG 2.2, of components from 0 to 1.
  private func contrast(_ first: [CGFloat], _ second: [CGFloat]) -> Double {
    func luminance(_ color: [CGFloat]) -> Double {
      let shares = [0.2126, 0.7152, 0.0722]
      var sum = 0.05
      for (part, share) in zip(color, shares) {
        let part = Double(part)
        sum += share * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4))
      }
      return sum
    }
    let lights = [luminance(first), luminance(second)].sorted()
    return lights[1] / lights[0]
  }

  @Test(arguments: [UIUserInterfaceStyle.light, .dark])
  func increasedContrastMakesDelimitersReadable(style: UIUserInterfaceStyle) {
    let view = view(
      "# *a* [b](/url) <!-- c -->\n\n> quote\n\n- d\n\n```swift\nlet\n```\n\n==e== `f`")
    view.dialect = .obsidian
    view.layoutIfNeeded()
    let page: [CGFloat] = style == .dark ? [0, 0, 0] : [1, 1, 1]
    let gray: CGFloat = style == .dark ? 0x26 / 255 : 0xF2 / 255
    let code: [CGFloat] = [gray, gray, style == .dark ? 0x2B / 255 : 0xF5 / 255]
    var low = 0
    for (word, background) in [
      ("# ", page), ("*a", page), ("a*", page), ("[b", page), ("/url", page), ("<!--", page),
      ("> q", page), ("quote", page), ("```s", code), ("swift", code), ("let", code), ("`f", code),
      ("f`", code),
    ] {
      let color: UIColor? = attribute(.foregroundColor, word, in: view)
      let usual = color?.resolvedColor(with: UITraitCollection(style: style)).components ?? []
      let high =
        color?.resolvedColor(with: UITraitCollection(style: style, contrast: .high)).components
        ?? []
      #expect(contrast(high, background) >= 7, "\(word)")
      #expect(contrast(high, background) >= contrast(usual, background), "\(word)")
      if contrast(usual, background) < 7 { low += 1 } else { #expect(high == usual) }
    }
    #expect(low >= 4)
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
    view.togglesTasks = false
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

  /// The app's own colours stay, and nothing is laid out again.
  @Test func whatIsStyledIsNotSetAgain() throws {
    let editor = try MarkdownEditor("*a* b\n", dialect: .gitHub)
    let storage = NSTextStorage(string: "")
    storage.replaceCharacters(in: NSRange(location: 0, length: 0), with: editor.text)
    let (highlighter, counter) = (MarkdownHighlighter(), EditCounter())
    let whole = NSRange(location: 0, length: 6)
    highlighter.style(storage, of: editor, in: whole)
    storage.delegate = counter
    highlighter.style(storage, of: editor, in: whole)
    #expect(counter.count == 0)
    highlighter.forget()
    highlighter.style(storage, of: editor, in: whole)
    #expect(counter.count == 1)
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

private final class EditCounter: NSObject, NSTextStorageDelegate {
  private(set) var count = 0
  func textStorage(
    _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int
  ) { count += 1 }
}
