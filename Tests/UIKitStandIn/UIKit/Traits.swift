import Foundation

// The traits whose changes can be observed (iOS 17).
@MainActor public protocol UITraitDefinition {
  /// Whether the trait is different in two collections.
  static func differs(_ old: UITraitCollection, _ new: UITraitCollection) -> Bool
}
public typealias UITrait = any UITraitDefinition.Type
public struct UITraitHorizontalSizeClass: UITraitDefinition {
  public static func differs(_ old: UITraitCollection, _ new: UITraitCollection) -> Bool {
    old.horizontalSizeClass != new.horizontalSizeClass
  }
}
public struct UITraitVerticalSizeClass: UITraitDefinition {
  public static func differs(_ old: UITraitCollection, _ new: UITraitCollection) -> Bool {
    old.verticalSizeClass != new.verticalSizeClass
  }
}
public struct UITraitPreferredContentSizeCategory: UITraitDefinition {
  public static func differs(_ old: UITraitCollection, _ new: UITraitCollection) -> Bool {
    old.preferredContentSizeCategory != new.preferredContentSizeCategory
  }
}

@MainActor public protocol UITraitEnvironment: UIResponder {
  var traitCollection: UITraitCollection { get }
}
extension UITraitEnvironment {
  public func registerForTraitChanges<Environment: UITraitEnvironment>(
    _ traits: [UITrait], handler: @escaping (Environment, UITraitCollection) -> Void
  ) {
    traitObservers.append { [unowned self] old in
      let isChanged = traits.contains { $0.differs(old, traitCollection) }
      if isChanged, let environment = self as? Environment { handler(environment, old) }
    }
  }
}

public enum UIUserInterfaceSizeClass: Sendable { case unspecified, compact, regular }
public enum UIUserInterfaceIdiom: Sendable { case phone, pad }
public enum UIUserInterfaceStyle: Sendable { case light, dark }
public enum UIUserInterfaceLayoutDirection: Sendable { case leftToRight, rightToLeft }
public enum UIContentSizeCategory: Sendable { case large, accessibilityExtraExtraExtraLarge }

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
