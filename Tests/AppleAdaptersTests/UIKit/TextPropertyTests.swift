import AppleAdapters
import EditorTestSupport
import Testing
@_spi(StandIn) import UIKit

/// A user, an input method, an app and a bar that change the text of a view in any order.
@MainActor private struct RandomWriter {
  var random: SeededGenerator
  let view = MarkdownTextView()
  let delegate = RefreshingDelegate()
  static let pieces = [
    "a", "seed ", "**", "*", "`", "\n", "- ", "> ", "# ", "👍", "é", "e\u{301}", "👨‍👩‍👧", "[", "](u)",
    "\\",
    "\r\n", "~~", "1. ", "```\n", "| a | b |\n", "\t",
  ]

  init(_ random: SeededGenerator) {
    self.random = random
    view.delegate = delegate
    // The states of all commands take most of a step's time.
    view.bar.order = ["strong", "emphasis", "code", "strikethrough"]
    view.bar.showsOthers = Int.random(in: 0..<4, using: &self.random) == 0
    view.text = "See the **seed** list.\n\n- one\n- two 👍\n"
  }

  private mutating func piece() -> String {
    (0...Int.random(in: 0...2, using: &random)).map { _ in
      Self.pieces.randomElement(using: &random) ?? ""
    }.joined()
  }
  /// Returns a range between characters, as users and apps choose them.
  private mutating func range() -> NSRange {
    let text = view.text ?? ""
    let places = text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count]
    let from = places.randomElement(using: &random) ?? 0
    let to = places.randomElement(using: &random) ?? 0
    let near = places.filter { abs($0 - from) < 8 }.randomElement(using: &random) ?? from
    let end = Bool.random(using: &random) ? near : to
    return NSRange(location: min(from, end), length: abs(end - from))
  }

  mutating func step() {
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1, 2: view.type(piece())
    case 3: view.pressBackspace()
    case 4, 5: view.selectedRange = range()
    case 6, 7, 8:
      let names = view.bar.bar.items.filter { $0.isEnabled && $0.id != .paste }.map(\.id)
      guard let name = names.randomElement(using: &random) else { return }
      view.bar.tap(name)
    case 9: compose()
    case 10: view.undoManager?.undo()
    case 11: view.undoManager?.redo()
    case 12: editStorage()
    default: if Int.random(in: 0..<8, using: &random) == 0 { view.text = piece() + piece() }
    }
  }

  private mutating func compose() {
    let piece = piece()
    if view.markedTextRange == nil || Bool.random(using: &random) {
      let count = piece.utf16.count
      view.setMarkedText(piece, selectedRange: NSRange(location: count, length: 0))
    } else {
      view.unmarkText()
    }
  }

  /// Edits as an app does: several in one report, some of attributes only.
  private mutating func editStorage() {
    view.unmarkText()
    let storage = view.textStorage
    storage.beginEditing()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let text = storage.string
      let places = text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count]
      let from = places.randomElement(using: &random) ?? 0
      let to = places.filter { $0 >= from && $0 < from + 6 }.randomElement(using: &random) ?? from
      let range = NSRange(location: from, length: to - from)
      if Bool.random(using: &random) {
        storage.replaceCharacters(in: range, with: piece())
      } else {
        storage.setAttributes([:], range: range)
      }
    }
    storage.endEditing()
    view.selectedRange = NSRange(
      location: min(view.selectedRange.location, storage.length), length: 0)
  }
}

@MainActor struct TextPropertyTests {
  /// After every step, the view and its index have the same text, and the index reports the same
  /// state of the selection as a reading of the whole text.
  @Test func viewAndIndexAreEqual() {
    var random = RandomTests.generator()
    for _ in 0..<RandomTests.rounds(3) {
      var writer = RandomWriter(SeededGenerator(seed: random.next()))
      let view = writer.view
      for step in 0..<60 {
        writer.step()
        // Bytes are compared, not characters.
        guard Array(view.text.utf16) == Array(view.markdownEditor.text.utf16) else {
          Issue.record("step \(step), replay with MARKDOWN_EDITING_SEED=\(RandomTests.seed)")
          return
        }
      }
      let whole = UITextInputBridge(view).commandStates([.marks], dialect: view.dialect)
      #expect(
        view.commandStates([.marks]) == whole,
        "\(view.text ?? ""), MARKDOWN_EDITING_SEED=\(RandomTests.seed)")
    }
  }
}
