#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import UIKit

  // Everything that is newer than the deployment target, iOS 17.

  extension UITextView {
    /// Whether Writing Tools are rewriting the text (iOS 18). They hold ranges of it, and an edit
    /// or a new selection would end them.
    package var isBeingRewritten: Bool {
      if #available(iOS 18, macCatalyst 18, *) { return isWritingToolsActive }
      return false
    }

    /// Whether the marked text is an inline prediction (iOS 17) instead of an input method's text.
    ///
    /// A view whose `inlinePredictionType` is `.no` has no predictions. In others the caret
    /// decides: it is before a prediction, but inside or after the text that an input method
    /// composes.
    package var isPredicting: Bool {
      guard inlinePredictionType != .no, let marked = markedTextRange, !marked.isEmpty,
        let selection = selectedTextRange, selection.isEmpty
      else { return false }
      return compare(selection.start, to: marked.start) == .orderedSame
    }
  }
#endif
