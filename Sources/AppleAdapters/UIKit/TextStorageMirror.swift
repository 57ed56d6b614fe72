#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import UIKit

  /// Reports every change of a text storage's characters, typing and undo among them, for as long as it
  /// lives. The storage's delegate is left to the app: a syntax highlighter, for example.
  final class TextStorageMirror {
    private let tokens: NotificationTokens

    /// Observes a storage.
    ///
    /// - Parameter changed: is called with the range that was edited, in UTF-16 code units of the text
    ///   after the edit, and with the growth of the text.
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
#endif
