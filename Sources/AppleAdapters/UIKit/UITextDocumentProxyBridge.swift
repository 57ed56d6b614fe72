#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
  import TextEditing
  import UIKit

  /// A keyboard extension's view of its host's text, as a `DocumentProxy`.
  @MainActor public struct UITextDocumentProxyBridge: @MainActor DocumentProxy {
    /// UIKit's proxy.
    public let base: any UITextDocumentProxy

    /// Creates a bridge to UIKit's proxy: `textDocumentProxy` of a `UIInputViewController`.
    public init(_ base: any UITextDocumentProxy) { self.base = base }

    /// Whether there is any text.
    public var hasText: Bool { base.hasText }
    /// Replaces the selection by `text`.
    public func insertText(_ text: String) { base.insertText(text) }
    /// Deletes the selection, or the character before the insertion point.
    public func deleteBackward() { base.deleteBackward() }
    /// The text before the selection, as far as the host shows it.
    public var documentContextBeforeInput: String? { base.documentContextBeforeInput }
    /// The text after the selection, as far as the host shows it.
    public var documentContextAfterInput: String? { base.documentContextAfterInput }
    /// The selected text.
    public var selectedText: String? { base.selectedText }
    /// Moves the insertion point by a number of characters.
    public func adjustTextPosition(byCharacterOffset offset: Int) {
      base.adjustTextPosition(byCharacterOffset: offset)
    }
    /// Replaces the marked text, or else the selection, by unconfirmed text.
    public func setMarkedText(_ markedText: String, selectedRange: NSRange) {
      base.setMarkedText(markedText, selectedRange: selectedRange)
    }
    /// Confirms the marked text.
    public func unmarkText() { base.unmarkText() }
  }
#endif
