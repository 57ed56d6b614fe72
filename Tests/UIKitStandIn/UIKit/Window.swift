import Foundation

open class UIWindow: UIView {
  open private(set) var screen = UIScreen()
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

  @_spi(StandIn) public convenience init(screen: UIScreen) {
    self.init(frame: screen.bounds)
    self.screen = screen
  }
  open override var window: UIWindow? { self }
  open override var next: UIResponder? { nil }
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
      for changed in view.traitObservers + (view.controller?.traitObservers ?? []) { changed(old) }
    }
  }
}
