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
    /// Keeps the raw value of the curve: 7 is not a case of `UIView.AnimationCurve`.
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

  /// Reports the six keyboard notifications until it is deallocated.
  @MainActor public final class KeyboardObserver {
    private let tokens: NotificationTokens

    /// Observes all six notifications.
    ///
    /// - Parameters:
    ///   - center: the notification center.
    ///   - screen: returns the screen of the view that the keyboard could cover.
    ///   - handler: called on the main actor.
    public init(
      center: NotificationCenter = .default,
      screen: @escaping @MainActor @Sendable () -> UIScreen? = { nil },
      handler: @escaping @MainActor @Sendable (KeyboardFrameTransition) -> Void
    ) {
      let tokens = KeyboardFrameTransition.Event.allCases.map { event in
        // Without a queue, the call is on the poster's thread, which is the main thread.
        center.addObserver(forName: event.notificationName, object: nil, queue: nil) {
          notification in
          // A notification is not Sendable, but it does not leave the thread.
          nonisolated(unsafe) let notification = notification
          MainActor.assumeIsolated {
            guard let transition = KeyboardFrameTransition(notification, screen: screen()) else {
              return
            }
            handler(transition)
          }
        }
      }
      self.tokens = NotificationTokens(center: center, tokens: tokens)
    }
  }
#endif
