#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  extension KeyboardAnimation {
    /// Makes changes with the keyboard's own duration and curve.
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
      // Closures of their own: SDKs differ in how they annotate these parameters.
      UIView.animate(withDuration: duration, delay: 0, options: options) {
        changes()
      } completion: { finished in
        completion?(finished)
      }
    }
  }

  extension UIScrollView {
    /// The margins that a keyboard changes.
    public var keyboardInsets: ScrollInsets {
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

  /// Keeps a scroll view's content out from under the keyboard, for as long as it lives.
  @MainActor public final class ScrollViewKeyboardAdjuster {
    /// Who says that notifications come from the exchange of keyboard and stand-in; may be nil.
    public var isSwallowing: (@MainActor () -> Bool)?
    /// Called inside the keyboard's animation: the place to scroll the caret into view.
    public var alongside: (@MainActor (KeyboardInsetAdjuster.Change) -> Void)?
    /// Called when the keyboard appears, changes, leaves the lower edge or goes.
    public var happened: (@MainActor (KeyboardTracker.Happening) -> Void)?
    /// What decides.
    public private(set) var adjuster: KeyboardInsetAdjuster
    /// Where the keyboard is.
    public private(set) var tracker = KeyboardTracker()
    private weak var scrollView: UIScrollView?
    private var observer: KeyboardObserver?
    private var hasHeard = false

    /// Starts adjusting a scroll view, which is not kept alive. A keyboard that is up already
    /// counts from the next `viewChanged()` on.
    public init(_ scrollView: UIScrollView, adjuster: KeyboardInsetAdjuster = .init()) {
      self.scrollView = scrollView
      self.adjuster = adjuster
      observer = KeyboardObserver { [weak self] transition in self?.handle(transition) }
    }

    /// Processes a transition.
    public func handle(_ transition: KeyboardFrameTransition) {
      hasHeard = true
      guard let scrollView, isSwallowing?() != true else { return }
      guard let view = CoordinateSpace(scrollView), let window = scrollView.window else {
        carryOut(adjuster.handleWithoutView(transition, current: scrollView.keyboardInsets))
        // Where the keyboard is on a screen that is not known, is not known; that it is gone, is.
        if transition.event.isHide { track(transition, screen: .zero, slideOver: nil) }
        return
      }
      let screen = LayoutRect(window.screen.bounds)
      let slideOver = LayoutRect(slideOver: window)
      carryOut(
        adjuster.handle(
          transition, view: view, screen: screen, current: scrollView.keyboardInsets,
          automaticBottom: automaticBottom(of: scrollView), slideOverWindow: slideOver))
      track(transition, screen: screen, slideOver: slideOver)
    }

    private func track(
      _ transition: KeyboardFrameTransition, screen: LayoutRect, slideOver: LayoutRect?
    ) {
      let happening = tracker.handle(transition, screen: screen, slideOverWindow: slideOver)
      if let happening { happened?(happening) }
    }

    /// The scroll view was moved, resized, turned or put into a window: call it from
    /// `viewDidLayoutSubviews`. No notification says so while the keyboard stays where it is.
    public func viewChanged() {
      guard let scrollView, isSwallowing?() != true, let view = CoordinateSpace(scrollView),
        let window = scrollView.window
      else { return }
      if !hasHeard, let transition = KeyboardFrameTransition(alreadyUpIn: window) {
        return handle(transition)
      }
      carryOut(
        adjuster.viewChanged(
          view: view, screen: LayoutRect(window.screen.bounds), current: scrollView.keyboardInsets,
          automaticBottom: automaticBottom(of: scrollView),
          slideOverWindow: LayoutRect(slideOver: window)))
    }

    /// Restores the insets that the scroll view has without a keyboard.
    public func restore() {
      guard let scrollView else { return }
      carryOut(adjuster.restore(current: scrollView.keyboardInsets))
    }

    private func carryOut(_ change: KeyboardInsetAdjuster.Change?) {
      guard let change, let scrollView else { return }
      change.animation.animate { [alongside] in
        scrollView.keyboardInsets = change.insets
        alongside?(change)
      }
    }

    /// What UIKit adds to the bottom inset by itself.
    private func automaticBottom(of scrollView: UIScrollView) -> Double {
      Double(scrollView.adjustedContentInset.bottom - scrollView.contentInset.bottom)
    }
  }

  extension LayoutRect {
    /// The frame of a window in screen coordinates, if it may be in Slide Over: a compact one on an
    /// iPad. Its frame then tells whether it is.
    @MainActor public init?(slideOver window: UIWindow) {
      let traits = window.traitCollection
      guard traits.userInterfaceIdiom == .pad, traits.horizontalSizeClass == .compact,
        traits.verticalSizeClass == .regular
      else { return nil }
      self.init(window.convert(window.bounds, to: window.screen.coordinateSpace))
    }
  }
#endif
