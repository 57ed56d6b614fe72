#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
  import TextEditing
  import UIKit

  // UIKit's members satisfy the requirements, so the conformances are empty.

  extension NSRange: UTF16RangeShape {}

  extension UITextRange: @MainActor TextInputRange {
    /// A position in the text.
    public typealias InputPosition = UITextPosition
  }

  extension UITextView: @MainActor TextInput {
    /// A position in the text.
    public typealias InputPosition = UITextPosition
    /// A range of the text.
    public typealias InputRange = UITextRange
  }

  extension UITextField: @MainActor TextInput {
    /// A position in the text.
    public typealias InputPosition = UITextPosition
    /// A range of the text.
    public typealias InputRange = UITextRange
  }
#endif
