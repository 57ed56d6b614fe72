#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  extension KeyboardAnimation {
    /// Makes changes with the keyboard's duration and curve.
    @MainActor package func animate(
      _ changes: @escaping @MainActor () -> Void,
      completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
      guard duration > 0 else {
        changes()
        completion?(true)
        return
      }
      let options: UIView.AnimationOptions = [
        UIView.AnimationOptions(rawValue: curve.animationOptionsRawValue),
        .beginFromCurrentState, .allowUserInteraction,
      ]
      // Separate closures, because SDKs annotate these parameters differently.
      UIView.animate(withDuration: duration, delay: 0, options: options) {
        changes()
      } completion: { finished in
        completion?(finished)
      }
    }
  }

  extension UIScrollView {
    /// The margins that a keyboard changes.
    package var keyboardInsets: ScrollInsets {
      get {
        ScrollInsets(
          content: KeyboardInsets(contentInset),
          indicator: KeyboardInsets(verticalScrollIndicatorInsets))
      }
      set {
        contentInset = newValue.content.edgeInsets
        verticalScrollIndicatorInsets = newValue.indicator.edgeInsets
      }
    }
  }

  /// Keeps the content of a scroll view above the keyboard, until it is deallocated.
  @MainActor public final class ScrollViewKeyboardAdjuster {
    /// Called inside the keyboard's animation, for example to scroll to the caret.
    public var alongside: (@MainActor () -> Void)?
    /// Called when the keyboard appears, changes, leaves the lower edge or disappears.
    public var happened: (@MainActor (KeyboardTracker.Happening) -> Void)?
    /// The settings, and the saved insets.
    package var adjuster: KeyboardInsetAdjuster { driver.adjuster }
    package var tracker: KeyboardTracker { driver.tracker }
    /// Decides about the insets and, if there is a last row, about the row and the drag.
    private(set) var driver: KeyboardDriver
    /// The last row of the list; nil if nothing rests on the keyboard.
    var row: (@MainActor () -> KeyboardDriver.Row?)?
    /// Carries out the tasks of a drag.
    var drag: (@MainActor (InteractiveDismissal.Effect) -> Void)?
    private(set) weak var scrollView: UIScrollView?
    private var observer: KeyboardObserver?

    /// Starts adjusting a scroll view, which is not retained. A keyboard that is already visible
    /// counts from the next `viewChanged()` on.
    public convenience init(_ scrollView: UIScrollView, adjuster: KeyboardInsetAdjuster = .init()) {
      self.init(scrollView, driver: KeyboardDriver(adjuster: adjuster))
    }

    init(_ scrollView: UIScrollView, driver: KeyboardDriver) {
      self.scrollView = scrollView
      self.driver = driver
      observer = KeyboardObserver(
        screen: { [weak scrollView] in scrollView?.window?.screen },
        handler: { [weak self] transition in self?.handle(transition) })
    }

    package func handle(_ transition: KeyboardFrameTransition) {
      perform { driver, surroundings, insets in
        driver.handle(transition, in: surroundings, insets: insets)
      }
    }

    /// Adapts the insets after the scroll view was moved, resized, rotated or put into a window.
    /// Call it from `viewDidLayoutSubviews`, since no notification reports such changes.
    public func viewChanged() {
      perform { driver, surroundings, insets in
        surroundings.map { driver.viewChanged(in: $0, insets: insets) } ?? []
      }
    }

    /// Restores the insets that the scroll view has without a keyboard.
    public func restore() {
      perform { driver, _, insets in driver.restore(insets: insets) }
    }

    /// Calls the driver and carries out its tasks.
    func perform(
      _ ask: (inout KeyboardDriver, KeyboardDriver.Surroundings?, ScrollInsets)
        -> [KeyboardDriver.Effect]
    ) {
      guard let scrollView else { return }
      let surroundings = surroundings(of: scrollView)
      for effect in ask(&driver, surroundings, scrollView.keyboardInsets) {
        switch effect {
        case .insets(let change):
          change.animation.animate { [alongside] in
            scrollView.keyboardInsets = change.insets
            alongside?()
          }
        case .happened(let happening): happened?(happening)
        case .drag(let effect): drag?(effect)
        }
      }
    }

    private func surroundings(of scrollView: UIScrollView) -> KeyboardDriver.Surroundings? {
      guard let view = CoordinateSpace(scrollView), let window = scrollView.window else {
        return nil
      }
      return KeyboardDriver.Surroundings(
        view: view, screen: LayoutRect(window.screen.bounds),
        automaticBottom: Double(
          scrollView.adjustedContentInset.bottom - scrollView.contentInset.bottom),
        slideOverWindow: LayoutRect(slideOver: window), guide: LayoutRect(keyboardIn: window),
        row: row?())
    }
  }

  extension LayoutRect {
    /// The frame of a window in screen coordinates, if it may be in Slide Over: a compact window on
    /// an iPad. Its frame then shows whether it is.
    @MainActor package init?(slideOver window: UIWindow) {
      let traits = window.traitCollection
      guard traits.userInterfaceIdiom == .pad, traits.horizontalSizeClass == .compact,
        traits.verticalSizeClass == .regular
      else { return nil }
      self.init(window.convert(window.bounds, to: window.screen.coordinateSpace))
    }

    /// The frame of a window's keyboard layout guide in screen coordinates. Nil without a keyboard,
    /// when the guide lies on the safe area.
    @MainActor package init?(keyboardIn window: UIWindow) {
      let guide = window.keyboardLayoutGuide.layoutFrame
      guard guide.height > window.safeAreaInsets.bottom else { return nil }
      self.init(window.convert(guide, to: window.screen.coordinateSpace))
    }
  }
#endif
