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
