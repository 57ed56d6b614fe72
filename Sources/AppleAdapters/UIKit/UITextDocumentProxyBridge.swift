#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
  import TextEditing
  import UIKit

  /// What a keyboard extension gets from its host, as a `DocumentProxy`.
  @MainActor public struct UITextDocumentProxyBridge: @MainActor DocumentProxy {
    /// UIKit's proxy.
    public let base: any UITextDocumentProxy

    /// Creates a bridge to UIKit's proxy: `textDocumentProxy` of a `UIInputViewController`.
    public init(_ base: any UITextDocumentProxy) { self.base = base }

    /// Whether there is any text.
    public var hasText: Bool { base.hasText }
    /// Types `text` in place of the selection.
    public func insertText(_ text: String) { base.insertText(text) }
    /// Deletes the selection, or the character before the insertion point.
    public func deleteBackward() { base.deleteBackward() }
    /// The text before the selection, as much as the host shows.
    public var documentContextBeforeInput: String? { base.documentContextBeforeInput }
    /// The text after the selection, as much as the host shows.
    public var documentContextAfterInput: String? { base.documentContextAfterInput }
    /// The text that is selected.
    public var selectedText: String? { base.selectedText }
    /// Moves the insertion point by this many characters.
    public func adjustTextPosition(byCharacterOffset offset: Int) {
      base.adjustTextPosition(byCharacterOffset: offset)
    }
    /// Puts unconfirmed text in place of the marked text, or else of the selection.
    public func setMarkedText(_ markedText: String, selectedRange: NSRange) {
      base.setMarkedText(markedText, selectedRange: selectedRange)
    }
    /// Confirms the marked text.
    public func unmarkText() { base.unmarkText() }
  }
#endif
