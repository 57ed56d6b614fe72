import Foundation

private struct Spoken {
  weak var owner: NSObject?
  var label: String?
  var value: String?
  var hint: String?
  var userInputLabels: [String]?
}
@MainActor private var spoken: [ObjectIdentifier: Spoken] = [:]

extension NSObject {
  @MainActor private var spokenWords: Spoken {
    get {
      let found = spoken[ObjectIdentifier(self)]
      // It may belong to a deallocated object at the same address.
      return found?.owner === self ? found ?? Spoken() : Spoken()
    }
    set {
      spoken[ObjectIdentifier(self)] = newValue
      spoken[ObjectIdentifier(self)]?.owner = self
    }
  }
  @MainActor public var accessibilityLabel: String? {
    get { spokenWords.label }
    set { spokenWords.label = newValue }
  }
  @MainActor public var accessibilityValue: String? {
    get { spokenWords.value }
    set { spokenWords.value = newValue }
  }
  @MainActor public var accessibilityHint: String? {
    get { spokenWords.hint }
    set { spokenWords.hint = newValue }
  }
  @MainActor public var accessibilityUserInputLabels: [String]! {
    get { spokenWords.userInputLabels }
    set { spokenWords.userInputLabels = newValue }
  }
}

public enum UIAccessibility {
  public struct Notification: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let announcement = Notification(rawValue: 1008)
  }
  @_spi(StandIn) @MainActor public static var announcements: [String] = []

  @MainActor public static func post(notification: Notification, argument: Any?) {
    if notification == .announcement, let text = argument as? String { announcements.append(text) }
  }
}

@MainActor public protocol UIInteraction: NSObjectProtocol {}
@MainActor open class UILargeContentViewerInteraction: NSObject, UIInteraction {
  public override init() {}
}
