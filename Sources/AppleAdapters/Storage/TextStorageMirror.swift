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

    /// Observes a storage.
    ///
    /// - Parameter changed: called with the edited range, in UTF-16 code units of the text after
    ///   the edit, and the growth of the text.
    init(_ storage: NSTextStorage, _ changed: @escaping @MainActor @Sendable (NSRange, Int) -> Void)
    {
      let center = NotificationCenter.default
      let token = center.addObserver(
        forName: NSTextStorage.didProcessEditingNotification, object: storage, queue: nil
      ) { notification in
        guard let storage = notification.object as? NSTextStorage,
          storage.editedMask.contains(.editedCharacters)
        else { return }
        let (range, growth) = (storage.editedRange, storage.changeInLength)
        // A view's storage is edited on the main actor.
        MainActor.assumeIsolated { changed(range, growth) }
      }
      tokens = NotificationTokens(center: center, tokens: [token])
    }
  }

  extension IndexedTextInput {
    /// Repeats an edit of the text storage in the editor.
    ///
    /// - Parameters:
    ///   - range: the edited range, in UTF-16 code units of the text afterwards.
    ///   - growth: the growth of the text.
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
#endif
