#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
  import TextEditing
  import UIKit

  /// Any responder with `UITextInput` as a `TextInput`: a web view's editor, a custom view.
  ///
  /// `UITextView` and `UITextField` need no bridge; through it they have the geometry as well.
  @MainActor public struct UITextInputBridge<Base: UIResponder & UITextInput> {
    /// The responder.
    public let base: Base

    /// Creates a bridge to a responder.
    public init(_ base: Base) { self.base = base }
  }

  extension UITextInputBridge: @MainActor KeyInput {
    /// Whether there is any text.
    public var hasText: Bool { base.hasText }
    /// Types `text` in place of the selection.
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
    /// What is selected.
    public var selectedTextRange: UITextRange? {
      get { base.selectedTextRange }
      nonmutating set { base.selectedTextRange = newValue }
    }
    /// What an input method has not confirmed.
    public var markedTextRange: UITextRange? { base.markedTextRange }
    /// Puts unconfirmed text in place of the marked text, or else of the selection.
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
    /// The position this many UTF-16 code units away.
    public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
      base.position(from: position, offset: offset)
    }
    /// The order of two positions.
    public func compare(
      _ position: UITextPosition, to other: UITextPosition
    ) -> ComparisonResult {
      base.compare(position, to: other)
    }
    /// The UTF-16 code units from one position to another.
    public func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
      base.offset(from: from, to: toPosition)
    }
  }
#endif
