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

@MainActor open class UITouch: NSObject {
  private let point: CGPoint
  private weak var target: UIView?
  init(at point: CGPoint, in target: UIView) {
    self.point = point
    self.target = target
  }
  open func location(in view: UIView?) -> CGPoint {
    guard let target, let view else { return point }
    return target.convert(CGRect(origin: point, size: .zero), to: view).origin
  }
}

@MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch)
    -> Bool
}
extension UIGestureRecognizerDelegate {
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
  ) -> Bool { true }
}

@MainActor open class UIGestureRecognizer: NSObject {
  open weak var delegate: (any UIGestureRecognizerDelegate)?
  /// The target by name, because Linux has no selectors to call.
  @_spi(StandIn) public private(set) weak var target: AnyObject?
  @_spi(StandIn) public private(set) var action: Selector?
  fileprivate var touch: UITouch?

  public init(target: Any?, action: Selector?) {
    self.target = target as AnyObject?
    self.action = action
  }
  open func location(in view: UIView?) -> CGPoint { touch?.location(in: view) ?? .zero }
}
open class UITapGestureRecognizer: UIGestureRecognizer {}

@_spi(StandIn) extension UIView {
  /// Taps a point of the view. Returns the recognizer that receives the touch, whose action the
  /// test may call. Without one, a text view moves its caret there.
  public func tap(at point: CGPoint) -> UITapGestureRecognizer? {
    let touch = UITouch(at: point, in: self)
    for case let tap as UITapGestureRecognizer in gestureRecognizers ?? [] {
      guard tap.delegate?.gestureRecognizer(tap, shouldReceive: touch) ?? true else { continue }
      tap.touch = touch
      return tap
    }
    if let text = self as? UITextView, let place = text.closestPosition(to: point) {
      text.selectedTextRange = text.textRange(from: place, to: place)
    }
    return nil
  }
}

open class UIViewController: UIResponder, UITraitEnvironment {
  private var loadedView: UIView?

  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
  public required init?(coder: NSCoder) {}
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  open var view: UIView! {
    get {
      if loadedView == nil {
        loadView()
        viewDidLoad()
      }
      return loadedView
    }
    set {
      loadedView?.controller = nil
      loadedView = newValue
      newValue?.controller = self
    }
  }
  open var viewIfLoaded: UIView? { loadedView }
  open func loadView() { view = UIView(frame: .zero) }
  open override var next: UIResponder? { loadedView?.superview }
  open var traitCollection: UITraitCollection { loadedView?.traitCollection ?? UITraitCollection() }

  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}
  open func updateViewConstraints() {}
  open func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {}

  /// Shows the controller in a window, with the same calls as on a device and in the same order.
  @_spi(StandIn) public func appear(in window: UIWindow) {
    _ = view
    viewWillAppear(false)
    window.rootViewController = self
    window.layoutIfNeeded()
    viewDidAppear(false)
    window.layoutIfNeeded()
  }
}

@MainActor public protocol UIViewControllerTransitionCoordinator: NSObjectProtocol {}
