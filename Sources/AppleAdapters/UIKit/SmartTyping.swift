#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
  import UIKit

  extension UITextView {
    /// Leaves quotes, dashes and spaces as they are typed. A smart dash would turn the `---` of a
    /// thematic break into one character, and a smart quote would end no link title.
    public func turnOffSmartTyping() {
      smartQuotesType = .no
      smartDashesType = .no
      smartInsertDeleteType = .no
    }
  }

  extension UITextField {
    /// Leaves quotes, dashes and spaces as they are typed.
    public func turnOffSmartTyping() {
      smartDashesType = .no
      smartQuotesType = .no
      smartInsertDeleteType = .no
    }
  }
#endif
