#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
  import TextEditing
  import UIKit

  /// Any responder with `UITextInput` as a `TextInput`, such as a web view's editor.
  ///
  /// `UITextView` and `UITextField` need no bridge, but get their geometry through it.
  @MainActor public struct UITextInputBridge<Base: UIResponder & UITextInput> {
    /// The responder.
    public let base: Base

    /// Creates a bridge to a responder.
    public init(_ base: Base) { self.base = base }
  }

  extension UITextInputBridge: @MainActor KeyInput {
    /// Whether there is any text.
    public var hasText: Bool { base.hasText }
    /// Replaces the selection by `text`.
    public func insertText(_ text: String) { base.insertText(text) }
    /// Deletes the selection, or the character before the insertion point.
    public func deleteBackward() { base.deleteBackward() }
  }

  extension UITextInputBridge: @MainActor TextInput {
    /// A position in the text.
    public typealias InputPosition = UITextPosition
    /// A range of the text.
    public typealias InputRange = UITextRange

    /// The text of a range.
    public func text(in range: UITextRange) -> String? { base.text(in: range) }
    /// Replaces the text of a range.
    public func replace(_ range: UITextRange, withText text: String) {
      base.replace(range, withText: text)
    }
    /// The selection.
    public var selectedTextRange: UITextRange? {
      get { base.selectedTextRange }
      nonmutating set { base.selectedTextRange = newValue }
    }
    /// The marked text, which an input method has not confirmed yet.
    public var markedTextRange: UITextRange? { base.markedTextRange }
    /// Replaces the marked text, or else the selection, by unconfirmed text.
    public func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
      base.setMarkedText(markedText, selectedRange: selectedRange)
    }
    /// Confirms the marked text.
    public func unmarkText() { base.unmarkText() }
    /// The beginning of the text.
    public var beginningOfDocument: UITextPosition { base.beginningOfDocument }
    /// The end of the text.
    public var endOfDocument: UITextPosition { base.endOfDocument }
    /// The range between two positions.
    public func textRange(
      from fromPosition: UITextPosition, to toPosition: UITextPosition
    ) -> UITextRange? {
      base.textRange(from: fromPosition, to: toPosition)
    }
    /// The position at a distance in UTF-16 code units.
    public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
      base.position(from: position, offset: offset)
    }
    /// The order of two positions.
    public func compare(
      _ position: UITextPosition, to other: UITextPosition
    ) -> ComparisonResult {
      base.compare(position, to: other)
    }
    /// The distance from one position to another, in UTF-16 code units.
    public func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
      base.offset(from: from, to: toPosition)
    }
  }
#endif
