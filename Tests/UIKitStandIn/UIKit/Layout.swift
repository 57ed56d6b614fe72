import Foundation

// Layout: constraints of edges and lengths, or masks if a view translates its mask.

extension UIView {
  /// Resizes subviews by their masks and requests a layout after a change of size.
  func resized(from old: CGSize) {
    for subview in subviews where subview.translatesAutoresizingMaskIntoConstraints {
      if subview.autoresizingMask.contains(.flexibleWidth) {
        subview.frame.size.width += bounds.width - old.width
      }
      if subview.autoresizingMask.contains(.flexibleHeight) {
        subview.frame.size.height += bounds.height - old.height
      }
    }
    setNeedsLayout()
  }

  func updateConstraintsOfTree() {
    if needsConstraints {
      needsConstraints = false
      controller?.updateViewConstraints()
    }
    for subview in subviews { subview.updateConstraintsOfTree() }
  }

  func layOutTree() {
    // A layout may request another, of itself or its parent; more than a few would never end.
    var passes = 0
    while needsLayout, passes < 4 {
      passes += 1
      needsLayout = false
      controller?.viewWillLayoutSubviews()
      // Twice, because a view may follow the frame of a later sibling.
      for subview in subviews + subviews
      where !subview.translatesAutoresizingMaskIntoConstraints && !(self is KeyboardWindow) {
        subview.frame = subview.constrainedFrame
      }
      layoutSubviews()
      controller?.viewDidLayoutSubviews()
    }
    for subview in subviews { subview.layOutTree() }
  }

  /// The frame given by the constraints. A part that they leave open is 0, as in UIKit, even if the
  /// frame was set.
  var constrainedFrame: CGRect {
    var frame = CGRect.zero
    let left = constrained(.left)
    let right = constrained(.right)
    let top = constrained(.top)
    let bottom = constrained(.bottom)
    if let width = intrinsic(intrinsicContentSize.width) { frame.size.width = width }
    if let left, let right { frame.size.width = right - left }
    if let left {
      frame.origin.x = left
    } else if let right {
      frame.origin.x = right - frame.width
    }
    if let height = ownHeight { frame.size.height = height }
    if let top, let bottom, constrained(.height) == nil { frame.size.height = bottom - top }
    if let top {
      frame.origin.y = top
    } else if let bottom {
      frame.origin.y = bottom - frame.height
    }
    return frame
  }

  /// The height given by the view's own constraints, or otherwise by its content.
  var ownHeight: CGFloat? {
    constrained(.height) ?? intrinsic(intrinsicContentSize.height)
  }

  /// Returns the value of an edge or length from the constraint with the highest priority, and
  /// among equal ones from the first activated.
  private func constrained(_ attribute: LayoutAttribute) -> CGFloat? {
    var best: (priority: Float, value: CGFloat)?
    for constraint in constraintsAtIt {
      guard let value = constraint.value(of: attribute, for: self) else { continue }
      if constraint.priority.rawValue > best?.priority ?? -1 {
        best = (constraint.priority.rawValue, value)
      }
    }
    return best?.value
  }

  private func intrinsic(_ length: CGFloat) -> CGFloat? {
    length == UIView.noIntrinsicMetric ? nil : length
  }
}

// MARK: Coordinates

extension UIView {
  /// The origin of the view's coordinates on the screen.
  private var originInScreen: CGPoint {
    let outer = superview?.originInScreen ?? .zero
    return CGPoint(x: outer.x + frame.minX - bounds.minX, y: outer.y + frame.minY - bounds.minY)
  }
  private func moved(_ rect: CGRect, from: CGPoint, to: CGPoint) -> CGRect {
    rect.offsetBy(dx: from.x - to.x, dy: from.y - to.y)
  }
  public func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
    moved(rect, from: originInScreen, to: .zero)
  }
  public func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
    moved(rect, from: .zero, to: originInScreen)
  }
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    guard let target = view ?? window else { return rect }
    return moved(rect, from: originInScreen, to: target.originInScreen)
  }
}

@_spi(StandIn) public enum LayoutAttribute: Sendable {
  case left, right, top, bottom, height
}

@MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  /// A view or a layout guide.
  let item: NSObject
  let attribute: LayoutAttribute

  init(_ item: NSObject, _ attribute: LayoutAttribute) {
    self.item = item
    self.attribute = attribute
  }
  open func constraint(
    equalTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(item, attribute, anchor.item, anchor.attribute, constant)
  }
}
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}
open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint(item, attribute, nil, nil, c)
  }
}

public struct UILayoutPriority: Sendable {
  public var rawValue: Float
  public init(_ rawValue: Float) { self.rawValue = rawValue }
  public static let required = UILayoutPriority(1000)
}

/// An equation between edges or lengths, or between a length and a number.
@MainActor open class NSLayoutConstraint: NSObject {
  @_spi(StandIn) public let attribute: LayoutAttribute
  let otherAttribute: LayoutAttribute?
  private(set) weak var item: NSObject?
  private(set) weak var other: NSObject?
  let hasOther: Bool
  open var priority = UILayoutPriority.required {
    didSet { needLayout() }
  }
  open var constant: CGFloat {
    didSet { needLayout() }
  }
  open var isActive = false {
    didSet {
      guard isActive != oldValue else { return }
      for view in [item?.layoutView, other?.layoutView] {
        view?.constraintsAtIt.removeAll { $0 === self }
        if isActive { view?.constraintsAtIt.append(self) }
      }
      needLayout()
    }
  }

  init(
    _ item: NSObject, _ attribute: LayoutAttribute, _ other: NSObject?,
    _ otherAttribute: LayoutAttribute?, _ constant: CGFloat
  ) {
    self.item = item
    self.attribute = attribute
    self.other = other
    self.otherAttribute = otherAttribute
    self.constant = constant
    hasOther = other != nil
  }

  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }
  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  private func needLayout() {
    for view in [item?.layoutView, other?.layoutView] {
      view?.setNeedsLayout()
      view?.superview?.setNeedsLayout()
    }
  }

  /// Returns the value that the constraint determines for an edge or length of a view, in its
  /// superview's coordinates, or nil if it determines none.
  func value(of wanted: LayoutAttribute, for view: UIView) -> CGFloat? {
    if item === view, attribute == wanted {
      guard hasOther else { return constant }
      return other.flatMap { $0.edge(otherAttribute, for: view) }.map { $0 + constant }
    }
    // If both are siblings, the first follows the second.
    if other === view, otherAttribute == wanted,
      item?.layoutView.map({ view.isDescendant(of: $0) }) == true
    {
      return item.flatMap { $0.edge(attribute, for: view) }.map { $0 - constant }
    }
    return nil
  }
}

extension NSObject {
  /// The view of a constraint's item, or the view that owns it.
  @MainActor var layoutView: UIView? { self as? UIView ?? (self as? UILayoutGuide)?.owningView }

  /// Returns an edge or length of a view or guide, in the coordinates of another view's superview.
  @MainActor fileprivate func edge(_ attribute: LayoutAttribute?, for view: UIView) -> CGFloat? {
    guard let attribute, let own = layoutView, let superview = view.superview else { return nil }
    let frame = (self as? UILayoutGuide)?.layoutFrame ?? own.bounds
    let rect = own.convert(frame, to: superview)
    switch attribute {
    case .left: return rect.minX
    case .right: return rect.maxX
    case .top: return rect.minY
    case .bottom: return rect.maxY
    case .height: return rect.height
    }
  }
}

@MainActor open class UILayoutGuide: NSObject {
  open internal(set) weak var owningView: UIView?
  open var layoutFrame: CGRect { .zero }
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
}

/// Follows the keyboard in its view's coordinates. Without a keyboard, it lies on the safe area, or
/// on the lower edge if the safe area is not used.
open class UIKeyboardLayoutGuide: UILayoutGuide {
  open var followsUndockedKeyboard = false
  open var usesBottomSafeArea = true
  open var keyboardDismissPadding: CGFloat = 0
  /// Overrides the frame, for a keyboard that no notification reports.
  @_spi(StandIn) public var frameOverride: CGRect?

  open override var layoutFrame: CGRect {
    if let frameOverride { return frameOverride }
    guard let view = owningView else { return .zero }
    let bounds = view.bounds
    let below = usesBottomSafeArea ? view.safeAreaInsets.bottom : 0
    var top = bounds.maxY - below
    if let frame = Keyboard.shared.frame(of: view.window), !Keyboard.shared.isUndocked {
      let screen = view.window?.screen.coordinateSpace
      top = min(top, screen.map { view.convert(frame, from: $0).minY } ?? top)
    }
    top = max(top, bounds.minY)
    return CGRect(x: bounds.minX, y: top, width: bounds.width, height: bounds.maxY - top)
  }
}

/// The animations of `UIView.animate`. Changes take effect at once. Completions and the keyboard's
/// `did` notifications follow at once, or when a test calls `finish`.
@_spi(StandIn) @MainActor public enum Animations {
  public struct Animation: Sendable {
    public var duration: TimeInterval
    public var options: UIView.AnimationOptions
  }
  /// All animations since the last `reset`.
  public fileprivate(set) static var log: [Animation] = []
  /// Whether completions wait for `finish`.
  public static var isManual = false
  private static var pending: [@MainActor () -> Void] = []
  fileprivate static var areEnabled = true

  /// Ends the running animations, and those that their completions begin.
  public static func finish() {
    while !pending.isEmpty {
      let now = pending
      pending = []
      for completion in now { completion() }
    }
  }
  public static var isUnderWay: Bool { !pending.isEmpty }
  public static func reset() {
    log = []
    pending = []
    isManual = false
    areEnabled = true
  }

  static func afterAnimation(_ completion: @escaping @MainActor () -> Void) {
    if isManual { pending.append(completion) } else { completion() }
  }
}

extension UIView {
  public class var areAnimationsEnabled: Bool { Animations.areEnabled }
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping @MainActor () -> Void,
    completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    animations()
    guard Animations.areEnabled else {
      completion?(true)
      return
    }
    Animations.log.append(.init(duration: duration, options: options))
    Animations.afterAnimation { completion?(true) }
  }
  public class func performWithoutAnimation(_ actionsWithoutAnimation: @MainActor () -> Void) {
    let before = Animations.areEnabled
    Animations.areEnabled = false
    actionsWithoutAnimation()
    Animations.areEnabled = before
  }
}
