import MarkdownSyntax
import TextEditing

extension MarkdownEditor: TextInput {
  /// A position in the text.
  public typealias InputPosition = BufferPosition
  /// A range of the text.
  public typealias InputRange = BufferRange

  /// Types `text` in place of the marked text, or else of each selection.
  ///
  /// Selected text is replaced as by the command `insert-text`: `a **⟦b** c⟧` becomes `a **x**`. At
  /// a caret with pending marks, the text gets or loses these.
  /// Adjacent typing is one step of undo, word by word. If the result cannot be written or is not
  /// passed to libcmark, nothing happens; `apply(_:selecting:kind:)` reports the reason.
  public mutating func insertText(_ text: String) {
    if markedTextRange == nil,
      typePending(text, over: utf8Selections) || replaceSelections(with: text)
    {
      return
    }
    let ranges = markedTextRange.map { [$0.utf8] } ?? utf8Selections
    put(text, at: ranges, kind: .typing)
  }

  /// Deletes each selection as the command `backspace` does, or the grapheme cluster before it.
  public mutating func deleteBackward() {
    if replaceSelections(with: "") { return }
    var probe = buffer
    let ranges = utf8Selections.compactMap { range in
      probe.selectedTextRange = BufferRange(utf8: range)
      return probe.backwardDeletion
    }
    probe = TextBuffer()
    var last = 0
    let isApart = ranges.allSatisfy { range in
      defer { last = range.upperBound }
      return range.lowerBound >= last
    }
    if isApart { put("", at: ranges, kind: .deleting) }
  }

  private mutating func replaceSelections(with text: String) -> Bool {
    guard utf8Selections.contains(where: { !$0.isEmpty }) else { return false }
    let command = text.isEmpty ? EditingCommand.backspace : .insertText(text)
    switch command.outcome(utf8: utf8Selections, in: document, dialect: dialect) {
    case .plan(let plan):
      try? apply(plan.edit, selecting: plan.selections, kind: text.isEmpty ? .deleting : .typing)
      return true
    case .unchanged, .refused(.noSpelling): return true
    case .refused: return false
    }
  }

  private mutating func put(_ text: String, at ranges: [Range<Int>], kind: HistoryStep.Kind) {
    if ranges.isEmpty || (text.isEmpty && ranges.allSatisfy { $0.isEmpty }) { return }
    var growth = 0
    let carets = ranges.map { range in
      let caret = range.lowerBound + growth + text.utf8.count
      growth += text.utf8.count - range.count
      return caret..<caret
    }
    try? apply(
      TextEdit(ranges.map { TextEdit.Replacement($0, with: text) }), selecting: carets, kind: kind)
  }

  /// Replaces the text of `range`, as one step of undo.
  public mutating func replace(_ range: BufferRange, withText text: String) {
    try? apply(TextEdit([.init(range.utf8, with: text)]))
  }

  /// The first selection. Setting it makes it the only one.
  public var selectedTextRange: BufferRange? {
    get { utf8Selections.first.map(BufferRange.init(utf8:)) }
    set { utf8Selections = newValue.map { [$0.utf8] } ?? [] }
  }

  /// The unconfirmed text of an input method.
  public var markedTextRange: BufferRange? { marked.map(BufferRange.init(utf8:)) }

  /// Replaces the marked text, or else the selection, with unconfirmed text. A whole composition is
  /// one step of undo.
  ///
  /// - Parameters:
  ///   - markedText: the unconfirmed text; nil removes the marked text.
  ///   - selectedRange: the selection, in UTF-16 code units within `markedText`.
  public mutating func setMarkedText(_ markedText: String?, selectedRange: UTF16Range) {
    let text = markedText ?? ""
    let composed = TextBuffer(text)
    let end = composed.utf16Count
    let first = min(max(0, selectedRange.location), end)
    let (sum, overflows) = first.addingReportingOverflow(max(0, selectedRange.length))
    let last = overflows ? end : min(sum, end)
    let start = composed.utf8Offset(ofUTF16: first) ?? 0
    let stop = max(start, composed.utf8Offset(ofUTF16: last) ?? composed.utf8Count)
    compose(text) { $0.lowerBound + start..<$0.lowerBound + stop }
  }

  /// Confirms the marked text, and gives it the marks that were pending when it began.
  public mutating func unmarkText() {
    if let marked { _ = typePending(buffer.text(utf8: marked), over: [marked]) }
    endComposition()
  }

  /// The text with the first selection, as a value.
  public func textBuffer() -> TextBuffer {
    var copy = buffer
    copy.selectedTextRange = selectedTextRange
    return copy
  }

  /// Applies an edit as one step of undo, and selects a UTF-8 range of the text after it.
  ///
  /// - Throws: `TextEditError`, with nothing changed, if the edit or the selection does not fit, or
  ///   `notTaken` if the result is not passed to libcmark.
  public mutating func apply(
    _ edit: TextEdit, selectingUTF8 selection: Range<Int>?
  ) throws(TextEditError) {
    do throws(DocumentEditError) { try apply(edit, selecting: selection.map { [$0] }) } catch {
      switch error {
      case .edit(let error): throw error
      case .parsing: throw .notTaken
      }
    }
  }
}
