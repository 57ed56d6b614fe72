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
    public var hasText: Bool { base.hasText }
    public func insertText(_ text: String) { base.insertText(text) }
    public func deleteBackward() { base.deleteBackward() }
  }

  extension UITextInputBridge: @MainActor TextInput {
    public typealias InputPosition = UITextPosition
    public typealias InputRange = UITextRange

    public func text(in range: UITextRange) -> String? { base.text(in: range) }
    public func replace(_ range: UITextRange, withText text: String) {
      base.replace(range, withText: text)
    }
    public var selectedTextRange: UITextRange? {
      get { base.selectedTextRange }
      nonmutating set { base.selectedTextRange = newValue }
    }
    public var markedTextRange: UITextRange? { base.markedTextRange }
    public func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
      base.setMarkedText(markedText, selectedRange: selectedRange)
    }
    public func unmarkText() { base.unmarkText() }
    public var beginningOfDocument: UITextPosition { base.beginningOfDocument }
    public var endOfDocument: UITextPosition { base.endOfDocument }
    public func textRange(
      from fromPosition: UITextPosition, to toPosition: UITextPosition
    ) -> UITextRange? {
      base.textRange(from: fromPosition, to: toPosition)
    }
    public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
      base.position(from: position, offset: offset)
    }
    public func compare(
      _ position: UITextPosition, to other: UITextPosition
    ) -> ComparisonResult {
      base.compare(position, to: other)
    }
    public func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
      base.offset(from: from, to: toPosition)
    }
  }

  // UIKit's members satisfy the requirements, so the conformances are empty.

  extension NSRange: UTF16RangeShape {}

  extension UITextRange: @MainActor TextInputRange {
    public typealias InputPosition = UITextPosition
  }

  extension UITextView: @MainActor TextInput {
    public typealias InputPosition = UITextPosition
    public typealias InputRange = UITextRange
  }

  extension UITextField: @MainActor TextInput {
    public typealias InputPosition = UITextPosition
    public typealias InputRange = UITextRange
  }

  /// A keyboard extension's view of its host's text, as a `DocumentProxy`.
  @MainActor public struct UITextDocumentProxyBridge: @MainActor DocumentProxy {
    /// UIKit's proxy.
    public let base: any UITextDocumentProxy

    /// Creates a bridge to UIKit's proxy: `textDocumentProxy` of a `UIInputViewController`.
    public init(_ base: any UITextDocumentProxy) { self.base = base }

    public var hasText: Bool { base.hasText }
    public func insertText(_ text: String) { base.insertText(text) }
    public func deleteBackward() { base.deleteBackward() }
    public var documentContextBeforeInput: String? { base.documentContextBeforeInput }
    public var documentContextAfterInput: String? { base.documentContextAfterInput }
    public var selectedText: String? { base.selectedText }
    public func adjustTextPosition(byCharacterOffset offset: Int) {
      base.adjustTextPosition(byCharacterOffset: offset)
    }
    public func setMarkedText(_ markedText: String, selectedRange: NSRange) {
      base.setMarkedText(markedText, selectedRange: selectedRange)
    }
    public func unmarkText() { base.unmarkText() }
  }

  extension UITextView {
    /// Turns off smart quotes, dashes and spaces. A smart dash would turn the `---` of a thematic
    /// break into one character, and a smart quote would not end a link title.
    public func turnOffSmartTyping() {
      smartQuotesType = .no
      smartDashesType = .no
      smartInsertDeleteType = .no
    }
  }

  extension UITextField {
    /// Turns off smart quotes, dashes and spaces.
    public func turnOffSmartTyping() {
      smartDashesType = .no
      smartQuotesType = .no
      smartInsertDeleteType = .no
    }
  }
#endif
