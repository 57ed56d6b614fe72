#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import UIKit

  /// A view whose keyboard and bar can be set, like those of a text view.
  ///
  /// `UIResponder` declares both properties read-only; here they are settable. A new value is shown
  /// at once if the view is first responder. `KeyboardOwnerView` is the alternative, whose
  /// subclasses compute them.
  open class InputOwnerView: UIView {
    private var ownInputView: UIView?
    private var ownAccessoryView: UIView?

    /// Whether the view accepts the keyboard.
    open override var canBecomeFirstResponder: Bool { true }

    /// The keyboard of the view; nil leaves it to the next responder.
    open override var inputView: UIView? {
      get { ownInputView ?? super.inputView }
      set {
        ownInputView = newValue
        if isFirstResponder { reloadInputViews() }
      }
    }

    /// The bar above the keyboard; nil leaves it to the next responder.
    open override var inputAccessoryView: UIView? {
      get { ownAccessoryView ?? super.inputAccessoryView }
      set {
        ownAccessoryView = newValue
        if isFirstResponder { reloadInputViews() }
      }
    }
  }
#endif
