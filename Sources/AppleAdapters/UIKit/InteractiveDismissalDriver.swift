#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  /// Places the last row of a list on the keyboard, which it can push away; adjusts the insets.
  ///
  /// The host passes on the calls of the scroll view's delegate, as in
  /// <doc:LetTheLastRowPushTheKeyboardAway>. The driver itself observes the keyboard, other fields
  /// that begin editing, and the background.
  @MainActor public final class InteractiveDismissalDriver {
    /// The field of the row, which gets the keyboard back.
    public weak var responder: UIResponder?
    /// Returns the lower edge of the last row, in the list's content. The default is the last row
    /// of a table view, or the end of the content.
    public var rowMaxY: (@MainActor () -> Double)?
    /// Adjusts the insets of the list.
    public let adjuster: ScrollViewKeyboardAdjuster
    private weak var list: UIScrollView?
    private weak var container: UIView?
    private var tokens: NotificationTokens?
    private var standIn: UIView?
    private var sinking: UIView?
    private var picture: UIView?
    /// Whether a view outside the row has the keyboard, for example a search field; nil if the
    /// first responder may have changed. It is looked for only then, not at each step of a scroll.
    private var isEditedElsewhere: Bool?
    /// Whether a finger on the list began the drag.
    private var isFinger = false
    /// The final offset of the list, during `release`.
    private var target: Double??

    package var phase: InteractiveDismissal.Phase { machine.phase }
    private var machine: InteractiveDismissal { adjuster.driver.dismissal }

    /// Creates a driver for a list in a container; neither is retained.
    public init(
      list: UIScrollView, in container: UIView, insets: KeyboardInsetAdjuster = .init(),
      configuration: InteractiveDismissal.Configuration = .init()
    ) {
      self.list = list
      self.container = container
      adjuster = ScrollViewKeyboardAdjuster(
        list, driver: KeyboardDriver(adjuster: insets, configuration: configuration))
      adjuster.row = { [weak self] in self?.row }
      adjuster.drag = { [weak self] in self?.carryOut($0) }
      adjuster.keyboardChanges = { [weak self] in self?.isEditedElsewhere = nil }
      tokens = NotificationTokens([
        UITextField.textDidBeginEditingNotification, UITextView.textDidBeginEditingNotification,
        UIApplication.didEnterBackgroundNotification,
      ]) { [weak self] notification in
        let object = notification.object as? UIResponder
        self?.isEditedElsewhere = nil
        guard let self, object == nil || object !== self.responder else { return }
        abort()
      }
    }

    /// Adapts the insets after the list was moved, resized or rotated.
    public func viewChanged() { adjuster.viewChanged() }

    /// Starts a drag, which takes effect only if the last row rests on the keyboard. A touch while
    /// a substitute settles takes it over.
    public func begin(standIn: InteractiveDismissal.StandIn = .snapshot) {
      isFinger = list?.isDragging ?? false
      isEditedElsewhere = nil
      sinking?.removeFromSuperview()
      adjuster.perform { driver, surroundings, _ in driver.touch(standIn, in: surroundings) }
    }

    /// Follows a movement of the list.
    public func didScroll() {
      if machine.phase == .idle { return }
      // The system can cancel a touch, so a drag can end without `scrollViewWillEndDragging`.
      if isFinger, machine.phase == .tracking, list?.isDragging == false { return dragEnded() }
      adjuster.perform { driver, surroundings, insets in
        surroundings.map { driver.scroll(in: $0, insets: insets) } ?? []
      }
    }

    /// Ends the touch; the parameters are those of `scrollViewWillEndDragging`. UIKit's velocity is
    /// in points per millisecond, and positive if the content moves up.
    public func release(
      velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
      isFinger = false
      target = .some(nil)
      lift(velocityY: -Double(velocity.y) * 1_000)
      if let y = target ?? nil { targetContentOffset.pointee.y = y }
      target = nil
    }

    /// Ends a drag without `scrollViewWillEndDragging`, because the system cancelled the touch. Has
    /// no effect if the drag has ended.
    public func dragEnded() {
      isFinger = false
      if machine.phase == .tracking || machine.phase == .ready { lift(velocityY: nil) }
    }

    /// Ends a drag when the view is rotated or resized. A dismissed keyboard stays away.
    public func abort() {
      adjuster.perform { driver, _, insets in driver.abort(insets: insets) }
    }

    private func lift(velocityY: Double?) {
      adjuster.perform { driver, _, insets in driver.lift(velocityY: velocityY, insets: insets) }
    }

    // MARK: The row

    private var row: KeyboardDriver.Row? {
      guard let list, let container, let space = CoordinateSpace(container) else { return nil }
      let end = (list as? UITableView)?.lastRowMaxY ?? Double(list.contentSize.height)
      return KeyboardDriver.Row(
        container: space, maxY: rowMaxY?() ?? end,
        topInset: Double(list.adjustedContentInset.top),
        isBystander: machine.phase == .idle && isBystander(in: container))
    }

    private func isBystander(in container: UIView) -> Bool {
      guard let responder, !responder.isFirstResponder else { return false }
      if let isEditedElsewhere { return isEditedElsewhere }
      let first = container.window?.firstResponder
      let isElsewhere = first.map { view in
        (responder as? UIView).map { !view.isDescendant(of: $0) } ?? true
      }
      isEditedElsewhere = isElsewhere ?? false
      return isElsewhere ?? false
    }

    // MARK: Tasks

    private func carryOut(_ effect: InteractiveDismissal.Effect) {
      switch effect {
      case .captureSnapshot(let crop): picture = capture(crop)
      case .installStandIn: install()
      case .resignFirstResponder: exchange { $0.resignFirstResponder() }
      case .moveStandIn(let top): standIn?.frame.origin.y = top
      case .setContentOffset(let y): list?.contentOffset.y = y
      case .animateContentOffset(let y, let animation): animateList(to: y, animation)
      case .scroll(let y): scroll(to: y)
      case .becomeFirstResponder: exchange { $0.becomeFirstResponder() }
      case .removeStandIn(let top): removeStandIn(sinkingTo: top)
      // The keyboard driver has already turned this into new insets.
      case .restoreInsets: break
      }
    }

    /// Makes the responder become or resign first responder. Animations are off only for this call:
    /// if they were off before, they stay off.
    private func exchange(_ change: @MainActor (UIResponder) -> Bool) {
      guard let responder else { return }
      UIView.performWithoutAnimation { _ = change(responder) }
    }

    /// Lets UIKit scroll the list in steps, each of which moves the substitute. After a release,
    /// the list's own deceleration does so.
    private func scroll(to y: Double) {
      if target != nil {
        target = y
        return
      }
      guard let list else { return }
      list.setContentOffset(CGPoint(x: list.contentOffset.x, y: y), animated: true)
    }

    /// Moves the list with the keyboard. An animated list shows only the cells of its final offset,
    /// so a picture of the others scrolls along behind the content.
    private func animateList(to y: Double, _ animation: KeyboardAnimation) {
      guard let list else { return }
      let cells = animation.duration > 0 ? list.snapshotView(afterScreenUpdates: false) : nil
      if let cells {
        cells.frame = list.bounds
        list.insertSubview(cells, at: 0)
      }
      animation.animate {
        list.contentOffset.y = y
      } completion: { _ in
        cells?.removeFromSuperview()
      }
    }

    /// A picture of the screen, cropped to the keyboard: clipped by a frame, never scaled.
    private func capture(_ crop: LayoutRect) -> UIView? {
      guard let screen = container?.window?.screen else { return nil }
      let whole = screen.snapshotView(afterScreenUpdates: false)
      whole.frame.origin = CGPoint(x: -crop.x, y: -crop.y)
      let frame = UIView(frame: CGRect(x: 0, y: 0, width: crop.width, height: crop.height))
      frame.clipsToBounds = true
      frame.addSubview(whole)
      return frame
    }

    private func install() {
      guard let container, let layout = machine.layout else { return }
      let view = picture ?? UIView()
      if picture == nil { view.backgroundColor = .systemBackground }
      view.frame = layout.restFrame.cgRect
      container.addSubview(view)
      standIn = view
      picture = nil
    }

    private func removeStandIn(sinkingTo top: Double?) {
      guard let view = standIn else { return }
      standIn = nil
      guard let top else { return view.removeFromSuperview() }
      sinking = view
      machine.configuration.settle.animate {
        view.frame.origin.y = top
      } completion: { _ in
        view.removeFromSuperview()
      }
    }
  }

  extension UIView {
    /// The first responder among the view and the views below it; nil if there is none.
    fileprivate var firstResponder: UIView? {
      if isFirstResponder { return self }
      for subview in subviews {
        if let first = subview.firstResponder { return first }
      }
      return nil
    }
  }

  extension UITableView {
    fileprivate var lastRowMaxY: Double? {
      let section = (0..<numberOfSections).last { numberOfRows(inSection: $0) > 0 }
      guard let section else { return nil }
      let last = IndexPath(row: numberOfRows(inSection: section) - 1, section: section)
      return Double(rectForRow(at: last).maxY)
    }
  }
#endif
