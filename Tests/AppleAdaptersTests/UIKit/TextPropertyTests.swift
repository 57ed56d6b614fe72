import AppleAdapters
import EditorTestSupport
import Foundation
import MarkdownEditing
@_spi(StandIn) import SwiftUI
import Testing
@_spi(StandIn) import UIKit

/// The string of an app's model, which a binding reads and writes.
@MainActor private final class Model {
  var text = ""
  var binding: Binding<String> {
    Binding(get: { @MainActor in self.text }, set: { @MainActor in self.text = $0 })
  }
}

/// A person at a phone, with a keyboard that predicts, an input method, an app that changes the text,
/// and Writing Tools. The judge counts letters, because commands write only other characters.
@MainActor private struct Person {
  var random: SeededGenerator
  let model = Model()
  let host: RepresentableHost<MarkdownTextEditor>
  private var isEditable = true
  /// The prediction that the keyboard shows.
  private var prediction: NSRange?
  /// The letters of all texts that there have been, for undo.
  private var seen: Set<String> = []
  private(set) var log: [String] = []
  private static let marks = ["**", "*", "`", "~~", "- ", "> ", "# ", "1. ", "\n", "\t", "[ ] "]
  private static let words = ["a", "seed", "日本", "é", "e\u{301}", "x y", "👍🏽", "list\r\n"]
  private static let texts = [
    "See the **seed** list.\n\n- one\n- two 👍\n", "", "# A\r\n\r\n> b *c*\r\n> d\r\n",
    "| a | b |\n| --- | --- |\n| c | d |\n", "```\ncode\n```\n\n1. a\n2. b\n   - c\n",
  ]

  var view: MarkdownTextView { host.view }
  private var text: String { view.text ?? "" }

  init(_ random: SeededGenerator) {
    self.random = random
    model.text = Self.texts.randomElement(using: &self.random) ?? ""
    host = RepresentableHost(MarkdownTextEditor(text: model.binding))
    view.bar.order = [.strong, .emphasis, .code, .strikethrough, .bulletList, .taskList, .quote]
    view.bar.showsOthers = false
    seen.insert(letters(model.text))
    // Pasting must not read the clipboard of another person.
    UIPasteboard.general.setItems([])
  }

  /// The letters that a reader sees: `a` of `**a**`, and `日` of `&#26085;`.
  private func letters(_ text: String) -> String {
    var seen = String.UnicodeScalarView()
    for (number, part) in text.components(separatedBy: "&#").enumerated() {
      // Scalars, because an accent after the semicolon would be one character with it.
      var rest = Substring(part).unicodeScalars
      if number > 0, let end = rest.firstIndex(of: ";"), let code = UInt32(String(rest[..<end])),
        let scalar = Unicode.Scalar(code)
      {
        seen.append(scalar)
        rest = rest[end...]
      }
      seen.append(contentsOf: rest)
    }
    return String(String.UnicodeScalarView(seen.filter { $0.properties.isAlphabetic }))
  }
  private mutating func piece() -> String {
    (Bool.random(using: &random) ? Self.words : Self.marks).randomElement(using: &random) ?? ""
  }
  /// Returns a range between characters, as people and apps choose them.
  private mutating func range() -> NSRange {
    let text = text
    let places = text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count]
    let from = places.randomElement(using: &random) ?? 0
    let to = places.filter { abs($0 - from) < 8 }.randomElement(using: &random) ?? from
    return NSRange(location: min(from, to), length: abs(to - from))
  }

  /// Does something, and returns what is wrong with the letters afterwards.
  mutating func step() -> String? {
    let before = text
    let selection = view.selectedRange
    let units = Array(before.utf16)
    let head = letters(String(decoding: units.prefix(selection.location), as: UTF16.self))
    let tail = letters(
      String(decoding: units.dropFirst(NSMaxRange(selection)), as: UTF16.self))
    let old = letters(before)
    // The letters that may be there afterwards.
    var allowed = [old]
    let isFixed = !isEditable || view.isWritingToolsActive
    switch Int.random(in: 0..<22, using: &random) {
    case 0, 1, 2, 3:
      // A key: the keyboard takes its prediction away first.
      let piece = piece()
      log.append("type \(piece)")
      endPrediction()
      if isEditable, !view.isWritingToolsActive, view.markedTextRange == nil {
        allowed = [head + letters(piece) + tail]
        // Without deleting the selection, Tab moves to the next cell or indents an item, and Return
        // moves to the next row.
        if piece == "\t" || piece == "\n" { allowed.append(old) }
        view.type(piece)
      }
    case 4, 5:
      log.append("Backspace")
      endPrediction()
      if isEditable, !view.isWritingToolsActive, view.markedTextRange == nil {
        let shorter = selection.length > 0 ? head : String(head.dropLast())
        // A letter and its accent are deleted together, or a marker is.
        allowed = [
          shorter + tail, head + tail, String(head.unicodeScalars.dropLast(2)) + tail,
          selection.length > 0 ? head + tail : old,
        ]
        view.pressBackspace()
      }
    case 6, 7:
      log.append("select")
      if view.markedTextRange == nil { view.selectedRange = range() }
    case 8, 9, 10:
      let names = view.bar.bar.items.filter(\.isEnabled).map(\.id)
      guard let name = names.randomElement(using: &random) else { break }
      log.append("tap \(name.name)")
      if [.undo, .redo, .hideKeyboard].contains(name) { break }
      view.bar.tap(name)
      // With "paste", the letters of the clipboard come in.
      if name == .paste { allowed = [] }
    case 11, 12:
      log.append("predict")
      guard isEditable, !view.isWritingToolsActive, selection.length == 0,
        prediction != nil || view.markedTextRange == nil
      else { break }
      view.predict("seedlings")
      prediction = NSRange(location: view.selectedRange.location, length: 9)
    case 13:
      log.append("accept")
      guard let range = prediction else { break }
      view.unmarkText()
      view.selectedRange = NSRange(location: NSMaxRange(range), length: 0)
      prediction = nil
      allowed = [head + "seedlings" + tail]
      // The text is in the view without a key, so that the view tells the model at the next key.
      NotificationCenter.default.post(name: UITextView.textDidChangeNotification, object: view)
    case 14, 15: allowed = compose(head, tail, old)
    case 16:
      log.append("undo")
      guard view.markedTextRange == nil, !isFixed else { break }
      view.bar.tap(Bool.random(using: &random) ? .undo : .redo)
      allowed = Array(seen)
    case 17:
      // Another device, or “Send”. The model's text is the truth.
      var new = model.text
      if Bool.random(using: &random) {
        new = Self.texts.randomElement(using: &random) ?? ""
      } else if let place = new.indices.randomElement(using: &random) {
        new.insert(contentsOf: "other ", at: place)
      }
      log.append("model \(new)")
      if !view.isWritingToolsActive, !new.utf8.elementsEqual(before.utf8) { prediction = nil }
      model.text = new
      allowed = view.isWritingToolsActive ? [old] : [letters(new)]
      update()
      if view.isWritingToolsActive { model.text = before }
    case 18:
      isEditable.toggle()
      log.append("editable \(isEditable)")
    case 19:
      // Writing Tools replace a word, and nothing else changes the text meanwhile.
      endPrediction()
      view.unmarkText()
      view.setWritingTools(active: !view.isWritingToolsActive)
      log.append("Writing Tools \(view.isWritingToolsActive)")
    case 20:
      log.append("cut")
      endPrediction()
      if view.markedTextRange == nil {
        view.cut(nil)
        allowed = selection.length > 0 && !isFixed ? [head + tail] : [old]
      }
    default:
      log.append("paste")
      endPrediction()
      guard view.markedTextRange == nil else { break }
      UIPasteboard.general.string = Self.words.randomElement(using: &random)
      let pasted = letters(UIPasteboard.general.string ?? "")
      view.paste(nil)
      if !isFixed { allowed = [head + pasted + tail] }
    }
    update()
    let now = letters(text)
    seen.insert(now)
    // What is selected of a cell beyond the columns of its table together with other cells stays.
    let isOfTable = selection.length > 0 && before.contains("| --- |")
    if allowed.isEmpty || allowed.contains(now) || isOfTable { return fault() }
    return "\(before.debugDescription) at \(selection) became \(text.debugDescription)"
  }

  private mutating func compose(_ head: String, _ tail: String, _ old: String) -> [String] {
    endPrediction()
    guard isEditable, !view.isWritingToolsActive else { return [old] }
    if view.markedTextRange == nil {
      log.append("compose")
      view.setMarkedText("に", selectedRange: NSRange(location: 1, length: 0))
      return [head + "に" + tail]
    }
    log.append("commit or move")
    if Bool.random(using: &random) {
      view.unmarkText()
    } else {
      // The caret of an input method may be before its text.
      view.setMarkedText("に", selectedRange: NSRange(location: 0, length: 0))
    }
    return [old]
  }

  private mutating func endPrediction() {
    if prediction != nil { view.endPrediction() }
    prediction = nil
  }

  private mutating func update() {
    host.update(MarkdownTextEditor(text: model.binding, isEditable: isEditable))
    if view.markedTextRange == nil { prediction = nil }
  }

  /// What is wrong between the view, its index and the model.
  private func fault() -> String? {
    var units = Array(view.textStorage.string.utf16)
    if Array(view.markdownEditor.text.utf16) != units { return "the index has another text" }
    if let prediction { units.removeSubrange(prediction.location..<NSMaxRange(prediction)) }
    if Array(text.utf16) != units { return "the text has a prediction" }
    if Array(model.text.utf16) != units { return "the model has another text" }
    return nil
  }
}

@MainActor @Suite(.serialized) struct TextPropertyTests {
  /// No letter is lost, invented or doubled; view, index and model have the same text after each step.
  @Test func nothingIsLostInventedOrDoubled() {
    var random = RandomTests.generator()
    for user in 0..<RandomTests.rounds(20) {
      var person = Person(SeededGenerator(seed: random.next()))
      for _ in 0..<120 {
        guard let fault = person.step() else { continue }
        Issue.record(
          "user \(user): \(fault)\n\(person.log.suffix(6)), MARKDOWN_EDITING_SEED=\(RandomTests.seed)"
        )
        return
      }
      let whole = UITextInputBridge(person.view).commandStates([.marks], dialect: .gitHub)
      if person.view.markedTextRange == nil, person.view.barrier() == nil,
        !person.view.hasPendingMarks
      {
        #expect(
          person.view.commandStates([.marks]) == whole,
          "\(person.view.text ?? ""), MARKDOWN_EDITING_SEED=\(RandomTests.seed)")
      }
    }
  }
}
