import AppleAdapters
import KeyboardGeometry
@_spi(StandIn) import SwiftUI
import Testing
@_spi(StandIn) import UIKit

/// Uses the screens of the sample app as a person does. Each is drawn into
/// `Documentation/Pictures`:
///
///     DRAW_PICTURES=1 Scripts/check adapters --filter SampleAppTests
@MainActor @Suite(.serialized) struct SampleAppTests {
  let stage = Stage()

  /// Compares the screen with its picture in the documentation, or draws that picture.
  private func compare(_ name: String) throws {
    let url = URL(fileURLWithPath: "Documentation/Pictures/\(name).svg")
    let svg = Picture(of: stage.window).svg
    if ProcessInfo.processInfo.environment["DRAW_PICTURES"] != nil {
      try svg.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == svg, "\(name): see SampleAppTests")
  }

  private func show(_ controller: UIViewController) {
    controller.appear(in: stage.window)
    stage.window.layoutIfNeeded()
  }

  private func focus(_ view: UIView) {
    view.becomeFirstResponder()
    Animations.finish()
    stage.window.layoutIfNeeded()
  }

  @Test func aNote() throws {
    let screen = NoteViewController()
    show(screen)
    let view = screen.textView
    view.selectedRange = NSRange(location: 19, length: 4)
    focus(view)
    #expect(view.bar.button("strong")?.isSelected == true)
    #expect(view.contentInset.bottom == 346)
    try compare("sample-note")
    view.bar.button("strong")?.tap()
    #expect(view.text.contains("See the seed list."))
    view.selectedRange = NSRange(location: view.textStorage.length - 1, length: 0)
    view.type("\n")
    view.bar.tap("date")
    #expect(view.text.contains("- [ ] dill\n- [ ] ") && view.text.contains("20"))
  }

  /// One text in each theme of the page: delimiters dimmed and hidden, in light and dark.
  @Test(arguments: ["light", "dark", "hidden"]) func aStyledText(name: String) async throws {
    stage.window.setTraits(UITraitCollection(style: name == "dark" ? .dark : .light))
    let view = stage.fill(with: MarkdownTextView())
    if name == "hidden" { view.theme?.delimiters = .hidden }
    view.text = """
      # Seeds for *May*

      See **the seed list**[^1], not the ~~old~~ one,
      or run `sow --all` on [the site](https://a.b).

      - [x] basil
      - [ ] dill, ==soon==
        1. in pots
        2. outside
           - on the balcony
           - by the wall
      > A quote with `code`

      | plant  | weeks |
      |--------|------:|
      | basil  |     2 |
      | cress  |     1 |

      ```swift
      let seeds = ["dill", "basil"]
      ```

      ![The beds](beds.jpg)

      ## Herbs <!-- more -->

      [^1]: By the **greenhouse**.
      """
    view.dialect = .obsidian
    view.codeHighlighter = { code, _ in
      code.hasPrefix("let") ? [(0..<3, MarkdownTheme.Color(light: 0x9B2393, dark: 0xFF7AB2))] : []
    }
    view.imageForSource = { _ in UIImage(size: CGSize(width: 640, height: 120)) }
    view.selectedRange = NSRange(location: 0, length: 0)
    view.layoutIfNeeded()
    // The image arrives later.
    for _ in 1...3 { await Task.yield() }
    view.layoutIfNeeded()
    try compare("styled-\(name)")
  }

  @Test func aNoteInSwiftUI() throws {
    let screen = ShortNote()
    let elements = render(screen)
    let toggles = elements.flatMap { $0.all("toggle") }
    #expect(toggles.prefix(3).map(\.title) == ["Bold", "Italic", "Code"])
  }

  /// The note that is written, and then only read.
  @Test func aLongNoteInSwiftUI() async throws {
    var opened: [String] = []
    let note = LongNote(open: { opened.append($0) })
    let long = RepresentableHost(note.editor)
    let view = stage.fill(with: long.view)
    #expect(view.bar.bar["strong"]?.title == "Fett" && view.theme?.delimiters == .hidden)
    view.selectedRange = (view.textStorage.string as NSString).range(of: "Saatliste")
    focus(view)
    // The image arrives later.
    for _ in 1...3 { await Task.yield() }
    stage.window.layoutIfNeeded()
    try compare("sample-swiftui")
    UIPasteboard.general.setItems([["public.html": Data("<a href='u'>Liste</a>".utf8)]])
    view.bar.tap(.paste)
    #expect(view.text.contains("Siehe die [Liste](u) im"))
    UIPasteboard.general.setItems([["public.png": Data([1])]])
    view.paste(nil)
    for _ in 1...20 { await Task.yield() }
    #expect(view.text.contains("[Liste](u)![](picture-1.png) im"))
    view.undoManager?.undo()
    view.undoManager?.undo()
    _ = view.resignFirstResponder()
    Animations.finish()
    let reader = RepresentableHost(LongNote(isReadOnly: true, open: { opened.append($0) }).editor)
    view.removeFromSuperview()
    let text = stage.fill(with: reader.view)
    stage.window.layoutIfNeeded()
    for _ in 1...3 { await Task.yield() }
    stage.window.layoutIfNeeded()
    try compare("sample-reading")
    // Nobody writes, so that no line shows its delimiters.
    let number = text.textStorage.attribute(.font, at: 0, effectiveRange: nil) as? UIFont
    #expect(number?.pointSize == 0.01)
    #expect(!text.isEditable && !text.bar.tap(.strong) && text.perform(.quote).plan == nil)
    let place = (text.textStorage.string as NSString).range(of: "Gartenbuch").location
    let position = try #require(text.position(from: text.beginningOfDocument, offset: place))
    let caret = text.caretRect(for: position)
    let tap = try #require(text.tap(at: CGPoint(x: caret.maxX + 2, y: caret.midY)))
    text.markdownTapped(tap)
    #expect(opened == ["https://example.org/garten"])
  }

  @Test func aKeyboardExtension() throws {
    let keyboard = KeyboardViewController(nibName: nil, bundle: nil)
    let document = HostDocument()
    keyboard.document = document
    document.text = "See the seed list."
    keyboard.switchKeyIsNeeded = true
    defer { UserDefaults.standard.removeObject(forKey: "heights") }
    let host = stage.fill(with: MarkdownTextView())
    host.text = document.text
    // The host gives the keyboard its height, and respects that of the keyboard.
    stage.window.addSubview(keyboard.view)
    keyboard.viewWillAppear(false)
    for height in [291.0, 335] {
      keyboard.view.frame = CGRect(x: 0, y: 844 - height, width: 390, height: height)
      keyboard.view.setNeedsUpdateConstraints()
      stage.window.layoutIfNeeded()
      keyboard.viewDidAppear(false)
      stage.window.layoutIfNeeded()
    }
    #expect(keyboard.measuredHeights == ["390x844": 291])
    #expect(keyboard.view.constraintsAtIt.map(\.constant) == [335])
    #expect(keyboard.keys.allSatisfy { !$0.frame.isEmpty && $0.frame.minY >= 44 })
    document.selectedRange = NSRange(location: 8, length: 4)
    keyboard.selectionDidChange(nil)
    keyboard.bar.layoutIfNeeded()
    try compare("sample-keyboard")
    keyboard.bar.button("strong")?.tap()
    #expect(document.text == "See the **seed** list.")
    keyboard.view.button("return")?.tap()
    keyboard.view.button("#")?.tap()
    keyboard.view.button("space")?.tap()
    keyboard.view.button("delete")?.tap()
    #expect(document.text == "See the **seed\n#** list.")
    #expect(keyboard.nextKeyboardButton?.accessibilityLabel == "Next Keyboard")
  }

  @Test func theLastRowOfAChat() throws {
    let screen = ChatViewController()
    show(screen)
    focus(screen.field)
    let top = stage.keyboardTop
    #expect(stage.frameOnScreen(screen.field).maxY == top)
    try compare("sample-chat")
    screen.list.beginDrag()
    for step in 1...10 {
      let before = screen.list.contentOffset.y
      screen.list.drag(to: before - 20)
      #expect(stage.frameOnScreen(screen.field).maxY >= top, "\(step)")
    }
    #expect(!screen.field.isFirstResponder)
  }

  @Test func aChatOnTheLayoutGuide() throws {
    let screen = GuideChatViewController()
    show(screen)
    #expect(stage.frameOnScreen(screen.field).maxY == 810)
    focus(screen.field)
    screen.view.setNeedsLayout()
    stage.window.layoutIfNeeded()
    #expect(stage.frameOnScreen(screen.field).maxY == stage.keyboardTop)
    #expect(stage.frameOnScreen(screen.list).maxY == stage.frameOnScreen(screen.field).minY)
    #expect(screen.list.keyboardDismissMode == .interactive)
    #expect(screen.view.keyboardLayoutGuide.keyboardDismissPadding == 44)
    // Also if the user has scrolled up to read.
    screen.list.contentOffset.y = 100
    try compare("sample-guide")
  }

  @Test func aScoreWithItsOwnKeyboard() throws {
    let screen = ScoreViewController()
    show(screen)
    Animations.finish()
    let panel = try #require(Keyboard.shared.inputView as? MusicPanel)
    panel.layoutIfNeeded()
    #expect(panel.frame.height == 194)
    for note in ["C", "E", "G"] { panel.keys.first { $0.configuration?.title == note }?.tap() }
    #expect(screen.score.notes == ["C", "E", "G"])
    try compare("sample-score")
    panel.keys.last?.tap()
    let bar = try #require(Keyboard.shared.accessoryView as? MarkdownInputAccessoryView)
    #expect(bar.visibleButtons.compactMap(\.accessibilityIdentifier) == ["♯", "♭"])
    bar.button("♯")?.tap()
    #expect(screen.score.notes == ["C", "E", "♯"])
  }

  @Test func aForm() throws {
    let screen = FormViewController()
    show(screen)
    focus(screen.name)
    #expect(stage.frameOnScreen(screen.nextButton).maxY == stage.keyboardTop - 8)
    screen.nextButton.tap()
    #expect(screen.note.isFirstResponder)
    Animations.finish()
    stage.window.layoutIfNeeded()
    #expect(stage.frameOnScreen(screen.nextButton).maxY == stage.keyboardTop - 8)
    #expect(screen.heard.first == .appeared)
    try compare("sample-form")
  }
}
