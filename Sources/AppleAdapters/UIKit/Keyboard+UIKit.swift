#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  extension KeyboardFrameTransition.Event {
    /// The name of the notification in UIKit.
    package var notificationName: Notification.Name {
      switch self {
      case .willShow: UIResponder.keyboardWillShowNotification
      case .didShow: UIResponder.keyboardDidShowNotification
      case .willHide: UIResponder.keyboardWillHideNotification
      case .didHide: UIResponder.keyboardDidHideNotification
      case .willChangeFrame: UIResponder.keyboardWillChangeFrameNotification
      case .didChangeFrame: UIResponder.keyboardDidChangeFrameNotification
      }
    }
  }

  extension KeyboardFrameTransition {
    /// Reads a keyboard notification; nil if it is not one or has no frames.
    ///
    /// - Parameter screen: the screen of the view. Since iOS 16.1, the notification's object is the
    ///   keyboard's screen; a keyboard on a different screen does not cover the view.
    @MainActor public init?(_ notification: Notification, screen: UIScreen? = nil) {
      let event = Event.allCases.first { $0.notificationName == notification.name }
      guard let event, let info = notification.userInfo,
        let begin = info[UIResponder.keyboardFrameBeginUserInfoKey] as? NSValue,
        let end = info[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue
      else { return nil }
      let duration = info[UIResponder.keyboardAnimationDurationUserInfoKey] as? NSNumber
      let curve = info[UIResponder.keyboardAnimationCurveUserInfoKey] as? NSNumber
      let isLocal = info[UIResponder.keyboardIsLocalUserInfoKey] as? NSNumber
      self.init(
        event: event, beginFrame: LayoutRect(begin.cgRectValue),
        endFrame: LayoutRect(end.cgRectValue),
        animation: KeyboardAnimation(
          duration: duration?.doubleValue ?? 0,
          curve: curve.map { KeyboardAnimationCurve(rawValue: $0.intValue) } ?? .keyboard),
        isLocal: isLocal?.boolValue ?? true,
        isOnOtherScreen: (notification.object as? UIScreen).map { screen != nil && $0 !== screen }
          ?? false)
    }
  }

  /// Reports the six keyboard notifications until it is deallocated: see
  /// <doc:PutTheBarOnAUITextView>.
  @MainActor public final class KeyboardObserver {
    private var tokens: NotificationTokens?
    /// The last transition; nil before the first.
    public private(set) var transition: KeyboardFrameTransition?

    /// Observes all six notifications.
    ///
    /// - Parameters:
    ///   - screen: returns the screen of the view that the keyboard could cover.
    ///   - handler: called on the main actor.
    public init(
      screen: @escaping @MainActor @Sendable () -> UIScreen? = { nil },
      handler: @escaping @MainActor @Sendable (KeyboardFrameTransition) -> Void
    ) {
      let names = KeyboardFrameTransition.Event.allCases.map(\.notificationName)
      tokens = NotificationTokens(names) { [weak self] notification in
        let transition = KeyboardFrameTransition(notification, screen: screen())
        guard let transition else { return }
        if !transition.isMeaningless { self?.transition = transition }
        handler(transition)
      }
    }

    /// Adjusts views to the keyboard: calls `adjust` in the keyboard's animation, with the part of
    /// the view that the keyboard will cover. In `viewDidLayoutSubviews`, use `coverage(of:)`.
    public convenience init(
      covering view: UIView, adjust: @escaping @MainActor @Sendable (KeyboardCoverage) -> Void
    ) {
      self.init(
        screen: { [weak view] in view?.window?.screen },
        handler: { [weak view] transition in
          guard let view, !transition.isMeaningless else { return }
          let coverage = view.keyboardCoverage(by: transition)
          transition.animation.animate { adjust(coverage) }
        })
    }

    /// Returns the part of a view that the keyboard covers now.
    public func coverage(of view: UIView) -> KeyboardCoverage {
      view.keyboardCoverage(by: transition)
    }
  }

  extension UIView {
    /// Returns the part of the view that the keyboard covers after a transition: nothing without
    /// one, out of a window, and for an undocked keyboard unless `followsUndocked` is true.
    public func keyboardCoverage(
      by transition: KeyboardFrameTransition?, followsUndocked: Bool = false
    ) -> KeyboardCoverage {
      guard let window, let view = CoordinateSpace(self) else {
        return KeyboardCoverage(height: 0, of: LayoutRect(bounds))
      }
      return KeyboardDriver.Surroundings(
        view: view, screen: LayoutRect(window.screen.bounds),
        slideOverWindow: LayoutRect(slideOver: window)
      ).coverage(by: transition, followsUndocked: followsUndocked)
    }

    /// Places a row on the keyboard with only the layout guide, as UIKit intends. The keyboard
    /// follows the finger that pulls it down (`keyboardDismissMode = .interactive`), and the row
    /// follows the keyboard. The drag may begin on the row.
    ///
    /// The receiver contains both views. The list ends at the upper edge of the row, so it needs no
    /// insets for the keyboard. Call it once, and ``updateKeyboardRow(_:)`` from
    /// `viewDidLayoutSubviews`. <doc:LetTheLastRowPushTheKeyboardAway> compares it with
    /// ``InteractiveDismissalDriver``.
    ///
    /// - Returns: the active constraints of the row and of the list's lower edge.
    @discardableResult
    public func placeOnKeyboard(_ row: UIView, below list: UIScrollView) -> [NSLayoutConstraint] {
      row.translatesAutoresizingMaskIntoConstraints = false
      let constraints = [
        row.leftAnchor.constraint(equalTo: leftAnchor),
        row.rightAnchor.constraint(equalTo: rightAnchor),
        row.bottomAnchor.constraint(equalTo: keyboardLayoutGuide.topAnchor),
        list.bottomAnchor.constraint(equalTo: row.topAnchor),
      ]
      NSLayoutConstraint.activate(constraints)
      list.keyboardDismissMode = .interactive
      return constraints
    }

    /// Lets a drag that dismisses the keyboard begin at the upper edge of the row's current frame.
    public func updateKeyboardRow(_ row: UIView) {
      keyboardLayoutGuide.keyboardDismissPadding = row.bounds.height
    }
  }
#endif
