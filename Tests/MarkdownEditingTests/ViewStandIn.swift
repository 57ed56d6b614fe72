import EditorTestSupport
import MarkdownEditing
import TextEditing

/// A text view like those of platforms: a class with UTF-16 offsets, a delegate called during each
/// change, an undo of its own, and possibly rules of its own for replacements.
class ViewStandIn: TextInput {
  /// A range of the text in UTF-16 code units.
  struct Stretch: Hashable, TextInputRange {
    var start, end: Int
    var isEmpty: Bool { start == end }
  }

  private(set) var units: [UInt16]
  var selectedTextRange: Stretch?
  var markedTextRange: Stretch?
  /// Called after each change, while the caller of `replace` still waits.
  var didChange: (ViewStandIn) -> Void = { _ in }
  /// Returns the text that the view really inserts for a replacement, or nil to reject it.
  var taking: (Stretch, String) -> String? = { $1 }
  /// The texts that its own undo would restore, the last one first.
  private(set) var undoable: [String] = []

  init(_ marked: String) {
    let (text, selections) = MarkedText.parse(marked)
    units = Array(text.utf16)
    let buffer = TextBuffer(text)
    selectedTextRange = selections.first.map { range in
      let range = buffer.utf16Range(ofUTF8: range)
      return Stretch(start: range.lowerBound, end: range.upperBound)
    }
  }

  var marked: String {
    let buffer = textBuffer()
    return MarkedText.render(
      buffer.utf8Bytes, selections: buffer.selection.map { [$0] } ?? [])
  }

  var string: String { String(decoding: units, as: UTF16.self) }
  var hasText: Bool { !units.isEmpty }
  var beginningOfDocument: Int { 0 }
  var endOfDocument: Int { units.count }

  func text(in range: Stretch) -> String? {
    String(decoding: units[range.start..<range.end], as: UTF16.self)
  }
  func replace(_ range: Stretch, withText text: String) {
    guard let text = taking(range, text) else { return }
    undoable.insert(string, at: 0)
    units.replaceSubrange(range.start..<range.end, with: text.utf16)
    let caret = range.start + text.utf16.count
    selectedTextRange = Stretch(start: caret, end: caret)
    didChange(self)
  }
  func insertText(_ text: String) {
    if let selected = selectedTextRange { replace(selected, withText: text) }
  }
  func deleteBackward() {}
  func setMarkedText(_ text: String?, selectedRange: UTF16Range) {
    let start = markedTextRange?.start ?? selectedTextRange?.start ?? 0
    insertText(text ?? "")
    markedTextRange = Stretch(start: start, end: start + (text ?? "").utf16.count)
  }
  func unmarkText() { markedTextRange = nil }
  func textRange(from: Int, to: Int) -> Stretch? {
    Stretch(start: min(from, to), end: max(from, to))
  }
  func position(from position: Int, offset: Int) -> Int? {
    (0...units.count).contains(position + offset) ? position + offset : nil
  }
  func offset(from: Int, to: Int) -> Int { to - from }
  func compare(_ position: Int, to other: Int) -> PositionOrder {
    position == other ? .orderedSame : position < other ? .orderedAscending : .orderedDescending
  }
}
