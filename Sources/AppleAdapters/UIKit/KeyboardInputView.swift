#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import UIKit

  /// A view in place of a keyboard or above it: the base class of the bar, of the root view of a
  /// keyboard extension, and of an app's own keyboards.
  ///
  /// Its height is `contentHeight` plus the safe area below, or follows from the constraints of the
  /// subviews (`allowsSelfSizing`). Where the app places the view itself, a set frame and constraints
  /// both work, as for any other view: the autoresizing mask is translated.
  ///
  /// ```swift
  /// final class NotePanel: KeyboardInputView {
  ///   override var contentHeight: Double? { 160 }
  /// }
  /// ```
  open class KeyboardInputView: UIInputView, UIInputViewAudioFeedback {
    /// The view that the keys act on, set by `KeyboardOwnerView`; nil if it no longer exists. The
    /// reference is weak, because that view retains its keyboard.
    public internal(set) weak var owner: KeyboardOwnerView?

    /// The height in points, without the safe area below; nil if the subviews determine it.
    open var contentHeight: Double? { nil }

    /// Whether `UIDevice.playInputClick` makes a sound while the view is visible.
    open var enableInputClicksWhenVisible: Bool { true }

    /// Creates a view in code.
    public override init(frame: CGRect, inputViewStyle: UIInputView.Style) {
      super.init(frame: frame, inputViewStyle: inputViewStyle)
      setUp()
    }

    /// Creates a view from an archive, such as a storyboard.
    public required init?(coder: NSCoder) {
      super.init(coder: coder)
      setUp()
    }

    private func setUp() {
      allowsSelfSizing = true
      // With a flexible height, the system uses the intrinsic height of an input view.
      autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }

    /// The height is `contentHeight` plus the safe area below: without a keyboard, a bar is at the
    /// lower edge of the screen.
    open override var intrinsicContentSize: CGSize {
      guard let contentHeight else { return super.intrinsicContentSize }
      return CGSize(
        width: UIView.noIntrinsicMetric, height: contentHeight + safeAreaInsets.bottom)
    }

    open override func safeAreaInsetsDidChange() {
      super.safeAreaInsetsDidChange()
      invalidateIntrinsicContentSize()
    }
  }

  /// A view with a custom keyboard instead of the system's.
  ///
  /// A subclass overrides `makePanel()` and `bar`, or an app sets `inputView` and
  /// `inputAccessoryView`. `UIResponder` has them read-only, and text views settable; both ways
  /// work here, and a view that was set takes precedence. A new view is shown at the next
  /// `reloadInputViews()`, or when the view becomes first responder.
  open class KeyboardOwnerView: UIView {
    private var panel: KeyboardInputView?
    private var storedInputView: UIView?
    private var storedAccessoryView: UIView?

    /// Creates the keyboard, once; nil for the system's, or for none if the view accepts no keys.
    open func makePanel() -> KeyboardInputView? { nil }

    /// The bar above the keyboard; nil leaves it to the next responder.
    open var bar: UIView? { nil }

    /// Creates a new keyboard, and shows it if the old one is visible.
    public func remakePanel() {
      panel = nil
      if isFirstResponder { reloadInputViews() }
    }

    open override var canBecomeFirstResponder: Bool { true }

    /// The keyboard: the view that was set, or the panel.
    open override var inputView: UIView? {
      get {
        if let storedInputView { return storedInputView }
        if panel == nil {
          panel = makePanel()
          panel?.owner = self
        }
        return panel ?? super.inputView
      }
      set { storedInputView = newValue }
    }

    /// The bar above the keyboard: the view that was set, `bar`, or that of the next responder.
    open override var inputAccessoryView: UIView? {
      get { storedAccessoryView ?? bar ?? super.inputAccessoryView }
      set { storedAccessoryView = newValue }
    }
  }
#endif
