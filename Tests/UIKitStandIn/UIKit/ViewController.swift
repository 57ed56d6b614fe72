import Foundation

open class UIViewController: UIResponder, UITraitEnvironment {
  private var loadedView: UIView?

  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
  public required init?(coder: NSCoder) {}
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  open var view: UIView! {
    get {
      if loadedView == nil {
        loadView()
        viewDidLoad()
      }
      return loadedView
    }
    set {
      loadedView?.controller = nil
      loadedView = newValue
      newValue?.controller = self
    }
  }
  open var viewIfLoaded: UIView? { loadedView }
  open func loadView() { view = UIView(frame: .zero) }
  open override var next: UIResponder? { loadedView?.superview }
  open var traitCollection: UITraitCollection { loadedView?.traitCollection ?? UITraitCollection() }

  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}
  open func updateViewConstraints() {}
  open func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {}

  /// Shows the controller in a window, with the same calls as on a device and in the same order.
  @_spi(StandIn) public func appear(in window: UIWindow) {
    _ = view
    viewWillAppear(false)
    window.rootViewController = self
    window.layoutIfNeeded()
    viewDidAppear(false)
    window.layoutIfNeeded()
  }
}

@MainActor public protocol UIViewControllerTransitionCoordinator: NSObjectProtocol {}
