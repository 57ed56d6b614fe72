import AppleAdapters
import Foundation
import MarkdownEditing
import Testing
import TextEditing
@_spi(StandIn) import UIKit

/// Text that is not committed, text that is only for reading, and the clipboard.
@MainActor @Suite(.serialized) struct TextStateTests {
  let stage = Stage()
  let delegate = RefreshingDelegate()

  init() { UIPasteboard.general.setItems([]) }

  private func view(_ marked: String) -> MarkdownTextView {
    stage.fill(with: delegate.view(marked))
  }
  private func paste(_ item: [String: Any], into marked: String) -> MarkdownTextView {
    let view = view(marked)
    UIPasteboard.general.setItems([item])
    view.paste(nil)
    return view
  }
  private static let text = "public.utf8-plain-text"
  private static let html = "public.html"

  // MARK: Predictions and compositions

  @Test func aPredictionIsNoText() {
    let view = view("See the ‸")
    view.predict("list of seeds")
    #expect(view.text == "See the " && view.typedText.description == "See the ")
    #expect(view.barrier() == nil && !view.isComposing)
    view.predict("other")
    #expect(view.text == "See the ")
    // In code there is nothing to mark, although the prediction begins a paragraph.
    view.set("    a‸")
    view.predict("\n\nother")
    #expect(view.bar.bar["strong"]?.isEnabled == false)
    view.set("See the ‸")
    view.predict("other")
    view.unmarkText()
    #expect(view.text == "See the other")
  }

  /// The caret of an input method may be anywhere in its text, also at the start.
  @Test(arguments: [true, false]) func aCommandDeletesNothingThatIsComposed(isPlain: Bool) {
    let bar = MarkdownInputAccessoryView()
    let view = isPlain ? UITextView(frame: .zero) : MarkdownTextView(bar: bar)
    if isPlain { bar.attach(to: view) }
    view.set("見 ‸")
    view.setMarkedText("にほん", selectedRange: NSRange(location: 3, length: 0))
    view.setMarkedText("にほん", selectedRange: NSRange(location: 0, length: 0))
    bar.tap("strong")
    #expect(view.text == "見 にほん" && view.markedTextRange != nil)
    view.unmarkText()
    bar.refresh()
    #expect(bar.bar["strong"]?.isEnabled == true)
    // A prediction is removed before a command.
    view.set("See ‸")
    view.predict("list")
    #expect(bar.tap("bullet-list") && view.text == "- See ")
  }

  @Test(arguments: [true, false]) func aCommandMayConfirmWhatIsComposed(isPlain: Bool) {
    let bar = MarkdownInputAccessoryView()
    bar.options.whileComposing = .commits
    let view = isPlain ? UITextView(frame: .zero) : MarkdownTextView(bar: bar)
    if isPlain { bar.attach(to: view) }
    view.set("見 ‸")
    view.setMarkedText("にほん", selectedRange: NSRange(location: 3, length: 0))
    #expect(bar.tap("bullet-list") && view.marked == "- 見 にほん‸")
    #expect(view.markedTextRange == nil)
  }

  @Test func aPredictionGetsNoPendingMark() {
    let view = view("a ‸")
    view.bar.tap("strong")
    view.predict("list")
    #expect(view.text == "a " && view.textStorage.string == "a list")
    view.endPrediction()
    view.type("x")
    #expect(view.marked == "a **x‸**")
  }

  @Test func setTextEndsWhatIsMarked() {
    let view = view("a‸")
    view.predict("b")
    view.text = ""
    view.type("c")
    #expect(view.text == "c" && view.markdownEditor.text == "c")
    view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0))
    #expect(view.show("d") && view.text == "d" && view.markedTextRange == nil)
  }

  // MARK: One door

  /// A person can do all this with a text that is only for reading.
  @Test(arguments: [true, false], [true, false])
  func nothingChangesAFixedText(isReadOnly: Bool, isPlain: Bool) throws {
    let bar = MarkdownInputAccessoryView()
    let view = isPlain ? UITextView(frame: .zero) : MarkdownTextView(bar: bar)
    if isPlain { bar.attach(to: view) }
    view.set("- [ ] ⟦basil⟧")
    view.insertText("dill")
    let text = view.text
    let reason: Outcome.Unchanged = isReadOnly ? .readOnly : .beingRewritten
    if isReadOnly { view.isEditable = false } else { view.setWritingTools(active: true) }
    UIPasteboard.general.string = "pasted"
    #expect(stage.fill(with: view).becomeFirstResponder())
    if isReadOnly {
      bar.refresh()
      #expect(bar.bar["strong"]?.reason == .readOnly && bar.bar["undo"]?.isEnabled == false)
      #expect(bar.bar["hide-keyboard"]?.isEnabled == true)
    }
    var outcomes: [Outcome] = []
    bar.onOutcome = { outcomes.append($0) }
    for item in bar.bar.allItems { bar.tap(item.id) }
    #expect(view.text == text && outcomes.allSatisfy { $0 == .unchanged(reason) })
    #expect(!outcomes.isEmpty)
    #expect(!bar.takesKey(replacing: view.selectedRange, with: "\n"))
    _ = stage.fill(with: view).becomeFirstResponder()
    guard let view = view as? MarkdownTextView else { return }
    view.selectedRange = NSRange(location: 6, length: 4)
    for name in ["toggleBoldface:", "toggleItalics:", "cut:", "paste:"] where isReadOnly {
      #expect(!view.canPerformAction(Selector((name)), withSender: nil), "\(name)")
    }
    view.toggleBoldface(nil)
    view.toggleItalics(nil)
    view.cut(nil)
    view.paste(nil)
    for command in try #require(view.keyCommands) { view.markdownKeyPressed(command) }
    #expect(view.tap(at: CGPoint(x: 3 * 8, y: 8 + 10)) == nil)
    #expect(view.perform(.quote) == .unchanged(reason))
    #expect(view.text == text && UIPasteboard.general.string == "pasted")
    // Copying is not editing.
    view.selectedRange = NSRange(location: 6, length: 4)
    #expect(view.canPerformAction(Selector(("copy:")), withSender: nil))
    view.copy(nil)
    #expect(UIPasteboard.general.string == "dill")
    // The app may change it.
    #expect(view.show("- [ ] cress\n- [ ] dill") == isReadOnly)
    if isReadOnly {
      #expect(view.text == "- [ ] cress\n- [ ] dill")
      view.isEditable = true
      #expect(view.bar.bar["strong"]?.isEnabled == true && view.bar.tap("strong"))
    }
  }

  @Test func theEditMenuHasTheCommands() throws {
    let view = view("**⟦a⟧** b")
    let menu = try #require(EditMenu(view).menus.first)
    #expect(menu.title == "Markdown")
    let actions = menu.actions()
    let strong = try #require(actions.first { $0.title == "Bold" })
    #expect(strong.state == .on && actions.contains { $0.title == "Heading 2" })
    #expect(actions.first { $0.title == "Add Row" }?.attributes == .disabled)
    strong.choose()
    #expect(view.text == "a b")
    #expect(EditMenu(view, in: .main).menus.isEmpty)
    view.isEditable = false
    #expect(EditMenu(view).menus.isEmpty)
  }

  // MARK: Changes from elsewhere

  @Test func aTextFromElsewhereReplacesOnlyWhatDiffers() {
    let view = view("one\ntwo ‸\nthree\n")
    view.type("x")
    #expect(view.show("zero\none\ntwo x\nthree 3\n"))
    #expect(view.marked == "zero\none\ntwo x‸\nthree 3\n" && view.markdownEditor.text == view.text)
    view.type("y")
    view.undoManager?.undo()
    view.undoManager?.undo()
    #expect(view.marked == "one\ntwo x‸\nthree\n")
    view.undoManager?.redo()
    #expect(view.text == "zero\none\ntwo x\nthree 3\n")
    let steps = view.markdownEditor.revision
    #expect(view.show("zero\none\ntwo x\nthree 3\n") && view.markdownEditor.revision == steps)
  }

  @Test func aTextFromElsewhereEndsPendingMarks() {
    let view = view("a ‸")
    view.bar.tap("strong")
    view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0))
    #expect(view.show("other"))
    view.type("x")
    #expect(view.text == "otherx")
    view.set("a ‸")
    view.bar.tap("strong")
    view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0))
    view.unmarkText()
    view.predict("list")
    #expect(view.show("| a |\n| --- |") && view.text == "| a |\n| --- |")
  }

  @Test func aTextForReadingKeepsItsSelection() {
    let view = view("one ⟦two⟧\nthree")
    view.isEditable = false
    #expect(view.show("zero\none two\nthree") && view.marked == "zero\none ⟦two⟧\nthree")
  }

  @Test(arguments: [
    ("see ‸the", "see ‸the list"), ("see ‸the", "Oh! see ‸the"), ("a ⟦seed⟧", "é a ⟦seed⟧"),
  ])
  func theCaretStaysInItsLine(before: String, after: String) {
    let view = view(before)
    #expect(view.show(after.filter { !"‸⟦⟧".contains($0) }) && view.marked == after)
  }

  @Test(arguments: [
    ("", "a\nb\n", ""), ("a\r\nb\r\n", "a\nb\n", ""), ("é👍", "e👍🏽", ""), ("é", "è", ""),
    ("é", "ĩ", ""),
    // They share a byte of a character.
    ("é", "è", ""), ("né", "nè", ""), ("é", "©", ""), ("a👍", "a👎", ""), ("a\r\nb", "a\rb", ""),
    ("\n", "a\n", ""),
    ("a\nb\nc\nd", "d\nc\nb\na", ""), ("a\nb", "a\nx\nb\ny\n", ""), ("x\na\ny", "x\ny", ""),
    (String(repeating: "a\n", count: 2_500), String(repeating: "b\n", count: 2_500), ""),
  ])
  func anyTextCanBeShown(old: String, new: String, _: String) {
    let view = view(old)
    #expect(view.show(new))
    #expect(Array(view.text.utf16) == Array(new.utf16) && view.markdownEditor.text == new)
    view.undoManager?.undo()
    #expect(Array(view.text.utf16) == Array(old.utf16))
  }

  // MARK: The clipboard

  @Test func copyAndCutAreMarkdownAndHTML() throws {
    let view = view("See ⟦**the** list⟧.")
    view.theme?.delimiters = .hidden
    view.copy(nil)
    let board = UIPasteboard.general
    #expect(board.string == "**the** list")
    let html = try #require(board.data(forPasteboardType: Self.html))
    #expect(String(decoding: html, as: UTF8.self) == "<strong>the</strong> list")
    #expect(board.contains(pasteboardTypes: ["net.daringfireball.markdown"]))
    #expect(!board.contains(pasteboardTypes: ["com.apple.flat-rtfd"]))
    view.cut(nil)
    #expect(view.marked == "See ‸.")
    view.paste(nil)
    #expect(view.text == "See **the** list.")
    #expect(view.undoManager?.undoActionName == "Paste as Markdown")
    let reads = board.reads
    #expect(view.canPerformAction(Selector(("paste:")), withSender: nil) && board.reads == reads)
    // Nothing is selected.
    view.cut(nil)
    view.copy(nil)
    #expect(view.text == "See **the** list." && board.string == "**the** list")
  }

  @Test(
    arguments: [
      ("a ‸", "# x", nil, "a # x‸"),
      ("‸", "x", "<h1>x</h1><p>a <b>b</b>", "# x\n\na **b**‸"),
      // Editors colour the text that they copy.
      ("‸", "# x", "<div style='color:red'><span># x</span></div>", "# x‸"),
      ("‸", "a\nb", "<pre><code>a\nb</code></pre>", "```\na\nb\n```‸"),
      ("- a‸", "* x\n* y", nil, "- a\n- x\n- y‸"),
      ("‸", "a\tb\n1\t2", nil, "| a   | b   |\n| --- | --- |\n| 1   | 2   |‸"),
      ("```\n‸\n```", "**x**", "<b>x</b>", "```\n**x**‸\n```"),
      ("a `b‸`", "**x**", "<b>x</b>", "a `b**x**‸`"),
      ("a ⟦b⟧", "https://u.io", nil, "a [b](https://u.io)‸"),
      ("a ⟦b⟧ c", "x\r\ny", nil, "a x\ny‸ c"),
    ] as [(String, String, String?, String)])
  func pasteIsMarkdown(before: String, text: String, html: String?, after: String) {
    var item: [String: Any] = [Self.text: text]
    item[Self.html] = html.map { Data($0.utf8) }
    let view = paste(item, into: before)
    #expect(view.marked == after && view.markdownEditor.text == view.text)
    view.undoManager?.undo()
    #expect(view.text == before.filter { !"‸⟦⟧".contains($0) })
  }

  @Test func pasteKnowsTypes() throws {
    let markdown = "net.daringfireball.markdown"
    let item: [String: Any] = [
      Self.text: "a", Self.html: Data("<b>a</b>".utf8), markdown: Data("*a*".utf8),
    ]
    #expect(paste(item, into: "‸").text == "*a*")
    let address = try #require(URL(string: "https://u.io/a"))
    let link: [String: Any] = [
      "public.url": address, Self.text: "A page", Self.html: Data("<a href='x'>A page</a>".utf8),
    ]
    #expect(paste(link, into: "⟦seed⟧").text == "[seed](https://u.io/a)")
    #expect(paste(["public.url": address], into: "‸").text == "https://u.io/a")
    for encoding in [String.Encoding.utf16, .utf16LittleEndian] {
      let html = try #require("<i>é</i>".data(using: encoding))
      #expect(paste([Self.html: html], into: "‸").text == "*é*")
    }
    #expect(paste([:], into: "a‸").text == "a")
  }

  @Test func aPictureGoesToTheApp() async {
    let view = view("a ‸")
    let picture = Data([1, 2, 3])
    UIPasteboard.general.setItems([["public.png": picture]])
    #expect(!view.canPerformAction(Selector(("paste:")), withSender: nil))
    view.paste(nil)
    var images: [PastedImage] = []
    view.onPasteImage = {
      images.append($0)
      return images.count == 1 ? "a.png" : nil
    }
    #expect(view.canPerformAction(Selector(("paste:")), withSender: nil))
    for _ in 1...2 {
      view.paste(nil)
      for _ in 1...5 { await Task.yield() }
    }
    #expect(images == [1, 2].map { _ in PastedImage(data: picture, type: "public.png") })
    #expect(view.text == "a ![](a.png)")
    view.isEditable = false
    view.paste(nil)
    for _ in 1...5 { await Task.yield() }
    #expect(images.count == 2)
    view.isEditable = true
    // A word processor copies its text as a picture, too.
    UIPasteboard.general.setItems([["public.png": picture, Self.text: " b"]])
    view.selectedRange = NSRange(location: 12, length: 0)
    view.paste(nil)
    #expect(view.text == "a ![](a.png) b" && images.count == 2)
  }

  @Test func dragsAndDropsAreMarkdown() async throws {
    let view = view("See ⟦**the** list⟧.")
    let provider = try #require(view.dragSelection().first)
    let types = [Self.html, "net.daringfireball.markdown", Self.text]
    #expect(provider.registeredTypeIdentifiers.sorted() == types.sorted())
    view.set("‸")
    await view.drop(provider)
    #expect(view.text == "**the** list")
    func dropped(_ type: String, _ text: String) async -> String {
      let provider = NSItemProvider()
      for type in [type, Self.text] {
        provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) {
          $0(Data(text.utf8), nil)
          return nil
        }
      }
      view.set("‸")
      await view.drop(provider)
      return view.text
    }
    #expect(await dropped(Self.html, "<b>a</b>") == "**a**")
    let markdown = NSItemProvider()
    markdown.registerDataRepresentation(
      forTypeIdentifier: "net.daringfireball.markdown", visibility: .all
    ) {
      $0(Data("*a*".utf8), nil)
      return nil
    }
    view.set("‸")
    await view.drop(markdown)
    #expect(view.text == "*a*")
    #expect(await dropped("public.rtf", "# a") == "# a")
    #expect(await dropped(Self.html, "<div># a</div>") == "<div># a</div>")
    #expect(paste([Self.html: Data("<div>a</div>".utf8)], into: "‸").text == "a")
  }

  @Test func thePlaceholderIsShownInAnEmptyView() throws {
    let view = view("")
    view.placeholder = "Write here"
    view.layoutIfNeeded()
    let label = try #require(view.subviews.compactMap { $0 as? UILabel }.first)
    #expect(!label.isHidden && label.text == "Write here")
    #expect(label.frame == CGRect(x: 5, y: 8, width: 380, height: 20))
    view.placeholder = String(repeating: "Write here. ", count: 10)
    view.layoutIfNeeded()
    #expect(label.frame.height == 60)
    view.type("a")
    view.layoutIfNeeded()
    #expect(label.isHidden)
    view.text = ""
    view.placeholder = nil
    view.layoutIfNeeded()
    #expect(label.isHidden)
  }

  @Test func aViewFromAnArchiveWorks() throws {
    let view = try #require(MarkdownTextView(coder: TextArchive("a b")))
    #expect(view.text == "a b" && view.markdownEditor.text == "a b")
    view.selectedRange = NSRange(location: 2, length: 1)
    #expect(
      view.bar.tap("strong") && view.text == "a **b**" && view.inputAccessoryView === view.bar)
  }
}
