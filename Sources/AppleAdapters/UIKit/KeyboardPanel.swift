#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  /// A keyboard of an app's own for a view of its own: notes for a score, pieces for a board.
  ///
  /// It is as high as its subviews' constraints make it (`allowsSelfSizing`), else as `panelHeight`
  /// says, and the view whose keyboard it is stays a weak reference: that view holds the panel.
  open class KeyboardPanel: UIInputView {
    /// Whose keyboard it is: what the keys act on; nil once that view is gone.
    public private(set) weak var owner: KeyboardOwnerView?

    /// The height where the subviews leave it open, in points; nil if they do not. `InputSurface` is
    /// the model of it.
    open var panelHeight: Double? { nil }

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
  /// `inputView` and `inputAccessoryView` are read-only here, as they are on `UIResponder`: the
  /// subclass says which panel and which bar there are. What it returns is shown at the next
  /// `reloadInputViews()`, or when the view becomes first responder.
  open class KeyboardOwnerView: UIView {
    private var panel: KeyboardPanel?

    /// Makes the keyboard, once; nil for the system's, or for none where the view takes no keys.
    open func makePanel() -> KeyboardPanel? { nil }

    /// The bar above the keyboard; nil leaves it to the next responder.
    open var bar: UIView? { nil }

    /// Forgets the keyboard, and makes another where it is up.
    public func remakePanel() {
      panel = nil
      if isFirstResponder { reloadInputViews() }
    }

    /// Whether the view takes the keyboard.
    open override var canBecomeFirstResponder: Bool { true }

    /// The keyboard.
    open override var inputView: UIView? {
      if panel == nil { panel = makePanel() }
      return panel
    }

    /// The bar above it.
    open override var inputAccessoryView: UIView? { bar ?? super.inputAccessoryView }
  }
#endif
