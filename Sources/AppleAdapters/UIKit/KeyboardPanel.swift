#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  /// A keyboard of an app's own for a view of its own: notes for a score, pieces for a board.
  ///
  /// Its height is that of its subviews' constraints (`allowsSelfSizing`), or else `panelHeight`. The
  /// reference to its view is weak: that view holds the panel.
  open class KeyboardPanel: UIInputView, UIInputViewAudioFeedback {
    /// The view that the keys act on; nil once that view is gone.
    public private(set) weak var owner: KeyboardOwnerView?

    /// The height if the subviews leave it open, in points; nil if they do not.
    open var panelHeight: Double? { nil }

    /// Whether `UIDevice.playInputClick` makes a sound while the panel is up.
    open var enableInputClicksWhenVisible: Bool { true }

    /// Makes a panel for a view.
    public init(owner: KeyboardOwnerView) {
      self.owner = owner
      super.init(frame: .zero, inputViewStyle: .keyboard)
      allowsSelfSizing = true
      autoresizingMask = .flexibleWidth
      translatesAutoresizingMaskIntoConstraints = false
    }

    /// Panels are made in code.
    @available(*, unavailable)
    public required init?(coder: NSCoder) {
      fatalError("KeyboardPanel is made in code, not from an archive")
    }

    /// As high as `panelHeight`, and the safe area below it.
    open override var intrinsicContentSize: CGSize {
      guard let panelHeight else { return super.intrinsicContentSize }
      return CGSize(
        width: UIView.noIntrinsicMetric, height: panelHeight + safeAreaInsets.bottom)
    }

    /// Grows by the safe area below it.
    open override func safeAreaInsetsDidChange() {
      super.safeAreaInsetsDidChange()
      invalidateIntrinsicContentSize()
    }
  }

  /// A view with a keyboard of its own, in place of the system's.
  ///
  /// A subclass overrides `makePanel()` and `bar`, or an app sets `inputView` and `inputAccessoryView`.
  /// On `UIResponder` both are read-only, and on text views they can be set; here both ways work, and
  /// a view that was set wins. A new view is shown at the next `reloadInputViews()`, or when the view
  /// becomes first responder.
  open class KeyboardOwnerView: UIView {
    private var panel: KeyboardPanel?
    private var storedInputView: UIView?
    private var storedAccessoryView: UIView?

    /// Makes the keyboard, once; nil for the system's, or for none if the view takes no keys.
    open func makePanel() -> KeyboardPanel? { nil }

    /// The bar above the keyboard; nil leaves it to the next responder.
    open var bar: UIView? { nil }

    /// Makes a new keyboard, and shows it if the old one is up.
    public func remakePanel() {
      panel = nil
      if isFirstResponder { reloadInputViews() }
    }

    /// Whether the view takes the keyboard.
    open override var canBecomeFirstResponder: Bool { true }

    /// The keyboard: the view that was set, or else the panel.
    open override var inputView: UIView? {
      get {
        if let storedInputView { return storedInputView }
        if panel == nil { panel = makePanel() }
        return panel ?? super.inputView
      }
      set { storedInputView = newValue }
    }

    /// The bar above it: the view that was set, or else `bar`, or else that of the next responder.
    open override var inputAccessoryView: UIView? {
      get { storedAccessoryView ?? bar ?? super.inputAccessoryView }
      set { storedAccessoryView = newValue }
    }
  }
#endif
