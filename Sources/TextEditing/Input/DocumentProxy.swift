/// The text that a keyboard extension types into: `UITextDocumentProxy`, member by member.
///
/// The extension can read text around the insertion point, type, delete and move the insertion
/// point. It has no ranges and cannot select. `documentIdentifier` and `documentInputMode` are
/// omitted, since they belong to the system.
public protocol DocumentProxy: KeyInput {
  /// A range in UTF-16 code units, `NSRange` in UIKit.
  associatedtype InputUTF16Range: UTF16RangeShape

  /// The text before the selection, as far as the host shows it; nil if there is none.
  var documentContextBeforeInput: String? { get }
  /// The text after the selection, as far as the host shows it; nil if there is none.
  var documentContextAfterInput: String? { get }
  /// The selected text; nil if there is none.
  var selectedText: String? { get }
  /// Moves the insertion point by a number of characters; a negative number moves it backwards.
  mutating func adjustTextPosition(byCharacterOffset offset: Int)
  /// Replaces the marked text, or else the selection, by unconfirmed text.
  mutating func setMarkedText(_ markedText: String, selectedRange: InputUTF16Range)
  /// Confirms the marked text.
  mutating func unmarkText()
}
