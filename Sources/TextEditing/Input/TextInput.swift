/// Text that can be read, selected and edited: the storage half of `UITextInput`.
///
/// Every requirement has UIKit's own name, labels and shape, so that UIKit's members are the
/// witnesses and the conformance has an empty body:
///
///     extension UITextView: @retroactive @MainActor TextInput {
///       public typealias InputPosition = UITextPosition
///       public typealias InputRange = UITextRange
///     }
///
/// The associated types are not called `Range` or `Position`: inside a subclass of a conforming
/// class those names would hide Swift's. Positions are not `Comparable`, because
/// `UITextPosition` has no order without its document. Offsets between positions are UTF-16 code
/// units, as UIKit counts.
///
/// A position taken before an edit stays valid where it lies before the edited place. Algorithms
/// therefore edit from the back to the front.
public protocol TextInput<InputPosition>: KeyInput {
  /// A position in the text.
  associatedtype InputPosition
  /// A range of the text.
  associatedtype InputRange: TextInputRange where InputRange.InputPosition == InputPosition
  /// The order of two positions; UIKit has `ComparisonResult`. Below zero: ascending.
  associatedtype InputOrder: RawRepresentable where InputOrder.RawValue == Int
  /// A range in UTF-16 code units; UIKit has `NSRange`.
  associatedtype InputUTF16Range: UTF16RangeShape

  /// The text of `range`; nil if the range is not one of this text.
  func text(in range: InputRange) -> String?
  /// Replaces the text of `range`.
  mutating func replace(_ range: InputRange, withText text: String)
  /// What is selected; nil if there is neither a selection nor an insertion point.
  var selectedTextRange: InputRange? { get set }
  /// What an input method has put in and not yet confirmed; nil if there is nothing.
  var markedTextRange: InputRange? { get }
  /// Puts unconfirmed text in place of the marked text, or else of the selection.
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
  /// The UTF-16 code units from one position to another; negative if the second lies before.
  func offset(from: InputPosition, to toPosition: InputPosition) -> Int

  /// The text and its selection as a value: what a command plans on.
  ///
  /// There is a default: one `text(in:)` over all of the text.
  func textBuffer() -> TextBuffer
  /// Applies an edit and selects `selection`, a UTF-8 range of the text after it.
  ///
  /// There is a default: one `replace(_:withText:)` of the stretch from the first change to the last,
  /// read back afterwards.
  ///
  /// - Throws: `TextEditError`, with the text unchanged, if the edit or the selection does not fit
  ///   or is refused.
  mutating func apply(
    _ edit: TextEdit, selectingUTF8 selection: Range<Int>?
  ) throws(TextEditError)
}
