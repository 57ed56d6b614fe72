import Foundation

@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>)
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
}
extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
}

open class UIScrollView: UIView {
  public enum KeyboardDismissMode: Int, Sendable { case none, interactive }
  public enum ContentInsetAdjustmentBehavior: Int, Sendable { case automatic, never }

  open weak var delegate: (any UIScrollViewDelegate)?
  open var contentSize = CGSize.zero {
    didSet { if contentSize != oldValue { clampOffset() } }
  }
  open var isScrollEnabled = true
  open var contentInset = UIEdgeInsets.zero {
    didSet { if contentInset != oldValue { clampOffset() } }
  }
  open var showsHorizontalScrollIndicator = true
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero
  open var keyboardDismissMode = KeyboardDismissMode.none
  open internal(set) var isDragging = false
  var decelerationTarget: CGPoint?
  var scrollTarget: CGPoint?

  open var contentOffset: CGPoint {
    get { bounds.origin }
    set { bounds.origin = newValue }
  }
  open override var bounds: CGRect {
    get { super.bounds }
    set {
      let old = super.bounds
      super.bounds = newValue
      if newValue.origin != old.origin { delegate?.scrollViewDidScroll(self) }
      if newValue.size != old.size { clampOffset() }
    }
  }
  open override var frame: CGRect {
    didSet { if frame.size != oldValue.size { clampOffset() } }
  }
  /// Returns an offset outside the content to its edge after a change of the insets or sizes, unless
  /// the view is dragged or moving.
  private func clampOffset() {
    guard !isDragging, decelerationTarget == nil, scrollTarget == nil else { return }
    let insets = adjustedContentInset
    let (left, right) = (-insets.left, contentSize.width + insets.right - bounds.width)
    let offset = CGPoint(
      x: max(min(contentOffset.x, right), left),
      y: max(min(contentOffset.y, maximumOffsetY), -insets.top))
    if offset != contentOffset { contentOffset = offset }
  }
  /// Animated, the offset changes in steps: see `advance(steps:)`.
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    scrollTarget = animated ? contentOffset : nil
    if !animated { self.contentOffset = contentOffset }
  }
  /// Whether a drag that begins on a subview, after the subview got the touch, cancels that touch.
  open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) }
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  open override func safeAreaInsetsDidChange() { clampOffset() }
  open var adjustedContentInset: UIEdgeInsets {
    let safe = contentInsetAdjustmentBehavior == .never ? .zero : safeAreaInsets
    return UIEdgeInsets(
      top: contentInset.top + safe.top, left: contentInset.left + safe.left,
      bottom: contentInset.bottom + safe.bottom, right: contentInset.right + safe.right)
  }
}

// A finger on a scroll view, and the view's calls meanwhile.

@_spi(StandIn) extension UIScrollView {
  public var maximumOffsetY: CGFloat {
    max(contentSize.height + adjustedContentInset.bottom - bounds.height, -adjustedContentInset.top)
  }
  /// Puts the finger down and moves it, which begins a drag and ends a deceleration.
  public func beginDrag() {
    (decelerationTarget, scrollTarget) = (nil, nil)
    isDragging = true
    delegate?.scrollViewWillBeginDragging(self)
  }
  public func drag(to y: CGFloat) { contentOffset.y = y }
  /// Lifts the finger. The velocity is in points per millisecond, positive if the content moves up.
  /// The list would come to rest at `target`. Returns the delegate's answer.
  @discardableResult public func endDrag(velocity: CGFloat = 0, target: CGFloat? = nil) -> CGFloat {
    let start = contentOffset
    // A list that was pulled beyond its end returns.
    let end = min(max(target ?? start.y, -adjustedContentInset.top), maximumOffsetY)
    var offset = CGPoint(x: start.x, y: end)
    delegate?.scrollViewWillEndDragging(
      self, withVelocity: CGPoint(x: 0, y: velocity), targetContentOffset: &offset)
    isDragging = false
    // The list does not decelerate for less than half a point.
    decelerationTarget = abs(offset.y - start.y) >= 0.5 ? offset : nil
    delegate?.scrollViewDidEndDragging(self, willDecelerate: decelerationTarget != nil)
    return offset.y
  }
  public func decelerate(steps: Int = 4) {
    guard let target = decelerationTarget else { return }
    let start = contentOffset.y
    for step in 1...steps where decelerationTarget != nil {
      contentOffset.y = start + (target.y - start) * CGFloat(step) / CGFloat(steps)
    }
    decelerationTarget = nil
  }
  /// Scrolls in steps to the offset that was set with animation, unless a step ends that.
  public func advance(steps: Int = 4) {
    guard let target = scrollTarget else { return }
    let start = contentOffset.y
    for step in 1...steps where scrollTarget != nil {
      contentOffset.y = start + (target.y - start) * CGFloat(step) / CGFloat(steps)
    }
    scrollTarget = nil
    delegate?.scrollViewDidEndScrollingAnimation(self)
  }
  public var isScrolling: Bool { scrollTarget != nil }
  /// Cancels the touch, as for a call or an alert, so that the delegate has no target to give.
  public func cancelDrag() {
    isDragging = false
    delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
  }
}

/// A finger on a control in a scroll view, which waits 150 ms before it gives the touch to the
/// control.
@_spi(StandIn) @MainActor public final class Finger {
  private let control: UIControl
  private let scroller: UIScrollView?
  private var hasTouch = false
  private var isScrolling = false

  /// Puts the finger down.
  public init(on control: UIControl) {
    self.control = control
    scroller =
      sequence(first: control as UIView, next: \.superview).lazy
      .compactMap { $0 as? UIScrollView }.first
    if scroller == nil { giveTouch() }
  }
  private func giveTouch() {
    hasTouch = true
    control.sendActions(for: .touchDown)
  }
  /// Lets 150 ms pass.
  public func rest() {
    if !hasTouch, !isScrolling { giveTouch() }
  }
  /// Moves the finger to the right. The scroll view takes the touch unless it must not cancel it.
  public func move(by x: CGFloat) {
    guard let scroller else { return }
    if !isScrolling {
      if hasTouch {
        guard scroller.touchesShouldCancel(in: control) else { return }
        control.sendActions(for: .touchCancel)
        hasTouch = false
      }
      isScrolling = true
      scroller.beginDrag()
    }
    let end = max(0, scroller.contentSize.width - scroller.bounds.width)
    scroller.contentOffset.x = min(max(scroller.contentOffset.x - x, 0), end)
  }
  public func lift() {
    if isScrolling {
      scroller?.endDrag()
    } else {
      rest()
      control.sendActions(for: [.touchUpInside, .primaryActionTriggered])
    }
  }
}

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public var row: Int { self[1] }
  public var section: Int { self[0] }
}

/// A table with rows of one height; only the places of rows are modelled.
open class UITableView: UIScrollView {
  @_spi(StandIn) public var rows: [Int] = [] {
    didSet { contentSize.height = rowHeight * CGFloat(rows.reduce(0, +)) }
  }
  open var rowHeight: CGFloat = 44
  open var numberOfSections: Int { rows.count }
  open func numberOfRows(inSection section: Int) -> Int { rows[section] }
  open func rectForRow(at indexPath: IndexPath) -> CGRect {
    let above = rows[..<indexPath.section].reduce(0, +) + indexPath.row
    return CGRect(x: 0, y: rowHeight * CGFloat(above), width: bounds.width, height: rowHeight)
  }
}
