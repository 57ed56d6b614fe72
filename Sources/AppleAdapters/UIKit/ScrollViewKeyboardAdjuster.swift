#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  extension KeyboardAnimation {
    /// Makes changes with the keyboard's duration and curve.
    @MainActor public func animate(
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

    /// Scrolls so that a rectangle of the content is visible, for example the caret or a field.
    /// Does nothing if it is visible, and leaves no gap beside the content.
    ///
    /// Call it from ``ScrollViewKeyboardAdjuster/alongside`` to scroll with the keyboard.
    public func reveal(_ rect: CGRect, by policy: RevealPolicy = .minimal(margin: 8)) {
      let offset = policy.contentOffsetY(toReveal: LayoutRect(rect), in: ScrollViewport(self))
      if let offset { contentOffset.y = offset }
    }
  }

  /// Keeps the content of a scroll view above the keyboard, until it is deallocated.
  @MainActor public final class ScrollViewKeyboardAdjuster {
    /// Called inside the keyboard's animation, for example to scroll to the caret.
    public var alongside: (@MainActor () -> Void)?
    /// Called when the keyboard appears, changes, leaves the lower edge or disappears.
    public var happened: (@MainActor (KeyboardTracker.Happening) -> Void)?
    /// Decides about the insets and, if there is a last row, about the row and the drag.
    package private(set) var driver: KeyboardDriver
    /// The last row of the list; nil if nothing rests on the keyboard.
    var row: (@MainActor () -> KeyboardDriver.Row?)?
    var drag: (@MainActor (InteractiveDismissal.Effect) -> Void)?
    /// Called before each keyboard notification is handled.
    var keyboardChanges: (@MainActor () -> Void)?
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
        handler: { [weak self] transition in
          self?.keyboardChanges?()
          self?.perform { driver, surroundings, insets in
            driver.handle(transition, in: surroundings, insets: insets)
          }
        })
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

    func perform(
      _ ask: (inout KeyboardDriver, KeyboardDriver.Surroundings?, ScrollInsets)
        -> [KeyboardDriver.Effect]
    ) {
      guard let scrollView else { return }
      var surroundings: KeyboardDriver.Surroundings?
      if let view = CoordinateSpace(scrollView), let window = scrollView.window {
        surroundings = KeyboardDriver.Surroundings(
          view: view, screen: LayoutRect(window.screen.bounds),
          automaticBottom: Double(
            scrollView.adjustedContentInset.bottom - scrollView.contentInset.bottom),
          slideOverWindow: LayoutRect(slideOver: window), guide: LayoutRect(keyboardIn: window),
          row: row?())
      }
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
  }

  extension ScrollViewport {
    /// The visible part of a scroll view, without the margins of keyboard and safe area.
    @MainActor init(_ view: UIScrollView) {
      self.init(
        offset: LayoutPoint(view.contentOffset), size: LayoutSize(view.bounds.size),
        contentSize: LayoutSize(view.contentSize), insets: KeyboardInsets(view.adjustedContentInset)
      )
    }
  }

  extension LayoutRect {
    /// Converts a rectangle from Core Graphics; negative sides become positive.
    package init(_ rect: CGRect) {
      let rect = rect.standardized
      self.init(
        x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
        height: Double(rect.size.height))
    }

    /// The rectangle for Core Graphics.
    public var cgRect: CGRect {
      CGRect(x: x, y: y, width: width, height: height)
    }

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

  extension LayoutSize {
    package init(_ size: CGSize) {
      self.init(width: Double(size.width), height: Double(size.height))
    }
  }

  extension LayoutPoint {
    package init(_ point: CGPoint) {
      self.init(x: Double(point.x), y: Double(point.y))
    }
  }

  extension KeyboardInsets {
    package init(_ insets: UIEdgeInsets) {
      self.init(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom),
        right: Double(insets.right))
    }

    package var edgeInsets: UIEdgeInsets {
      UIEdgeInsets(top: top, left: left, bottom: bottom, right: right)
    }
  }

  extension CoordinateSpace {
    /// The coordinate space of a view in its screen; nil if the view is not in a window.
    @MainActor package init?(_ view: UIView) {
      guard let screen = view.window?.screen else { return nil }
      self.init(
        frameInScreen: LayoutRect(view.convert(view.bounds, to: screen.coordinateSpace)),
        boundsOrigin: LayoutPoint(view.bounds.origin))
    }
  }
#endif
