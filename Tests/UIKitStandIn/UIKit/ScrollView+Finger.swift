import Foundation

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
