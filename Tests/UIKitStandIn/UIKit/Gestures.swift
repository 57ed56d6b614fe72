import Foundation

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
