#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import UIKit

  // Whatever is newer than the deployment target, iOS 17, stands here.

  extension UITextView {
    /// Whether Writing Tools are rewriting the text (iOS 18): they then hold its ranges, and an edit
    /// or a new selection would end them. An inline prediction is no part of the text, and nothing
    /// has to be asked for it: it goes when the text or the selection changes.
    public var isBeingRewritten: Bool {
      if #available(iOS 18, macCatalyst 18, *) { return isWritingToolsActive }
      return false
    }
  }
#endif
