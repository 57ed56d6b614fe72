@_spi(StandIn) import AppKit
import AppleAdapters
import EditorTestSupport
import Testing

/// A person, an input method, predictions, Writing Tools and an app, in any order.
///
/// What the text must be is computed from the text and the selection before a step, for all that is
/// not a command. A command must leave the letters as they are.
@MainActor private final class MacWriter {
  private var random: SeededGenerator
  private let window = MacWindow()
  let view: MarkdownTextView
  private let menu: NSMenu
  private let hasKeys: Bool
  private var observer: (any NSObjectProtocol)?
  /// The texts since the steps of undo were removed last.
  private var texts: Set<[UInt16]> = []
  private var base = ""
  private(set) var fault: String?
  private var isRewritten = false
  /// Whether a mark may be pending: from a command to the next click.
  private var mayBePending = false

  private static let pieces = [
    "a", "seed ", "*", "b", "`", " ", "👍", "é", "e\u{301}", "👨‍👩‍👧", "[", "\\", "Wort",
  ]
  private static let commands: Set = [
    "Bold", "Italic", "Code", "Strikethrough", "Bullet List", "Ordered List", "Quote",
    "Heading 1", "Heading 2", "Indent", "Outdent",
  ]

  init(_ random: SeededGenerator) {
    self.random = random
    view = window.view("See the **seed** list.\n\n- one\n- two 👍\n‸")
    menu = view.markdownMenu()
    hasKeys = Bool.random(using: &self.random)
    view.performsKeys = hasKeys
    observer = NotificationCenter.default.addObserver(
      forName: NSText.didChangeNotification, object: view, queue: nil
    ) { [weak self] _ in
      MainActor.assumeIsolated { self?.remember() }
    }
    startAnew()
  }
  func close() { observer.map { NotificationCenter.default.removeObserver($0) } }

  private func remember() { texts.insert(Array(view.text.utf16)) }
  private func startAnew() {
    texts = []
    base = view.text
    remember()
  }
  private func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
  private func piece() -> String { Self.pieces.randomElement(using: &random) ?? "" }
  private func range(in text: String) -> NSRange {
    let places = text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count]
    let from = places.randomElement(using: &random) ?? 0
    let near = places.filter { abs($0 - from) < 8 }.randomElement(using: &random) ?? from
    return NSRange(location: min(from, near), length: chance(2) ? 0 : abs(near - from))
  }
  private func replacing(_ range: NSRange, of text: String, with new: String) -> String {
    (text as NSString).replacingCharacters(in: range, with: new)
  }
  /// The letters of a text, also those of character references.
  private func letters(_ text: String) -> String {
    var rest = Array(text.unicodeScalars)[...]
    var result = String.UnicodeScalarView()
    while var first = rest.popFirst() {
      if first == "&", rest.first == "#", let end = rest.firstIndex(of: ";"),
        let code = UInt32(String(String.UnicodeScalarView(rest[..<end].dropFirst()))),
        let scalar = Unicode.Scalar(code)
      {
        (first, rest) = (scalar, rest[(end + 1)...])
      }
      if first.properties.isAlphabetic || first.value > 0x1F000 { result.append(first) }
    }
    return String(result)
  }

  private func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
    if !isTrue, fault == nil { fault = what() }
  }
  private func expect(_ text: String, after step: String) {
    expect(
      Array(view.text.utf16) == Array(text.utf16),
      "\(step): \(view.text.debugDescription) instead of \(text.debugDescription)")
  }
  private func expectLetters(of text: String, after step: String) {
    expect(
      letters(view.text) == letters(text),
      "\(step): letters of \(view.text.debugDescription), not of \(text.debugDescription)")
  }
  /// A click and ⌘Z confirm the text of an input method, and remove a prediction.
  private func settle() {
    if view.predictedTextRange != nil { view.compose("") } else { view.unmarkText() }
    remember()
  }

  /// AppKit leaves no caret inside a character, whereas the stand-in's undo can.
  private func leaveCharacters() {
    let (text, range) = (view.string, view.selectedRange())
    let places = Set(text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count])
    if !places.contains(range.location) || !places.contains(NSMaxRange(range)) {
      let place = places.filter { $0 <= range.location }.max() ?? 0
      view.setSelectedRange(NSRange(location: place, length: 0))
    }
  }

  func step() {
    if !view.hasMarkedText() { leaveCharacters() }
    let (before, selection) = (view.text, view.selectedRange())
    let canType = view.isEditable && !isRewritten
    let isBusy = view.barrier() != nil
    switch Int.random(in: 0..<20, using: &random) {
    case 0...3 where !isRewritten: type(before, canType)
    case 4 where !isRewritten: backspace(before, canType)
    case 5 where !isRewritten: pressKey(chance(2) ? "⏎" : "⇥", before, canType)
    case 6:
      settle()
      view.setSelectedRange(range(in: view.string))
      // A click at the caret does not move it.
      if view.selectedRange() != selection { mayBePending = false }
      if view.text != before { expect(before, after: "click") }
    case 7:
      let items = menu.commands.filter { Self.commands.contains($0.title) }
      guard let item = items.randomElement(using: &random) else { return }
      let isEnabled = view.validateUserInterfaceItem(item)
      // AppKit does not run a disabled item; a busy view must not, either.
      if isEnabled || isBusy { view.runMarkdownCommand(item) }
      mayBePending = true
      expect(!isBusy || !isEnabled, "\(item.title) is enabled")
      if isEnabled {
        expectLetters(of: before, after: item.title)
      } else {
        expect(before, after: item.title)
      }
    case 8 where canType && !view.isComposing && selection.length == 0:
      view.predict(piece())
      expect(before, after: "prediction")
    case 9 where canType: compose(before)
    case 10, 11:
      undo()
    case 12 where view.isComposing == false || chance(2):
      let new = replacing(
        range(in: before), of: before, with: chance(2) ? "" : piece() + "\n" + piece())
      if view.show(new) {
        expect(new, after: "show")
        if !view.isEditable, new != before { startAnew() }
      } else {
        expect(isRewritten, "show did nothing")
        expect(before, after: "show")
      }
    case 13 where chance(4) && !isRewritten:
      let new = piece() + "\n\n- " + piece()
      if chance(2) { view.string = new } else { view.text = new }
      expect(new, after: "string")
      startAnew()
    case 14 where canType: editStorage()
    case 15: view.isEditable = view.isEditable ? !chance(3) : true
    case 16:
      if !view.hasMarkedText() { isRewritten = isRewritten ? false : chance(3) }
      view.setWritingTools(active: isRewritten)
    case 17: paste(before, selection, isBusy)
    case 18:
      view.cut(nil)
      if isBusy || selection.length == 0 {
        expect(before, after: "cut")
      } else {
        let new = replacing(selection, of: before, with: "")
        if hasKeys { expectLetters(of: new, after: "cut") } else { expect(new, after: "cut") }
      }
    case 19: drag(before, selection, isBusy)
    default: break
    }
    if !view.hasMarkedText() { remember() }
    expect(Array(view.string.utf16) == Array(view.markdownEditor.text.utf16), "index")
    expect(Exceptions.raised.isEmpty, "\(Exceptions.raised)")
    view.needsLayout = true
    view.layoutSubtreeIfNeeded()
  }

  private func type(_ before: String, _ canType: Bool) {
    let (text, selection) = (piece(), view.selectedRange())
    let place = view.isComposing ? view.markedRange() : selection
    view.insertText(text, replacementRange: NSRange(location: NSNotFound, length: 0))
    let new = canType ? replacing(place, of: before, with: text) : before
    let isCommand = canType && (mayBePending || hasKeys && place.length > 0)
    if isCommand { expectLetters(of: new, after: "typing") } else { expect(new, after: "typing") }
  }

  private func backspace(_ before: String, _ canType: Bool) {
    let selection = view.selectedRange()
    let start = String.Index(utf16Offset: selection.location, in: before)
    guard !view.isComposing else { return }
    view.type("⌫")
    guard canType else { return expect(before, after: "backspace") }
    var place = selection
    if place.length == 0, place.location > 0 {
      place.length = before[before.index(before: start)..<start].utf16.count
      place.location = selection.location - place.length
    }
    let new = replacing(place, of: before, with: "")
    if hasKeys {
      expect(
        [letters(new), letters(before)].contains(letters(view.text))
          && (selection.length == 0 || letters(view.text) == letters(new)),
        "backspace: \(view.text.debugDescription) of \(before.debugDescription)")
    } else {
      expect(new, after: "backspace")
    }
  }

  private func pressKey(_ key: String, _ before: String, _ canType: Bool) {
    guard !view.isComposing else { return }
    let selection = view.selectedRange()
    view.type(key)
    let new = replacing(selection, of: before, with: key == "⏎" ? "\n" : "\t")
    if !canType {
      expect(before, after: "key")
    } else if hasKeys {
      // Tab indents the items of a selection.
      let isIndented = key == "⇥" && letters(view.text) == letters(before)
      expectLetters(of: isIndented ? before : new, after: key)
    } else {
      expect(new, after: key)
    }
  }

  private func compose(_ before: String) {
    let isNew = !view.isComposing
    let place = isNew ? view.selectedRange() : view.markedRange()
    let text = ["に", "にほ", "日本", "e\u{301}"].randomElement(using: &random) ?? ""
    if isNew || chance(2) {
      view.compose(text)
      expect(replacing(place, of: before, with: text), after: "composition")
      // The caret of an input method may be anywhere.
      if chance(3) { view.compose(text, caret: 0) }
      expect(view.isComposing, "a composition is a prediction")
    } else if chance(2) {
      view.unmarkText()
      expect(before, after: "unmarking")
    } else {
      view.insertText(text, replacementRange: NSRange(location: NSNotFound, length: 0))
      expectLetters(of: replacing(place, of: before, with: text), after: "confirmation")
    }
  }

  private func undo() {
    guard !isRewritten else { return }
    settle()
    let before = view.text
    if chance(3) { view.undoManager?.redo() } else { view.undoManager?.undo() }
    if !view.isEditable { expect(before, after: "undo of a text for reading") }
    expect(
      texts.contains(Array(view.text.utf16)), "undo: \(view.text.debugDescription) was never there")
  }

  private func editStorage() {
    settle()
    let (before, new) = (view.text, piece())
    let place = range(in: before)
    let isAnnounced = chance(2)
    if isAnnounced {
      guard view.shouldChangeText(in: place, replacementString: new) else { return }
    }
    view.textStorage?.replaceCharacters(in: place, with: new)
    if isAnnounced { view.didChangeText() }
    let text = replacing(place, of: before, with: new)
    // Marks that are pending are given to a text at the caret, too.
    if Array(view.text.utf16) != Array(text.utf16) { expectLetters(of: text, after: "storage") }
    view.setSelectedRange(
      NSRange(location: min(place.location, view.string.utf16.count), length: 0))
    guard !isAnnounced else { return }
    view.undoManager?.removeAllActions()
    startAnew()
  }

  private func paste(_ before: String, _ selection: NSRange, _ isBusy: Bool) {
    let (markdown, plain) = ("**bo** c", "bo c")
    switch Int.random(in: 0..<3, using: &random) {
    case 0: window.copy([.html: "<b>bo</b> c", .string: plain])
    case 1: window.copy([.markdown: markdown, .string: plain])
    default: window.copy([.string: markdown])
    }
    if chance(3) { view.pasteAsPlainText(nil) } else { view.paste(nil) }
    if isBusy { return expect(before, after: "paste") }
    expectLetters(of: replacing(selection, of: before, with: plain), after: "paste")
  }

  private func drag(_ before: String, _ selection: NSRange, _ isBusy: Bool) {
    guard selection.length > 0, !view.hasMarkedText() else { return }
    let place = range(in: before).location
    let isDropped = view.drop(at: place)
    expect(!isBusy || !isDropped, "a busy view takes a drop")
    let moved = (before as NSString).substring(with: selection)
    guard isDropped else { return expect(before, after: "drag") }
    let isAfter = place > selection.location
    let rest = replacing(selection, of: before, with: "")
    // A drop lands between characters of a line.
    let end = view.selectedRange().location - selection.length
    expect(
      replacing(NSRange(location: end, length: 0), of: rest, with: moved), after: "drag \(isAfter)")
  }

  /// Undoes everything.
  func undoAll() {
    isRewritten = false
    view.setWritingTools(active: false)
    view.isEditable = true
    settle()
    while view.undoManager?.canUndo == true, fault == nil { view.undoManager?.undo() }
    expect(base, after: "undoing everything")
    expect(Array(view.string.utf16) == Array(view.markdownEditor.text.utf16), "index")
    expect(Exceptions.raised.isEmpty, "\(Exceptions.raised)")
  }
}

@MainActor struct MacPropertyTests {
  /// In 120 steps of each person, nothing is lost, invented or doubled.
  @Test func nothingIsLostInventedOrDoubled() {
    var random = RandomTests.generator()
    for user in 0..<RandomTests.rounds(4) {
      let seed = random.next()
      let writer = MacWriter(SeededGenerator(seed: seed))
      defer { writer.close() }
      var step = 0
      while step < 120, writer.fault == nil {
        writer.step()
        step += 1
      }
      if writer.fault == nil { writer.undoAll() }
      if let fault = writer.fault {
        Issue.record(
          "user \(user), step \(step): \(fault), MARKDOWN_EDITING_SEED=\(RandomTests.seed)")
      }
    }
  }
}
