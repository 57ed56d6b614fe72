import Foundation

/// The keyboard of the app. It is visible while the first responder takes keys or has an input
/// view, and posts the same notifications as a device in the same order.
@_spi(StandIn) @MainActor public final class Keyboard {
  public static let shared = Keyboard()
  /// The height of the system's keyboard, including the safe area but not an accessory view.
  public var systemHeight: CGFloat = 336
  public var duration = 0.25
  public var curve = 7
  /// Whether the keyboard floats or is undocked, so that layout guides do not follow it.
  public var isUndocked = false
  /// Whether there is a hardware keyboard, which hides the system's, but not the accessory view.
  public var isHardware = false
  /// The input view of the first responder, or of the nearest responder after it that has one.
  public private(set) var inputView: UIView?
  public private(set) var accessoryView: UIView?
  /// The frame on the screen, including the accessory view, or nil while the keyboard is hidden.
  public private(set) var frame: CGRect?
  /// The window of the keyboard's screen: that of the last first responder, or of a test.
  public weak var window: UIWindow?
  private let holder = UIWindow(frame: .zero)

  public func reset() {
    UIResponder.first = nil
    for view in holder.subviews { view.removeFromSuperview() }
    (inputView, accessoryView, frame, window) = (nil, nil, nil, nil)
    (systemHeight, duration, curve) = (336, 0.25, 7)
    (isUndocked, isHardware) = (false, false)
    Animations.reset()
  }

  /// Returns the frame for a window, or nil if the window is on another screen.
  func frame(of window: UIWindow?) -> CGRect? {
    self.window == nil || window == nil || window?.screen === self.window?.screen ? frame : nil
  }

  /// Updates the keyboard after a change of the first responder or its input views.
  func responderChanged() {
    let first = UIResponder.first
    let input = sequence(first: first, next: { $0?.next }).lazy.compactMap { $0?.inputView }.first
    let accessory = sequence(first: first, next: { $0?.next }).lazy
      .compactMap { $0?.inputAccessoryView }.first
    let hasKeys = first is any UIKeyInput || input != nil
    for view in [inputView, accessoryView] { view?.removeFromSuperview() }
    inputView = first == nil ? nil : input
    accessoryView = first == nil ? nil : accessory
    if let view = first as? UIView { window = view.window ?? window }
    let screen = window?.screen.bounds ?? .zero
    let keys = hasKeys && !isHardware ? heightOf(inputView, above: 0) ?? systemHeight : 0
    let height = keys + (heightOf(accessoryView, above: keys) ?? 0)
    if first != nil, height > 0, !screen.isEmpty {
      show(CGRect(x: 0, y: screen.maxY - height, width: screen.width, height: height))
    } else {
      hide()
    }
  }

  /// Returns the height that the system gives to a view above or in place of the keys. If its mask
  /// is translated, that is the height of its frame; otherwise its constraints or content decide. A
  /// mask with flexible height also considers the content.
  private func heightOf(_ view: UIView?, above keys: CGFloat) -> CGFloat? {
    guard let view else { return nil }
    let screen = window?.screen.bounds ?? .zero
    holder.frame = screen
    if let window { holder.setSafeArea(window.safeAreaInsets) }
    view.frame.size.width = screen.width
    holder.addSubview(view)
    let isFree =
      !view.translatesAutoresizingMaskIntoConstraints
      || view.autoresizingMask.contains(.flexibleHeight)
    // The content may be higher by the safe area, which depends on the place.
    for _ in 1...2 {
      if isFree, let height = view.ownHeight { view.frame.size.height = height }
      view.frame.origin = CGPoint(x: 0, y: screen.maxY - keys - view.frame.height)
      _ = view.reportSafeArea()
    }
    holder.layoutIfNeeded()
    return view.frame.height
  }

  /// Moves the keyboard to a frame. As on devices, any change of a visible one is also a show.
  public func show(_ new: CGRect) {
    guard new != frame else { return }
    let old = frame ?? below(new)
    frame = new
    postMove(
      old, new, UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidShowNotification)
  }
  public func hide() {
    guard let old = frame else { return }
    frame = nil
    postMove(
      old, below(old), UIResponder.keyboardWillHideNotification,
      UIResponder.keyboardDidHideNotification)
  }
  private func postMove(
    _ old: CGRect, _ new: CGRect, _ will: NSNotification.Name, _ did: NSNotification.Name
  ) {
    post([UIResponder.keyboardWillChangeFrameNotification, will], old, new)
    Animations.afterAnimation { [self] in
      post([UIResponder.keyboardDidChangeFrameNotification, did], old, new)
    }
  }
  private func below(_ frame: CGRect) -> CGRect {
    let screen = window?.screen.bounds ?? .zero
    return CGRect(x: frame.minX, y: screen.maxY, width: frame.width, height: frame.height)
  }

  /// Posts any notifications, to simulate any device; their object is `screen`, as since iOS 16.1.
  public func post(
    _ names: [NSNotification.Name], _ begin: CGRect, _ end: CGRect, isLocal: Bool = true,
    screen: UIScreen? = nil
  ) {
    let duration = UIView.areAnimationsEnabled ? duration : 0
    for name in names {
      NotificationCenter.default.post(
        name: name, object: screen ?? window?.screen,
        userInfo: [
          UIResponder.keyboardFrameBeginUserInfoKey: NSValue(cgRect: begin),
          UIResponder.keyboardFrameEndUserInfoKey: NSValue(cgRect: end),
          UIResponder.keyboardAnimationDurationUserInfoKey: NSNumber(value: duration),
          UIResponder.keyboardAnimationCurveUserInfoKey: NSNumber(value: curve),
          UIResponder.keyboardIsLocalUserInfoKey: NSNumber(value: isLocal),
        ])
    }
  }
}
