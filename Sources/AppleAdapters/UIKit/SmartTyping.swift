#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
  import UIKit

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
