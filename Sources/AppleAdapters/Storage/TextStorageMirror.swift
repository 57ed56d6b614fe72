#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif
  import MarkdownEditing
  import MarkdownSyntax
  import TextEditing

  /// Reports every change of a text storage's characters, also by typing and undo, until it is
  /// deallocated. The storage's delegate remains free for the app.
  final class TextStorageMirror {
    private let tokens: NotificationTokens

    /// Observes a storage. `changed` gets the edited range, in UTF-16 code units of the text after
    /// the edit, and the growth of the text.
    init(_ storage: NSTextStorage, _ changed: @escaping @MainActor @Sendable (NSRange, Int) -> Void)
    {
      tokens = NotificationTokens([NSTextStorage.didProcessEditingNotification], of: storage) {
        guard let storage = $0.object as? NSTextStorage,
          storage.editedMask.contains(.editedCharacters)
        else { return }
        changed(storage.editedRange, storage.changeInLength)
      }
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

  extension MarkdownTextView {
    /// Shows a text that was changed elsewhere: see `show(_:)` of the string.
    ///
    /// - Returns: whether the view has the text now.
    @discardableResult
    func show(_ text: TextBuffer) -> Bool {
      if isBeingRewritten { return false }
      let old = typedText
      if old.hasSameText(as: text) { return true }
      #if !canImport(UIKit)
        endInput()
      #endif
      let edit = TextEdit(from: old.utf8Bytes, to: text.utf8Bytes)
      if isEditable, apply(edit).plan != nil { return true }
      // A text that is only for reading, or exceeds the limits of parsing.
      let selection = selectedTextRange.flatMap { utf8Range(of: $0, in: old) } ?? 0..<0
      let range = text.utf16Range(ofUTF8: edit.mapping(utf8: selection))
      replaceAll(with: text.description, selecting: NSRange(range))
      return true
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
    private let center: NotificationCenter
    private let tokens: [any NSObjectProtocol]

    init(
      _ names: [Notification.Name], of object: AnyObject? = nil,
      in center: NotificationCenter = .default,
      _ heard: @escaping @MainActor @Sendable (Notification) -> Void
    ) {
      self.center = center
      tokens = names.map { name in
        // Without a queue, the call is on the poster's thread, which is the main thread.
        center.addObserver(forName: name, object: object, queue: nil) { notification in
          // A notification is not Sendable, but it does not leave the thread.
          nonisolated(unsafe) let notification = notification
          MainActor.assumeIsolated { heard(notification) }
        }
      }
    }

    deinit {
      for token in tokens { center.removeObserver(token) }
    }
  }
#endif
