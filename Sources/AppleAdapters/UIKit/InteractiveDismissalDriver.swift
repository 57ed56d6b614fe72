#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  /// Carries out an interactive dismissal on a list and its container.
  ///
  /// The host calls `keyboardChanged` with every transition, `begin` from
  /// `scrollViewWillBeginDragging`, `didScroll` from `scrollViewDidScroll`, `release` from
  /// `scrollViewWillEndDragging`, and `abort` on rotation, resize and backgrounding.
  @MainActor public final class InteractiveDismissalDriver {
    /// What decides.
    public private(set) var machine: InteractiveDismissal
    /// Who gets the keyboard back.
    public weak var responder: UIResponder?
    /// Whose insets are given back; its notifications are swallowed during the exchange.
    public var adjuster: ScrollViewKeyboardAdjuster? {
      didSet {
        adjuster?.isSwallowing = { [weak self] in
          self?.machine.swallowsKeyboardNotifications ?? false
        }
      }
    }
    /// The lower edge of the last row, in the list's content; nil: the end of the content.
    public var rowMaxY: (@MainActor () -> Double)?
    private weak var list: UIScrollView?
    private weak var container: UIView?
    private var keyboard: LayoutRect?
    private var standIn: UIView?
    private var picture: UIView?

    /// Drives a list in a container; neither is kept alive.
    public init(
      list: UIScrollView, in container: UIView,
      configuration: InteractiveDismissal.Configuration = .init()
    ) {
      self.list = list
      self.container = container
      machine = InteractiveDismissal(configuration: configuration)
    }

    /// The keyboard has come, gone or changed: the last row comes to rest on it. Call it after the
    /// adjuster has set its insets.
    public func keyboardChanged(_ transition: KeyboardFrameTransition) {
      guard !machine.swallowsKeyboardNotifications, !transition.isMeaningless else { return }
      keyboard = transition.event.isHide ? nil : transition.endFrame
      guard let layout else { return }
      carryOut(machine.keyboardShown(layout, animation: transition.animation))
    }

    /// The finger goes down: the drag takes over only where the last row rests on the keyboard.
    public func begin(standIn: InteractiveDismissal.StandIn = .snapshot) {
      guard let list, let layout,
        layout.isAtRest(contentOffsetY: Double(list.contentOffset.y))
      else { return }
      carryOut(machine.begin(layout, standIn: standIn))
    }

    /// The list was scrolled.
    public func didScroll() {
      guard let list, let container, let window = container.window else { return }
      let screen = container.convert(window.screen.bounds, from: window.screen.coordinateSpace)
      let step = machine.didScroll(
        toContentOffsetY: Double(list.contentOffset.y), screenFrame: LayoutRect(screen))
      if let step { carryOut(step.effects) }
    }

    /// The finger goes up: the parameters are those of `scrollViewWillEndDragging`. UIKit's velocity
    /// is in points per millisecond, and positive where the content moves up.
    public func release(
      velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
      let effects = machine.release(velocityY: -Double(velocity.y) * 1_000)
      if let y = machine.targetContentOffsetY { targetContentOffset.pointee.y = y }
      carryOut(effects)
    }

    /// Something came between: a rotation, a resize, another first responder.
    public func abort() { carryOut(machine.abort()) }

    /// What a drag goes by now; nil while no keyboard is up.
    private var layout: InteractiveDismissal.Layout? {
      guard let list, let container, let keyboard, let space = CoordinateSpace(container) else {
        return nil
      }
      return InteractiveDismissal.Layout(
        restFrame: space.convertFromScreen(keyboard),
        containerBottom: Double(container.bounds.maxY),
        rowMaxYInContent: rowMaxY?() ?? Double(list.contentSize.height),
        listTop: Double(list.frame.minY), topInset: Double(list.adjustedContentInset.top))
    }

    private func carryOut(_ effects: [InteractiveDismissal.Effect]) {
      let layout = machine.layout
      for effect in effects {
        switch effect {
        case .captureSnapshot(let crop): picture = capture(crop)
        case .installStandIn: install(layout)
        case .resignFirstResponder(let animated):
          exchange(animated: animated) { $0.resignFirstResponder() }
        case .moveStandIn(let top): standIn?.frame.origin.y = top
        case .setContentOffset(let y): list?.contentOffset.y = y
        case .animateContentOffset(let y, let animation):
          animation.animate { [weak self] in self?.list?.contentOffset.y = y }
        case .animateStandIn(let top, let animation): settle(top, animation, layout)
        case .becomeFirstResponder(let animated):
          exchange(animated: animated) { $0.becomeFirstResponder() }
        case .removeStandIn:
          standIn?.removeFromSuperview()
          standIn = nil
        case .useSystemInteractiveMode: list?.keyboardDismissMode = .interactive
        case .restoreInsets: adjuster?.restore()
        }
      }
    }

    /// Makes the responder take or give up its role. Animations are off for the call alone: whoever
    /// had turned them off already finds them off afterwards.
    private func exchange(animated: Bool, _ change: @MainActor (UIResponder) -> Bool) {
      guard let responder else { return }
      if animated {
        _ = change(responder)
      } else {
        UIView.performWithoutAnimation { _ = change(responder) }
      }
    }

    /// The screen's picture, cut to the keyboard: moved under a frame that clips, never scaled.
    private func capture(_ crop: LayoutRect) -> UIView? {
      guard let screen = container?.window?.screen else { return nil }
      let whole = screen.snapshotView(afterScreenUpdates: false)
      whole.frame.origin = CGPoint(x: -crop.minX, y: -crop.minY)
      let frame = UIView(frame: CGRect(x: 0, y: 0, width: crop.width, height: crop.height))
      frame.clipsToBounds = true
      frame.addSubview(whole)
      return frame
    }

    private func install(_ layout: InteractiveDismissal.Layout?) {
      guard let container, let layout else { return }
      let view = picture ?? UIView()
      if picture == nil { view.backgroundColor = .systemBackground }
      view.frame = layout.restFrame.cgRect
      container.addSubview(view)
      standIn = view
      picture = nil
    }

    private func settle(
      _ top: Double, _ animation: KeyboardAnimation, _ layout: InteractiveDismissal.Layout?
    ) {
      animation.animate { [weak self] in
        self?.standIn?.frame.origin.y = top
        if let layout { self?.list?.contentOffset.y = layout.contentOffset(forKeyboardTop: top) }
      } completion: { [weak self] _ in
        guard let self else { return }
        carryOut(machine.finish())
      }
    }
  }
#endif
