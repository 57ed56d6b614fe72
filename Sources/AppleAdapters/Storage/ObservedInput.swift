#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif
  import MarkdownEditing
  import MarkdownSyntax
  import TextEditing

  /// The session of an input that keeps no editor of its text, such as an app's own text view.
  @MainActor final class ObservedSession {
    var editor = MarkdownEditor.empty(in: .gitHub)
    /// Whether the marked text of the input is a prediction.
    var isPredicting: () -> Bool = { false }
    var isEditable: () -> Bool = { true }
    var isBeingRewritten: () -> Bool = { false }
    /// Called after each edit of a command: the place and length of the new text, the old text and
    /// the selection before, in UTF-16 code units.
    var edited: ((NSRange, String, NSRange?) -> Void)?
  }

  /// An input with the editor of a session, which has the text of the input whenever it is asked.
  ///
  /// It is made for one call, so that it may retain the input.
  @MainActor final class ObservedInput<Base: TextInput> where Base.InputUTF16Range == NSRange {
    private var base: Base
    private let session: ObservedSession

    init(_ base: Base, _ session: ObservedSession, in dialect: Dialect) {
      (self.base, self.session) = (base, session)
      let text = base.textBuffer()
      if !session.editor.buffer.hasSameText(as: text) { try? readAgain() }
      if session.editor.dialect != dialect { session.editor.dialect = dialect }
    }

    private func nsRange(_ range: Base.InputRange) -> NSRange {
      let start = base.offset(from: base.beginningOfDocument, to: range.start)
      return NSRange(location: start, length: base.offset(from: range.start, to: range.end))
    }
  }

  extension ObservedInput: @MainActor IndexedTextInput {
    var markdownEditor: MarkdownEditor {
      get { session.editor }
      set { session.editor = newValue }
    }
    var isEditable: Bool { session.isEditable() }
    var isBeingRewritten: Bool { session.isBeingRewritten() }
    var predictedTextRange: Base.InputRange? { session.isPredicting() ? markedTextRange : nil }

    typealias InputPosition = Base.InputPosition
    typealias InputRange = Base.InputRange
    var hasText: Bool { base.hasText }
    func insertText(_ text: String) { base.insertText(text) }
    func deleteBackward() { base.deleteBackward() }
    func text(in range: Base.InputRange) -> String? { base.text(in: range) }
    func replace(_ range: Base.InputRange, withText text: String) {
      let (old, start) = (base.text(in: range) ?? "", nsRange(range).location)
      let selection = base.selectedTextRange.map(nsRange)
      base.replace(range, withText: text)
      session.edited?(NSRange(location: start, length: text.utf16.count), old, selection)
    }
    var selectedTextRange: Base.InputRange? {
      get { base.selectedTextRange }
      set { base.selectedTextRange = newValue }
    }
    var markedTextRange: Base.InputRange? { base.markedTextRange }
    func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
      base.setMarkedText(markedText, selectedRange: selectedRange)
    }
    func unmarkText() { base.unmarkText() }
    var beginningOfDocument: Base.InputPosition { base.beginningOfDocument }
    var endOfDocument: Base.InputPosition { base.endOfDocument }
    func textRange(
      from fromPosition: Base.InputPosition, to toPosition: Base.InputPosition
    ) -> Base.InputRange? {
      base.textRange(from: fromPosition, to: toPosition)
    }
    func position(from position: Base.InputPosition, offset: Int) -> Base.InputPosition? {
      base.position(from: position, offset: offset)
    }
    func compare(
      _ position: Base.InputPosition, to other: Base.InputPosition
    ) -> Base.InputOrder {
      base.compare(position, to: other)
    }
    func offset(from: Base.InputPosition, to toPosition: Base.InputPosition) -> Int {
      base.offset(from: from, to: toPosition)
    }
  }

  extension IndexedTextInput where InputUTF16Range == NSRange {
    /// Runs the command of a key that the input announces as a change: Return, Backspace, Tab, typing
    /// over a selection, or typing with pending marks.
    ///
    /// - Returns: whether a command was run.
    func takesKey(
      replacing range: NSRange, with text: String, undoManager: UndoManager?,
      options: EditingOptions
    ) -> Bool {
      let origin = beginningOfDocument
      // The edits of an undo, and the keys of an input method, are not commands.
      guard barrier() == nil, undoManager?.isUndoing != true, undoManager?.isRedoing != true,
        let selected = selectedTextRange, range.location != NSNotFound,
        let first = position(from: origin, offset: max(0, range.location)),
        let last = position(from: origin, offset: range.location + range.length),
        let found = textRange(from: first, to: last)
      else { return false }
      let start = offset(from: origin, to: selected.start)
      let key = TypedKey(
        replacing: range.location..<range.location + range.length, with: text,
        selection: start..<start + offset(from: selected.start, to: selected.end),
        removed: self.text(in: found) ?? "", hasPendingMarks: hasPendingMarks, options: options)
      return key.map { perform($0) } ?? false
    }
  }

  /// Tells an inline prediction from the text of an input method, which are both marked text.
  ///
  /// A prediction appears with the caret before it, and the text of an input method with the caret
  /// after its first character. Later the caret of an input method may be anywhere, also before it.
  @MainActor struct MarkedText {
    private var start: Int?
    private var isPrediction = false

    /// Whether the marked text is a prediction. Ask after each change of the text.
    mutating func isPrediction(_ marked: NSRange?, selection: NSRange?) -> Bool {
      guard let marked, marked.length > 0, marked.location != NSNotFound else {
        start = nil
        return false
      }
      let isBefore = selection == NSRange(location: marked.location, length: 0)
      isPrediction = isBefore && (start != marked.location || isPrediction)
      start = marked.location
      return isPrediction
    }
  }
#endif
