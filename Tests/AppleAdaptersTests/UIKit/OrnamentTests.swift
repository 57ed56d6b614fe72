import AppleAdapters
import MarkdownEditing
import Testing
@_spi(StandIn) import UIKit

/// Checks what a text view draws instead of characters, and what a tap on it does.
@MainActor struct OrnamentTests {
  let stage = Stage()

  private func view(
    _ marked: String, _ delimiters: MarkdownTheme.Delimiters = .hidden, width: CGFloat = 390
  ) -> MarkdownTextView {
    let view = stage.fill(with: MarkdownTextView())
    view.frame.size.width = width
    view.theme?.delimiters = delimiters
    view.set(marked)
    view.layoutIfNeeded()
    view.layoutIfNeeded()
    return view
  }

  private func color(_ word: String, in view: UITextView) -> [CGFloat] {
    let place = (view.text as NSString).range(of: word).location
    let color = view.textStorage.attribute(.foregroundColor, at: place, effectiveRange: nil)
    return (color as? UIColor)?.resolvedColor(with: UITraitCollection()).components ?? []
  }

  /// Draws a line of the text at (0, 100), 20 points high; a character is 8 points wide.
  private func shapes(_ line: Int, of view: UITextView) -> [CGContext.Shape] {
    let text = view.text as NSString
    var start = 0
    for _ in 0..<line {
      start = NSMaxRange(text.lineRange(for: NSRange(location: start, length: 0)))
    }
    let range = text.lineRange(for: NSRange(location: start, length: 0))
    UITraitCollection.drawing = UITraitCollection()
    defer { UITraitCollection.drawing = nil }
    let fragment = NSTextLineFragment(
      CGRect(x: 0, y: 0, width: 80, height: 20), NSRange(location: 0, length: range.length)
    ) { CGFloat($0) * 8 }
    return view.textLayoutManager?.draw(
      view.textStorage.attributedSubstring(from: range),
      in: CGRect(x: 0, y: 100, width: 80, height: 20), lines: [fragment]) ?? []
  }
  private func names(_ line: Int, of view: UITextView) -> [String] {
    shapes(line, of: view).map(\.name)
  }

  @Test func bulletsAndBoxesAreDrawnInThePlaceOfTheirCharacters() throws {
    for delimiters in [MarkdownTheme.Delimiters.hidden, .dimmed] {
      let view = view("- a\n- [ ] b\n  * [x] c\n1. d\n> + e\n- [X] f\n‸", delimiters)
      #expect(names(0, of: view) == ["text", "fill oval"])
      #expect(names(1, of: view) == ["text", "stroke rect"])
      #expect(names(2, of: view) == ["text", "stroke rect", "stroke line"])
      #expect(names(3, of: view) == ["text"])
      #expect(names(4, of: view) == ["text", "fill oval"])
      #expect(names(5, of: view) == ["text", "stroke rect", "stroke line"])
      let bullet = shapes(0, of: view)[1]
      #expect(bullet.frame == CGRect(x: 1, y: 107, width: 6, height: 6))
      let box = shapes(2, of: view)[1]
      #expect(box.frame == CGRect(x: 37.5, y: 103.5, width: 13, height: 13))
      let accent: [CGFloat] = [0xA3 / 255, 0x38 / 255, 0, 1]
      #expect(bullet.color == accent && box.color == accent)
      #expect(shapes(2, of: view)[2].color == accent)
      #expect(box.frame.contains(shapes(2, of: view)[2].frame))
      // The characters stay where they are, unseen.
      for sign in ["- a", "- [ ]", "[ ]", "* [x]", "[x]", "+"] {
        #expect(color(sign, in: view).last == 0)
      }
      #expect(color("1.", in: view).last == 1 && color("a\n", in: view).last == 1)
      let font = view.textStorage.attribute(.font, at: 0, effectiveRange: nil) as? UIFont
      #expect(font?.pointSize == 17)
    }
  }

  @Test func theSourceIsShownInTheLineOfTheCaretAndWithoutAPicture() {
    let view = view("- a\n- [ ] b‸\n- [/] c")
    #expect(names(0, of: view).count == 2 && names(1, of: view) == ["text"])
    #expect(color("[ ]", in: view).last == 1)
    view.selectedRange = NSRange(location: 1, length: 0)
    view.layoutIfNeeded()
    #expect(names(0, of: view) == ["text"] && names(1, of: view).count == 2)
    view.dialect = .obsidian
    view.layoutIfNeeded()
    #expect(names(2, of: view).last == "fill oval" && color("[/]", in: view).last == 1)
    view.theme?.delimiters = .shown
    view.layoutIfNeeded()
    #expect(names(1, of: view) == ["text"])
  }

  @Test func aCodeBlockHasOneRoundBackground() {
    let view = view("a\n\n```swift\nlet a\n\n  b\n```\n\n`c`\n\n- ~~~\n  d\n  ~~~\n‸")
    let gray: [CGFloat] = [0xF2 / 255, 0xF2 / 255, 0xF5 / 255, 1]
    let code = (2...6).map { shapes($0, of: view).first }
    #expect(code.map { $0?.name } == Array(repeating: "fill rect", count: 5))
    // From edge to edge, without a gap between lines.
    for (index, shape) in code.enumerated() {
      #expect(
        shape?.frame
          == CGRect(x: 0, y: 100, width: 390, height: index == 4 ? 20 : 21))
      #expect(shape?.color == gray)
    }
    // Only the corners of the whole block are seen, because the others are clipped.
    #expect(code.map { $0?.whole.minY } == [100, 94, 94, 94, 94])
    #expect(code.map { $0?.whole.maxY } == [127, 127, 127, 127, 120])
    #expect([0, 1, 7, 8].allSatisfy { names($0, of: view) == ["text"] })
    #expect(names(10, of: view) == ["fill rect", "text", "fill oval"])
    let background = { (word: String) in
      view.textStorage.attribute(
        .backgroundColor, at: (view.text as NSString).range(of: word).location, effectiveRange: nil)
    }
    #expect(background("let") == nil && background("c`") != nil)
  }

  @Test(arguments: MarkdownTheme.Delimiters.allCases)
  func bothFencesOfABlockLookTheSame(delimiters: MarkdownTheme.Delimiters) {
    let view = view("```swift x\nlet a\n```\n\n> ~~~\n> b\n> ~~~\n‸", delimiters)
    let sizes = (0..<view.textStorage.length).compactMap {
      (view.textStorage.attribute(.font, at: $0, effectiveRange: nil) as? UIFont)?.pointSize
    }
    #expect(sizes.allSatisfy { $0 == 17 })
    #expect(color("```s", in: view) == color("```\n", in: view))
    #expect((color("swift", in: view) == color("```s", in: view)) == (delimiters != .shown))
    #expect(color("swift", in: view) != color("let", in: view))
  }

  @Test func withTextKit1OrAnotherDelegateTheCharactersAreShown() {
    let view = view("- a\n\n```\nb\n```\n‸")
    #expect(color("- a", in: view).last == 0)
    view.useTextKit1()
    view.setNeedsLayout()
    view.layoutIfNeeded()
    #expect(color("- a", in: view).last == 1)
    #expect(view.textStorage.attribute(.backgroundColor, at: 9, effectiveRange: nil) != nil)
  }

  @Test func aHighlighterColoursCode() {
    let view = view("```swift\nlet é = 1 // 👍\n\n  let b\n```\n\n    let c\n‸")
    var asked: [String] = []
    let (red, blue) = (
      MarkdownTheme.Color(light: 0xFF0000, dark: 0), MarkdownTheme.Color(light: 0x0000FF, dark: 0)
    )
    view.codeHighlighter = { code, language in
      asked.append("\(language): \(code)")
      let comment = (code as NSString).range(of: "// 👍\n\n  l")
      // Not in order, and across lines.
      return comment.length == 0
        ? []
        : [(comment.location..<NSMaxRange(comment), blue), (0..<3, red), (90..<99, red)]
    }
    view.layoutIfNeeded()
    #expect(asked == ["swift: let é = 1 // 👍\n\n  let b", ":     let c"])
    #expect(color("let é", in: view) == [1, 0, 0, 1] && color("👍", in: view) == [0, 0, 1, 1])
    #expect(color("//", in: view) == [0, 0, 1, 1] && color("let b", in: view) == [0, 0, 1, 1])
    #expect(
      color("et b", in: view) == color("é", in: view) && color("é", in: view) != [0, 0, 1, 1])
    #expect(color("let c", in: view) == color("é", in: view))
    // Another line, and another block, do not ask again; a key in the block does.
    view.selectedRange = NSRange(location: view.textStorage.length, length: 0)
    view.type("x")
    view.layoutIfNeeded()
    #expect(asked.count == 2)
    view.selectedRange = NSRange(location: 9, length: 0)
    view.type(" ")
    view.layoutIfNeeded()
    #expect(asked.count == 3 && color("et é", in: view) != color("= 1", in: view))
    // Another closure is asked about the same code; a wrapper calls the one before.
    let before = view.codeHighlighter
    view.codeHighlighter = { code, language in
      (before?(code, language) ?? []).map { ($0.range, $0.color == red ? blue : red) }
    }
    view.layoutIfNeeded()
    #expect(color("et é", in: view) == [0, 0, 1, 1] && color("👍", in: view) == [1, 0, 0, 1])
    view.codeHighlighter = nil
    view.layoutIfNeeded()
    #expect(color("let é", in: view) == color("= 1", in: view))
  }

  @Test func coloursOfCodeInAQuoteAreOnlyOnTheCode() {
    let view = view("> ```c\n> ab\n>   cd\n> ```\n‸")
    let red = MarkdownTheme.Color(light: 0xFF0000, dark: 0)
    var asked: [String] = []
    view.codeHighlighter = { code, language in
      asked.append("\(language): \(code)")
      return [(1..<6, red), (-3 ..< -1, red)]
    }
    view.layoutIfNeeded()
    #expect(asked == ["c: ab\n  cd"])
    let (isRed, text) = ([1, 0, 0, 1] as [CGFloat], view.text as NSString)
    let found = (0..<text.length).filter { place in
      let color = view.textStorage.attribute(.foregroundColor, at: place, effectiveRange: nil)
      return (color as? UIColor)?.resolvedColor(with: UITraitCollection()).components == isRed
    }
    #expect(found.map { text.substring(with: NSRange(location: $0, length: 1)) } == ["b", "c"])
  }

  @Test func anImageOfAClosureThatWasReplacedIsNotShown() async {
    let view = view("‸a\n\n![b](/c)\n")
    view.imageForSource = { _ in
      await Task.yield()
      return UIImage(size: CGSize(width: 40, height: 40))
    }
    view.layoutIfNeeded()
    view.imageForSource = nil
    for _ in 1...6 {
      view.layoutIfNeeded()
      await Task.yield()
    }
    #expect(names(2, of: view) == ["text"])
  }

  @Test func anImageThatArrivesAfterAnEditIsDrawnInItsNewPlace() async {
    let view = view("‸a\n\n![b](/c)\n")
    func show(_ height: CGFloat) {
      view.imageForSource = { _ in
        for _ in 1...4 { await Task.yield() }
        return UIImage(size: CGSize(width: 40, height: height))
      }
    }
    func wait() async {
      for _ in 1...20 {
        view.layoutIfNeeded()
        await Task.yield()
      }
    }
    show(40)
    view.layoutIfNeeded()
    view.type("some words\n\nthat move the image\n\n")
    await wait()
    #expect(shapes(6, of: view).last?.frame.height == 40)
    // The same source has another image.
    show(50)
    await wait()
    #expect(shapes(6, of: view).last?.frame.height == 50)
  }

  @Test func anImageIsDrawnBelowItsLineWhenItArrives() async {
    let view = view("‸a\n\n![b](/c)\n\n![d](/none)\n\ne ![f](/g)\n", width: 110)
    var asked: [String] = []
    view.imageForSource = { source in
      asked.append(source)
      return source == "/none" ? nil : UIImage(size: CGSize(width: 400, height: 101))
    }
    func spacing(_ word: String) -> CGFloat {
      let place = (view.text as NSString).range(of: word).location
      let style = view.textStorage.attribute(.paragraphStyle, at: place, effectiveRange: nil)
      return (style as? NSParagraphStyle)?.paragraphSpacing ?? -1
    }
    view.layoutIfNeeded()
    #expect(names(2, of: view) == ["text"] && spacing("![b") == 0)
    for _ in 1...4 { await Task.yield() }
    view.layoutIfNeeded()
    #expect(asked == ["/c", "/none"])
    // 100 points are left of 110, and 6 are above and below.
    #expect(spacing("![b") == 26 + 12 && spacing("/c") == 38 && spacing("![d") == 0)
    #expect(spacing("e ![f") == 0 && names(6, of: view) == ["text"])
    let image = shapes(2, of: view).last
    #expect(image?.name == "image")
    #expect(image?.frame == CGRect(x: 5, y: 126, width: 100, height: 26))
    // A wider view shows it larger.
    view.frame.size.width = 510
    view.setNeedsLayout()
    view.layoutIfNeeded()
    view.layoutIfNeeded()
    #expect(spacing("![b") == 113)
    // Text below moves; no image is asked for twice, unless the app sets the closure again.
    view.type("x\n")
    view.layoutIfNeeded()
    for _ in 1...4 { await Task.yield() }
    #expect(asked == ["/c", "/none"] && spacing("![b") == 113)
    view.imageForSource = view.imageForSource
    view.layoutIfNeeded()
    for _ in 1...4 { await Task.yield() }
    #expect(asked.count == 4)
    view.imageForSource = nil
    view.layoutIfNeeded()
    #expect(spacing("![b") == 0)
  }

  @Test(arguments: [
    ("a [b](/c \"d\") e", "b", "/c"), ("a [b](/c \"d\") e", "/c", "/c"),
    ("[b][c]\n\n[c]: /d", "b", "/d"),
    ("[b][c]\n\n[c]: /d", "/d", "/d"), ("<https://a.b>", "a.b", "https://a.b"),
    ("see www.a.bc", "a.bc", "http://www.a.bc"), ("me@a.bc", "me", "mailto:me@a.bc"),
    ("x [[Seed list|seeds]]", "seeds", "Seed list"), ("[[Seeds]]", "See", "Seeds"),
    ("[![a](/b)](/c)", "a", "/c"), ("![a](/b)", "a", nil), ("a [b](/c)", "a ", nil),
    ("`/a`", "a", nil),
    ("# [*b*](/c&amp;d)", "b", "/c&d"),
  ])
  func aTapFollowsALink(text: String, word: String, destination: String?) {
    let view = view(text)
    view.dialect = .obsidian
    var heard: [String] = []
    let place = (text as NSString).range(of: word).location
    let first = view.firstRect(
      for: view.textRange(
        from: view.position(from: view.beginningOfDocument, offset: place) ?? view.endOfDocument,
        to: view.endOfDocument) ?? UITextRange())
    let point = CGPoint(x: first.minX + 7, y: first.midY)
    // Without a closure, a tap places the caret.
    #expect(view.tap(at: point) == nil)
    view.onLinkTap = { heard.append($0) }
    let tap = view.tap(at: point)
    if let tap { view.markdownTapped(tap) }
    #expect(heard == [destination].compactMap { $0 } && (tap != nil) == (destination != nil))
    // While the link is edited, the tap is for the caret.
    guard destination != nil else { return }
    _ = view.becomeFirstResponder()
    view.selectedRange = NSRange(location: place, length: 0)
    #expect(view.tap(at: point) == nil)
    view.isEditable = false
    view.selectedRange = NSRange(location: place, length: 0)
    #expect(view.tap(at: point) != nil)
    #expect(view.tap(at: CGPoint(x: 380, y: first.midY)) == nil)
  }

  @Test func aTapFollowsALinkUnlessTheCaretIsInIt() {
    let view = view("a [b](/c) d‸")
    view.onLinkTap = { _ in }
    _ = view.becomeFirstResponder()
    let point = CGPoint(x: 3.5 * 8, y: 10)
    for (range, isFollowed) in [
      (9..<9, false), (2..<9, false), (10..<10, true), (1..<5, true), (5..<10, true),
    ] {
      view.selectedRange = NSRange(range)
      #expect((view.tap(at: point) != nil) == isFollowed)
    }
  }

  @Test func aTapHitsTheCharacterUnderIt() {
    let view = view("- [ ] basil\n‸")
    #expect(view.tap(at: CGPoint(x: 15, y: 10)) == nil)
    for x in [17, 30, 39] as [CGFloat] { #expect(view.tap(at: CGPoint(x: x, y: 10)) != nil) }
    #expect(view.tap(at: CGPoint(x: 41, y: 10)) == nil)
  }
}
