/// What a keyboard extension sees of the text it types into: `UITextDocumentProxy`, member by
/// member.
///
/// It sees the surroundings of the insertion point and no ranges; it can type, delete and step, but
/// not select. `documentIdentifier` and `documentInputMode` are left out: they belong to the system.
public protocol DocumentProxy: KeyInput {
  /// A range in UTF-16 code units; UIKit has `NSRange`.
  associatedtype InputUTF16Range: UTF16RangeShape

  /// The text before the selection, as much as the host shows; nil if there is none.
  var documentContextBeforeInput: String? { get }
  /// The text after the selection, as much as the host shows; nil if there is none.
  var documentContextAfterInput: String? { get }
  /// The text that is selected; nil if there is none.
  var selectedText: String? { get }
  /// Moves the insertion point by this many characters; negative ones lead to the beginning.
  mutating func adjustTextPosition(byCharacterOffset offset: Int)
  /// Puts unconfirmed text in place of the marked text, or else of the selection.
  mutating func setMarkedText(_ markedText: String, selectedRange: InputUTF16Range)
  /// Confirms the marked text.
  mutating func unmarkText()
}

/// An input as a keyboard extension sees it: a host's side of `DocumentProxy`, and a stand-in to
/// test an extension with.
public struct InputDocumentProxy<Input: TextInput>: DocumentProxy {
  /// The text typed into.
  public var input: Input
  /// How much is shown before and after the selection, in UTF-16 code units; a character at the
  /// limit is left out.
  public var contextLimit: Int

  /// Creates a proxy of an input.
  public init(_ input: Input, contextLimit: Int = 1024) {
    self.input = input
    self.contextLimit = max(0, contextLimit)
  }

  /// Whether there is any text. False if the input's text is `""`.
  public var hasText: Bool { input.hasText }
  /// Types `text` in place of the selection.
  public mutating func insertText(_ text: String) { input.insertText(text) }
  /// Deletes the selection, or the character before it.
  public mutating func deleteBackward() { input.deleteBackward() }
  /// Puts unconfirmed text in place of the marked text, or else of the selection.
  public mutating func setMarkedText(
    _ markedText: String, selectedRange: Input.InputUTF16Range
  ) {
    input.setMarkedText(markedText, selectedRange: selectedRange)
  }
  /// Confirms the marked text.
  public mutating func unmarkText() { input.unmarkText() }
}
