import Foundation

@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>)
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
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
}

open class UIScrollView: UIView {
  public enum KeyboardDismissMode: Int, Sendable { case none, interactive }

  open weak var delegate: (any UIScrollViewDelegate)?
  open var contentSize = CGSize.zero
  open var contentInset = UIEdgeInsets.zero
  open var showsHorizontalScrollIndicator = true
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero
  open var keyboardDismissMode = KeyboardDismissMode.none
  open internal(set) var isDragging = false
  var decelerationTarget: CGPoint?

  open var contentOffset: CGPoint {
    get { bounds.origin }
    set { bounds.origin = newValue }
  }
  open override var bounds: CGRect {
    get { super.bounds }
    set {
      let old = super.bounds.origin
      super.bounds = newValue
      if newValue.origin != old { delegate?.scrollViewDidScroll(self) }
    }
  }
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    self.contentOffset = contentOffset
  }
  open var adjustedContentInset: UIEdgeInsets {
    let safe = safeAreaInsets
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
    decelerationTarget = nil
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
  /// Cancels the touch, as for a call or an alert, so that the delegate has no target to give.
  public func cancelDrag() {
    isDragging = false
    delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
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
