#if canImport(UIKit)
  import KeyboardGeometry
  import UIKit

  extension SizeClass {
    /// A size class of UIKit.
    public init(_ sizeClass: UIUserInterfaceSizeClass) {
      switch sizeClass {
      case .compact: self = .compact
      case .regular: self = .regular
      default: self = .unspecified
      }
    }
  }

  /// The principal class of a keyboard extension with a height of its own.
  ///
  /// Subclass it, give it a policy and the keys in `viewDidLoad`, constrain the keys in
  /// `installSubviewConstraints()`, and lay them out in `layOutKeys(for:)`.
  open class KeyboardHeightViewController: UIInputViewController {
    /// How high the keyboard shall be.
    open var heightPolicy: KeyboardHeightPolicy {
      get { controller.policy }
      set {
        controller.policy = newValue
        view.setNeedsUpdateConstraints()
      }
    }

    /// The height the system gives a keyboard here, in points; 0 where it is not known. UIKit does
    /// not tell an extension; a policy that goes by it needs an override.
    open var systemHeight: Double { 0 }

    /// How the conflict with the host's own height is avoided; asked once.
    open var heightStrategy: KeyboardHeightController.Strategy { .belowRequired }

    private lazy var controller = KeyboardHeightController(
      policy: .system, environment: environment, strategy: heightStrategy)
    private var heightConstraint: NSLayoutConstraint?

    /// Activates the constraints of the keys: once, when the keyboard has appeared.
    open func installSubviewConstraints() {}

    /// Lays the keys out: once per real change of the size, in points.
    open func layOutKeys(for size: LayoutSize) {}

    /// Makes or changes the height constraint, where the controller asks for it.
    open override func updateViewConstraints() {
      super.updateViewConstraints()
      carryOut(.updateViewConstraints(LayoutSize(view.bounds.size)))
    }

    /// Pins the edges, where the controller asks for it.
    open override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      carryOut(.viewWillAppear(hasSuperview: view.superview != nil))
    }

    /// Has the keys' constraints installed.
    open override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      carryOut(.viewDidAppear)
    }

    /// Has the keys laid out, where the size really changed.
    open override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      carryOut(.environmentChanged(environment))
      carryOut(.viewDidLayoutSubviews(LayoutSize(view.bounds.size)))
    }

    private var environment: KeyboardEnvironment {
      let screen = view.window?.screen.bounds.size ?? .zero
      return KeyboardEnvironment(
        screenSize: LayoutSize(screen),
        horizontalSizeClass: SizeClass(traitCollection.horizontalSizeClass),
        verticalSizeClass: SizeClass(traitCollection.verticalSizeClass),
        systemHeight: systemHeight)
    }

    private func carryOut(_ event: KeyboardLifecycleEvent) {
      for effect in controller.handle(event) {
        switch effect {
        case .installHeight(let height, let priority):
          let constraint = view.heightAnchor.constraint(equalToConstant: height)
          constraint.priority = UILayoutPriority(Float(priority.rawValue))
          constraint.isActive = true
          heightConstraint = constraint
        case .updateHeight(let height): heightConstraint?.constant = height
        case .pinEdges: pinEdges()
        case .installSubviewConstraints: installSubviewConstraints()
        case .relayout(let size): layOutKeys(for: size)
        }
      }
    }

    private func pinEdges() {
      guard let superview = view.superview else { return }
      view.translatesAutoresizingMaskIntoConstraints = false
      NSLayoutConstraint.activate([
        view.leftAnchor.constraint(equalTo: superview.leftAnchor),
        view.rightAnchor.constraint(equalTo: superview.rightAnchor),
        view.bottomAnchor.constraint(equalTo: superview.bottomAnchor),
      ])
    }
  }
#endif
