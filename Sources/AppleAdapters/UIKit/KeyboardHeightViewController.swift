#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import MarkdownBar
  import MarkdownEditing
  import UIKit

  /// The principal class of a keyboard extension with a custom height.
  ///
  /// In a subclass, set a policy and add the keys in `viewDidLoad`, constrain the keys in
  /// `installSubviewConstraints()`, and lay them out in `layOutKeys(for:)`. Pin the keys to the
  /// edges and let their height follow the view's: see <doc:AKeyboardExtensionWithACustomHeight>.
  open class KeyboardHeightViewController: UIInputViewController {
    /// The policy for the keyboard's height.
    open var heightPolicy: KeyboardHeightPolicy {
      get { controller.policy }
      set {
        controller.policy = newValue
        inputView?.allowsSelfSizing = newValue == .subviews
        viewIfLoaded?.setNeedsUpdateConstraints()
      }
    }

    /// The system's height for a keyboard here, in points. Nil means that it is measured, since
    /// UIKit does not tell an extension.
    open var systemHeight: Double? { nil }

    /// The heights of the system's keyboard that were measured, in points, by screen and size class.
    ///
    /// They are kept for the next appearance in this process. Override the property to keep them
    /// longer, for example in `UserDefaults`.
    open var measuredHeights: [String: Double] {
      get { Self.heightsOfProcess }
      set { Self.heightsOfProcess = newValue }
    }
    package static var heightsOfProcess: [String: Double] = [:]

    /// The height of the bar above the keys, inside the view, in points; 0 without a bar. A change
    /// lays out the keys again, even if the view's height does not change.
    open var barHeight: Double {
      get { controller.barHeight }
      set { carryOut(.barChanged(height: newValue)) }
    }

    /// The way to avoid a conflict with the host's height; read once.
    open var heightStrategy: KeyboardHeightController.Strategy { .belowRequired }

    private lazy var controller = KeyboardHeightController(
      policy: .system, environment: environment, strategy: heightStrategy,
      measuredHeights: measuredHeights)
    private var heightConstraint: NSLayoutConstraint?
    private var edgeConstraints: [NSLayoutConstraint] = []
    private var isInLayout = false

    /// Activates the constraints of the keys. Called once, before the keyboard first appears, so
    /// that the keys are never seen in other places.
    open func installSubviewConstraints() {}

    /// Lays out the keys. Called once for each real change of their size, in points.
    open func layOutKeys(for size: LayoutSize) {}

    /// Creates a view that can play key clicks.
    open override func loadView() {
      let root = KeyboardInputView(frame: .zero, inputViewStyle: .keyboard)
      root.allowsSelfSizing = false
      root.autoresizingMask = []
      view = root
    }

    open override func viewDidLoad() {
      super.viewDidLoad()
      registerForTraitChanges([UITraitVerticalSizeClass.self]) {
        (keyboard: KeyboardHeightViewController, _: UITraitCollection) in
        keyboard.environmentChanged()
      }
    }

    /// Creates or changes the height constraint, if the controller requests it.
    open override func updateViewConstraints() {
      carryOut(.updateViewConstraints(LayoutSize(view.bounds.size)))
      // UIKit requires that this call is the last one.
      super.updateViewConstraints()
    }

    open override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      environmentChanged()
      carryOut(.viewWillAppear(hasSuperview: view.superview != nil))
    }

    open override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      carryOut(.viewDidAppear)
    }

    /// Shows the button for the next keyboard if the system does not show its own.
    open override func viewWillLayoutSubviews() {
      super.viewWillLayoutSubviews()
      nextKeyboardButton?.isHidden = !needsInputModeSwitchKey
    }

    open override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      isInLayout = true
      defer { isInLayout = false }
      environmentChanged()
      carryOut(.viewDidLayoutSubviews(LayoutSize(view.bounds.size)))
    }

    /// The button for the next keyboard, which `makeNextKeyboardButton()` sets.
    package internal(set) var nextKeyboardButton: UIButton?

    private func environmentChanged() {
      if environment != controller.environment { carryOut(.environmentChanged(environment)) }
    }

    private var environment: KeyboardEnvironment {
      let sizeClass = traitCollection.verticalSizeClass
      return KeyboardEnvironment(
        screenSize: LayoutSize(viewIfLoaded?.window?.screen.bounds.size ?? .zero),
        isCompact: sizeClass == .unspecified ? nil : sizeClass == .compact,
        systemHeight: systemHeight)
    }

    private func carryOut(_ event: KeyboardLifecycleEvent) {
      let before = controller.measuredHeights
      let effects = controller.handle(event)
      if controller.measuredHeights != before {
        measuredHeights.merge(controller.measuredHeights) { _, new in new }
      }
      for effect in effects {
        switch effect {
        case .installHeight(let height, let priority):
          let constraint = view.heightAnchor.constraint(equalToConstant: height)
          constraint.priority = UILayoutPriority(Float(priority))
          constraint.isActive = true
          heightConstraint = constraint
        case .updateHeight(let height): heightConstraint?.constant = height
        case .removeHeight:
          heightConstraint?.isActive = false
          heightConstraint = nil
        case .pinEdges:
          guard let superview = view.superview else { break }
          view.translatesAutoresizingMaskIntoConstraints = false
          edgeConstraints = [
            view.leftAnchor.constraint(equalTo: superview.leftAnchor),
            view.rightAnchor.constraint(equalTo: superview.rightAnchor),
            view.bottomAnchor.constraint(equalTo: superview.bottomAnchor),
          ]
          NSLayoutConstraint.activate(edgeConstraints)
        case .unpinEdges:
          NSLayoutConstraint.deactivate(edgeConstraints)
          edgeConstraints = []
          view.translatesAutoresizingMaskIntoConstraints = true
        case .installSubviewConstraints: installSubviewConstraints()
        case .layOutAgain where isInLayout:
          // The current layout would repeat itself with the same size.
          Task { [weak self] in self?.viewIfLoaded?.setNeedsLayout() }
        case .layOutAgain: view.setNeedsLayout()
        case .relayout(let size): layOutKeys(for: size)
        }
      }
    }

    /// Plays the sound of a key, if the user's settings allow it.
    public func playClick() { UIDevice.current.playInputClick() }

    /// Creates the button for the next keyboard, which shows the list of keyboards while it is
    /// held. Every keyboard needs one if `needsInputModeSwitchKey` is `true`; otherwise, it hides
    /// itself. The caller adds it to the keys.
    ///
    /// - Parameter wording: contains the name that VoiceOver speaks.
    public func makeNextKeyboardButton(
      wording: AccessoryBar.Wording = AccessoryBar.Wording()
    ) -> UIButton {
      var configuration = UIButton.Configuration.plain()
      configuration.image = UIImage(systemName: "globe")
      let button = UIButton(configuration: configuration)
      button.accessibilityIdentifier = "next keyboard"
      button.accessibilityLabel = wording["next-keyboard"]
      // The list must receive every touch, so that it opens where the key is held.
      button.addTarget(
        self, action: Selector(("handleInputModeListFromView:withEvent:")), for: .allTouchEvents)
      nextKeyboardButton = button
      return button
    }
  }
#endif
