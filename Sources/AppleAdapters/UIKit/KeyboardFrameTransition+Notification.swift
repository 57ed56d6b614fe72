#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import UIKit

  extension KeyboardFrameTransition.Event {
    /// The notification of UIKit that says so.
    public var notificationName: Notification.Name {
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
    /// What a keyboard notification says; nil if it is no keyboard notification or has no frames.
    ///
    /// The number of the curve is taken as it is: 7 is no case of `UIView.AnimationCurve`.
    public init?(_ notification: Notification) {
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
        isLocal: isLocal?.boolValue ?? true)
    }
  }

  /// Hands on what the six keyboard notifications say, for as long as it lives.
  @MainActor public final class KeyboardObserver {
    private let tokens: NotificationTokens

    /// Observes all six notifications; `handler` is called on the main actor.
    public init(
      center: NotificationCenter = .default,
      handler: @escaping @MainActor @Sendable (KeyboardFrameTransition) -> Void
    ) {
      let tokens = KeyboardFrameTransition.Event.allCases.map { event in
        // Without a queue the call comes on the poster's thread, which is the main one.
        center.addObserver(forName: event.notificationName, object: nil, queue: nil) {
          guard let transition = KeyboardFrameTransition($0) else { return }
          MainActor.assumeIsolated { handler(transition) }
        }
      }
      self.tokens = NotificationTokens(center: center, tokens: tokens)
    }
  }
#endif
