/// The text that a keyboard types into: `UIKeyInput`, member by member.
public protocol KeyInput {
  /// Whether there is any text: false for `""`.
  var hasText: Bool { get }
  /// Replaces the selection by `text`, or inserts it at the insertion point.
  mutating func insertText(_ text: String)
  /// Deletes the selection, or the grapheme cluster before the insertion point.
  mutating func deleteBackward()
}

/// Text that can be read, selected and edited: the storage half of `UITextInput`.
///
/// Every requirement has UIKit's name, labels and shape, so a UIKit class conforms with no code:
///
/// ```swift
/// extension NSRange: @retroactive UTF16RangeShape {}
/// extension UITextRange: @retroactive @MainActor TextInputRange {
///   public typealias InputPosition = UITextPosition
/// }
/// extension UITextView: @retroactive @MainActor TextInput {
///   public typealias InputPosition = UITextPosition
///   public typealias InputRange = UITextRange
/// }
/// ```
///
/// The associated types are not named `Range` or `Position`, which would hide Swift's types inside
/// subclasses of a conforming class. Positions are not `Comparable`, because `UITextPosition` has
/// no order without its document. Offsets between positions are UTF-16 code units, as in UIKit.
///
/// A position stays valid if it lies before an edited place. So algorithms edit from back to front.
public protocol TextInput<InputPosition>: KeyInput {
  /// A position in the text.
  associatedtype InputPosition
  /// A range of the text.
  associatedtype InputRange: TextInputRange where InputRange.InputPosition == InputPosition
  /// The order of two positions, `ComparisonResult` in UIKit. Negative values are ascending.
  associatedtype InputOrder: RawRepresentable where InputOrder.RawValue == Int
  /// A range in UTF-16 code units, `NSRange` in UIKit.
  associatedtype InputUTF16Range: UTF16RangeShape

  /// The text of `range`; nil if the range is not in this text.
  func text(in range: InputRange) -> String?
  /// Replaces the text of `range`.
  mutating func replace(_ range: InputRange, withText text: String)
  /// The selection; nil if there is neither a selection nor an insertion point.
  var selectedTextRange: InputRange? { get set }
  /// The marked text, which an input method has not confirmed yet; nil if there is none.
  var markedTextRange: InputRange? { get }
  /// Replaces the marked text, or else the selection, by unconfirmed text.
  ///
  /// `selectedRange` counts in UTF-16 code units within `markedText`.
  mutating func setMarkedText(_ markedText: String?, selectedRange: InputUTF16Range)
  /// Confirms the marked text.
  mutating func unmarkText()
  /// The beginning of the text.
  var beginningOfDocument: InputPosition { get }
  /// The end of the text.
  var endOfDocument: InputPosition { get }
  /// The range between two positions, in either order.
  func textRange(from fromPosition: InputPosition, to toPosition: InputPosition) -> InputRange?
  /// The position `offset` UTF-16 code units from `position`; nil outside the text.
  func position(from position: InputPosition, offset: Int) -> InputPosition?
  /// The order of two positions.
  func compare(_ position: InputPosition, to other: InputPosition) -> InputOrder
  /// The distance between two positions, in UTF-16 code units; negative if the second comes first.
  func offset(from: InputPosition, to toPosition: InputPosition) -> Int

  /// The text and its selection as a value, on which commands plan.
  ///
  /// The default calls `text(in:)` once for the whole text.
  func textBuffer() -> TextBuffer
  /// Applies an edit and selects `selection`, a UTF-8 range of the text after it.
  ///
  /// The default calls `replace(_:withText:)` once, for the range from the first to the last
  /// change, and then reads the text again.
  ///
  /// - Throws: `TextEditError`, with the text unchanged, if the edit or selection is not accepted.
  mutating func apply(
    _ edit: TextEdit, selectingUTF8 selection: Range<Int>?
  ) throws(TextEditError)
}

/// A range of an input's text between two of its positions: `UITextRange`, member by member.
public protocol TextInputRange<InputPosition> {
  /// A position in the input's text.
  associatedtype InputPosition
  /// The start of the range.
  var start: InputPosition { get }
  /// The end of the range.
  var end: InputPosition { get }
  /// Whether the range is an insertion point, as `3..<3`.
  var isEmpty: Bool { get }
}

/// The order of two positions: `ComparisonResult`, case by case.
public enum PositionOrder: Int, Hashable, Sendable {
  /// The first is before the second.
  case orderedAscending = -1
  /// Both are equal.
  case orderedSame = 0
  /// The first is after the second.
  case orderedDescending = 1
}

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
