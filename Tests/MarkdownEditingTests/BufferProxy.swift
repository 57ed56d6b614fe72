import TextEditing

/// A text as a keyboard extension sees it: a limited number of UTF-16 code units around the
/// selection, in whole characters, and no ranges.
struct BufferProxy: DocumentProxy {
  var input: TextBuffer
  var contextLimit: Int

  init(_ input: TextBuffer, contextLimit: Int = 1024) {
    self.input = input
    self.contextLimit = contextLimit
  }

  var hasText: Bool { input.hasText }
  var documentContextBeforeInput: String? {
    guard let start = input.selection?.lowerBound else { return nil }
    return shown(input.text(inUTF8: 0..<start).reversed()).map { String($0.reversed()) }
  }
  var documentContextAfterInput: String? {
    guard let end = input.selection?.upperBound else { return nil }
    return shown(Array(input.text(inUTF8: end..<input.utf8Count))).map { String($0) }
  }
  var selectedText: String? {
    input.selection.flatMap { $0.isEmpty ? nil : input.text(inUTF8: $0) }
  }

  mutating func insertText(_ text: String) { input.insertText(text) }
  mutating func deleteBackward() { input.deleteBackward() }
  mutating func setMarkedText(_ markedText: String, selectedRange: UTF16Range) {
    input.setMarkedText(markedText, selectedRange: selectedRange)
  }
  mutating func unmarkText() { input.unmarkText() }

  mutating func adjustTextPosition(byCharacterOffset offset: Int) {
    guard offset != 0, let selection = input.selection else { return }
    let caret =
      offset > 0
      ? selection.upperBound + (documentContextAfterInput ?? "").prefix(offset).utf8.count
      : selection.lowerBound - (documentContextBeforeInput ?? "").suffix(-offset).utf8.count
    input.selectedTextRange = BufferRange(caretAtUTF8: caret)
  }

  private func shown(_ characters: [Character]) -> ArraySlice<Character>? {
    var room = contextLimit
    let shown = characters.prefix { character in
      room -= character.utf16.count
      return room >= 0
    }
    return shown.isEmpty ? nil : shown
  }
}
