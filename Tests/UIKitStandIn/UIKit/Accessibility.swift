import Foundation

/// Speakable objects. In UIKit, every `NSObject` has these properties.
@MainActor open class UISpeakable: NSObject {
  open var accessibilityLabel: String?
  open var accessibilityValue: String?
  open var accessibilityHint: String?
  open var accessibilityUserInputLabels: [String]!
}

public enum UIAccessibility {
  public enum Notification: Sendable { case announcement }
  @_spi(StandIn) @MainActor public static var announcements: [String] = []

  @MainActor public static func post(notification: Notification, argument: Any?) {
    if let text = argument as? String { announcements.append(text) }
  }
}

@MainActor public protocol UIInteraction: NSObjectProtocol {}
@MainActor open class UILargeContentViewerInteraction: NSObject, UIInteraction {
  public override init() {}
}
