#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
  import KeyboardGeometry
  import UIKit

  // The numbers behind the cases are UIKit's. An own view answers the optional properties of
  // `UITextInputTraits` itself; a protocol's optional members cannot be set from outside.

  extension UITextView {
    /// Sets the kind of keyboard, and what the system may do to the text.
    public func apply(_ traits: KeyboardTraits) {
      keyboardType = UIKeyboardType(rawValue: traits.keyboardType.rawValue) ?? .default
      returnKeyType = UIReturnKeyType(rawValue: traits.returnKeyType.rawValue) ?? .default
      enablesReturnKeyAutomatically = traits.enablesReturnKeyAutomatically
      autocapitalizationType =
        UITextAutocapitalizationType(rawValue: traits.autocapitalization.rawValue) ?? .sentences
      autocorrectionType =
        UITextAutocorrectionType(rawValue: traits.autocorrection.rawValue) ?? .default
      spellCheckingType =
        UITextSpellCheckingType(rawValue: traits.spellChecking.rawValue) ?? .default
      smartQuotesType = UITextSmartQuotesType(rawValue: traits.smartQuotes.rawValue) ?? .default
      smartDashesType = UITextSmartDashesType(rawValue: traits.smartDashes.rawValue) ?? .default
      smartInsertDeleteType =
        UITextSmartInsertDeleteType(rawValue: traits.smartInsertDelete.rawValue) ?? .default
      isSecureTextEntry = traits.isSecure
      textContentType = traits.contentType.map { UITextContentType(rawValue: $0) }
      keyboardAppearance =
        UIKeyboardAppearance(rawValue: traits.appearance.rawValue) ?? .default
    }
  }

  extension UITextField {
    /// Sets the kind of keyboard, and what the system may do to the text.
    public func apply(_ traits: KeyboardTraits) {
      keyboardType = UIKeyboardType(rawValue: traits.keyboardType.rawValue) ?? .default
      returnKeyType = UIReturnKeyType(rawValue: traits.returnKeyType.rawValue) ?? .default
      enablesReturnKeyAutomatically = traits.enablesReturnKeyAutomatically
      autocapitalizationType =
        UITextAutocapitalizationType(rawValue: traits.autocapitalization.rawValue) ?? .sentences
      autocorrectionType =
        UITextAutocorrectionType(rawValue: traits.autocorrection.rawValue) ?? .default
      spellCheckingType =
        UITextSpellCheckingType(rawValue: traits.spellChecking.rawValue) ?? .default
      smartQuotesType = UITextSmartQuotesType(rawValue: traits.smartQuotes.rawValue) ?? .default
      smartDashesType = UITextSmartDashesType(rawValue: traits.smartDashes.rawValue) ?? .default
      smartInsertDeleteType =
        UITextSmartInsertDeleteType(rawValue: traits.smartInsertDelete.rawValue) ?? .default
      isSecureTextEntry = traits.isSecure
      textContentType = traits.contentType.map { UITextContentType(rawValue: $0) }
      keyboardAppearance =
        UIKeyboardAppearance(rawValue: traits.appearance.rawValue) ?? .default
    }
  }
#endif
