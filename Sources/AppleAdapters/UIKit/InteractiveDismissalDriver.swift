#if canImport(UIKit)
  import KeyboardGeometry
  import UIKit

  /// Carries out an interactive dismissal on a list and its container.
  ///
  /// The host calls `begin` from `scrollViewWillBeginDragging`, `didScroll` from
  /// `scrollViewDidScroll`, `release` from `scrollViewWillEndDragging` (UIKit's velocity there is in
  /// points per millisecond), and `abort` on rotation, resize and backgrounding.
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
    private weak var list: UIScrollView?
    private weak var container: UIView?
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

    /// The finger goes down while the last row rests on the keyboard.
    public func begin(
      _ layout: InteractiveDismissal.Layout, standIn: InteractiveDismissal.StandIn = .snapshot
    ) {
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

    /// The finger goes up; the velocity is in points per second, downwards positive.
    public func release(velocityY: Double?) {
      carryOut(machine.release(velocityY: velocityY))
    }

    /// Something came between: a rotation, a resize, another first responder.
    public func abort() { carryOut(machine.abort()) }

    private func carryOut(_ effects: [InteractiveDismissal.Effect]) {
      let layout = machine.layout
      for effect in effects {
        switch effect {
        case .captureSnapshot(let crop): picture = capture(crop)
        case .installStandIn: install(layout)
        case .resignFirstResponder(let animated):
          if animated {
            responder?.resignFirstResponder()
          } else {
            UIView.performWithoutAnimation { _ = responder?.resignFirstResponder() }
          }
        case .moveStandIn(let top): standIn?.frame.origin.y = top
        case .setContentOffset(let y): list?.contentOffset.y = y
        case .animateStandIn(let top, let animation): settle(top, animation, layout)
        case .becomeFirstResponder(let animated):
          if animated {
            responder?.becomeFirstResponder()
          } else {
            UIView.performWithoutAnimation { _ = responder?.becomeFirstResponder() }
          }
        case .removeStandIn:
          standIn?.removeFromSuperview()
          standIn = nil
        case .useSystemInteractiveMode: list?.keyboardDismissMode = .interactive
        case .restoreInsets: adjuster?.restore()
        }
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
