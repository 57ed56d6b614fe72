#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  /// A custom keyboard for a custom view in an app, for example with notes for a score.
  ///
  /// Its height follows from the constraints of its subviews (`allowsSelfSizing`), or else from
  /// `panelHeight`. The reference to the view is weak, because the view retains the panel.
  open class KeyboardPanel: UIInputView, UIInputViewAudioFeedback {
    /// The view that the keys act on; nil if it no longer exists.
    public private(set) weak var owner: KeyboardOwnerView?

    /// The height in points, if the subviews do not determine it; otherwise nil.
    open var panelHeight: Double? { nil }

    /// Whether `UIDevice.playInputClick` makes a sound while the panel is visible.
    open var enableInputClicksWhenVisible: Bool { true }

    /// Creates a panel for a view.
    public init(owner: KeyboardOwnerView) {
      self.owner = owner
      super.init(frame: .zero, inputViewStyle: .keyboard)
      allowsSelfSizing = true
      autoresizingMask = .flexibleWidth
      translatesAutoresizingMaskIntoConstraints = false
    }

    /// Not available: panels are made in code.
    @available(*, unavailable)
    public required init?(coder: NSCoder) {
      fatalError("KeyboardPanel is made in code, not from an archive")
    }

    /// The height is `panelHeight` plus the safe area below it.
    open override var intrinsicContentSize: CGSize {
      guard let panelHeight else { return super.intrinsicContentSize }
      return CGSize(
        width: UIView.noIntrinsicMetric, height: panelHeight + safeAreaInsets.bottom)
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
    private var panel: KeyboardPanel?
    private var storedInputView: UIView?
    private var storedAccessoryView: UIView?

    /// Creates the keyboard, once; nil for the system's, or for none if the view accepts no keys.
    open func makePanel() -> KeyboardPanel? { nil }

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
        if panel == nil { panel = makePanel() }
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
