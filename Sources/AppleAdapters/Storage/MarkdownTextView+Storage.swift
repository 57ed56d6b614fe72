#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif
  import MarkdownEditing
  import MarkdownSyntax
  import TextEditing

  // The part of the views of UIKit and AppKit that deals with their storage.

  extension MarkdownTextView {
    /// Repeats every change of the storage's characters in the editor, also by typing and undo,
    /// until the result is deallocated. The storage's delegate remains free for the app.
    func mirrorStorage() -> NotificationTokens? {
      let storage: NSTextStorage? = textStorage
      guard let storage else { return nil }
      return NotificationTokens([NSTextStorage.didProcessEditingNotification], of: storage) {
        [weak self] notification in
        guard let self, let storage = notification.object as? NSTextStorage,
          storage.editedMask.contains(.editedCharacters)
        else { return }
        mirrorEdit(storage.editedRange, growth: storage.changeInLength, of: storage)
        setNeedsStyling()
      }
    }

    /// Shows a text that was changed elsewhere, for example by another device. Only the lines that
    /// differ are replaced, as one step of undo; caret, selection and scrolling stay in place.
    ///
    ///     view.show(note.text)
    ///
    /// It ends a composition and removes an inline prediction. While Writing Tools are rewriting the
    /// text, it does nothing.
    ///
    /// - Returns: whether the view has the text now.
    /// - Complexity: O(*n*), and O(*d*²) for *d* lines that differ.
    @discardableResult
    public func show(_ text: String) -> Bool { show(TextBuffer(text)) }

    @discardableResult
    func show(_ text: TextBuffer) -> Bool {
      if isBeingRewritten { return false }
      if typedText.hasSameText(as: text) { return true }
      #if !canImport(UIKit)
        endInput()
      #endif
      let old = typedText
      let edit = TextEdit(from: old.utf8Bytes, to: text.utf8Bytes)
      if isEditable, apply(edit).plan != nil { return true }
      // A text that is only for reading, or exceeds the limits of parsing.
      let selection = selectedTextRange.flatMap { utf8Range(of: $0, in: old) } ?? 0..<0
      let range = text.utf16Range(ofUTF8: edit.mapping(utf8: selection))
      replaceAll(with: text.description, selecting: NSRange(range))
      return true
    }

    /// The moment for which the states of commands are known.
    struct Moment: Equatable {
      var revision: Int
      var selection: NSRange
      var barrier: Outcome.Unchanged?
    }

    var moment: Moment {
      Moment(
        revision: markdownEditor.revision, selection: selectedNSRange, barrier: barrier(options))
    }
  }

  extension MarkdownTextView: @MainActor IndexedTextInput {
    /// The range of an inline prediction, which is in the text although nobody has typed it. A view
    /// whose `inlinePredictionType` is `.no` has none.
    public var predictedTextRange: InputRange? {
      let marked = markedTextRange
      let isPrediction = markedKind.isPrediction(
        marked.map { nsRange($0) }, selection: selectedNSRange)
      return isPrediction && inlinePredictionType != .no ? marked : nil
    }
  }

  extension IndexedTextInput {
    /// Repeats an edit of the text storage in the editor; the range is that of the text afterwards.
    ///
    /// - Complexity: O(log *n* + *m*) for *m* edited characters, and the blocks around them.
    func mirrorEdit(_ range: NSRange, growth: Int, of storage: NSTextStorage) {
      let old = range.location..<(range.location + range.length - growth)
      // Not `string`, which copies the whole text.
      let text = storage.mutableString.substring(with: range)
      if let utf8 = markdownEditor.buffer.utf8Range(ofUTF16: old),
        (try? markdownEditor.apply(TextEdit([.init(utf8, with: text)]), kind: .typing)) != nil,
        markdownEditor.buffer.utf16Count == storage.length
      {
        return
      }
      // An edit inside a surrogate pair, or a text that exceeds the parsing limits.
      do { try readAgain() } catch { markdownEditor = .empty(in: markdownEditor.dialect) }
    }
  }

  extension MarkdownEditor {
    static func empty(in dialect: Dialect) -> MarkdownEditor {
      guard let empty = try? MarkdownEditor("", dialect: dialect) else {
        preconditionFailure("libcmark reads an empty text")
      }
      return empty
    }
  }

  /// Stops observing when it is deallocated, which an isolated class cannot do in its own `deinit`.
  final class NotificationTokens {
    private let tokens: [any NSObjectProtocol]

    init(
      _ names: [Notification.Name], of object: AnyObject? = nil,
      _ heard: @escaping @MainActor @Sendable (Notification) -> Void
    ) {
      tokens = names.map { name in
        // Without a queue, the call is on the poster's thread, which is the main thread.
        NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
          notification in
          // A notification is not Sendable, but it does not leave the thread.
          nonisolated(unsafe) let notification = notification
          MainActor.assumeIsolated { heard(notification) }
        }
      }
    }

    deinit {
      for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
  }
#endif
