import Foundation

// A finger on a scroll view, and what the view calls meanwhile.

@_spi(StandIn) extension UIScrollView {
  /// The offset at which the content ends.
  public var maximumOffsetY: CGFloat {
    max(contentSize.height + adjustedContentInset.bottom - bounds.height, -adjustedContentInset.top)
  }
  /// The finger goes down and moves: the drag begins, and a deceleration ends.
  public func beginDrag() {
    decelerationTarget = nil
    isDecelerating = false
    isTracking = true
    isDragging = true
    panGestureRecognizer.state = .began
    delegate?.scrollViewWillBeginDragging(self)
  }
  /// The finger moves: the content follows it.
  public func drag(to y: CGFloat) {
    panGestureRecognizer.state = .changed
    contentOffset.y = y
  }
  /// The finger goes up, at a velocity in points per millisecond, positive if the content moves up; the
  /// list would come to rest at `target`. Returns the delegate's answer.
  @discardableResult public func endDrag(velocity: CGFloat = 0, target: CGFloat? = nil) -> CGFloat {
    isTracking = false
    panGestureRecognizer.state = .ended
    let start = contentOffset
    // A list that was pulled beyond its end comes back.
    let end = min(max(target ?? start.y, -adjustedContentInset.top), maximumOffsetY)
    var offset = CGPoint(x: start.x, y: end)
    delegate?.scrollViewWillEndDragging(
      self, withVelocity: CGPoint(x: 0, y: velocity), targetContentOffset: &offset)
    isDragging = false
    // Less than half a point is not a way to go.
    isDecelerating = abs(offset.y - start.y) >= 0.5
    decelerationTarget = isDecelerating ? offset : nil
    delegate?.scrollViewDidEndDragging(self, willDecelerate: isDecelerating)
    return offset.y
  }
  /// The list comes to rest, in as many steps.
  public func decelerate(steps: Int = 4) {
    guard let target = decelerationTarget else { return }
    let start = contentOffset.y
    for step in 1...steps where decelerationTarget != nil {
      contentOffset.y = start + (target.y - start) * CGFloat(step) / CGFloat(steps)
    }
    decelerationTarget = nil
    isDecelerating = false
    delegate?.scrollViewDidEndDecelerating(self)
  }
  /// The system takes the touch away, as for a call or an alert: the delegate gives no target.
  public func cancelDrag() {
    isTracking = false
    isDragging = false
    panGestureRecognizer.state = .cancelled
    delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
  }
}
