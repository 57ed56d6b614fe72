import Foundation

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
