import Foundation

open class UIView: UIResponder, UITraitEnvironment {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  }
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let allowUserInteraction = AnimationOptions(rawValue: 2)
    public static let beginFromCurrentState = AnimationOptions(rawValue: 4)
  }

  private var storedFrame: CGRect
  private var boundsOrigin = CGPoint.zero
  open private(set) weak var superview: UIView?
  open private(set) var subviews: [UIView] = []
  weak var controller: UIViewController?
  /// The active constraints of the view, in the order of their activation.
  @_spi(StandIn) public internal(set) var constraintsAtIt: [NSLayoutConstraint] = []
  var needsLayout = true
  var needsConstraints = true
  private var reportedSafeArea = UIEdgeInsets.zero
  private lazy var keyboardGuide = UIKeyboardLayoutGuide()
  @_spi(StandIn) public private(set) var interactions: [any UIInteraction] = []

  public init(frame: CGRect) {
    storedFrame = frame
    super.init()
  }
  public required init?(coder: NSCoder) {
    storedFrame = .zero
    super.init()
  }
  public convenience override init() { self.init(frame: .zero) }

  open override var next: UIResponder? { controller ?? superview }
  open var frame: CGRect {
    get { storedFrame }
    set {
      let old = storedFrame
      storedFrame = newValue
      if newValue.size != old.size { resized(from: old.size) }
    }
  }
  open var bounds: CGRect {
    get { CGRect(origin: boundsOrigin, size: storedFrame.size) }
    set {
      boundsOrigin = newValue.origin
      let old = storedFrame.size
      storedFrame.size = newValue.size
      if newValue.size != old { resized(from: old) }
    }
  }
  open var window: UIWindow? { superview?.window }
  open var alpha: CGFloat = 1
  open var isHidden = false
  open var clipsToBounds = false
  open var backgroundColor: UIColor?
  open var accessibilityIdentifier: String?
  open var showsLargeContentViewer = false
  open var largeContentTitle: String?
  open var largeContentImage: UIImage?
  open var autoresizingMask: AutoresizingMask = []
  open var translatesAutoresizingMaskIntoConstraints = true
  open var traitCollection: UITraitCollection { superview?.traitCollection ?? UITraitCollection() }
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    traitCollection.layoutDirection
  }
  open private(set) var gestureRecognizers: [UIGestureRecognizer]?
  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
  }
  open func addInteraction(_ interaction: any UIInteraction) { interactions.append(interaction) }

  open var keyboardLayoutGuide: UIKeyboardLayoutGuide {
    keyboardGuide.owningView = self
    return keyboardGuide
  }
  open var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
  open var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
  open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
  open var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
  open var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }
  public nonisolated class var noIntrinsicMetric: CGFloat { -1 }
  open func invalidateIntrinsicContentSize() { superview?.setNeedsLayout() }

  /// The part of the window's safe area inside the view, in the view's own coordinates.
  open var safeAreaInsets: UIEdgeInsets {
    guard let window, let superview else { return .zero }
    let safe = window.bounds.inset(by: window.safeAreaInsets)
    let frame = superview.convert(frame, to: window)
    return UIEdgeInsets(
      top: max(0, safe.minY - frame.minY), left: max(0, safe.minX - frame.minX),
      bottom: max(0, frame.maxY - safe.maxY), right: max(0, frame.maxX - safe.maxX))
  }
  open func safeAreaInsetsDidChange() {}

  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
    setNeedsLayout()
  }
  open func insertSubview(_ view: UIView, at index: Int) {
    addSubview(view)
    subviews.removeLast()
    subviews.insert(view, at: index)
  }
  open func removeFromSuperview() {
    guard let parent = superview else { return }
    parent.subviews.removeAll { $0 === self }
    superview = nil
    // Removes constraints between these views and others, as UIKit documents.
    visit { view in
      for constraint in view.constraintsAtIt where constraint.hasOther {
        let ends = [constraint.item?.layoutView, constraint.other?.layoutView]
        if !ends.allSatisfy({ $0?.isDescendant(of: self) ?? false }) { constraint.isActive = false }
      }
    }
    parent.setNeedsLayout()
  }
  open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? { UIView(frame: bounds) }
  open func isDescendant(of view: UIView) -> Bool {
    self === view || superview?.isDescendant(of: view) ?? false
  }
  @_spi(StandIn) public func visit(_ body: (UIView) -> Void) {
    body(self)
    for subview in subviews { subview.visit(body) }
  }

  open func setNeedsLayout() { needsLayout = true }
  open func setNeedsUpdateConstraints() { needsConstraints = true }
  open func layoutSubviews() {}
  /// Lays out the whole tree where needed, and again if that changes a view's safe area.
  open func layoutIfNeeded() {
    var root = self
    while let parent = root.superview { root = parent }
    for _ in 1...4 {
      root.updateConstraintsOfTree()
      root.layOutTree()
      var isChanged = false
      root.visit { isChanged = $0.reportSafeArea() || isChanged }
      if !isChanged { break }
    }
  }
  /// Calls `safeAreaInsetsDidChange` if the safe area differs from that of the last call.
  func reportSafeArea() -> Bool {
    let insets = safeAreaInsets
    guard insets != reportedSafeArea else { return false }
    reportedSafeArea = insets
    safeAreaInsetsDidChange()
    return true
  }
}
