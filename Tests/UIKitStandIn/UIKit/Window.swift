import Foundation

open class UIWindow: UIView {
  open private(set) weak var windowScene: UIWindowScene?
  private let ownScreen = UIScreen()
  private var currentTraits = UITraitCollection()
  private var safeArea = UIEdgeInsets.zero
  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.viewIfLoaded?.removeFromSuperview()
      guard let view = rootViewController?.view else { return }
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(view)
    }
  }

  public convenience init(windowScene: UIWindowScene) {
    self.init(frame: windowScene.screen.bounds)
    self.windowScene = windowScene
    windowScene.add(self)
  }
  open var screen: UIScreen { windowScene?.screen ?? ownScreen }
  open override var window: UIWindow? { self }
  open override var next: UIResponder? { windowScene }
  open override var safeAreaInsets: UIEdgeInsets { safeArea }
  open override var traitCollection: UITraitCollection { currentTraits }

  @_spi(StandIn) public func setSafeArea(_ insets: UIEdgeInsets) {
    safeArea = insets
    visit { _ = $0.reportSafeArea() }
  }
  /// Changes the traits and notifies their observers.
  @_spi(StandIn) public func setTraits(_ traits: UITraitCollection) {
    let old = currentTraits
    currentTraits = traits
    visit { view in
      for registration in view.traitRegistrations { registration.changed(view, from: old) }
      guard let controller = view.controller else { return }
      for registration in controller.traitRegistrations {
        registration.changed(controller, from: old)
      }
    }
  }
}
