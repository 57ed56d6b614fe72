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
      for subview in subviews where !subview.translatesAutoresizingMaskIntoConstraints {
        subview.frame = subview.constrainedFrame
      }
      layoutSubviews()
      controller?.viewDidLayoutSubviews()
    }
    for subview in subviews { subview.layOutTree() }
  }

  /// The frame given by the constraints; parts that they leave open stay the same.
  var constrainedFrame: CGRect {
    var frame = frame
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
