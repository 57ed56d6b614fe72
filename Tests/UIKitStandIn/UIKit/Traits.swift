import Foundation

// The traits whose changes can be observed (iOS 17).
public protocol UITraitDefinition {}
public typealias UITrait = any UITraitDefinition.Type
public struct UITraitHorizontalSizeClass: UITraitDefinition {}
public struct UITraitVerticalSizeClass: UITraitDefinition {}
public struct UITraitPreferredContentSizeCategory: UITraitDefinition {}

@MainActor public protocol UITraitEnvironment: NSObjectProtocol {
  var traitCollection: UITraitCollection { get }
}
@MainActor public protocol UITraitChangeRegistration: NSObjectProtocol {}
@MainActor public protocol UITraitChangeObservable {}
extension UITraitChangeObservable {
  @discardableResult @MainActor public func registerForTraitChanges<Self_>(
    _ traits: [UITrait], handler: @escaping (Self_, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration where Self_: UITraitEnvironment {
    let registration = TraitRegistration(traits) { environment, previous in
      if let environment = environment as? Self_ { handler(environment, previous) }
    }
    (self as? UIResponder)?.traitRegistrations.append(registration)
    return registration
  }
}

@MainActor final class TraitRegistration: NSObject, UITraitChangeRegistration {
  private let traits: [UITrait]
  private let handler: (any UITraitEnvironment, UITraitCollection) -> Void

  init(
    _ traits: [UITrait], _ handler: @escaping (any UITraitEnvironment, UITraitCollection) -> Void
  ) {
    self.traits = traits
    self.handler = handler
  }

  /// Calls the handler if one of its traits differs.
  func changed(_ environment: any UITraitEnvironment, from old: UITraitCollection) {
    let new = environment.traitCollection
    let differs = traits.contains { trait in
      switch trait {
      case is UITraitHorizontalSizeClass.Type: old.horizontalSizeClass != new.horizontalSizeClass
      case is UITraitVerticalSizeClass.Type: old.verticalSizeClass != new.verticalSizeClass
      default: old.preferredContentSizeCategory != new.preferredContentSizeCategory
      }
    }
    if differs { handler(environment, old) }
  }
}

public enum UIUserInterfaceSizeClass: Int, Sendable {
  case unspecified = 0
  case compact, regular
}
public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone, pad
}
public enum UIUserInterfaceStyle: Int, Sendable {
  case unspecified = 0
  case light, dark
}
public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let large = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryL")
  public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory(
    rawValue: "UICTContentSizeCategoryAccessibilityXXXL")
}

@MainActor open class UITraitCollection: NSObject {
  open private(set) var userInterfaceIdiom = UIUserInterfaceIdiom.phone
  open private(set) var horizontalSizeClass = UIUserInterfaceSizeClass.compact
  open private(set) var verticalSizeClass = UIUserInterfaceSizeClass.regular
  open private(set) var preferredContentSizeCategory = UIContentSizeCategory.large
  open private(set) var layoutDirection = UIUserInterfaceLayoutDirection.leftToRight
  open nonisolated var userInterfaceStyle: UIUserInterfaceStyle { style }
  private nonisolated(unsafe) var style = UIUserInterfaceStyle.light

  @_spi(StandIn) public convenience init(
    idiom: UIUserInterfaceIdiom = .phone, horizontal: UIUserInterfaceSizeClass = .compact,
    vertical: UIUserInterfaceSizeClass = .regular, category: UIContentSizeCategory = .large,
    direction: UIUserInterfaceLayoutDirection = .leftToRight, style: UIUserInterfaceStyle = .light
  ) {
    self.init()
    userInterfaceIdiom = idiom
    horizontalSizeClass = horizontal
    verticalSizeClass = vertical
    preferredContentSizeCategory = category
    layoutDirection = direction
    self.style = style
  }
}
